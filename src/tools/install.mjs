// Brings node_modules up to the lock file, on a fresh machine as after a pull.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, ExpectedError } from './run.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages by folder */

/**
 * @param {string} file
 * @returns {Packages | undefined}
 */
function packagesIn(file) {
  try {
    return /** @type {{ packages: Packages }} */ (JSON.parse(readFileSync(join(root, file), 'utf8'))).packages;
  } catch {
    return undefined; // not there, or cut off by an install that was interrupted
  }
}

/** @returns {boolean} whether each package that the lock file names is there in that version */
function isInstalled() {
  const lockedPackages = packagesIn('package-lock.json') ?? {};
  const installedPackages = packagesIn('node_modules/.package-lock.json');
  if (!installedPackages) return false;
  return Object.entries(lockedPackages).every(([folder, { version, optional }]) => {
    const installed = installedPackages[folder];
    // What is optional may rightly be missing here: binaries for other systems.
    return folder === '' || (installed ? installed.version === version : optional === true);
  });
}

/**
 * Runs `npm ci` when node_modules does not match the lock file. Says so on stderr: stdout may be read by a program.
 */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new ExpectedError(`Spillway needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
  if (isInstalled()) return;
  console.error('Installing the npm packages (npm ci) …');
  if ((await npm(['ci'], {}, ['ignore', 2, 2])) !== 0) {
    throw new ExpectedError(
      'npm ci failed; its own message is above. With a network and a reachable npm registry, try again.',
    );
  }
}
