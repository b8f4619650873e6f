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

/**
 * Where a Chromium is: CHROMIUM_PATH, else the one that Playwright downloaded, else one on PATH.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (!existsSync(given)) throw new ExpectedError(`CHROMIUM_PATH is ${given}, and there is no such file.`);
    return given;
  }
  return playwrightChromium() ?? CHROMIUM_NAMES.map(findOnPath).find((file) => file !== undefined);
}

/**
 * Without any font, text has no width and every layout test is about nothing.
 *
 * @returns {string[]} what Debian and Ubuntu call what is missing
 */
export const missingChromiumPackages = () => (findChromium() ? [] : ['chromium', 'fonts-dejavu-core']);

/**
 * The same, and when there is none, installs one: Debian's or Ubuntu's own where we may, else Playwright's download.
 *
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium found; the end-to-end tests need one. Installing it:');
  await aptInstall(missingChromiumPackages());
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
