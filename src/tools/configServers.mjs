// nginx and HAProxy, which check the configs that we print: the tests start them themselves.
import { existsSync } from 'node:fs';
import { aptInstall, findOnPath } from './systemPackages.mjs';
import { ExpectedError } from './run.mjs';

/** The packages by program, as Debian and Ubuntu name them. */
const PACKAGES = { nginx: 'nginx-light', haproxy: 'haproxy' };

/** @typedef {keyof typeof PACKAGES} ConfigServer */

/**
 * @param {ConfigServer} name
 * @returns {string | undefined} its full path; /usr/sbin is not on every user's PATH
 */
export function findConfigServer(name) {
  const usual = `/usr/sbin/${name}`;
  return findOnPath(name) ?? (existsSync(usual) ? usual : undefined);
}

/** With `CI` set, installs those that are missing; elsewhere their tests are then skipped. */
export async function ensureConfigServers() {
  const names = /** @type {ConfigServer[]} */ (Object.keys(PACKAGES));
  const missing = () => names.filter((name) => !findConfigServer(name));
  if (missing().length === 0 || !process.env['CI']) return;
  console.log(`No ${missing().join(' and ')} found; the tests of printed configs need them. Installing:`);
  await aptInstall(missing().map((name) => PACKAGES[name]));
  if (missing().length === 0) return;
  throw new ExpectedError(
    `${missing().join(' and ')} could not be installed. Install them manually (on Debian or Ubuntu: sudo apt-get install ` +
      `${missing()
        .map((name) => PACKAGES[name])
        .join(' ')}), or run this without CI set, which skips the tests that need them.`,
  );
}
