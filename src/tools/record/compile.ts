/** The little C that stands between a recorder and a binary, compiled each time. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ExpectedError } from '../run.mjs';

/**
 * Compiles a source of this folder.
 * @param folder where the program goes
 * @returns its path
 * @throws {Error} when there is no C compiler on this machine
 */
export function compile(source: string, folder: string, ...options: readonly string[]): string {
  const target = join(folder, source.replace(/\.c$/, ''));
  const args = ['-O1', '-Wall', '-o', target, join(import.meta.dirname, source), ...options];
  const { status, error } = spawnSync('gcc', args, { stdio: 'inherit' });
  if (error !== undefined || status !== 0)
    throw new ExpectedError(`${source} could not be compiled: apt-get install gcc libc6-dev.`);
  return target;
}
