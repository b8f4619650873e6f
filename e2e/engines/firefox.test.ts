import { findFirefox } from '../../src/tools/engines.mjs';
import { launchFirefox } from './puppeteer.ts';
import { testEngine } from './testEngine.ts';

testEngine('Firefox', findFirefox() !== undefined, launchFirefox);
