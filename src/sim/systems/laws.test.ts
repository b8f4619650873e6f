/** The laws of the catalogue over the real systems. */
import { describeLaws } from '../limiters/laws.testing.ts';
import { systems } from './index.ts';

describeLaws(systems);
