import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disagreementsOf, instantsIn } from './disagreements.ts';
import type { LaneTrace } from './trace.ts';

function lanesOf(verdicts: readonly (readonly number[])[]): LaneTrace[] {
  const count = verdicts[0]?.length ?? 0;
  const at = Float64Array.from({ length: count }, (_, i) => i * 10);
  const arrivals = { count, at, key: null, cost: null, keys: ['a'] };
  return verdicts.map((one) => ({ arrivals, verdicts: Uint8Array.from(one), waits: null }));
}

describe('disagreements', () => {
  it('are where one lets in what another refuses, for whatever reason, at once or after a wait', () => {
    const lanes = lanesOf([
      [0, 0, 2, 3, 1, 2],
      [0, 1, 3, 2, 2, 0],
    ]);
    expect([...disagreementsOf(lanes)]).toEqual([4, 5]);
    expect([...disagreementsOf([...lanes, ...lanesOf([[2, 0, 2, 2, 2, 0]])])]).toEqual([0, 4, 5]);
    expect([...disagreementsOf(lanes.slice(0, 1))]).toEqual([]);
    expect([...disagreementsOf([])]).toEqual([]);
  });

  it('equal brute force', () => {
    const run = fc.integer({ min: 0, max: 40 }).chain((length) => {
      const verdicts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: length, maxLength: length });
      return fc.array(verdicts, { minLength: 2, maxLength: 4 });
    });
    fc.assert(
      fc.property(run, (verdicts) => {
        const admits = (request: number) => new Set(verdicts.map((lane) => (lane[request] as number) < 2)).size > 1;
        const expected = [...(verdicts[0] as number[]).keys()].filter(admits);
        expect([...disagreementsOf(lanesOf(verdicts))]).toEqual(expected);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('are shown in range, one for two pixel columns', () => {
    const at = Float64Array.of(0, 10, 11, 20, 30, 31, 99, 100);
    const requests = Uint32Array.of(1, 2, 3, 4, 5, 6, 7);
    expect([...instantsIn(requests, at, 10, 100, 90)]).toEqual([10, 20, 30, 99]);
    expect([...instantsIn(requests, at, 0, 200, 2)]).toEqual([10]);
    expect([...instantsIn(requests, at, 32, 50, 10)]).toEqual([]);
  });
});
