import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEVER } from '../time.ts';
import { jobStatsOf, type JobStats, type JobStatsInput } from './jobStats.ts';
import type { LaneTrace } from './trace.ts';
import { type Arrivals, unitArrivals } from '../arrivals.ts';

interface Row {
  readonly at: number;
  readonly client: number;
  readonly job: number;
  /** Number of the try within its job, from 1. */
  readonly number: number;
  readonly entry: number;
  readonly verdict: number;
  readonly wait: number;
}

function traceOf(rows: readonly Row[]): LaneTrace {
  const arrivals: Arrivals = {
    ...unitArrivals(Float64Array.from(rows, ({ at }) => at)),
    entry: Uint16Array.from(rows, ({ entry }) => entry),
    tries: {
      client: Uint32Array.from(rows, ({ client }) => client),
      job: Uint32Array.from(rows, ({ job }) => job),
      number: Uint32Array.from(rows, ({ number }) => number),
    },
  };
  return {
    arrivals,
    verdicts: Uint8Array.from(rows, ({ verdict }) => verdict),
    waits: Float64Array.from(rows, ({ verdict, wait }) => (verdict === 1 ? wait : 0)),
  };
}

const nobodyWaits = { timeouts: [NEVER, NEVER], retryingAfterEnd: 0, end: 1_000, T: 1_000 };
const row = (at: number, client: number, job: number, number: number, verdict: number, wait = 0): Row => ({
  at,
  client,
  job,
  number,
  entry: 0,
  verdict,
  wait,
});

describe('job statistics', () => {
  it('a job is done when one of its tries is admitted', () => {
    const rows = [row(0, 1, 1, 1, 2), row(10, 2, 1, 1, 0), row(30, 1, 1, 2, 3), row(90, 1, 1, 3, 0)];
    expect(jobStatsOf(traceOf(rows), nobodyWaits)).toEqual({
      started: 2,
      retries: 2,
      succeeded: 2,
      timedOut: 0,
      waiting: 0,
      givenUp: 0,
      timeToSuccess: { median: 0, p99: 90, max: 90 },
      lastAdmissionAt: 90,
      herd: { retries: 1, from: 30 },
    } satisfies JobStats);
  });

  it('a request without a client is its own job, whatever its job number', () => {
    const rows = [row(0, 0, 1, 1, 0), row(5, 0, 1, 2, 2), row(6, 0, 0, 0, 1, 4)];
    expect(jobStatsOf(traceOf(rows), nobodyWaits)).toMatchObject({
      started: 3,
      retries: 0,
      succeeded: 2,
      givenUp: 1,
      timeToSuccess: { max: 4 },
      lastAdmissionAt: 6,
      herd: null,
    });
  });

  it('without clients, and without waits, every admission is a success at once', () => {
    const arrivals = unitArrivals(Float64Array.of(1, 2, 3));
    const trace = { arrivals, verdicts: Uint8Array.of(0, 3, 0), waits: null };
    expect(jobStatsOf(trace, nobodyWaits)).toEqual({
      started: 3,
      retries: 0,
      succeeded: 2,
      timedOut: 0,
      waiting: 0,
      givenUp: 1,
      timeToSuccess: { median: 0, p99: 0, max: 0 },
      lastAdmissionAt: 3,
      herd: null,
    } satisfies JobStats);
  });

  it('a try queued beyond its timeout has timed out; one still queued at the end is waiting', () => {
    const rows = [row(0, 0, 0, 1, 1, 50), row(0, 0, 0, 1, 1, 51), row(990, 0, 0, 1, 1, 10), row(990, 0, 0, 1, 1, 11)];
    expect(jobStatsOf(traceOf(rows), { ...nobodyWaits, timeouts: [50] })).toMatchObject({
      succeeded: 2,
      timedOut: 1,
      waiting: 1,
      givenUp: 1,
      timeToSuccess: { median: 10, max: 50 },
      lastAdmissionAt: 990,
    });
  });

  it('a job that timed out may retry, and its time counts from the first try', () => {
    const rows = [row(0, 1, 1, 1, 1, 60), row(70, 1, 1, 2, 2), row(90, 1, 1, 3, 1, 5)];
    expect(jobStatsOf(traceOf(rows), { ...nobodyWaits, timeouts: [50] })).toMatchObject({
      started: 1,
      succeeded: 1,
      timedOut: 1,
      givenUp: 0,
      timeToSuccess: { max: 95 },
    });
  });

  it('timeouts are those of the entry that sent the request', () => {
    const rows = [row(0, 0, 0, 1, 1, 50), { ...row(0, 0, 0, 1, 1, 50), entry: 1 }];
    expect(jobStatsOf(traceOf(rows), { ...nobodyWaits, timeouts: [NEVER, 49] })).toMatchObject({
      succeeded: 1,
      timedOut: 1,
      givenUp: 1,
    });
  });

  it('only a denied job with a retry after the end is waiting', () => {
    const rows = [row(0, 1, 1, 1, 2), row(0, 2, 1, 1, 2), row(0, 3, 1, 1, 2)];
    const input: JobStatsInput = { ...nobodyWaits, retryingAfterEnd: 2 };
    expect(jobStatsOf(traceOf(rows), input)).toMatchObject({
      waiting: 2,
      givenUp: 1,
      timeToSuccess: null,
      lastAdmissionAt: null,
    });
  });

  it('the same job number of another client is a different job', () => {
    const rows = [row(0, 1, 3, 1, 2), row(1, 2, 3, 1, 2), row(2, 1, 4, 1, 2), row(7, 2, 3, 2, 0), row(9, 1, 4, 2, 0)];
    expect(jobStatsOf(traceOf(rows), nobodyWaits)).toMatchObject({
      succeeded: 2,
      givenUp: 1,
      timeToSuccess: { median: 6, max: 7 },
    });
  });

  it('a herd is of retries, within a hundredth of T, not at its end', () => {
    const first = [row(0, 1, 1, 1, 2), row(0, 2, 1, 1, 2), row(0, 3, 1, 1, 2), row(0, 4, 1, 1, 2)];
    const again = [row(100, 1, 1, 2, 2), row(200, 2, 1, 2, 2), row(209, 3, 1, 2, 2), row(210, 4, 1, 2, 2)];
    const { herd } = jobStatsOf(traceOf([...first, ...again]), nobodyWaits);
    expect(herd).toEqual({ retries: 2, from: 200 });
    expect(jobStatsOf(traceOf([...first, ...again]), { ...nobodyWaits, T: 1_100 }).herd?.retries).toBe(3);
  });

  it('an empty trace has no jobs', () => {
    expect(jobStatsOf(traceOf([]), nobodyWaits)).toEqual({
      started: 0,
      retries: 0,
      succeeded: 0,
      timedOut: 0,
      waiting: 0,
      givenUp: 0,
      timeToSuccess: null,
      lastAdmissionAt: null,
      herd: null,
    } satisfies JobStats);
  });
});

/** A verdict of its own, and a wait that is too long for whoever has a timeout. */
const LATE = 1_000;

/** Jobs with their tries, in order: the last may end in any way, those before were denied, or timed out. */
interface Job {
  readonly client: number;
  readonly job: number;
  readonly entry: number;
  readonly tries: readonly { readonly at: number; readonly verdict: number; readonly wait: number }[];
  readonly later: boolean;
}

const jobs: fc.Arbitrary<readonly Job[]> = fc
  .array(
    fc.record({
      client: fc.integer({ min: 0, max: 4 }),
      entry: fc.integer({ min: 0, max: 1 }),
      start: fc.integer({ min: 0, max: 60 }),
      pauses: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }),
      /** Earlier tries are denied, or admitted too late for anybody. */
      before: fc.constantFrom(2, LATE),
      last: fc.integer({ min: 0, max: 3 }),
      wait: fc.integer({ min: 1, max: 40 }),
      later: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map(({ client, entry, start, pauses, before, last, wait, later }, index) => {
      const instants = [start];
      for (const pause of client === 0 ? [] : pauses) instants.push((instants.at(-1) as number) + pause);
      return {
        client,
        job: index + 1,
        entry,
        tries: instants.map((at, i) =>
          i === instants.length - 1 ? { at, verdict: last, wait } : { at, verdict: before, wait: LATE },
        ),
        later: later && last > 1 && client > 0,
      };
    }),
  );

/** In the order of time; of tries at one instant the earlier of a job comes first. */
function rowsOf(list: readonly Job[]): readonly Row[] {
  return list
    .flatMap(({ client, job, entry, tries }) => tries.map((one, i) => ({ ...one, client, job, entry, number: i + 1 })))
    .toSorted((a, b) => a.at - b.at);
}

/** By definition, from the jobs themselves. */
function naiveJobStats(list: readonly Job[], { timeouts, end, T }: JobStatsInput): JobStats {
  const waited = ({ verdict, wait }: Job['tries'][number]) => (verdict === 1 ? wait : 0);
  const fates = list.map(({ tries, entry, later }) => {
    const last = tries.at(-1)!;
    const doneAt = last.at + waited(last);
    const took = doneAt - tries[0]!.at;
    if (last.verdict > 1 || waited(last) > timeouts[entry]!) return { fate: later ? 'waiting' : 'givenUp', took };
    return { fate: doneAt > end ? 'waiting' : 'succeeded', took };
  });
  const many = (wanted: string) => fates.filter(({ fate }) => fate === wanted).length;
  const times = fates.flatMap(({ fate, took }) => (fate === 'succeeded' ? [took] : [])).toSorted((a, b) => a - b);
  const rank = (share: number) => times[Math.max(0, Math.ceil(share * times.length) - 1)]!;
  const admitted = list.flatMap(({ tries }) => tries.filter(({ verdict }) => verdict <= 1).map(({ at }) => at));
  const retries = list.flatMap(({ tries }) => tries.slice(1).map(({ at }) => at));
  const herds = retries.map((from) => ({
    retries: retries.filter((at) => at >= from && at < from + T / 100).length,
    from,
  }));
  return {
    started: list.length,
    retries: retries.length,
    succeeded: many('succeeded'),
    waiting: many('waiting'),
    givenUp: many('givenUp'),
    timedOut: list.flatMap(({ tries, entry }) => tries.filter((one) => waited(one) > timeouts[entry]!)).length,
    timeToSuccess: times.length === 0 ? null : { median: rank(0.5), p99: rank(0.99), max: rank(1) },
    lastAdmissionAt: admitted.length === 0 ? null : Math.max(...admitted),
    herd: herds.toSorted((a, b) => b.retries - a.retries || a.from - b.from)[0] ?? null,
  };
}

it('statistics equal brute force over the jobs', () => {
  fc.assert(
    fc.property(
      jobs,
      fc.constantFrom(0, 10, 25, NEVER),
      fc.integer({ min: 60, max: 120 }),
      fc.integer({ min: 100, max: 3_000 }),
      (list, timeout, end, T) => {
        const timeouts = [NEVER, timeout];
        // Nobody who was admitted in time tries again: whoever has no timeout was denied.
        const made = list.map((job) => ({
          ...job,
          tries: job.tries.map((one) =>
            one.verdict === LATE ? { ...one, verdict: timeouts[job.entry] === NEVER ? 2 : 1 } : one,
          ),
        }));
        const tryingLater = made.filter(({ later }) => later).length;
        const input: JobStatsInput = { timeouts, retryingAfterEnd: tryingLater, end, T };
        const found = jobStatsOf(traceOf(rowsOf(made)), input);
        expect(found).toEqual(naiveJobStats(made, input));
        expect(found.started).toBe(found.succeeded + found.waiting + found.givenUp);
      },
    ),
    { seed: 20_261_121, numRuns: 1_000 },
  );
});
