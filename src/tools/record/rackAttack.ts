/**
 * Rack::Attack for Ruby: its middleware, whose counts are in a real Redis. It needs, as Debian packages them,
 *
 *   apt-get install ruby-rack-attack ruby-redis redis-server gcc
 *
 * `rackAttack.rb` calls it under a clock of our own, and `stoppedClock.c` gives the Redis the same clock.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { MILLISECOND, SECOND } from '../../sim/time.ts';
import { ExpectedError } from '../run.mjs';
import { LineProcess } from './lineProcess.ts';
import { probe, type ProbeAnswer, type ProbePlan } from './probeTraffic.ts';
import type { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { CLOCK_ORIGIN } from './stoppedClock.ts';
import { withStoppedRedis } from './stoppedRedis.ts';

interface RunConfig {
  readonly limit: number;
  /** Seconds. */
  readonly period: number;
  /** Seconds by which the start is after the origin of the clock: periods are those of the calendar. */
  readonly offset: number;
  readonly probePlan: Pick<ProbePlan, 'keys' | 'stream'>;
}

const RUNS: Readonly<Record<string, RunConfig>> = {
  '5-per-second': { limit: 5, period: 1, offset: 0, probePlan: { keys: 2, stream: 111 } },
  '4-in-7-seconds': { limit: 4, period: 7, offset: 3, probePlan: { keys: 1, stream: 112 } },
  '60-per-hour': { limit: 60, period: 3600, offset: 1800, probePlan: { keys: 1, stream: 113 } },
};

const RUBY = '/usr/bin/ruby';
const SCRIPT = join(import.meta.dirname, 'rackAttack.rb');

function recordRun({ limit, period, offset, probePlan }: RunConfig): Promise<Recording> {
  const policy = { n: limit, T: period * SECOND, capacity: limit };
  const unit = MILLISECOND;
  const epoch = CLOCK_ORIGIN / 1000 + offset;
  return withStoppedRedis(async (server, clock) => {
    const child = new LineProcess(RUBY, [SCRIPT, `${limit}`, `${period}`, `${server.port}`]);
    try {
      const [version] = await child.read();
      const plan = { ...probePlan, policy, unit, maxCost: 1, aimsAtEdges: true };
      const rows = await probe(plan, async ({ at, key }): Promise<ProbeAnswer> => {
        const now = epoch * SECOND + at;
        clock.set(offset * SECOND + at);
        const [status, count] = await child.ask(now, `10.0.0.${key + 1}`);
        const remaining = Math.max(0, limit - Number(count));
        if (status === '200') return { outcome: 'A', remaining };
        if (status !== '429') throw new Error(`Rack::Attack answered ${status}.`);
        return { outcome: 'D', remaining, retryIn: policy.T - (now % policy.T) };
      });
      return {
        system: `Rack::Attack ${version}`,
        setting: `Rack::Attack.throttle('api', limit: ${limit}, period: ${period}) { |request| request.ip }, Redis; the count of throttle_data`,
        clock: 'Time.now is replaced, in µs, and Redis is given the same',
        epoch,
        like: [{ limiter: 'rack-attack' }],
        policy,
        unit,
        rows,
      };
    } finally {
      await child.stop();
    }
  });
}

export const rackAttack: Recorder = {
  name: 'rack-attack',

  async record() {
    if (spawnSync(RUBY, ['-e', "require 'redis'; require 'rack/attack'"]).status !== 0)
      throw new ExpectedError(
        'There is no Rack::Attack on this machine, or no Redis client for Ruby: apt-get install ruby-rack-attack ruby-redis.',
      );
    const recordings = new Map<string, Recording>();
    for (const [name, run] of Object.entries(RUNS)) recordings.set(name, await recordRun(run));
    return recordings;
  },
};
