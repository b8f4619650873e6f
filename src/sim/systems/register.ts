/** Adds the real systems, stacks and the user's own to the limiters that can run, and says what is recorded of them. */
import { addLimiters } from '../limiters/index.ts';
import { own } from '../own/own.ts';
import { stack } from '../stack/stack.ts';
import { systems } from './index.ts';

export { recorded } from './recorded.ts';

addLimiters([...systems, stack, own]);
