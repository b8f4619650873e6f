/** The laws of the catalogue over the real systems. */
import { everyNth } from '../../thorough.ts';
import { describeEvaluatedConditions, describeLaws } from '../limiters/laws.testing.ts';
import { POLICIES } from '../limiters/testing.ts';
import { systems } from './index.ts';

describeLaws(systems, everyNth(POLICIES, 2));
describeEvaluatedConditions(systems, everyNth(POLICIES, 2));
