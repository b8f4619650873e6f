import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDisagreements, disagreementChartData, findDisagreements, thinnedInstants } from './disagreements.ts';
import type { LaneTrace } from './trace.ts';
import { unitArrivals } from '../arrivals.ts';

function lanesOf(verdicts: readonly (readonly number[])[]): LaneTrace[] {
  const count = verdicts[0]?.length ?? 0;
  const at = Float64Array.from({ length: count }, (_, i) => i * 10);
  const arrivals = unitArrivals(at);
  return verdicts.map((one) => ({ arrivals, verdicts: Uint8Array.from(one), waits: null }));
}

describe('disagreements', () => {
  it('are requests that one lane allows and another delays or denies, for any reason', () => {
    const lanes = lanesOf([
      [0, 0, 2, 3, 1, 2],
      [0, 1, 3, 2, 2, 0],
    ]);
    expect([...findDisagreements(lanes)]).toEqual([1, 4, 5]);
    expect([...findDisagreements([...lanes, ...lanesOf([[2, 0, 2, 2, 2, 0]])])]).toEqual([0, 1, 4, 5]);
    expect([...findDisagreements(lanes.slice(0, 1))]).toEqual([]);
    expect([...findDisagreements([])]).toEqual([]);
  });

  it('equal brute force', () => {
    const run = fc.integer({ min: 0, max: 40 }).chain((length) => {
      // Most lanes know four verdicts; some know more reasons for a denial.
      const verdicts = fc
        .constantFrom(3, 3, 3, 6)
        .chain((max) => fc.array(fc.integer({ min: 0, max }), { minLength: length, maxLength: length }));
      return fc.array(verdicts, { minLength: 2, maxLength: 4 });
    });
    fc.assert(
      fc.property(run, (verdicts) => {
        const differ = (request: number) =>
          new Set(verdicts.map((lane) => ['at once', 'later'][lane[request] as number] ?? 'not')).size > 1;
        const expected = [...(verdicts[0] as number[]).keys()].filter(differ);
        expect([...findDisagreements(lanesOf(verdicts))]).toEqual(expected);
        expect(countDisagreements(lanesOf(verdicts))).toBe(expected.length);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('are shown in range, one for two pixel columns', () => {
    const at = Float64Array.of(0, 10, 11, 20, 30, 31, 99, 100);
    const requests = Uint32Array.of(1, 2, 3, 4, 5, 6, 7);
    expect([...thinnedInstants(requests, at, 10, 100, 90)]).toEqual([10, 20, 30, 99]);
    expect([...thinnedInstants(requests, at, 10, 100, 18)]).toEqual([10, 20, 30, 99]);
    expect([...thinnedInstants(requests, at, 0, 200, 2)]).toEqual([10]);
    expect([...thinnedInstants(requests, at, 32, 50, 10)]).toEqual([]);
  });

  it('are counted per bin', () => {
    const at = Float64Array.of(0, 10, 11, 20, 30, 31, 99, 100);
    const requests = Uint32Array.of(1, 2, 3, 4, 5, 6, 7);
    const perBin = (from: number, to: number, columns: number) => [
      ...disagreementChartData(requests, at, from, to, columns).perBin,
    ];
    expect(perBin(0, 100, 20)).toEqual([0, 2, 1, 2, 0, 0, 0, 0, 0, 1]);
    expect(perBin(10, 100, 2)).toEqual([6]);
    expect(perBin(0, 101, 6)).toEqual([5, 1, 1]);
    expect(perBin(40, 60, 4)).toEqual([0, 0]);
    expect(disagreementChartData(requests, at, 0, 100, 20)).toMatchObject({ count: 7, from: 0, span: 10 });
  });

  it('equal those of a scan', () => {
    const rising = (most: number) =>
      fc.array(fc.integer({ min: 0, max: most }), { maxLength: 60 }).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(
        rising(200),
        fc.uniqueArray(fc.nat({ max: 59 })),
        fc.nat({ max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 300 }),
        (instants, chosen, from, length, columns) => {
          const at = Float64Array.from(instants);
          const requests = Uint32Array.from(chosen.filter((one) => one < at.length)).sort();
          const expected: number[] = [];
          for (const request of requests) {
            const instant = at[request] as number;
            const apart = instant - (expected.at(-1) ?? -Infinity);
            if (instant < from || instant >= from + length) continue;
            if (apart >= (2 * length) / Math.max(1, columns)) expected.push(instant);
          }
          expect([...thinnedInstants(requests, at, from, from + length, columns)]).toEqual(expected);
        },
      ),
      { seed: 7, numRuns: 2_000 },
    );
  });

  it('are found by binary search, without scanning a million of them for each query', () => {
    const count = 1_000_000;
    let reads = 0;
    const at = new Proxy(
      Float64Array.from({ length: count }, (_, i) => i * 10),
      {
        get: (all, name) => {
          reads++;
          return Reflect.get(all, name) as unknown;
        },
      },
    );
    const requests = Uint32Array.from({ length: count }, (_, i) => i);
    expect(thinnedInstants(requests, at, 0, count * 10, 320)).toHaveLength(160);
    // A bin takes one search of at most twenty steps.
    expect(reads).toBeLessThan(170 * 25);
  });
});
