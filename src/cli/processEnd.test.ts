/** How the command line ends when it is told to, and when nobody takes what it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { thorough } from '../thorough.ts';
import { FORMATS } from './formats.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'src/tools/simulate.mjs');
const folder = mkdtempSync(join(tmpdir(), 'spillway-end-'));
afterAll(() => rmSync(folder, { recursive: true }));

function scenarioFile(name: string, rate: number, duration: number, lanes: readonly string[]): string {
  const path = join(folder, name);
  const traffic = [{ kind: 'steady', rate }];
  const document = { policy: { n: 10, T: 60 }, traffic, duration, lanes: lanes.map((limiter) => ({ limiter })) };
  writeFileSync(path, JSON.stringify(document));
  return path;
}

const small = scenarioFile('small.json', 1, 10, ['gcra']);
const large = scenarioFile('large.json', 1_000, 50, ['gcra']);
/** As many decisions as a run may make: it takes many times as long as a signal does. */
const long = scenarioFile('long.json', 1_000, 6_600, ['redis-incr', 'redis-token-bucket', 'redis-sliding-log']);

async function simulateOnto(stdout: number | 'pipe', ...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', stdout, 'pipe'] });
  // The reader of a pipe goes away before anything comes.
  child.stdout?.destroy();
  const [stderr] = await Promise.all([text(child.stderr as NonNullable<typeof child.stderr>), once(child, 'close')]);
  return { status: child.exitCode, stderr };
}

/** The file and the format of each output: those of several writes, and of a single one. */
const outputs = [
  ...FORMATS.map((format) => [large, '--format', format]),
  ...(thorough ? FORMATS : FORMATS.slice(0, 1)).map((format) => [small, '--format', format]),
];

describe('an output', () => {
  it.skipIf(!existsSync('/dev/full'))('that has no space left is a sentence and exit code 1', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      const ended = await Promise.all([...outputs, ['--help']].map((args) => simulateOnto(full, ...args)));
      const sentence = 'Standard output cannot be written: no space is left on the device. Redirect it elsewhere.\n';
      expect(new Set(ended.map(({ status, stderr }) => `${status} ${stderr}`))).toEqual(new Set([`1 ${sentence}`]));
    } finally {
      closeSync(full);
    }
  });

  it('whose reader has gone ends quietly', async () => {
    const ended = await Promise.all(outputs.map((args) => simulateOnto('pipe', ...args)));
    expect(new Set(ended.map(({ status, stderr }) => `${status} ${stderr}`))).toEqual(new Set(['0 ']));
  });
});

describe('a signal to npm', () => {
  it('ends a long run at once', async () => {
    const child = spawn('npm', ['run', '--silent', 'simulate', '--', small, long], {
      cwd: root,
      // npm alone gets the signal, not its group.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      // The first is printed, so the second is about to run, or running.
      child.kill('SIGINT');
    });
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGINT' });
    expect(printed).toMatch(/^Untitled: 10 requests in 10 s\n/);
    expect(printed).not.toContain('Redis');
  });

  it('reaches the programs that run for long, because they replace the shell between npm and them', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    expect([scripts['start'], scripts['simulate']]).toEqual([
      'exec node src/tools/start.mjs',
      'exec node src/tools/simulate.mjs',
    ]);
  });
});
