// nginx, HAProxy and Caddy, which read what we print for them: configs of limits, and those of
// hosting.md. The tests start them themselves.
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

const missingServers = () =>
  /** @type {Server[]} */ (Object.keys(PACKAGES)).filter((name) => findServer(name) === undefined);

/** @returns {string[]} what Debian and Ubuntu call what is missing */
export const missingServerPackages = () => missingServers().map((name) => PACKAGES[name]);

/** With `CI` set, installs those that are missing; elsewhere the tests with them are skipped. */
export async function ensureServers() {
  if (missingServers().length === 0) return;
  if (!process.env['CI']) {
    console.log(
      `No ${missingServers().join(' or ')} here (Debian: ${missingServerPackages().join(', ')}): the tests with it are skipped.`,
    );
    return;
  }
  console.log(`No ${missingServers().join(' and ')} found; tests of configs need them. Installing:`);
  await aptInstall(missingServerPackages());
  if (missingServers().length === 0) return;
  throw new ExpectedError(
    `${missingServers().join(' and ')} could not be installed. Install by hand (on Debian or Ubuntu: sudo apt-get install ` +
      `${missingServerPackages().join(' ')}), or run this without CI set, which skips the tests that need them.`,
  );
}
