/** Adds the real systems, stacks and what the user writes to all that can run. */
import { addSchemes } from '../cluster/schemes/index.ts';
import { ownLuaInfo } from '../cluster/schemes/info/ownLua.ts';
import { ownSchemeInfo } from '../cluster/schemes/info/ownScheme.ts';
import { addLimiters } from '../limiters/index.ts';
import { own } from '../own/own.ts';
import { stack } from '../stack/stack.ts';
import { systems } from './index.ts';

addLimiters([...systems, stack, own]);
addSchemes([ownSchemeInfo, ownLuaInfo]);
