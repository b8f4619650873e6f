// The web servers that the README has a configuration for: finds them, and installs them in CI.
import { existsSync } from 'node:fs';
import { aptInstall, findOnPath } from './systemPackages.mjs';
import { ExpectedError } from './run.mjs';

/** Debian puts servers where only root's PATH leads. */
const find = (/** @type {string} */ name) =>
  findOnPath(name) ?? [`/usr/sbin/${name}`].find((program) => existsSync(program));

/** @returns {string | undefined} its full path */
export const findNginx = () => find('nginx');

/** @returns {string | undefined} its full path */
export const findCaddy = () => find('caddy');

const HOSTS = [
  { name: 'nginx', find: findNginx, package: 'nginx-light' },
  { name: 'Caddy', find: findCaddy, package: 'caddy' },
];

/** With `CI` set, installs what is missing; elsewhere the tests with that server are then skipped. */
export async function ensureHosts() {
  const missing = HOSTS.filter((host) => host.find() === undefined);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(' and ');
  const packages = missing.map((host) => host.package);
  if (!process.env['CI']) {
    console.log(`No ${names} on this machine (Debian: ${packages.join(', ')}): the tests with it are skipped.`);
    return;
  }
  console.log('nginx and Caddy are needed to try the README’s configurations. Installing what is missing:');
  await aptInstall(packages);
  if (HOSTS.every((host) => host.find() !== undefined)) return;
  throw new ExpectedError(
    `${names} could not be installed. Install by hand (on Debian: sudo apt-get install ${packages.join(' ')}), or run ` +
      'this without CI set, which skips the tests that need it.',
  );
}
