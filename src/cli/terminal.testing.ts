/** For tests only: the commands as users run them, in a folder that is gone after the tests of that file. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

interface Ended {
  /** The exit code; null if a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Terminal {
  readonly run: (command: string, args: readonly string[], input?: string | Uint8Array) => Ended;
  /** Writes a file into the folder. @returns its path */
  readonly file: (name: string, content: string) => string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export function openTerminal(): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    run(command, args, input = '') {
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
