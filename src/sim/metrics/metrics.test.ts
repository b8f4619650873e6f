import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { densitiesIn, marksIn, overviewOf, trafficChartDataIn } from './bins.ts';
import { CurveBuilder } from './downsample.ts';
import { MAX_MARKS_SENT } from './chartData.ts';
import { peakInWindow } from './peak.ts';
import { summarizeLane } from './summary.ts';
import { admissionsOf, durationFigures, type Admissions, type LaneTrace } from './trace.ts';
import { type Arrivals, busiestKey, keyIndexOf } from '../arrivals.ts';
import { runToEnd } from '../slices.ts';
import { windowCountAt, windowCountCurve, windowCountIn } from './windowCount.ts';

const summarize = (trace: LaneTrace, T: number) => runToEnd(summarizeLane(trace, T, null));

const SEED = { seed: 20_261_121, numRuns: 300 };

interface Row {
  readonly at: number;
  readonly key: number;
  readonly cost: number;
  readonly verdict: number;
  readonly wait: number;
}

/** Small numbers on purpose: equal instants and exact multiples are where such code goes wrong. */
const rows = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 60 }),
      key: fc.integer({ min: 0, max: 2 }),
      cost: fc.integer({ min: 1, max: 3 }),
      verdict: fc.integer({ min: 0, max: 3 }),
      wait: fc.integer({ min: 1, max: 25 }),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.toSorted((a, b) => a.at - b.at));

function traceOf(list: readonly Row[], delays = true): LaneTrace {
  const arrivals: Arrivals = {
    count: list.length,
    at: Float64Array.from(list, ({ at }) => at),
    key: Uint32Array.from(list, ({ key }) => key),
    cost: Uint32Array.from(list, ({ cost }) => cost),
    keys: ['a', 'b', 'c'],
    entry: new Uint16Array(list.length),
    tries: null,
  };
  const verdict = (row: Row) => (row.verdict === 1 && !delays ? 0 : row.verdict);
  return {
    arrivals,
    verdicts: Uint8Array.from(list, verdict),
    waits: delays ? Float64Array.from(list, (row) => (row.verdict === 1 ? row.wait : 0)) : null,
  };
}

/** Admissions by definition, from the rows themselves. */
function inEffect(list: readonly Row[], key: number | null) {
  return list
    .filter((row) => row.verdict <= 1 && (key === null || row.key === key))
    .map((row) => ({ at: row.at + (row.verdict === 1 ? row.wait : 0), cost: row.cost }));
}

function permitsWithin(list: readonly { at: number; cost: number }[], from: number, to: number): number {
  return list.reduce((sum, { at, cost }) => (at >= from && at < to ? sum + cost : sum), 0);
}

describe('admissions', () => {
  it('are those of one key, in the order in which they take effect', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(0, 1, 2, null), (list, key) => {
        const admissions = admissionsOf(traceOf(list), key);
        const expected = inEffect(list, key);
        expect([...admissions.at]).toEqual(expected.map(({ at }) => at).toSorted((a, b) => a - b));
        const total = (of: Admissions) => [...(of.cost ?? [])].reduce((sum, cost) => sum + cost, 0);
        expect(total(admissions)).toBe(expected.reduce((sum, { cost }) => sum + cost, 0));
      }),
      SEED,
    );
  });

  it('index keys by time, whatever their order in the trace', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { arrivals } = traceOf(list);
        const { start, order } = keyIndexOf(arrivals);
        for (const key of [0, 1, 2]) {
          const expected = list.flatMap((row, index) => (row.key === key ? [index] : []));
          expect([...order.subarray(start[key], start[key + 1])]).toEqual(expected);
        }
      }),
      SEED,
    );
  });

  it('know the busiest key, the first of equals', () => {
    const at = (key: number): Row => ({ at: 0, key, cost: 1, verdict: 0, wait: 1 });
    expect(busiestKey(traceOf([at(0), at(2), at(2), at(1)]).arrivals)).toBe(2);
    expect(busiestKey(traceOf([at(2), at(1)]).arrivals)).toBe(1);
  });
});

describe('the peak within T', () => {
  it('is what trying every window finds', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 30 }), (list, T) => {
        const admitted = inEffect(list, null);
        let worst = 0;
        for (let from = 0; from <= 100; from++) worst = Math.max(worst, permitsWithin(admitted, from, from + T));
        const peak = peakInWindow(admissionsOf(traceOf(list), null), T);
        expect(peak?.permits ?? 0).toBe(worst);
        // It says where: a window that holds so many, and no earlier admission begins one.
        if (peak !== null) {
          expect(permitsWithin(admitted, peak.from, peak.from + T)).toBe(worst);
          for (const { at } of admitted) {
            if (at < peak.from) expect(permitsWithin(admitted, at, at + T)).toBeLessThan(worst);
          }
        }
      }),
      SEED,
    );
  });

  it('of costs that are all 1 is the same, counted another way', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 30 }), (list, T) => {
        const { at } = admissionsOf(traceOf(list), null);
        expect(peakInWindow({ at, cost: null }, T)).toEqual(
          peakInWindow({ at, cost: new Float64Array(at.length).fill(1) }, T),
        );
      }),
      SEED,
    );
  });

  it('counts [t, t + T): what comes exactly T later is outside', () => {
    const admissions = { at: Float64Array.from([0, 10]), cost: null };
    expect(peakInWindow(admissions, 10)?.permits).toBe(1);
    expect(peakInWindow(admissions, 11)?.permits).toBe(2);
  });
});

describe('the window count', () => {
  it('at an instant counts (t − T, t]', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 99 }), (list, T, t) => {
        const admissions = admissionsOf(traceOf(list), null);
        expect(windowCountAt(admissions, T, t)).toBe(permitsWithin(inEffect(list, null), t - T + 1, t + 1));
      }),
      SEED,
    );
  });

  it('is the same from the requests around an instant', () => {
    fc.assert(
      fc.property(rows, fc.nat(2), fc.integer({ min: 1, max: 30 }), (list, key, T) => {
        for (const delays of [true, false]) {
          const trace = traceOf(list, delays);
          const { wait } = summarize(trace, T);
          const admissions = admissionsOf(trace, key);
          // At every instant: where one enters or leaves is where this goes wrong.
          const instants = Array.from({ length: 120 }, (_, t) => t);
          expect(instants.map((t) => windowCountIn(trace, key, wait.max, T, t, list.length - 1))).toEqual(
            instants.map((t) => windowCountAt(admissions, T, t)),
          );
          // Up to each request, as if there were none after it.
          list.forEach(({ at }, last) => {
            const until = admissionsOf(traceOf(list.slice(0, last + 1), delays), key);
            expect(windowCountIn(trace, key, wait.max, T, at, last)).toBe(windowCountAt(until, T, at));
          });
        }
      }),
      SEED,
    );
  });

  it('as a curve of unit costs skips what cannot be seen, and nothing else', () => {
    // Often at one instant, a multiple of T apart, or in an even flow.
    const gaps = fc.array(fc.constantFrom(0, 0, 1, 1, 1, 2, 3, 10, 10, 10, 10, 35), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(
        gaps,
        fc.constantFrom(1, 7, 10, 40),
        fc.nat(60),
        fc.integer({ min: 1, max: 40 }),
        (between, T, from, columns) => {
          let now = 0;
          const at = Float64Array.from(between, (gap) => (now += gap));
          const to = from + Math.max(1, now - 40);
          // With costs, each step is pushed.
          const slow = windowCountCurve({ at, cost: new Float64Array(at.length).fill(1) }, T, from, to, columns);
          expect(windowCountCurve({ at, cost: null }, T, from, to, columns)).toEqual(slow);
        },
      ),
      { ...SEED, numRuns: 2_000 },
    );
  });

  it('as a curve has that value at every instant, and steps where it changes', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 40 }), (list, T, from) => {
        const admissions = admissionsOf(traceOf(list), null);
        const to = from + 50;
        // Far more columns than instants: nothing is thinned.
        const curve = windowCountCurve(admissions, T, from, to, 5_000);
        for (let t = from; t <= to; t++) {
          const last = curve.at.findLastIndex((at) => at <= t);
          expect(curve.value[last]).toBe(windowCountAt(admissions, T, t));
        }
      }),
      SEED,
    );
  });
});

describe('a thinned curve', () => {
  it('keeps the first, least, greatest and last of every pixel column', () => {
    const vertices = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: -50, max: 50 })), { maxLength: 800 })
      .map((list) => list.toSorted((a, b) => a[0] - b[0]));
    fc.assert(
      fc.property(vertices, fc.integer({ min: 1, max: 40 }), (list, columns) => {
        const builder = new CurveBuilder(0, 1_000, columns);
        for (const [at, value] of list) builder.push(at, value);
        const curve = builder.finish();
        const columnOf = (at: number) => Math.floor((at / 1_000) * columns);
        const inColumn = (pairs: readonly (readonly [number, number])[], column: number) =>
          pairs.filter(([at]) => columnOf(at) === column).map(([, value]) => value);
        const kept = [...curve.at].map((at, i) => [at, curve.value[i] as number] as const);
        for (let column = 0; column < columns; column++) {
          const all = inColumn(list, column);
          const few = inColumn(kept, column);
          expect(few.length).toBeLessThanOrEqual(4);
          expect([few[0], few.at(-1)]).toEqual([all[0], all.at(-1)]);
          expect([Math.min(...few), Math.max(...few)]).toEqual([Math.min(...all), Math.max(...all)]);
          if (all.length <= 4) expect(few).toEqual(all);
        }
      }),
      SEED,
    );
  });
});

it.each([
  ['rises', [0, 1, 2, 3, 4, 5]],
  ['falls', [5, 4, 3, 2, 1, 0]],
])(
  'a thinned curve that only %s has two vertices in a pixel column: an extreme at its end is not kept twice',
  (_, values) => {
    const builder = new CurveBuilder(0, 1_000, 1);
    for (const [at, value] of values.entries()) builder.push(at, value);
    expect([...builder.finish().value]).toEqual([values[0], values.at(-1)]);
  },
);

describe('a jump', () => {
  it('is two vertices at one instant, the first with the value so far', () => {
    const jumps = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: -50, max: 50 })), { maxLength: 800 })
      .map((list) => list.toSorted((a, b) => a[0] - b[0]));
    fc.assert(
      fc.property(jumps, fc.integer({ min: 1, max: 40 }), (list, columns) => {
        const [byJumps, byVertices] = [new CurveBuilder(0, 1_000, columns), new CurveBuilder(0, 1_000, columns)];
        let before = 0;
        for (const [at, value] of [[0, 0] as const, ...list]) {
          byJumps.pushJump(at, before, value);
          byVertices.push(at, before);
          byVertices.push(at, value);
          before = value;
        }
        expect(byJumps.finish()).toEqual(byVertices.finish());
      }),
      SEED,
    );
  });
});

describe('bins', () => {
  it('count every request that they touch once, by outcome', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 40 }), (list, from, length) => {
        const trace = traceOf(list);
        const to = from + length;
        const inRange = list.filter(({ at }) => at >= from && at < to);
        const { from: first, span, admitted, delayed, denied } = densitiesIn(trace, from, to, 20);
        const end = first + admitted.length * span;
        expect([first <= from, first + span > from, end >= to, end - span < to]).toEqual([true, true, true, true]);
        const touched = list.filter(({ at }) => at >= first && at < end);
        const sum = (bins: Uint32Array) => bins.reduce((total, count) => total + count, 0);
        expect([sum(admitted), sum(delayed), sum(denied)]).toEqual([
          touched.filter(({ verdict }) => verdict === 0).length,
          touched.filter(({ verdict }) => verdict === 1).length,
          touched.filter(({ verdict }) => verdict >= 2).length,
        ]);
        expect(marksIn(trace, from, to)?.request.length).toBe(inRange.length);
        expect(trafficChartDataIn(trace.arrivals.at, from, to, 20).requestsInRange).toBe(inRange.length);
        expect(trafficChartDataIn(trace.arrivals.at, from, to, 20).nextArrival).toBe(
          list.find(({ at }) => at >= to)?.at ?? null,
        );
      }),
      SEED,
    );
  });

  it('of steady traffic hold equally many, wherever the range begins', () => {
    // Of whole durations, where no window or limit cuts them: 20 a second for a minute.
    const at = Float64Array.from({ length: 1_200 }, (_, i) => i * 50_000);
    const all = overviewOf(at, [], 60e6, 600).arrivals;
    expect(new Set(all)).toEqual(new Set([2]));
    for (const [from, columns] of [
      [0, 1_049],
      [13_700_001, 1_049],
      [13_700_001, 333],
    ] as const) {
      const { counts, from: first, span } = trafficChartDataIn(at, from, 60e6, columns);
      expect(first).toBeLessThanOrEqual(from);
      expect(first % span).toBe(0);
      expect(new Set(counts).size).toBe(1);
    }
  });

  it('stand for single marks once there are too many', () => {
    const many = Array.from({ length: MAX_MARKS_SENT + 1 }, (_, i): Row => ({
      at: i,
      key: 0,
      cost: 1,
      verdict: 0,
      wait: 1,
    }));
    expect(marksIn(traceOf(many), 0, many.length)).toBeNull();
    expect(marksIn(traceOf(many), 1, many.length)?.at[0]).toBe(1);
  });

  it("of the whole run hold all arrivals, denials of any lane, and each lane's decisions", () => {
    const list: Row[] = [
      { at: 0, key: 0, cost: 1, verdict: 2, wait: 1 },
      { at: 100, key: 0, cost: 1, verdict: 0, wait: 1 },
    ];
    const other = traceOf(list.map((row) => ({ ...row, verdict: 2 })));
    const { arrivals, denials, lanes } = overviewOf(traceOf(list).arrivals.at, [traceOf(list), other], 100, 5);
    expect([...arrivals]).toEqual([1, 0, 0, 0, 1]);
    expect([...denials]).toEqual([2, 0, 0, 0, 1]);
    expect(lanes.map(({ admitted, denied }) => [[...admitted], [...denied]])).toEqual([
      [
        [0, 0, 0, 0, 1],
        [1, 0, 0, 0, 0],
      ],
      [
        [0, 0, 0, 0, 0],
        [1, 0, 0, 0, 1],
      ],
    ]);
  });
});

describe('the summary', () => {
  it('reads as a table', () => {
    const list: Row[] = [
      { at: 0, key: 0, cost: 2, verdict: 0, wait: 1 },
      { at: 1, key: 1, cost: 1, verdict: 2, wait: 1 },
      { at: 1, key: 0, cost: 1, verdict: 3, wait: 1 },
      { at: 2, key: 1, cost: 1, verdict: 1, wait: 7 },
      { at: 3, key: 0, cost: 1, verdict: 2, wait: 1 },
    ];
    expect(summarize(traceOf(list), 10)).toEqual({
      requests: 5,
      admitted: 2,
      denied: 3,
      delayed: 1,
      peak: { permits: 2, from: 0, key: 'a' },
      peakAllKeys: 3,
      firstDenialAt: 1,
      longestDenialRun: 2,
      wait: { median: 0, p99: 7, max: 7 },
      keyCount: 3,
      jobStats: null,
    });
  });

  it('names the first of equally bad keys, wherever its window is', () => {
    const at = (instant: number, key: number): Row => ({ at: instant, key, cost: 1, verdict: 0, wait: 1 });
    expect(summarize(traceOf([at(0, 1), at(50, 0)]), 10).peak).toEqual({ permits: 1, from: 50, key: 'a' });
  });

  it('of nothing is all zero, and says that no denial came', () => {
    const { requests, peak, firstDenialAt, wait } = summarize(traceOf([]), 10);
    expect({ requests, peak, firstDenialAt, wait }).toEqual({
      requests: 0,
      peak: null,
      firstDenialAt: null,
      wait: { median: 0, p99: 0, max: 0 },
    });
  });

  it('takes quantiles as if the durations were sorted, whatever their order and however many are equal', () => {
    const far = fc.integer({ min: 0, max: 1e9 });
    const near = fc.integer({ min: 4e5, max: 4e5 + 300 });
    const duration = fc.oneof(fc.integer({ min: 0, max: 5 }), near, near, far, fc.constant(Infinity));
    const durations = fc.array(duration, { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(durations, (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const quantile = (share: number) => sorted[Math.ceil(share * values.length) - 1];
        const mixed = Float64Array.from(values);
        expect(durationFigures(mixed)).toEqual({ median: quantile(0.5), p99: quantile(0.99), max: quantile(1) });
        expect([...mixed]).toEqual(values);
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
    expect(durationFigures(new Float64Array())).toEqual({ median: 0, p99: 0, max: 0 });
  });

  it('takes quantiles by the nearest rank', () => {
    const hundred = Float64Array.from({ length: 100 }, (_, i) => i + 1);
    expect(durationFigures(hundred)).toEqual({ median: 50, p99: 99, max: 100 });
  });
});
