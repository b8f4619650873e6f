import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { densitiesIn } from './bins.ts';
import { openFairness, type Fairness, type FairnessQuery } from './fairness.ts';
import type { Label } from './requestLabels.ts';
import type { LaneTrace } from './trace.ts';
import { floorTo, niceStep } from '../time.ts';

interface Row {
  readonly at: number;
  readonly key: number;
  readonly cost: number;
  readonly entry: number;
  readonly verdict: number;
}

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const QUERY: FairnessQuery = { lane: 0, from: 0, to: 100, columns: 20, maxKeys: 5 };

/** One key only where `keys` names one, as the engine leaves the column out. */
function traceOf(rows: readonly Row[], keys: readonly string[] = KEYS): LaneTrace {
  return {
    arrivals: {
      count: rows.length,
      at: Float64Array.from(rows, ({ at }) => at),
      key: keys.length > 1 ? Uint32Array.from(rows, ({ key }) => key) : null,
      cost: Uint32Array.from(rows, ({ cost }) => cost),
      keys,
      entry: Uint16Array.from(rows, ({ entry }) => entry),
      tries: null,
    },
    verdicts: Uint8Array.from(rows, ({ verdict }) => verdict),
    waits: new Float64Array(rows.length),
  };
}

/** The given numbers of admitted and denied requests for each key, one per microsecond. */
function shares(...each: readonly (readonly [admitted: number, denied: number])[]): LaneTrace {
  const rows = each.flatMap(([admitted, denied], key) =>
    Array.from({ length: admitted + denied }, (_, i) => ({ key, cost: 1, entry: 0, verdict: i < admitted ? 0 : 2 })),
  );
  return traceOf(rows.map((row, at) => ({ ...row, at })));
}

function answerOf(slices: Generator<undefined, Fairness>): Fairness {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

const fairnessOf = (lane: LaneTrace, labels: readonly (Label | undefined)[] = [], look: Partial<FairnessQuery> = {}) =>
  answerOf(openFairness([lane], labels)({ ...QUERY, ...look }));
const jainOf = (lane: LaneTrace) => fairnessOf(lane).lanes[0]?.jain;

describe("Jain's index", () => {
  it.each([
    ['even', shares([4, 0], [4, 9], [4, 1]), 1],
    ['all for one of four', shares([6, 0], [0, 3], [0, 3], [0, 3]), 0.25],
    // 6² / (3 · (9 + 4 + 1))
    ['3, 2 and 1', shares([3, 0], [2, 2], [1, 1]), 36 / 42],
    // Who does not ask has no share in it.
    ['of those who asked', shares([4, 0], [0, 0], [4, 4]), 1],
    ['no index, where nothing is admitted', shares([0, 3], [0, 3]), null],
    ['no index, of one key', shares([4, 4]), null],
    ['no index, of none', shares(), null],
  ])('is %s', (_, lane, expected) => expect(jainOf(lane)).toBe(expected));

  it('is of permits, not of requests', () => {
    const row = (key: number, cost: number): Row => ({ at: 0, key, cost, entry: 0, verdict: 1 });
    expect(jainOf(traceOf([row(0, 3), row(1, 1), row(1, 1), row(1, 1)]))).toBe(1);
  });
});

describe('labels', () => {
  const row = (entry: number, verdict: number): Row => ({ at: 0, key: 0, cost: 1, entry, verdict });
  const rows = [row(0, 0), row(0, 2), row(0, 3), row(1, 0), row(1, 1), row(1, 5), row(2, 0), row(2, 2)];

  it('separate denied good requests from admitted bad ones, whatever the reason', () => {
    expect(fairnessOf(traceOf(rows), ['good', 'bad', undefined]).lanes[0]?.byLabel).toEqual({
      good: { requests: 3, admitted: 1, delayed: 0, denied: 2 },
      bad: { requests: 3, admitted: 2, delayed: 1, denied: 1 },
    });
  });

  it('count over entries', () => {
    expect(fairnessOf(traceOf(rows), ['good', 'good', 'good']).lanes[0]?.byLabel).toEqual({
      good: { requests: 8, admitted: 4, delayed: 1, denied: 4 },
      bad: { requests: 0, admitted: 0, delayed: 0, denied: 0 },
    });
  });

  it('are none where none was given', () => {
    expect(fairnessOf(traceOf(rows), [undefined, undefined, undefined]).lanes[0]?.byLabel).toBeNull();
  });
});

describe('keys', () => {
  const named = ({ keys }: Fairness) => keys.map(({ key }) => key);

  it('are listed busiest first, ties in their order, without keys that have no requests', () => {
    const lane = shares([1, 1], [2, 1], [0, 0], [0, 3], [1, 0]);
    expect(named(fairnessOf(lane))).toEqual(['b', 'd', 'a', 'e']);
    expect(fairnessOf(lane).others).toBeNull();
    expect(named(fairnessOf(lane, [], { maxKeys: 2 }))).toEqual(['b', 'd']);
    expect(named(fairnessOf(lane, [], { maxKeys: 1 }))).toEqual(['b']);
    expect(fairnessOf(lane, [], { maxKeys: 2 }).others).toMatchObject({
      keys: 2,
      requests: 3,
      admitted: 2,
      denied: 1,
      permits: 2,
    });
    expect(fairnessOf(lane, [], { maxKeys: 0 }).others).toMatchObject({ keys: 4, requests: 9 });
  });

  it('with one key only it has all, its strip that of the lane', () => {
    const rows = [0, 2, 1].map((verdict, at) => ({ at, key: 0, cost: 2, entry: 0, verdict }));
    const lane = traceOf(rows, ['x']);
    const { keys, others, lanes } = fairnessOf(lane, [], { from: 0, to: 4, columns: 4 });
    expect(keys).toEqual([
      {
        key: 'x',
        requests: 3,
        admitted: 2,
        delayed: 1,
        denied: 1,
        permits: 4,
        densities: densitiesIn(lane, 0, 4, 4),
      },
    ]);
    expect([lanes, others]).toEqual([[{ keys: 1, jain: null, byLabel: null }], null]);
  });

  it('have no request at the end of the range in their strips, however bins are rounded', () => {
    // 147 times a 147th of 5 is a little more than 5.
    const lane = traceOf([4, 5].map((at) => ({ at, key: 1, cost: 1, entry: 0, verdict: 2 })));
    const { keys } = fairnessOf(lane, [], { from: 0, to: 5, columns: 294 });
    expect(keys[0]?.densities.denied.reduce((sum, one) => sum + one)).toBe(1);
  });

  it('are none for a missing lane or a lane without requests', () => {
    expect(fairnessOf(shares([1, 0]), [], { lane: 1 })).toMatchObject({ keys: [], others: null });
    expect(fairnessOf(shares())).toMatchObject({ keys: [], others: null, lanes: [{ keys: 0 }] });
    expect(fairnessOf(traceOf([], ['x']))).toMatchObject({ keys: [], others: null, lanes: [{ keys: 0 }] });
  });
});

const rows = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 60 }),
      key: fc.integer({ min: 0, max: 4 }),
      cost: fc.integer({ min: 1, max: 3 }),
      entry: fc.integer({ min: 0, max: 2 }),
      verdict: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 60 },
  )
  .map((list) => list.toSorted((a, b) => a.at - b.at));
const queries = fc.record({
  lane: fc.integer({ min: 0, max: 1 }),
  from: fc.integer({ min: 0, max: 60 }),
  length: fc.integer({ min: 1, max: 70 }),
  columns: fc.integer({ min: 1, max: 30 }),
  maxKeys: fc.integer({ min: 0, max: 6 }),
});

const OUTCOMES = ['admitted', 'delayed', 'denied'] as const;

/** By definition, from the rows themselves. */
function naiveFairness(list: readonly Row[], { from, to, columns, maxKeys }: FairnessQuery): Omit<Fairness, 'lanes'> {
  const span = niceStep(((to - from) * 2) / Math.max(2, columns));
  const first = floorTo(from, span);
  const strip = (own: readonly Row[]) => {
    const counts = OUTCOMES.map(() => new Uint32Array(Math.ceil((to - first) / span)));
    for (const { at, verdict } of own) {
      const outcome = counts[Math.min(2, verdict)]!;
      const bin = Math.floor((at - first) / span);
      if (bin >= 0 && bin < outcome.length) outcome[bin]!++;
    }
    const [admitted, delayed, denied] = counts as [Uint32Array, Uint32Array, Uint32Array];
    return { from: first, span, admitted, delayed, denied };
  };
  const answers = (own: readonly Row[]) => {
    const admitted = own.filter(({ verdict }) => verdict <= 1);
    return {
      requests: own.length,
      admitted: admitted.length,
      delayed: own.filter(({ verdict }) => verdict === 1).length,
      denied: own.length - admitted.length,
      permits: admitted.reduce((sum, { cost }) => sum + cost, 0),
      densities: strip(own),
    };
  };
  const asked = KEYS.map((key, index) => ({ key, own: list.filter((row) => row.key === index) }))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => b.own.length - a.own.length);
  const rest = asked.slice(maxKeys);
  return {
    keys: asked.slice(0, maxKeys).map(({ key, own }) => ({ key, ...answers(own) })),
    others: rest.length === 0 ? null : { keys: rest.length, ...answers(rest.flatMap(({ own }) => own)) },
  };
}

function naiveJain(list: readonly Row[]): number | null {
  const permits = new Map<number, number>();
  for (const { key, cost, verdict } of list) permits.set(key, (permits.get(key) ?? 0) + (verdict <= 1 ? cost : 0));
  const all = [...permits.values()];
  const sum = all.reduce((a, b) => a + b, 0);
  const squares = all.reduce((a, b) => a + b * b, 0);
  return all.length < 2 || sum === 0 ? null : (sum * sum) / (all.length * squares);
}

it('shares, densities and lane figures equal brute force, whatever was queried before', () => {
  fc.assert(
    fc.property(rows, rows, fc.array(queries, { minLength: 1, maxLength: 4 }), (one, other, looks) => {
      const lanes = [one, other];
      const ask = openFairness(
        lanes.map((list) => traceOf(list)),
        ['good', 'bad', undefined],
      );
      for (const { length, ...each } of looks) {
        const asked = { ...each, to: each.from + length };
        const { lanes: standings, ...answer } = answerOf(ask(asked));
        expect(answer).toEqual(naiveFairness(lanes[asked.lane]!, asked));
        for (const [index, list] of lanes.entries()) {
          const { keys, jain, byLabel } = standings[index]!;
          expect(jain).toBe(naiveJain(list));
          expect(keys).toBe(new Set(list.map(({ key }) => key)).size);
          const labelledRows = (entry: number) => list.filter((row) => row.entry === entry);
          expect(byLabel?.good.denied).toBe(labelledRows(0).filter(({ verdict }) => verdict > 1).length);
          expect(byLabel?.bad.admitted).toBe(labelledRows(1).filter(({ verdict }) => verdict <= 1).length);
        }
      }
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});

it("Jain's index lies between 1/k and 1, and does not depend on the names of keys or the scale of costs", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 2, max: 4 }),
      (admitted, times) => {
        const index = jainOf(shares(...admitted.map((one) => [one, 1] as const))) ?? null;
        fc.pre(index !== null);
        expect(index).toBeGreaterThanOrEqual(1 / admitted.length - 1e-12);
        expect(index).toBeLessThanOrEqual(1);
        const turned = shares(...admitted.toReversed().map((one) => [one * times, 1] as const));
        expect(jainOf(turned)).toBeCloseTo(index, 12);
      },
    ),
    { seed: 20_261_121, numRuns: 200 },
  );
});

it('runs in slices, and caches what does not depend on the range', () => {
  const count = 400_000;
  const lane: LaneTrace = {
    arrivals: {
      count,
      at: Float64Array.from({ length: count }, (_, i) => i),
      key: Uint32Array.from({ length: count }, (_, i) => i % 3),
      cost: null,
      keys: ['a', 'b', 'c'],
      entry: new Uint16Array(count),
      tries: null,
    },
    verdicts: new Uint8Array(count),
    waits: null,
  };
  const ask = openFairness([lane], ['good']);
  const slices = (to: number): number => {
    let steps = 0;
    for (const _ of ask({ ...QUERY, to })) steps++;
    return steps;
  };
  // Three passes over all, of four slices each at least: evenness, labels, shares.
  expect(slices(count)).toBeGreaterThanOrEqual(12);
  // One for each strip.
  expect(slices(count / 2)).toBe(3);
});
