// nginx, HAProxy and Caddy, which read what we print for them: configs of limits, and the README's for a host. The tests start
// them themselves.
import { existsSync } from 'node:fs';
import { aptInstall, findOnPath } from './systemPackages.mjs';
import { ExpectedError } from './run.mjs';

/** The packages by program, as Debian and Ubuntu name them. */
const PACKAGES = { nginx: 'nginx-light', haproxy: 'haproxy', caddy: 'caddy' };

/** @typedef {keyof typeof PACKAGES} Server */

/**
 * @param {Server} name
 * @returns {string | undefined} its full path; /usr/sbin is not on every user's PATH
 */
export function findServer(name) {
  const usual = `/usr/sbin/${name}`;
  return findOnPath(name) ?? (existsSync(usual) ? usual : undefined);
}

/** With `CI` set, installs those that are missing; elsewhere the tests with them are skipped. */
export async function ensureServers() {
  const names = /** @type {Server[]} */ (Object.keys(PACKAGES));
  const missing = () => names.filter((name) => findServer(name) === undefined);
  const packages = () => missing().map((name) => PACKAGES[name]);
  if (missing().length === 0) return;
  if (!process.env['CI']) {
    console.log(`No ${missing().join(' or ')} here (Debian: ${packages().join(', ')}): the tests with it are skipped.`);
    return;
  }
  console.log(`No ${missing().join(' and ')} found; tests of configs need them. Installing:`);
  await aptInstall(packages());
  if (missing().length === 0) return;
  throw new ExpectedError(
    `${missing().join(' and ')} could not be installed. Install by hand (on Debian or Ubuntu: sudo apt-get install ` +
      `${packages().join(' ')}), or run this without CI set, which skips the tests that need them.`,
  );
}
