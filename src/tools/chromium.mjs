// Finds a Chromium for the end-to-end tests, and installs one where there is none.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { aptInstall, findOnPath } from './systemPackages.mjs';
import { npm, root, ExpectedError } from './run.mjs';

/**
 * Each new window starts two more renderers, for the address bar's popups, which take a second of two cores while its page
 * loads. A tab that is opened in a window does not: measure and test without.
 */
export const ADDRESS_BAR_POPUPS = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'];

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HEADLESS_SHELL = 'chromium-headless-shell';
/** Without any font, text has no width and every layout test is about nothing. */
const FONTS = 'fonts-dejavu-core';

/** @returns {string | undefined} the browser that `npx playwright install` would have put in its cache */
function playwrightChromium() {
  try {
    const load = createRequire(join(root, 'package.json'));
    const playwright = /** @type {typeof import('@playwright/test')} */ (load('@playwright/test'));
    const file = playwright.chromium.executablePath();
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined; // npm install has not run yet, or this system has no build of it
  }
}

/** @returns {string | undefined} CHROMIUM_PATH */
function givenChromium() {
  const given = process.env['CHROMIUM_PATH'];
  if (!given) return undefined;
  if (!existsSync(given)) throw new ExpectedError(`CHROMIUM_PATH is ${given}, and there is no such file.`);
  return given;
}

/** @returns {string | undefined} CHROMIUM_PATH, else the one that Playwright downloaded, else one on PATH */
const findChromium = () =>
  givenChromium() ?? playwrightChromium() ?? CHROMIUM_NAMES.map(findOnPath).find((file) => file !== undefined);

/**
 * For tests: Chromium's headless shell, which has no window to draw around a page and so takes about a tenth less time, else
 * any Chromium.
 *
 * @returns {string | undefined} CHROMIUM_PATH, else the shell on PATH, else a Chromium
 */
export const findHeadlessChromium = () => givenChromium() ?? findOnPath(HEADLESS_SHELL) ?? findChromium();

/** @returns {string[]} what Debian calls what is missing for the tests */
export const missingChromiumPackages = () => (findHeadlessChromium() ? [] : [HEADLESS_SHELL, FONTS]);

/** For tests: when there is no Chromium, installs one: Debian's headless shell where we may, else a whole browser. */
export async function ensureHeadlessChromium() {
  if (findHeadlessChromium()) return;
  console.log('No Chromium found; the end-to-end tests need one. Installing it:');
  await aptInstall(missingChromiumPackages());
  if (!findHeadlessChromium()) await ensureChromium();
}

/**
 * Chromium as its users have it. When there is none, installs one: Debian's or Ubuntu's own where we may, else Playwright's
 * download.
 *
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium found. Installing it:');
  await aptInstall(['chromium', FONTS]);
  if (!findChromium()) {
    console.log('  npx playwright install chromium');
    await npm(['exec', '--yes', '--', 'playwright', 'install', 'chromium']);
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new ExpectedError(
    'Chromium could not be installed. Install it by hand (on Debian or Ubuntu: sudo apt-get install chromium; ' +
      'elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to a Chromium or Chrome that is ' +
      'already there, and run this again. Everything but the end-to-end tests works without it.',
  );
}
