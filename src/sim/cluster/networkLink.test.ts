import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeStream } from '../random.ts';
import { SECOND } from '../time.ts';
import { skewedClock } from './clock.ts';
import { FaultPlan } from './faults.ts';
import { NetworkLink, type Latency } from './networkLink.ts';
import { shareOfPolicy } from './policyShare.ts';

const SEED = { seed: 5 };

describe('a link', () => {
  const latencies = fc.oneof(
    fc.record({ kind: fc.constant('fixed' as const), mean: fc.double({ min: 0, max: 0.01, noNaN: true }) }),
    fc.record({
      kind: fc.constant('uniform' as const),
      from: fc.double({ min: 0, max: 0.01, noNaN: true }),
      to: fc.double({ min: 0.01, max: 0.05, noNaN: true }),
    }),
    fc.record({ kind: fc.constant('exponential' as const), mean: fc.double({ min: 0, max: 0.01, noNaN: true }) }),
  );

  it('keeps messages of each direction in order, in whole microseconds, whatever is delayed or slow', () => {
    fc.assert(
      fc.property(
        latencies,
        fc.array(fc.record({ gap: fc.nat(5_000), moved: fc.nat(20_000), factor: fc.integer({ min: 1, max: 50 }) }), {
          minLength: 2,
          maxLength: 40,
        }),
        (latency, messages) => {
          const link = new NetworkLink(latency, makeStream(1, 2, 3));
          let [at, there, back] = [0, 0, 0];
          for (const { gap, moved, factor } of messages) {
            at += gap;
            const arrives = link.arrivalAtStore(at, factor, moved);
            expect(Number.isInteger(arrives)).toBe(true);
            expect(arrives).toBeGreaterThanOrEqual(Math.max(there, at + moved));
            there = arrives;
            const returns = link.arrivalAtNode(there, factor);
            expect(returns).toBeGreaterThanOrEqual(Math.max(back, there));
            back = returns;
          }
        },
      ),
      SEED,
    );
  });

  it('goes on as a copy does that was made while messages were on their way', () => {
    const latency = { kind: 'uniform', from: 0, to: 0.05 } as const;
    const link = new NetworkLink(latency, makeStream(1, 2, 3));
    // Far slower than what follows, which may not overtake it in either direction.
    link.arrivalAtStore(0, 50, 0);
    link.arrivalAtNode(0, 80);
    const copy = link.copy();
    const arrivals = (of: NetworkLink) => [1, 2, 3].map((at) => [of.arrivalAtStore(at, 1, 0), of.arrivalAtNode(at, 1)]);
    expect(arrivals(copy)).toEqual(arrivals(link));
  });

  it.each<[Latency, number]>([
    [{ kind: 'fixed', mean: 0.002 }, 2_000],
    [{ kind: 'uniform', from: 0.001, to: 0.003 }, 2_000],
    [{ kind: 'exponential', mean: 0.002 }, 2_000],
  ])('takes %o: on average %d µs', (latency, mean) => {
    const link = new NetworkLink(latency, makeStream(9, 9, 9));
    let sum = 0;
    for (let i = 0; i < 20_000; i++) sum += link.arrivalAtStore(i * SECOND, 1, 0) - i * SECOND;
    expect(Math.abs(sum / 20_000 - mean)).toBeLessThan(60);
  });
});

describe('a clock', () => {
  it.each([
    [undefined, 7_000_000, 7_000_000],
    [{ node: 0, offset: 0.01, drift: 0 }, 7_000_000, 7_010_000],
    [{ node: 0, offset: -0.5, drift: 0 }, 100_000, -400_000],
    [{ node: 0, offset: 0, drift: 0.001 }, 5_000_000, 5_005_000],
    [{ node: 0, offset: 0, drift: 0, step: { at: 5, by: -0.5 } }, 4_999_999, 4_999_999],
    [{ node: 0, offset: 0, drift: 0, step: { at: 5, by: -0.5 } }, 5_000_000, 4_500_000],
  ])('with %o reads, at %d µs, %d', (skew, at, reads) => {
    expect(skewedClock(skew)(at)).toBe(reads);
  });
});

describe('faults', () => {
  it('are spans that include their start but not their end, and whose factors multiply', () => {
    const faults = new FaultPlan([
      { kind: 'store-down', at: 1, until: 2 },
      { kind: 'store-slow', at: 3, until: 5, factor: 10 },
      { kind: 'store-slow', at: 4, factor: 5 },
      { kind: 'link-down', node: 1, at: 1, until: 2 },
      { kind: 'node-down', node: 0, at: 1, until: 2 },
    ]);
    const at = [999_999, 1_000_000, 1_999_999, 2_000_000];
    const span = [false, true, true, false];
    expect(at.map((one) => faults.isStoreDown(one))).toEqual(span);
    expect(at.map((one) => faults.isLinkDown(1, one))).toEqual(span);
    expect(at.map((one) => faults.isLinkDown(0, one))).toEqual([false, false, false, false]);
    expect(at.map((one) => faults.isNodeDown(0, one))).toEqual(span);
    expect([2.5, 3, 4, 5].map((one) => faults.slowdownAt(one * SECOND))).toEqual([1, 10, 50, 5]);
  });

  it('that are events come by time, and at one instant in their original order', () => {
    const { events } = new FaultPlan([
      { kind: 'store-flush', at: 5 },
      { kind: 'node-down', node: 1, at: 5, until: 8 },
      { kind: 'node-added', at: 1 },
      { kind: 'node-removed', node: 0, at: 6 },
    ]);
    expect(events.map(({ kind, at }) => [kind, at / SECOND])).toEqual([
      ['added', 1],
      ['flush', 5],
      ['down', 5],
      ['removed', 6],
      ['up', 8],
    ]);
  });
});

describe('the share of a policy', () => {
  it('adds up to the whole over the initial nodes, the first of which get one more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 100 }), (n, nodes) => {
        const policy = { n, T: SECOND, capacity: n };
        const parts = Array.from({ length: nodes }, (_, node) => shareOfPolicy(policy, nodes, node).n);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(n);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
        expect(parts).toEqual([...parts].sort((a, b) => b - a));
        // One that is added gets the smallest share that an even split gives.
        expect(shareOfPolicy(policy, nodes, nodes + 3).n).toBe(Math.floor(n / nodes));
      }),
      SEED,
    );
  });
});
