// System programs that the tests need: finds them, and installs those that Debian or Ubuntu packages.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run.mjs';

/**
 * @param {string} name
 * @returns {string | undefined} its full path on PATH
 */
export function findOnPath(name) {
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

/** @returns {Promise<string[] | undefined>} what to put before `apt-get` to be allowed to install */
async function aptPrefix() {
  if (!findOnPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return findOnPath('sudo') && (await runCommand('sudo', ['-n', 'true'])) === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Installs the packages with apt-get, where there is one and we may.
 *
 * @param {string[]} packages
 * @param {import('node:child_process').StdioOptions} [stdio] where it says what it does
 * @returns {Promise<boolean>} whether that worked
 */
export async function aptInstall(packages, stdio) {
  const prefix = await aptPrefix();
  if (!prefix) return false;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command = '', ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    console.log(`  ${[...prefix, 'apt-get', ...args].join(' ')}`);
    if ((await runCommand(command, rest, {}, stdio)) !== 0) return false;
  }
  return true;
}
