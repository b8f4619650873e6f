/**
 * limits for Python, with its storage in memory. It needs, as Debian packages it,
 *
 *   apt-get install python3-limits
 *
 * `pythonLimits.py` calls it under a clock of our own, in whole microseconds. It counts Unix time in doubles, of which a
 * microsecond today is four last bits: what happens at exactly a window's length is recorded as those bits have it. Release
 * 2.8.0 has no `sliding-window-counter`, and no rule for a cost above the amount in `moving-window`: none is asked.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { MILLISECOND, SECOND } from '../../sim/time.ts';
import { ExpectedError } from '../run.mjs';
import { LineProcess } from './lineProcess.ts';
import { probe, type ProbePlan } from './probeTraffic.ts';
import type { Recorder } from './recorder.ts';
import type { OutcomeLetter, Recording } from './recording.ts';

interface RunConfig {
  readonly strategy: 'fixed-window' | 'moving-window';
  readonly amount: number;
  /** Seconds. */
  readonly period: number;
  /** Seconds since 1970 at the start. */
  readonly epoch: number;
  readonly probePlan: Pick<ProbePlan, 'unit' | 'keys' | 'maxCost' | 'stream'>;
}

const RUNS: Readonly<Record<string, RunConfig>> = {
  fixed: {
    strategy: 'fixed-window',
    amount: 5,
    period: 1,
    epoch: 1_700_000_000,
    probePlan: { unit: 1, keys: 2, maxCost: 1, stream: 101 },
  },
  'fixed-costs': {
    strategy: 'fixed-window',
    amount: 8,
    period: 60,
    epoch: 1_893_456_000,
    probePlan: { unit: 1, keys: 3, maxCost: 9, stream: 102 },
  },
  moving: {
    strategy: 'moving-window',
    amount: 6,
    period: 1,
    epoch: 1_700_000_000,
    probePlan: { unit: 1, keys: 1, maxCost: 1, stream: 103 },
  },
  'moving-costs': {
    strategy: 'moving-window',
    amount: 10,
    period: 3600,
    epoch: 1_893_456_000,
    probePlan: { unit: MILLISECOND, keys: 2, maxCost: 10, stream: 104 },
  },
};

/** Debian's: a Python of another origin does not see its packages. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'pythonLimits.py');

async function recordRun({ strategy, amount, period, epoch, probePlan }: RunConfig): Promise<Recording> {
  const policy = { n: amount, T: period * SECOND, capacity: amount };
  const child = new LineProcess(PYTHON, [SCRIPT, strategy, `${amount}`, `${period}`]);
  try {
    const [version] = await child.read();
    const rows = await probe({ ...probePlan, policy, aimsAtEdges: true }, async ({ at, key, cost }) => {
      const [outcome, remaining, edge] = await child.ask(epoch * SECOND + at, `user${key}`, cost);
      return {
        outcome: outcome as OutcomeLetter,
        remaining: Number(remaining),
        ...(outcome === 'D' ? { retryIn: Number(edge) } : {}),
      };
    });
    return {
      system: `limits for Python ${version}`,
      setting: `${strategy}, ${amount} per ${period} second, MemoryStorage; hit(item, key, cost=cost), get_window_stats`,
      clock: 'time.time is replaced, a double of whole µs',
      epoch,
      like: [{ limiter: 'python-limits', options: { strategy } }],
      policy,
      unit: probePlan.unit,
      rows,
    };
  } finally {
    await child.stop();
  }
}

export const pythonLimits: Recorder = {
  name: 'python-limits',

  async record() {
    if (spawnSync(PYTHON, ['-c', 'import limits']).status !== 0)
      throw new ExpectedError('There is no limits for Python on this machine: apt-get install python3-limits.');
    const recordings = new Map<string, Recording>();
    for (const [name, run] of Object.entries(RUNS)) recordings.set(name, await recordRun(run));
    return recordings;
  },
};
