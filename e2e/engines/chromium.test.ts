import { launchChromium } from './puppeteer.ts';
import { testEngine } from './testEngine.ts';

testEngine('Chromium', true, launchChromium);
