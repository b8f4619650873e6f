import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowCountAt } from '../metrics/windowCount.ts';
import { admissionsOf } from '../metrics/trace.ts';
import { everyLimiterLane, limiterLanes, planOfDocument } from '../run/testing.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { Replay } from './replay.ts';
import { openSession } from './session.ts';
import { fullSpansOf, type LaneShape } from './shape.ts';
import { lastAtOrBefore } from './positions.ts';

const shapesOf = (document: object, from: number, to: number, key: string | null = null): readonly LaneShape[] =>
  runToEnd(openSession(simulateToEnd(planOfDocument(document))).shapes(from, to, key));

const SECOND = 1e6;
const EDGE_BURST = {
  policy: { n: 10, T: 10 },
  duration: 24,
  traffic: [
    { kind: 'steady', from: 9, to: 9.95, rate: 10 },
    { kind: 'steady', from: 10.05, to: 11, rate: 10 },
    { kind: 'steady', from: 12, to: 23.5, rate: 1 },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
};

describe('the shape of a lane', () => {
  it('says when it was full and above n, what was let in, and the highest count', () => {
    const [window, log, bucket] = shapesOf(EDGE_BURST, 0, 24 * SECOND) as [LaneShape, LaneShape, LaneShape];
    expect(window).toMatchObject({ admitted: 24, denied: 8, delayed: 0 });
    expect(window.full?.longest).toEqual([
      [9.9e6, 10e6],
      [10.95e6, 20e6],
    ]);
    expect(window.over).toEqual({
      count: 2,
      total: 9.9e6,
      longest: [
        [10.05e6, 19.9e6],
        [20e6, 20.05e6],
      ],
    });
    expect(window.most).toEqual({ count: 20, at: 10.95e6 });
    expect(log).toMatchObject({ admitted: 15, denied: 17, over: { count: 0 } });
    expect(bucket.full?.count).toBeGreaterThan(0);
  });

  it('says when the highest count was first reached, of several times', () => {
    const traffic = [{ kind: 'times', at: [1, 2, 15, 16] }];
    const [log] = shapesOf({ ...EDGE_BURST, traffic, lanes: [{ limiter: 'sliding-log' }] }, 0, 24 * SECOND);
    expect(log!.most).toEqual({ count: 2, at: 2 * SECOND });
  });

  it('is that of the range alone', () => {
    const [window] = shapesOf(EDGE_BURST, 12 * SECOND, 15 * SECOND) as [LaneShape];
    expect(window).toMatchObject({ admitted: 0, denied: 3 });
    expect(window.full).toEqual({ count: 1, total: 3 * SECOND, longest: [[12 * SECOND, 15 * SECOND]] });
  });

  it('was not full when a request came just in time, and was let in', () => {
    const crowd = Array<number>(10).fill(0);
    const shapeWith = (at: readonly number[]): LaneShape | undefined =>
      shapesOf(
        {
          policy: { n: 10, T: 1 },
          duration: 2,
          traffic: [{ kind: 'times', at: [...crowd, ...at] }],
          lanes: [{ limiter: 'token-bucket' }],
        },
        0,
        2 * SECOND,
      )[0];
    const bucket = shapeWith([0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(bucket).toMatchObject({ admitted: 15, denied: 0, full: { count: 6, total: 0.6e6 } });
    // One that comes in between does not end it.
    expect(shapeWith([0.05, 0.15, 0.2])?.full?.longest).toEqual([
      [0, 0.1e6],
      [0.15e6, 0.2e6],
      [0.2e6, 0.3e6],
    ]);
  });

  it('leaves out when a distributed lane was full, which no one place knows', () => {
    const cluster = { nodes: 2 };
    const [scheme] = shapesOf({ ...EDGE_BURST, cluster, lanes: [{ limiter: 'redis-incr' }] }, 0, 24 * SECOND);
    expect(scheme!.full).toBeNull();
    expect(scheme!.admitted + scheme!.denied).toBe(32);
  });

  it('counts the delayed among the admitted', () => {
    const [queue] = shapesOf({ ...EDGE_BURST, lanes: [{ limiter: 'leaky-queue' }] }, 0, 24 * SECOND);
    expect(queue!.delayed).toBeGreaterThan(0);
    expect(queue!.admitted).toBeGreaterThanOrEqual(queue!.delayed);
  });
});

const traffic = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 3_000 }), cost: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 40,
});

describe('held against looks at single instants', () => {
  it.each(everyLimiterLane)('$limiter, $edition: full exactly while one permit would have to wait', (lane) => {
    fc.assert(
      fc.property(traffic, fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 30 }), (requests, probes) => {
        let at = 0;
        const times = requests.map(({ gap }) => (at += gap) / 1_000);
        const cost = requests.map((each) => each.cost);
        const document = {
          policy: { n: 4, T: 5 },
          duration: 40,
          traffic: [{ kind: 'times', at: times, cost }],
          lanes: [lane],
        };
        const [ran] = limiterLanes(simulateToEnd(planOfDocument(document)));
        const replay = new Replay(ran!, 0);
        const { algorithm, params } = ran!.plan;
        const [from, to] = [5 * SECOND, 25 * SECOND];
        const spans = runToEnd(fullSpansOf(replay, from, to));
        const isFullAfter = (count: number, instant: number) =>
          algorithm.retryAfter(replay.stateAfter(count), params, instant, 1) > 0;
        const isFull = (instant: number) => isFullAfter(lastAtOrBefore(ran!.arrivals.at, instant) + 1, instant);
        if (spans.count <= spans.longest.length) {
          for (const probe of probes.map((each) => each * 1_000).filter((each) => each >= from && each < to))
            expect([probe, spans.longest.some(([start, end]) => probe >= start && probe < end)]).toEqual([
              probe,
              isFull(probe),
            ]);
        }
        for (const [start, end] of spans.longest) {
          expect(isFull(start)).toBe(true);
          // Before the requests at that instant, which may fill it again.
          if (end < to) expect(isFullAfter(lastAtOrBefore(ran!.arrivals.at, end - 1) + 1, end)).toBe(false);
        }
      }),
      { seed: 12, numRuns: 30 },
    );
  });

  it('the window count is above n exactly in its spans', () => {
    fc.assert(
      fc.property(traffic, (requests) => {
        let at = 0;
        const times = requests.map(({ gap }) => (at += gap) / 1_000);
        const document = {
          policy: { n: 4, T: 5 },
          duration: 40,
          traffic: [{ kind: 'times', at: times }],
          lanes: [{ limiter: 'fixed-window' }],
        };
        const run = simulateToEnd(planOfDocument(document));
        const [{ over, most }] = runToEnd(openSession(run).shapes(0, 40 * SECOND, null)) as [LaneShape];
        const admissions = admissionsOf(run.lanes[0]!, 0);
        const counts = times.map((time) => windowCountAt(admissions, 5 * SECOND, Math.round(time * SECOND)));
        expect(most.count).toBe(Math.max(...counts));
        expect(windowCountAt(admissions, 5 * SECOND, most.at)).toBe(most.count);
        expect(over.count > 0).toBe(most.count > 4);
        for (const [from, to] of over.longest) {
          expect(windowCountAt(admissions, 5 * SECOND, from)).toBeGreaterThan(4);
          expect(windowCountAt(admissions, 5 * SECOND, to - 1)).toBeGreaterThan(4);
          if (to < 40 * SECOND) expect(windowCountAt(admissions, 5 * SECOND, to)).toBeLessThanOrEqual(4);
        }
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});

it('a table has a row for each request, with what the charts show at its instant', () => {
  const session = openSession(simulateToEnd(planOfDocument(EDGE_BURST)));
  const rows = runToEnd(session.table(0, 18, 22));
  expect(rows.map(({ request, at, outcome, level, count }) => [request, at, outcome, level, count])).toEqual([
    [18, 10.85e6, 'allow', 9, 19],
    [19, 10.95e6, 'allow', 10, 20],
    [20, 12e6, 'deny', 10, 20],
    [21, 13e6, 'deny', 10, 20],
  ]);
  expect(runToEnd(session.table(0, 30, 200))).toHaveLength(2);
});

it('a row of a table has the level and the count up to its own request, of several at its instant', () => {
  const document = {
    policy: { n: 10, T: 60 },
    traffic: [{ kind: 'burst', at: 0, count: 12 }],
    lanes: [{ limiter: 'token-bucket' }],
  };
  const rows = runToEnd(openSession(simulateToEnd(planOfDocument(document))).table(0, 0, 12));
  expect(rows.map(({ level, count }) => [level, count])).toEqual([
    ...Array.from({ length: 10 }, (_, index) => [9 - index, index + 1]),
    [0, 10],
    [0, 10],
  ]);
});
