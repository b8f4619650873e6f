import { findWebKit } from '../../src/tools/engines.mjs';
import { testEngine } from './testEngine.ts';
import { launchWebKit } from './webKit.ts';

testEngine('WebKitGTK', findWebKit() !== undefined, launchWebKit);
