// The Redis server for the tests against a real one: they start it themselves, and stop it.
import { aptInstall, findOnPath } from './systemPackages.mjs';
import { ExpectedError } from './run.mjs';

const NAME = 'redis-server';

/** @returns {string[]} what Debian and Ubuntu call what is missing */
export const missingRedisPackages = () => (findOnPath(NAME) ? [] : [NAME]);

/** With `CI` set, installs it where it is missing; elsewhere those tests are then skipped. */
export async function ensureRedis() {
  if (missingRedisPackages().length === 0 || !process.env['CI']) return;
  console.log('No redis-server found; the tests against a real Redis need one. Installing it:');
  await aptInstall(missingRedisPackages());
  if (findOnPath(NAME)) return;
  throw new ExpectedError(
    'redis-server could not be installed. Install it manually (on Debian or Ubuntu: sudo apt-get install redis-server), ' +
      'or run this without CI set, which skips the tests that need it.',
  );
}

/** Before the unit tests, once. */
export default function setup() {
  if (findOnPath(NAME)) return;
  console.log('No redis-server on this machine: the tests against a real Redis are skipped.');
}
