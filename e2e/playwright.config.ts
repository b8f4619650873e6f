import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADDRESS_BAR_POPUPS, findHeadlessChromium } from '../src/tools/chromium.mjs';
import { thorough } from '../src/thorough.ts';
import { DETAIL } from './detail.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results');

// Fixed, so that reports of two runs name the same address; the variable is for two checkouts on one machine.
const port = process.env['SPILLWAY_E2E_PORT'] ?? '4187';
const baseURL = `http://127.0.0.1:${port}/`;

const executablePath = findHeadlessChromium();
if (!executablePath) throw new Error('There is no Chromium. `npm test` installs one, or set CHROMIUM_PATH.');

// Chromium obeys only the last list of features to disable, so what matters to us of Playwright's own is repeated here.
const disabledFeatures = [
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  ...ADDRESS_BAR_POPUPS,
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  ...(thorough ? {} : { grepInvert: new RegExp(DETAIL) }),
  outputDir: join(reports, 'e2e'),
  reporter: [['list'], ['json', { outputFile: join(reports, 'e2e.json') }]],
  fullyParallel: true,
  forbidOnly: true,
  // A shared machine can starve a browser for seconds. What needed its second try is counted and printed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  // What waits in vain fails later, and what waits on a slow machine does not: these bounds are for those.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block', // a page that it keeps is another test's, or another build's; offline.spec.ts allows it
    // Recording a trace costs a third of the processor time, so ask for one to look into a failure.
    trace: process.env['SPILLWAY_E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Chromium refuses to start as root with its sandbox; other users keep it.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-gpu',
        // A machine without internet answers none of Chromium's own calls home.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-quic',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
    cwd: root,
    url: baseURL,
    reuseExistingServer: false, // it might serve another checkout
  },
});
