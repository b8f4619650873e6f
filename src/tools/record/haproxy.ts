/**
 * HAProxy's `http_req_rate` in a stick table, and a rule that denies above n, on loopback. It needs, as Debian packages them,
 *
 *   apt-get install haproxy gcc
 *
 * Each answer tells the millisecond by which HAProxy decided, and the rate that it compared; the instants of a recording
 * are those. `stoppedClock.c` gives it a clock that stands still until this recorder moves it on. HAProxy's own follows that
 * clock in short steps only, with a request in each. One recording does without it, on the machine's own clock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MILLISECOND } from '../../sim/time.ts';
import {
  denyRule,
  haproxyVersion,
  startHaproxy,
  stickTable,
  type HaproxyServer,
  type RateSettings,
} from './haproxyServer.ts';
import { probe, type ProbeAnswer, type ProbePlan } from './probeTraffic.ts';
import type { Recorder } from './recorder.ts';
import type { RecordedRequest, Recording } from './recording.ts';
import { CLOCK_ORIGIN } from './stoppedClock.ts';

interface RunConfig extends RateSettings {
  readonly probePlan: Pick<ProbePlan, 'keys' | 'stream'>;
  /** How many times slower than the limit the requests are meant to be. */
  readonly slower: number;
  /** On the machine's own clock. */
  readonly realClock?: true;
}

const RUNS: Readonly<Record<string, RunConfig>> = {
  '10-in-a-second': { n: 10, period: 1000, slower: 1, probePlan: { keys: 2, stream: 121 } },
  '5-in-7-seconds': { n: 5, period: 7000, slower: 1, probePlan: { keys: 1, stream: 127 } },
  '3-in-333-ms': { n: 3, period: 333, slower: 4, probePlan: { keys: 1, stream: 123 } },
  '9-in-half-a-second': { n: 9, period: 500, slower: 1, probePlan: { keys: 1, stream: 124 } },
  expire: { n: 4, period: 1000, expire: 600, slower: 2, probePlan: { keys: 2, stream: 125 } },
  'real-clock': { n: 5, period: 100, slower: 1, probePlan: { keys: 2, stream: 126 }, realClock: true },
};

async function recordRows(server: HaproxyServer, run: RunConfig): Promise<RecordedRequest[]> {
  const { n, period, slower, probePlan, realClock } = run;
  const policy = { n, T: period * MILLISECOND, capacity: n };
  let origin: number | undefined = realClock ? undefined : CLOCK_ORIGIN;
  let last = 0;
  // What is refused counts, and soon nothing else is left: so the traffic is that of a much lower limit.
  const asked = { n: Math.ceil(n / slower), T: policy.T, capacity: 1 };
  const plan = { ...probePlan, policy: asked, unit: MILLISECOND, maxCost: 1, aimsAtEdges: true };
  return probe(plan, async ({ at, key }): Promise<ProbeAnswer> => {
    if (!realClock) await server.moveClock(at);
    else if (at > last) await sleep((at - last) / MILLISECOND);
    const { refused, clock, rate } = await server.decide(key);
    // HAProxy cuts to even milliseconds: whether one is even must not depend on where 0 is.
    origin ??= clock - (clock % 1000);
    last = (clock - origin) * MILLISECOND;
    const told = { at: last, remaining: Math.max(0, n - rate) };
    return refused ? { ...told, outcome: 'D', retryIn: policy.T } : { ...told, outcome: 'A' };
  });
}

export const haproxy: Recorder = {
  name: 'haproxy',

  async record() {
    const version = haproxyVersion();
    const recordings = new Map<string, Recording>();
    for (const [name, run] of Object.entries(RUNS)) {
      const { n, period, expire, realClock } = run;
      const server = await startHaproxy(run, realClock ? 'own clock' : 'stopped clock');
      try {
        recordings.set(name, {
          system: `HAProxy ${version}`,
          setting: `${stickTable(run)}; http-request track-sc0 url_param(key); ${denyRule(run)}`,
          clock: realClock ? "the machine's own" : 'stands still, moved on between requests',
          like: [{ limiter: 'haproxy-rate', ...(expire === undefined ? {} : { options: { expire: expire / 1000 } }) }],
          policy: { n, T: period * MILLISECOND, capacity: n },
          unit: MILLISECOND,
          rows: await recordRows(server, run),
        });
      } finally {
        await server.stop();
      }
    }
    return recordings;
  },
};
