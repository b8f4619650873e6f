/** For tests only: the commands as users run them, with a folder that is gone after the tests of that file. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll } from 'vitest';
import { commandFile } from '../tools/commandLine.mjs';

interface Ended {
  /** The exit code; null if a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Input = string | Uint8Array;

export interface Terminal {
  /** Runs a command's program in a thread, at a fraction of a process's cost; one that is given input has to read it. */
  readonly run: (command: string, args: readonly string[], input?: Input) => Promise<Ended>;
  /** Runs a command as a process in the folder: for its real start, and for names of files relative to the folder. */
  readonly runProcess: (command: string, args: readonly string[], input?: Input) => Ended;
  /** Writes a file into the folder. @returns its path */
  readonly file: (name: string, content: Input) => string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export function openTerminal(): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    run: runInThread,
    runProcess(command, args, input = '') {
      const program = join(root, `src/tools/${command}.mjs`);
      const options = { input, encoding: 'utf8', cwd: folder, timeout: 120_000 } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
      return { status, stdout, stderr };
    },
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
}

/** @throws what the program does not catch */
async function runInThread(command: string, args: readonly string[], input: Input = ''): Promise<Ended> {
  const program = await commandFile(command === 'simulate' ? 'main' : command); // as in src/tools/simulate.mjs
  // Not with the test runner's own flags.
  const streams = { stdin: true, stdout: true, stderr: true, execArgv: [] };
  const worker = new Worker(program, { argv: [...args], ...streams });
  // Anything written, even an empty string, keeps the thread alive until it is read.
  if (input.length > 0) worker.stdin?.write(input);
  worker.stdin?.end();
  const [stdout, stderr, [status]] = await Promise.all([
    text(worker.stdout),
    text(worker.stderr),
    once(worker, 'exit') as Promise<[number]>, // rejects on an error event
  ]);
  return { status, stdout, stderr };
}
