// What the setup scripts share. They run before `npm install`, so they use nothing but Node.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** An expected failure: its message is all there is to say, a stack would only hide it. */
export class ExpectedError extends Error {}

/**
 * Runs a program in the project's folder, its output on ours unless `stdio` says otherwise. A signal that is meant for us
 * ends it, and then us.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to our own
 * @param {import('node:child_process').StdioOptions} [stdio]
 * @returns {Promise<number>} its exit code; 127 when it could not be started
 */
export function runCommand(command, args, env = {}, stdio = 'inherit') {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    /** @type {NodeJS.Signals | null} */
    let stoppedBy = null;
    const passOn = (/** @type {NodeJS.Signals} */ signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    const end = (/** @type {number} */ exitCode) => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn);
      if (stoppedBy !== null) process.kill(process.pid, stoppedBy);
      resolve(exitCode);
    };
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      end(127);
    });
    child.on('exit', (code, signal) => {
      end(signal ? 1 : (code ?? 1));
    });
  });
}

/**
 * npm, the very one that started us: PATH may hold another, and on Windows `npm` is no program that can be spawned.
 *
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {import('node:child_process').StdioOptions} [stdio]
 */
export function npm(args, env, stdio) {
  const cli = process.env['npm_execpath'];
  return cli ? runCommand(process.execPath, [cli, ...args], env, stdio) : runCommand('npm', args, env, stdio);
}

/**
 * Runs a script's main function; a failure becomes one clear message and exit code 1.
 *
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ExpectedError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
