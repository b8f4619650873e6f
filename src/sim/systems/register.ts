/** Adds the real systems to the limiters that can run. */
import { addLimiters } from '../limiters/index.ts';
import { systems } from './index.ts';

addLimiters(systems);
