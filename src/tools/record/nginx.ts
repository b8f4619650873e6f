/**
 * nginx's `limit_req`, on loopback. It needs, as Debian packages them,
 *
 *   apt-get install nginx-light faketime
 *
 * and an nginx built with --with-debug (Debian's is), whose log at level debug tells all that is recorded: for each request
 * the excess that was compared, whether it is delayed, and the timer set next, as its length and the millisecond at which
 * it will fire. One less the other is nginx's own clock when it decided. So the instants of a recording are those that
 * nginx read, whatever we asked for.
 *
 * libfaketime gives nginx a clock that stands still until this recorder moves it on, so that requests meet the very
 * millisecond at which an excess ends; that clock being what nginx read is checked with each request. One recording does
 * without it, on the machine's own clock.
 *
 * Keys come once each within the first minute. nginx forgets a key that has been idle for a minute when another one
 * is new, a thing of its memory that no rule of ours has.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MILLISECOND, SECOND, type Duration } from '../../sim/time.ts';
import { findFaketime, findNginx, CLOCK_ORIGIN, startNginx, type NginxServer } from './nginxServer.ts';
import type { Recorder } from './recorder.ts';
import type { Recording, RecordedRequest } from './recording.ts';
import { probe, type ProbeAnswer } from './probeTraffic.ts';

interface RunConfig {
  readonly n: number;
  readonly T: Duration;
  readonly burst: number;
  readonly delay: number | 'none';
  /** Keys, and the number of the random stream. */
  readonly keys: number;
  readonly stream: number;
  /** On the machine's own clock. */
  readonly realClock?: true;
}

const MINUTE = 60 * SECOND;

const RUNS: Readonly<Record<string, RunConfig>> = {
  'no-burst': { n: 10, T: SECOND, burst: 0, delay: 0, keys: 3, stream: 41 },
  burst: { n: 10, T: SECOND, burst: 5, delay: 0, keys: 2, stream: 42 },
  nodelay: { n: 10, T: SECOND, burst: 5, delay: 'none', keys: 2, stream: 43 },
  delay: { n: 10, T: SECOND, burst: 5, delay: 2, keys: 1, stream: 44 },
  // 1666 thousandths a second: nginx cuts 100 a minute to whole ones.
  'per-minute': { n: 100, T: MINUTE, burst: 3, delay: 1, keys: 1, stream: 45 },
  slow: { n: 7, T: MINUTE, burst: 2, delay: 0, keys: 1, stream: 46 },
  // Waits of less than a millisecond are none.
  fast: { n: 3000, T: SECOND, burst: 9, delay: 0, keys: 1, stream: 47 },
  'real-clock': { n: 200, T: SECOND, burst: 5, delay: 2, keys: 2, stream: 48, realClock: true },
};

const rateDirective = ({ n, T }: RunConfig) => `${n}r/${T === SECOND ? 's' : 'm'}`;

function limitDirective({ burst, delay }: RunConfig): string {
  const burstPart = burst === 0 ? '' : `burst=${burst}`;
  const delayPart = delay === 'none' ? 'nodelay' : delay === 0 ? '' : `delay=${delay}`;
  return `${burstPart} ${delayPart}`.trim();
}

async function recordRows(server: NginxServer, run: RunConfig): Promise<RecordedRequest[]> {
  const { n, T, burst, keys, stream, realClock } = run;
  const policy = { n, T, capacity: burst + 1 };
  let origin: number | undefined = realClock ? undefined : CLOCK_ORIGIN;
  const course = { policy, unit: MILLISECOND, keys, maxCost: 1, stream, aimsAtEdges: true };
  let last = 0;
  const rows = await probe(course, async ({ at, key }): Promise<ProbeAnswer> => {
    if (!realClock) server.setClock(at);
    else if (at > last) await sleep((at - last) / MILLISECOND);
    const { refused, excess, delayed, timerLength, firesAt } = await server.decide(key);
    origin ??= firesAt - timerLength;
    const nginxTime = (firesAt - timerLength - origin) * MILLISECOND;
    if (!realClock && nginxTime !== at)
      throw new Error(`nginx read ${nginxTime} µs where its clock was set to ${at} µs.`);
    last = nginxTime;
    const logged = { at: nginxTime, excess };
    if (!refused)
      return delayed ? { ...logged, outcome: 'W', wait: timerLength * MILLISECOND } : { ...logged, outcome: 'A' };
    return { ...logged, outcome: 'D', retryIn: ((excess / 1000 - burst) * T) / n };
  });
  if (!realClock) server.setClock(last + 2 * policy.capacity * T); // lets go what still waits
  const statuses = await server.statuses();
  const wrong = rows.findIndex(({ outcome }, index) => statuses[index] !== (outcome === 'D' ? 503 : 200));
  if (wrong >= 0)
    throw new Error(`Request ${wrong} was logged as ${rows[wrong]?.outcome} and answered ${statuses[wrong]}.`);
  return rows;
}

export const nginx: Recorder = {
  name: 'nginx',

  async record() {
    const { program, version } = findNginx();
    const faketime = findFaketime();
    const recordings = new Map<string, Recording>();
    for (const [name, run] of Object.entries(RUNS)) {
      const { n, T, burst, delay, realClock } = run;
      const setting = { rate: rateDirective(run), limit: limitDirective(run) };
      const server = await startNginx(program, setting, realClock ? undefined : faketime);
      try {
        recordings.set(name, {
          system: `nginx ${version}`,
          setting:
            `limit_req_zone $arg_key zone=one:1m rate=${setting.rate}; limit_req zone=one ${setting.limit}`.trimEnd(),
          clock: realClock ? "the machine's own" : 'libfaketime, moved on between requests',
          like: [{ limiter: 'nginx-limit-req', options: { burst, delay } }],
          policy: { n, T, capacity: burst + 1 },
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
