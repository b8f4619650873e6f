// The other two engines that the page is tested in, Firefox and WebKitGTK: finds them, and installs them in CI.
import { existsSync } from 'node:fs';
import { aptInstall, findOnPath } from './systemPackages.mjs';
import { ExpectedError } from './run.mjs';

/** @returns {string | undefined} FIREFOX_PATH, else Debian's; a Firefox in a sandbox of its own cannot be driven */
export function findFirefox() {
  const given = process.env['FIREFOX_PATH'];
  if (given === undefined || given === '') return findOnPath('firefox-esr');
  if (!existsSync(given)) throw new ExpectedError(`FIREFOX_PATH is ${given}, and there is no such file.`);
  return given;
}

/** @returns {{ driver: string, display: string } | undefined} WebKitGTK's driver, and the display that it needs */
export function findWebKit() {
  const [driver, display] = ['WebKitWebDriver', 'Xvfb'].map(findOnPath);
  return driver !== undefined && display !== undefined ? { driver, display } : undefined;
}

const ENGINES = [
  { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
  { name: 'WebKitGTK', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
];

const missingEngines = () => ENGINES.filter(({ find }) => find() === undefined);

/** @returns {string[]} what Debian calls what is missing */
export function missingEnginePackages() {
  const packages = missingEngines().flatMap((engine) => engine.packages);
  // Without any font, text has no width.
  return packages.length === 0 ? [] : [...packages, 'fonts-dejavu-core'];
}

/** A line for each engine that this machine lacks. */
export function printMissingEngines() {
  for (const { name, packages } of missingEngines()) {
    console.log(`No ${name} on this machine (Debian: ${packages.join(', ')}): its tests are skipped.`);
  }
}

/** With `CI` set, installs what is missing; elsewhere the tests in that engine are then skipped. */
export async function ensureEngines() {
  const packages = missingEnginePackages();
  if (packages.length === 0 || !process.env['CI']) return;
  console.log('Firefox and WebKitGTK are needed for the tests in three engines. Installing what is missing:');
  await aptInstall(packages);
  const missing = missingEngines();
  if (missing.length === 0) return;
  throw new ExpectedError(
    `${missing.map(({ name }) => name).join(' and ')} could not be installed. Install by hand (on Debian: ` +
      `sudo apt-get install ${missing.flatMap((engine) => engine.packages).join(' ')}), or run this without CI set, ` +
      'which skips the tests that need it.',
  );
}
