import fc from 'fast-check';
import { expect, it } from 'vitest';
import { referenceRows } from './closedLoop.reference.ts';
import { decisionRowsOf, type DecisionRow } from '../inspect/decisions.ts';
import type { LimiterPlan } from './lanePlan.ts';
import { simulateToEnd } from './simulate.ts';
import type { LaneRun } from './laneRun.ts';
import { everyLimiterLane, planOfDocument } from './testing.ts';

const SEED = { seed: 20_261_121 };

function run(document: object) {
  return simulateToEnd(planOfDocument(document));
}

function rows(document: object): readonly DecisionRow[] {
  const made = run(document);
  return [...decisionRowsOf(made.plan, made.lanes[0] as LaneRun)];
}

/** Clients of every strategy with all options, and limits that deny many requests. */
const entries = fc
  .record({
    count: fc.integer({ min: 1, max: 4 }),
    keys: fc.constantFrom('own', 'shared'),
    from: fc.constantFrom(0, 0.25, 2),
    to: fc.constantFrom(5, 9.5, 40),
    timeout: fc.constantFrom(undefined, undefined, 0.5),
    maxTries: fc.constantFrom(undefined, undefined, 1, 3),
    pace: fc.oneof(
      fc.record({ rate: fc.constantFrom(0.5, 1, 3) }),
      fc.record({
        phases: fc.array(fc.record({ jobs: fc.integer({ min: 1, max: 5 }), rate: fc.constantFrom(0.5, 2, 4) }), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
    ),
    retry: fc.constantFrom(
      { strategy: 'none' },
      { strategy: 'retry-poll', every: 0.25 },
      { strategy: 'backoff', base: 0.5, jitter: 'none' },
      { strategy: 'backoff', base: 0.5, cap: 4 },
      { strategy: 'backoff', base: 0.25, jitter: 'equal' },
      { strategy: 'backoff', base: 0.25, cap: 3, jitter: 'decorrelated' },
      { strategy: 'retry-after' },
      { strategy: 'careless', every: 0.5 },
      { strategy: 'abuser', a: 2 },
    ),
  })
  .map(({ pace, retry, ...rest }) => {
    const own = retry.strategy === 'careless' || retry.strategy === 'abuser';
    return JSON.parse(JSON.stringify({ kind: 'clients', ...rest, ...(own ? {} : pace), retry })) as object;
  });
const scenarios = fc.record({
  seed: fc.integer({ min: 0, max: 999 }),
  policy: fc.record({ n: fc.constantFrom(1, 2, 4), T: fc.constantFrom(1, 2, 4), capacity: fc.constantFrom(1, 3) }),
  clients: fc.array(entries, { minLength: 1, maxLength: 3 }),
  lane: fc.constantFrom(...everyLimiterLane),
});
type Case = typeof scenarios extends fc.Arbitrary<infer C> ? C : never;

const documentOf = ({ seed, policy: limit, clients, lane }: Case, more: readonly object[] = []): object => ({
  seed,
  duration: 20,
  policy: limit,
  traffic: [...clients, { kind: 'times', at: [0, 1, 1, 6.5] }],
  lanes: [lane, ...more],
});

it('clients behave as in the slow reference implementation', () => {
  fc.assert(
    fc.property(scenarios, (given) => {
      const made = run(documentOf(given));
      const lane = made.lanes[0] as LaneRun;
      const found = [...decisionRowsOf(made.plan, lane)].map(({ at, key, cost, outcome, wait, try: jobTry }) => ({
        at,
        key,
        cost,
        outcome,
        wait,
        client: jobTry?.client ?? 0,
        job: jobTry?.job ?? 0,
        try: jobTry?.number ?? 1,
      }));
      const expected = referenceRows(made.plan, lane.plan as LimiterPlan).map(({ entry: _, ...row }) => row);
      expect(found).toEqual(expected);
    }),
    { ...SEED, numRuns: 400 },
  );
});

it('the figures of jobs add up in every lane', () => {
  fc.assert(
    fc.property(scenarios, (given) => {
      const { summary, arrivals } = run(documentOf(given)).lanes[0] as LaneRun;
      const jobStats = summary.jobStats!;
      expect(jobStats.started + jobStats.retries).toBe(arrivals.count);
      expect(jobStats.started).toBe(jobStats.succeeded + jobStats.waiting + jobStats.givenUp);
      expect(jobStats.givenUp).toBeGreaterThanOrEqual(0);
    }),
    { ...SEED, numRuns: 200 },
  );
});

it('adding a lane leaves the rows of all others unchanged', () => {
  fc.assert(
    fc.property(scenarios, fc.constantFrom(...everyLimiterLane), (given, other) => {
      const alone = run(documentOf(given)).lanes[0] as LaneRun;
      const beside = run(documentOf(given, [other])).lanes[0] as LaneRun;
      const { summary: _a, plan: _p, ...was } = alone;
      const { summary: _b, plan: _q, ...is } = beside;
      expect(is).toEqual(was);
    }),
    { ...SEED, numRuns: 100 },
  );
});

it('adding a client leaves the jobs of all others unchanged', () => {
  const jobs = (document: object, of: number) =>
    rows(document)
      .filter(({ try: jobTry }) => jobTry?.number === 1 && jobTry.client <= of)
      .map(({ at, key, cost, try: jobTry }) => [at, key, cost, jobTry!.client, jobTry!.job]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom('steady', 'poisson'),
      fc.constantFrom<'own' | 'shared' | object>('own', 'shared', { count: 7, share: 'zipf' }),
      fc.constantFrom<number | object>(1, { of: [1, 2, 3] }),
      fc.integer({ min: 0, max: 999 }),
      (count, arrivals, keys, cost, seed) => {
        const document = (many: number) => ({
          seed,
          duration: 20,
          policy: { n: 3, T: 2 },
          traffic: [
            { kind: 'clients', count: many, rate: 2, arrivals, keys, cost, retry: { strategy: 'backoff' } },
            { kind: 'clients', count: 2, rate: 1, arrivals, key: 'z', retry: { strategy: 'retry-poll', every: 0.3 } },
          ],
          lanes: [{ limiter: 'token-bucket' }],
        });
        const was = jobs(document(count), count);
        const is = jobs(document(count + 1), count + 1);
        // Jobs at one instant are in the order of clients.
        const of = (list: typeof was, client: number) => list.filter((row) => row[3] === client);
        for (let client = 1; client <= count; client++) expect(of(is, client)).toEqual(of(was, client));
      },
    ),
    { ...SEED, numRuns: 60 },
  );
});

it('each client has its own random streams: no two have the same Poisson jobs, keys or costs', () => {
  const clients = { kind: 'clients', count: 5, rate: 2, arrivals: 'poisson', retry: { strategy: 'retry-after' } };
  const list = rows({
    duration: 30,
    policy: { n: 1000, T: 1 },
    traffic: [{ ...clients, keys: { count: 9, share: 'even' }, cost: { of: [1, 2, 3] } }],
    lanes: [{ limiter: 'token-bucket' }],
  });
  for (const of of ['at', 'key', 'cost'] as const) {
    const drawn = [1, 2, 3, 4, 5].map((client) =>
      list.flatMap((row) => (row.try?.client === client && row.try.job <= 30 ? [row[of]] : [])).join(),
    );
    expect(new Set(drawn).size).toBe(5);
  }
});
