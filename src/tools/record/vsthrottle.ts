/**
 * vsthrottle for Varnish: the library of Debian's package, called by a small program of ours, which is compiled each time.
 * It needs
 *
 *   apt-get install varnish-modules gcc
 *
 * The program stands in for Varnish: it loads the library, and has the clock that the library reads, in seconds as a double.
 * Where instants are multiples of 1/64 s and T a power of two of them, all its differences are exact, and ties are looked
 * for; elsewhere rounding decides a tie, one way or the other.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECOND, type Duration } from '../../sim/time.ts';
import { ExpectedError } from '../run.mjs';
import { compile } from './compile.ts';
import { LineProcess } from './lineProcess.ts';
import { probe, type ProbeAnswer, type ProbePlan } from './probeTraffic.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';

interface RunConfig {
  readonly limit: number;
  /** Seconds. */
  readonly period: number;
  readonly block: number;
  readonly probePlan: Pick<ProbePlan, 'unit' | 'keys' | 'stream'>;
}

/** A 64th of a second. */
const DYADIC: Duration = SECOND / 64;

const RUNS: Readonly<Record<string, RunConfig>> = {
  '8-per-second': { limit: 8, period: 1, block: 0, probePlan: { unit: DYADIC, keys: 2, stream: 131 } },
  '3-in-16-seconds': { limit: 3, period: 16, block: 0, probePlan: { unit: DYADIC, keys: 3, stream: 132 } },
  'block-short': { limit: 5, period: 4, block: 0.5, probePlan: { unit: DYADIC, keys: 1, stream: 133 } },
  'block-long': { limit: 4, period: 2, block: 3, probePlan: { unit: DYADIC, keys: 2, stream: 134 } },
  inexact: { limit: 20, period: 0.1, block: 0, probePlan: { unit: 1, keys: 1, stream: 135 } },
};

const NEEDS = 'apt-get install varnish-modules gcc';

function findLibrary(): string {
  const places = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'varnish/vmods/libvmod_vsthrottle.so'));
  const library = places.find((place) => existsSync(place));
  if (library === undefined) throw new ExpectedError(`There is no vsthrottle on this machine: ${NEEDS}.`);
  return library;
}

/** The release of the package that the library is from. */
function libraryVersion(): string {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'varnish-modules'], { encoding: 'utf8' });
  return /^(?:\d+:)?([\d.]+)/.exec(stdout)?.[1] ?? 'unknown';
}

async function recordRun(program: string, library: string, run: RunConfig): Promise<Recording> {
  const { limit, period, block, probePlan } = run;
  const policy = { n: limit, T: period * SECOND, capacity: limit };
  const exact = probePlan.unit === DYADIC;
  const child = new LineProcess(program, [library, `${limit}`, `${period}`, `${block}`]);
  try {
    const rows = await probe({ ...probePlan, policy, maxCost: 1, aimsAtEdges: exact }, async ({ at, key }) => {
      const [outcome, remaining, blocked] = await child.ask(at, `user${key}`);
      const answer = { remaining: Number(remaining) };
      if (outcome === 'A') return { ...answer, outcome };
      return { ...answer, outcome: 'D', retryIn: Number(blocked) * SECOND } satisfies ProbeAnswer;
    });
    return {
      system: `Varnish vsthrottle ${libraryVersion()}`,
      setting: `vsthrottle.is_denied(key, ${limit}, ${period}s, ${block}s); vsthrottle.remaining of the same`,
      clock: 'VTIM_mono is replaced, in seconds as a double',
      like: [{ limiter: 'vsthrottle', options: { block } }],
      policy,
      unit: probePlan.unit,
      ...(exact ? {} : { tiesLeftToChance: true as const }),
      rows,
    };
  } finally {
    await child.stop();
  }
}

export const vsthrottle: Recorder = {
  name: 'vsthrottle',

  async record() {
    const library = findLibrary();
    const folder = mkdtempSync(join(tmpdir(), 'spillway-record-'));
    try {
      // -rdynamic: the library finds the clock in the program.
      const program = compile('vsthrottle.c', folder, '-rdynamic', '-ldl');
      const recordings = new Map<string, Recording>();
      for (const [name, run] of Object.entries(RUNS)) recordings.set(name, await recordRun(program, library, run));
      return recordings;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
