/**
 * Jobs in phases, each at a rate of its own: 004's driver. A phase is over when jobs/rate has passed *and* each of its jobs
 * was admitted or given up; then the next begins. So a limiter that admits nobody any more keeps later phases from ever
 * beginning.
 */
import { exponential } from '../../random.ts';
import { NEVER, SECOND, type Instant } from '../../time.ts';
import { evenInstant, intervalAt, type Interval } from '../even.ts';
import type { Pace, PaceSetting, Phase } from './client.ts';

interface Progress {
  phase: number;
  start: Instant;
  /** Jobs of this phase whose instants are known, and how many are over. */
  begun: number;
  settled: number;
  /** When the last of them was over. */
  last: Instant;
  /** Of Poisson arrivals: what has passed since `start`. */
  passed: number;
}

export function phasesPace(
  phases: readonly Phase[],
  count: number,
  arrivals: 'steady' | 'poisson',
  { range, random }: PaceSetting,
): Pace {
  const intervals = phases.map(({ rate }) => intervalAt(rate));
  const clients = new Map<number, Progress>();
  const runs = phases.map(({ jobs }) => ({ jobs: jobs * count, from: NEVER, to: 0, through: 0 }));

  const begin = (one: Progress, client: number, start: Instant): Instant => {
    const run = runs[one.phase];
    if (run === undefined || start >= range.end) return NEVER;
    run.from = Math.min(run.from, start);
    Object.assign(one, { start, begun: 0, settled: 0, last: start, passed: 0 });
    return nextJob(one, client);
  };

  const nextJob = (one: Progress, client: number): Instant => {
    const { jobs, rate } = phases[one.phase] as Phase;
    if (one.begun === jobs) return NEVER;
    const k = one.begun++;
    if (arrivals === 'steady') return evenInstant(one.start, k, intervals[one.phase] as Interval);
    one.passed += (exponential(random.of(client)) * SECOND) / rate;
    return one.start + Math.round(one.passed);
  };

  return {
    first(client) {
      const one = { phase: 0, start: 0, begun: 0, settled: 0, last: 0, passed: 0 };
      clients.set(client, one);
      return begin(one, client, range.from);
    },
    tried(client, number) {
      return number === 1 ? nextJob(clients.get(client) as Progress, client) : NEVER;
    },
    settled(client, now) {
      const one = clients.get(client) as Progress;
      const { jobs } = phases[one.phase] as Phase;
      one.last = Math.max(one.last, now);
      if (++one.settled < jobs) return NEVER;
      // jobs/rate after its start: where one more job would have come.
      const end = Math.max(one.last, evenInstant(one.start, jobs, intervals[one.phase] as Interval));
      const run = runs[one.phase] as (typeof runs)[number];
      run.to = Math.max(run.to, end);
      run.through++;
      one.phase++;
      return begin(one, client, end);
    },
    phases: () =>
      runs.map(({ jobs, from, to, through }) => {
        const over = through === count;
        return {
          jobs,
          from: from === NEVER ? null : from,
          to: over ? to : null,
          rate: over ? (jobs * SECOND) / Math.max(1, to - from) : null,
        };
      }),
  };
}
