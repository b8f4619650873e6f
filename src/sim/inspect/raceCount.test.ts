/** The races counted over a run are those that Why? finds one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SchemeRun } from '../run/laneRun.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { planOfDocument } from '../run/testing.ts';
import { runToEnd } from '../slices.ts';
import { countRaces } from './raceCount.ts';
import { openSession } from './session.ts';

const INCR = { limiter: 'redis-incr', options: { variant: 'incr-expire' } };

/** Of the last three, requests come in each other's way too, but then they deny one too many, wait, or try again. */
const LANES = [
  { lane: INCR, admitsMore: true },
  { lane: { limiter: 'redis-incr', options: { variant: 'list' } }, admitsMore: true },
  { lane: { limiter: 'redis-token-bucket', options: { concurrency: 'none' } }, admitsMore: true },
  { lane: { limiter: 'redis-sub-window', options: { variant: 'none' } }, admitsMore: true },
  { lane: { limiter: 'redis-cooldown', options: { variant: 'incr' } }, admitsMore: true },
  { lane: { limiter: 'layered', options: { outer: 'leaky-queue', inner: INCR } }, admitsMore: true },
  { lane: { limiter: 'layered', options: { outer: 'leaky-meter', inner: 'simple-window-threads' } }, admitsMore: true },
  { lane: { limiter: 'redis-sliding-log', options: { variant: 'multi' } }, admitsMore: false },
  { lane: { limiter: 'redis-token-bucket', options: { concurrency: 'watch' } }, admitsMore: false },
  { lane: { limiter: 'redis-token-bucket', options: { concurrency: 'lock' } }, admitsMore: false },
];

const documentOf = (lane: object, traffic: readonly object[], cluster: object = {}) => ({
  policy: { n: 2, T: 1 },
  duration: 6,
  traffic,
  cluster: { nodes: 3, latency: { kind: 'uniform', from: 0.001, to: 0.02 }, ...cluster },
  lanes: [lane],
});

/** How many races are counted, how many Why? finds, and when the last of those requests comes. */
function racesIn(document: object): {
  readonly counted: number | null;
  readonly found: number;
  readonly lastAt: number;
} {
  const plan = planOfDocument(document);
  const run = simulateToEnd(plan);
  const lane = run.lanes[0] as SchemeRun;
  const session = openSession(run);
  let found = 0;
  let lastAt = -1;
  for (let request = 0; request < lane.arrivals.count; request++)
    if (runToEnd(session.why(0, request)).sequence?.race) {
      found++;
      lastAt = lane.arrivals.at[request] as number;
    }
  return { counted: runToEnd(countRaces(plan, lane)), found, lastAt };
}

const arrivals = fc.array(fc.record({ at: fc.integer({ min: 0, max: 400 }), key: fc.constantFrom('a', 'b') }), {
  minLength: 2,
  maxLength: 24,
});
const crowds = arrivals.map((requests) => {
  const sorted = requests.toSorted((a, b) => a.at - b.at);
  // They come within 20 ms, ten times.
  return sorted.map(({ at, key }) => ({ kind: 'times', at: [Math.floor(at / 40) / 2 + (at % 40) / 2_000], key }));
});

it.each(LANES)('$lane.limiter, $lane.options', ({ lane, admitsMore }) => {
  let races = 0;
  fc.assert(
    fc.property(crowds, fc.boolean(), (traffic, slow) => {
      const { counted, found } = racesIn(documentOf(lane, traffic, slow ? { service: 0.002 } : {}));
      expect(counted).toBe(found);
      races += found;
    }),
    { numRuns: 40, seed: 17 },
  );
  if (admitsMore) expect(races).toBeGreaterThan(0);
  else expect(races).toBe(0);
});

it('clients that retry have the requests of their own lane', () => {
  const retry = { strategy: 'backoff', base: 0.2, cap: 1, factor: 2, jitter: 'none' };
  const traffic = [{ kind: 'clients', from: 0, to: 4, count: 6, rate: 1, keys: 'shared', maxTries: 3, retry }];
  const { counted, found } = racesIn(documentOf(INCR, traffic));
  expect(found).toBeGreaterThan(0);
  expect(counted).toBe(found);
});

it('in a crowd a race is found among more messages than are shown, and its write is', () => {
  const crowd = {
    ...documentOf(INCR, [{ kind: 'burst', at: 1, count: 100, spread: 0.002, key: 'user' }], { nodes: 5 }),
    policy: { n: 10, T: 10 },
  };
  const { counted, found } = racesIn(crowd);
  expect(counted).toBeGreaterThan(20);
  expect(found).toBe(counted);
  const sequence = runToEnd(openSession(simulateToEnd(planOfDocument(crowd))).why(0, 40)).sequence;
  expect(sequence?.omittedCount).toBeGreaterThan(0);
  expect(sequence?.messages).toContain(sequence?.race?.write);
});

it('clients that retry more often without races are followed to the end of the run', () => {
  const retry = { strategy: 'retry-poll', every: 0.1 };
  const traffic = [{ kind: 'clients', from: 0, to: 6, count: 10, rate: 0.5, keys: 'shared', retry }];
  const { counted, found, lastAt } = racesIn({ ...documentOf(INCR, traffic), policy: { n: 3, T: 2 } });
  expect(found).toBeGreaterThan(0);
  expect(counted).toBe(found);
  expect(lastAt).toBeGreaterThanOrEqual(4e6);
});

describe('a layered lane', () => {
  const layersOf = (inner: object) => {
    const outer = { limiter: 'token-bucket', policy: { n: 100, capacity: 100 } };
    return { limiter: 'layered', options: { outer, inner } };
  };
  const burst = [{ kind: 'burst', at: 1, count: 20, key: 'k' }];

  it('has the races of its inner scheme, if its outer limiter has room for all', () => {
    const alone = racesIn(documentOf(INCR, burst));
    expect(alone.counted).toBeGreaterThan(10);
    expect(racesIn(documentOf(layersOf(INCR), burst))).toEqual(alone);
  });

  it('is denied by the inner scheme when the read alone that made the race comes later', () => {
    const traffic = [{ kind: 'times', at: [0, 0.1, 0.2, 0.2] }];
    const cluster = { latency: { kind: 'fixed', mean: 0.001 } };
    const run = simulateToEnd(planOfDocument(documentOf(layersOf(INCR), traffic, cluster)));
    const session = openSession(run);
    const sequences = [0, 1, 2, 3].map((request) => runToEnd(session.why(0, request)).sequence);
    expect(sequences.map((sequence) => sequence?.race?.isSoleCause ?? null)).toEqual([null, null, null, true]);
    expect(sequences.map((sequence) => sequence?.hasAtomicVersion)).toEqual(Array(4).fill(true));
  });

  it('has none to tell of if its inner scheme is atomic, or its inner limiter one process', () => {
    for (const inner of [{ limiter: 'redis-incr' }, { limiter: 'token-bucket' }])
      expect(racesIn(documentOf(layersOf(inner), burst))).toMatchObject({ counted: null, found: 0 });
  });
});

it('there is no telling without an atomic version', () => {
  const { counted } = racesIn(documentOf({ limiter: 'redis-incr' }, [{ kind: 'times', at: [0, 0, 0] }]));
  expect(counted).toBeNull();
});
