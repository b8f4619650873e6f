/**
 * Jobs in phases, each with its own rate, as in the driver of Li's article. Source: li. A phase is over when jobs/rate seconds
 * have passed *and* each of its jobs has been admitted or given up; then the next one begins. So if a limiter stops admitting
 * requests, later phases never begin.
 */
import { nextExponential } from '../../random.ts';
import { NEVER, SECOND, type Instant } from '../../time.ts';
import { evenInstant, intervalForRate, type Interval } from '../evenSpacing.ts';
import type { JobPacer, PacerContext, JobPhase } from './client.ts';

interface Progress {
  phase: number;
  start: Instant;
  /** Jobs of this phase that have been scheduled, and jobs that are over. */
  started: number;
  settled: number;
  /** When the latest of them was over. */
  lastSettledAt: Instant;
  /** For Poisson arrivals: the sum of the gaps since `start`, microseconds. */
  elapsed: number;
}

export function phasesPacer(
  phases: readonly JobPhase[],
  count: number,
  arrivals: 'steady' | 'poisson',
  { range, random }: PacerContext,
): JobPacer {
  const intervals = phases.map(({ rate }) => intervalForRate(rate));
  const clients = new Map<number, Progress>();
  const results = phases.map(({ jobs }) => ({ jobs: jobs * count, from: NEVER, to: 0, clientsDone: 0 }));

  const begin = (progress: Progress, client: number, start: Instant): Instant => {
    const run = results[progress.phase];
    if (run === undefined || start >= range.end) return NEVER;
    run.from = Math.min(run.from, start);
    Object.assign(progress, { start, started: 0, settled: 0, lastSettledAt: start, elapsed: 0 });
    return nextJob(progress, client);
  };

  const nextJob = (one: Progress, client: number): Instant => {
    const { jobs, rate } = phases[one.phase] as JobPhase;
    if (one.started === jobs) return NEVER;
    const k = one.started++;
    if (arrivals === 'steady') return evenInstant(one.start, k, intervals[one.phase] as Interval);
    one.elapsed += (nextExponential(random.forClient(client)) * SECOND) / rate;
    return one.start + Math.round(one.elapsed);
  };

  return {
    firstJob(client) {
      const one = { phase: 0, start: 0, started: 0, settled: 0, lastSettledAt: 0, elapsed: 0 };
      clients.set(client, one);
      return begin(one, client, range.from);
    },
    afterTry(client, number) {
      return number === 1 ? nextJob(clients.get(client) as Progress, client) : NEVER;
    },
    afterJob(client, now) {
      const one = clients.get(client) as Progress;
      const { jobs } = phases[one.phase] as JobPhase;
      one.lastSettledAt = Math.max(one.lastSettledAt, now);
      if (++one.settled < jobs) return NEVER;
      // jobs/rate after its start: where one more job would have arrived.
      const end = Math.max(one.lastSettledAt, evenInstant(one.start, jobs, intervals[one.phase] as Interval));
      const result = results[one.phase] as (typeof results)[number];
      result.to = Math.max(result.to, end);
      result.clientsDone++;
      one.phase++;
      return begin(one, client, end);
    },
    phases: () =>
      results.map(({ jobs, from, to, clientsDone }) => {
        const done = clientsDone === count;
        return {
          jobs,
          from: from === NEVER ? null : from,
          to: done ? to : null,
          rate: done ? (jobs * SECOND) / Math.max(1, to - from) : null,
        };
      }),
  };
}
