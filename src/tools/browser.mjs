// Finds a Chromium for the end-to-end tests, and installs one where there is none.
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { npm, root, run, Stop } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * @param {string} name
 * @returns {string | undefined} its full path on PATH
 */
function onPath(name) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      if (folder !== '') accessSync(file, constants.X_OK);
      else continue;
      return file;
    } catch {
      // Not in this folder: the next one may have it.
    }
  }
  return undefined;
}

/** @returns {string | undefined} the browser that `npx playwright install` would have put in its cache */
function playwrightsOwn() {
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
    if (!existsSync(given)) throw new Stop(`CHROMIUM_PATH is ${given}, and there is no such file.`);
    return given;
  }
  return playwrightsOwn() ?? names.map(onPath).find((file) => file !== undefined);
}

/** @returns {Promise<string[] | undefined>} what to put before `apt-get` to be allowed to install */
async function aptPrefix() {
  if (!onPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return onPath('sudo') && (await run('sudo', ['-n', 'true'])) === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Installs the packages with apt-get.
 *
 * @param {string[]} prefix
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether that worked
 */
async function aptInstall(prefix, packages) {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command = '', ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    console.log(`  ${[...prefix, 'apt-get', ...args].join(' ')}`);
    if ((await run(command, rest)) !== 0) return false;
  }
  return true;
}

/**
 * The same, and when there is none, installs one: Debian's or Ubuntu's own where we may, else Playwright's download.
 *
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium found; the end-to-end tests need one. Installing it:');
  const prefix = await aptPrefix();
  // Without any font, text has no width and every layout test is about nothing.
  if (prefix) await aptInstall(prefix, ['chromium', 'fonts-dejavu-core']);
  if (!findChromium()) {
    console.log('  npx playwright install chromium');
    await npm(['exec', '--yes', '--', 'playwright', 'install', 'chromium']);
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Stop(
    'Chromium could not be installed. Install it by hand (on Debian or Ubuntu: sudo apt-get install chromium; ' +
      'elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to a Chromium or Chrome that is ' +
      'already there, and run this again. Everything but the end-to-end tests works without it.',
  );
}
