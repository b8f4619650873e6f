import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND, type Instant } from '../../time.ts';
import type { RequestContext, SchemeServer } from '../scheme.ts';
import {
  decisionText,
  simulateRequests,
  prepareForTest,
  type TestArrival,
  type TestDecision,
  type SchemeSpec,
  type NetworkConditions,
} from './simulateRequests.testing.ts';
import { quotaLease } from './quotaLease.ts';

const T = 10 * SECOND;
const policy = { n: 20, T, capacity: 20 };

const arrivalsAt = (at: readonly number[], node = 0): readonly TestArrival[] =>
  at.map((s) => ({ at: s * SECOND, node }));
const manyArrivals = (count: number, second: number, node = 0) =>
  arrivalsAt(
    Array.from({ length: count }, () => second),
    node,
  );
const decisionTexts = (decided: readonly TestDecision[]) =>
  decided.map((one) => `${decisionText(one)}, ${one.messages}`);

function serverOf(spec: SchemeSpec): SchemeServer {
  const { scheme, params } = prepareForTest(quotaLease, spec);
  return scheme.server!(params)!;
}

/** The centre of a lane with these options: what it gives when asked for (window, asked, wanted, elapsed) at an instant. */
function centre(options: Record<string, number> = {}) {
  const server = serverOf({ policy, nodes: 2, options });
  const state = server.init();
  return (seconds: number, ...args: readonly number[]) => server.answer(state, seconds * SECOND, args)[0];
}

describe('a node', () => {
  it('spends its lease, and asks ahead at its own rate when that has run out', () => {
    const asked = [...manyArrivals(5, 0), ...arrivalsAt([2, 2, 2, 2.5])];
    expect(decisionTexts(simulateRequests(prepareForTest(quotaLease, { policy, nodes: 2 }), asked))).toEqual([
      'allow 4, 0',
      'allow 3, 0',
      'allow 2, 0',
      'allow 1, 0',
      'allow 0, 0',
      // Six in 2 s are 3 in a second.
      'allow 2, 1',
      'allow 1, 0',
      'allow 0, 0',
      // Nine in 2.5 s are 3.6.
      'allow 3, 1',
    ]);
  });

  it('begins each window with its preallocated lease; the rest of the last one has expired', () => {
    const asked = [...arrivalsAt([9]), ...arrivalsAt([10]), ...arrivalsAt([30])];
    expect(decisionTexts(simulateRequests(prepareForTest(quotaLease, { policy, nodes: 2 }), asked))).toEqual([
      'allow 4, 0',
      'allow 4, 0',
      'allow 4, 0',
    ]);
  });

  it('asks once, and other requests wait for that answer', () => {
    const options = { preallocate: 0, lease: 1 };
    const asked = arrivalsAt([1, 1, 1, 1.0005]);
    const decided = simulateRequests(prepareForTest(quotaLease, { policy, options }), asked, { latency: MILLISECOND });
    // The first asks for itself: one in 1 s. What waits does so behind one ask after another, each for the whole rate.
    expect(decisionTexts(decided)).toEqual(['allow 0, 1', 'allow 3, 1', 'allow 2, 0', 'allow 1, 0']);
    expect(decided.map(({ decidedAt }) => decidedAt - SECOND)).toEqual([2_000, 4_000, 4_000, 4_000]);
  });

  it('denies all requests that waited for an empty grant, until the window ends', () => {
    const options = { preallocate: 0 };
    const asked = [{ at: 0, cost: 20 }, ...arrivalsAt([4, 4, 4]), ...arrivalsAt([5])];
    const decided = simulateRequests(prepareForTest(quotaLease, { policy, options }), asked, { latency: MILLISECOND });
    expect(decisionTexts(decided)).toEqual([
      'allow 0, 1',
      'deny 0 in 6, 1',
      'deny 0 in 6, 0',
      'deny 0 in 6, 0',
      'deny 0 in 5, 1',
    ]);
    expect(decided.map(({ decidedAt, at }) => decidedAt - at)).toEqual([2_000, 2_000, 2_000, 2_000, 2_000]);
  });

  it('asks for at least what the request needs, and again while the centre grants less', () => {
    const options = { reserve: 1, taper: 0.25 };
    // Its own ten are gone, ten are at the centre: ⌊0.25 · left⌋ at a time, 2, 2 and 1.
    const asked = [
      { at: 0, cost: 10 },
      { at: 9 * SECOND, cost: 5 },
    ];
    const decided = simulateRequests(prepareForTest(quotaLease, { policy, options }), asked);
    expect(decided.map(({ messages }) => messages)[1]).toBe(3);
    expect(decisionText(decided[1]!)).toBe('allow 0');
  });

  it('asks once for a costly request, also where its rate is low', () => {
    const asked = [{ at: 5 * SECOND, cost: 5 }];
    expect(
      decisionTexts(simulateRequests(prepareForTest(quotaLease, { policy, options: { preallocate: 0 } }), asked)),
    ).toEqual(['allow 0, 1']);
  });

  it('keeps what it has when the centre gives less than a request needs', () => {
    const options = { preallocate: 0.25 };
    const asked = [{ at: SECOND, node: 1, cost: 16 }, ...arrivalsAt([1]), { at: SECOND, cost: 3 }, ...arrivalsAt([2])];
    const decided = simulateRequests(prepareForTest(quotaLease, { policy, nodes: 2, options }), asked);
    // Two for each node, and the centre’s 16: node 1 takes 14 of them and keeps two.
    expect(decisionTexts(decided)).toEqual(['allow 2, 1', 'allow 1, 0', 'deny 1 in 9, 1', 'allow 0, 0']);
  });

  it('fails all waiting requests if the ASK is not answered, and the next one asks again', () => {
    const options = { preallocate: 0 };
    const asked = arrivalsAt([1, 1, 1.05, 1.2]);
    const conditions: NetworkConditions = { latency: MILLISECOND, isLost: (at) => at < 1.1 * SECOND };
    const decided = simulateRequests(prepareForTest(quotaLease, { policy, options }), asked, conditions);
    expect(decisionTexts(decided)).toEqual(['no answer, 1', 'no answer, 0', 'no answer, 0', 'allow 3, 1']);
    expect(decided[1]?.decidedAt).toBe(1.1 * SECOND);
  });

  it('is preallocated only once per window, even if it dies and comes back', () => {
    const asked = [...arrivalsAt([1]), ...arrivalsAt([3]), ...arrivalsAt([11])];
    const decided = simulateRequests(prepareForTest(quotaLease, { policy, nodes: 2 }), asked, {
      deaths: [{ node: 0, at: 2 * SECOND }],
    });
    // One in 3 s: the node knows of no other.
    expect(decisionTexts(decided)).toEqual(['allow 4, 0', 'allow 0, 1', 'allow 4, 0']);
  });

  it('that comes back as a window begins has its lease of that window', () => {
    const decided = simulateRequests(prepareForTest(quotaLease, { policy, nodes: 2 }), arrivalsAt([1, 10]), {
      deaths: [{ node: 0, at: 10 * SECOND }],
    });
    expect(decisionTexts(decided)).toEqual(['allow 4, 0', 'allow 4, 0']);
  });

  it('has no preallocated lease if it is added later', () => {
    expect(
      decisionTexts(simulateRequests(prepareForTest(quotaLease, { policy, nodes: 2 }), arrivalsAt([1], 2))),
    ).toEqual(['allow 0, 1']);
  });

  it('whose clock steps back holds nothing, and is granted nothing from a past window', () => {
    const asked = [...arrivalsAt([9]), ...arrivalsAt([10]), ...arrivalsAt([11])];
    // At 10 s true time it is 10 s; at 11 s it is 9.5.
    const clock = (_: number, at: Instant): Instant => (at >= 11 * SECOND ? at - 1.5 * SECOND : at);
    const made = prepareForTest(quotaLease, { policy, nodes: 2, options: { preallocate: 0 } });
    expect(decisionTexts(simulateRequests(made, asked, { clock }))).toEqual([
      'allow 0, 1',
      'allow 19, 1',
      'deny 0 in 0.5, 1',
    ]);
  });

  it('splits the preallocated permits by weight', () => {
    const first = (weights: readonly number[], preallocate: number) =>
      prepareForTest(quotaLease, {
        policy: { ...policy, n: 100 },
        nodes: weights.length,
        weights,
        options: { preallocate },
      }).params['initialLeases'];
    expect(first([3, 1, 1], 0.5)).toEqual([30, 10, 10]);
    expect(first([0.1, 0.2], 0.3)).toEqual([10, 20]);
    expect(first([1, 0], 0.29)).toEqual([29, 0]);
    expect(first([1, 1, 1], 1)).toEqual([33, 33, 33]);
  });
});

describe('the centre', () => {
  it('grants what it has, min(asked, left)', () => {
    const ask = centre();
    expect([ask(1, 0, 4, 1, SECOND), ask(1, 0, 100, 1, SECOND), ask(1, 0, 1, 1, SECOND)]).toEqual([4, 6, 0]);
  });

  it('grants less below the reserve: by the rate until the end, by the taper, and at least one', () => {
    const ask = centre({ reserve: 0.5 });
    // Ten are left, which is not below 10.
    expect(ask(1, 0, 1, 100, SECOND)).toBe(1);
    // Nine: a half of them at most, though 100 a second would like more.
    expect(ask(1, 0, 9, 100, SECOND)).toBe(4);
    // Five: at 1 a second 0.5 more are wanted in the half second that remains.
    expect(ask(9.5, 0, 9, 1, SECOND)).toBe(1);
    expect(ask(9, 0, 9, 2, SECOND)).toBe(2);
    // Two, one, none.
    expect([ask(10, 0, 9, 9, SECOND), ask(10, 0, 9, 9, SECOND), ask(10, 0, 9, 9, SECOND)]).toEqual([1, 1, 0]);
  });

  it('computes fractions in decimal', () => {
    // 0.1 · 30 is 3.0000000000000004 in doubles: three are not below it.
    const server = serverOf({ policy: { ...policy, n: 30 }, options: { preallocate: 0.9, reserve: 0.1 } });
    expect(server.answer(server.init(), 0, [0, 3, 1, SECOND])).toEqual([3]);
  });

  it('uses the latest window that it was asked for', () => {
    const ask = centre();
    expect([ask(10, 1, 3, 1, SECOND), ask(10, 0, 3, 1, SECOND), ask(10, 1, 99, 1, SECOND)]).toEqual([3, 0, 7]);
    expect(ask(12, -1, 3, 1, SECOND)).toBe(0);
  });
});

/** Permits let in, by the window in which the node's clock put the request. */
function byWindow(decided: readonly TestDecision[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { decision, now, cost } of decided) {
    if (typeof decision === 'string' || decision.verdict !== 0) continue;
    const window = Math.floor(now / T);
    sums.set(window, (sums.get(window) ?? 0) + cost);
  }
  return sums;
}

const traffic = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 300 }).map((tenths) => tenths * 100 * MILLISECOND),
      node: fc.nat(2),
      cost: fc.constantFrom(1, 1, 1, 2, 5),
    }),
    { minLength: 20, maxLength: 120 },
  )
  .map((asked) => asked.toSorted((a, b) => a.at - b.at));
const options = fc.record({
  preallocate: fc.constantFrom(0, 0.3, 0.5, 1),
  reserve: fc.constantFrom(0, 0.1, 1),
  taper: fc.constantFrom(0.1, 0.5, 1),
  lease: fc.constantFrom(0.001, 1, 30),
});
const latency = fc.array(fc.constantFrom(0, MILLISECOND, 70 * MILLISECOND, 900 * MILLISECOND), {
  minLength: 3,
  maxLength: 3,
});

describe('all together', () => {
  it('admit at most n per window, by one clock', () => {
    fc.assert(
      fc.property(traffic, options, latency, (asked, set, ways) => {
        const made = prepareForTest(quotaLease, { policy, nodes: 3, options: set });
        const decided = simulateRequests(made, asked, { latency: ways, timeout: 2 * SECOND });
        expect(decided.filter(Boolean)).toHaveLength(asked.length);
        for (const given of byWindow(decided).values()) expect(given).toBeLessThanOrEqual(policy.n);
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  // A node that dies and whose clock steps back to before it came has nothing left that could tell.
  it.each([
    ['differ and step back', 20, 0],
    ['differ, of nodes that die', 0, 3],
  ])('and so by clocks that %s, with messages lost', (_, mostBack, mostDeaths) => {
    fc.assert(
      fc.property(
        traffic,
        options,
        latency,
        fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 0, max: mostBack }),
        fc.array(fc.record({ node: fc.nat(2), at: fc.integer({ min: 0, max: 30 * SECOND }) }), {
          maxLength: mostDeaths,
        }),
        (asked, set, ways, offsets, step, deaths) => {
          const made = prepareForTest(quotaLease, { policy, nodes: 3, options: set });
          const decided = simulateRequests(made, asked, {
            latency: ways,
            clock: (node, at) => at + (offsets[node] as number) * SECOND - (at > 15 * SECOND ? step * SECOND : 0),
            isLost: (at) => Math.floor(at / SECOND) % 4 === 3,
            deaths,
          });
          expect(decided.filter(Boolean)).toHaveLength(asked.length);
          for (const given of byWindow(decided).values()) expect(given).toBeLessThanOrEqual(policy.n);
        },
      ),
      { seed: 6, numRuns: 100 },
    );
  });

  it('lose nothing: one node with enough demand admits all of n', () => {
    fc.assert(
      fc.property(options, fc.constantFrom(0, MILLISECOND, 70 * MILLISECOND), (set, way) => {
        const made = prepareForTest(quotaLease, { policy, options: set });
        const asked = Array.from({ length: 60 }, (_, index) => ({ at: index * 100 * MILLISECOND }));
        const decided = simulateRequests(made, asked, { latency: way, timeout: 2 * SECOND });
        expect([...byWindow(decided)]).toEqual([[0, policy.n]]);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('need fewer messages than asking each time, as preset 50 % / 10 % / 50 %', () => {
    const asked = Array.from({ length: 20 }, (_, index): TestArrival => ({
      at: (index * SECOND) / 2,
      node: index % 2,
    }));
    const decided = simulateRequests(prepareForTest(quotaLease, { policy, nodes: 2 }), asked);
    expect([...byWindow(decided)]).toEqual([[0, 19]]);
    expect(decided.reduce((sum, { messages }) => sum + messages, 0)).toBe(6);
  });
});

describe('what it says', () => {
  it('is true as printed', () => {
    const { scheme, params } = prepareForTest(quotaLease, { policy, nodes: 2, options: { preallocate: 0 } });
    const decided = simulateRequests({ scheme, params }, [{ at: 0, cost: 20 }, ...arrivalsAt([4])]);
    const said = decided.map(({ decision }) =>
      typeof decision === 'string' ? null : scheme.explain(decision, {} as RequestContext, params),
    );
    expect(said).toEqual([
      {
        sentence: 'The node holds a lease of 20 permits, and the request takes 20.',
        condition: 'lease ≥ cost',
        evaluatedCondition: '20 ≥ 20',
        holds: true,
      },
      {
        sentence:
          'The node holds a lease of 0 permits, the request needs 1, and the centre granted no more. The next window opens in 6.000 s.',
        condition: 'lease ≥ cost',
        evaluatedCondition: '0 ≥ 1',
        holds: false,
      },
    ]);
  });
});
