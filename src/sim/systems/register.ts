/** Adds the real systems and stacks to the limiters that can run. */
import { addLimiters } from '../limiters/index.ts';
import { stack } from '../stack/stack.ts';
import { systems } from './index.ts';

addLimiters([...systems, stack]);
