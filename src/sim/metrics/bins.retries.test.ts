import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { densitiesIn, marksIn, retryDensitiesIn } from './bins.ts';
import type { LaneTrace } from './trace.ts';
import { unitArrivals } from '../arrivals.ts';

type Row = readonly [at: number, verdict: number, number: number];

function traceOf(rows: readonly Row[], clients = true): LaneTrace {
  const number = Uint32Array.from(rows, ([, , which]) => which);
  const tries = { client: number.map(() => 1), job: number.map(() => 1), number };
  return {
    arrivals: { ...unitArrivals(Float64Array.from(rows, ([at]) => at)), tries: clients ? tries : null },
    verdicts: Uint8Array.from(rows, ([, verdict]) => verdict),
    waits: Float64Array.from(rows, () => 0),
  };
}

describe('retries by bin', () => {
  it('are those that are not the first try of their job, by outcome', () => {
    const trace = traceOf([
      [0, 2, 1],
      [10, 3, 2],
      [19, 2, 7],
      [20, 0, 3],
      [25, 1, 2],
      [30, 0, 1],
    ]);
    expect(retryDensitiesIn(trace, 0, 40, 4)).toEqual({
      admitted: Uint32Array.of(0, 1),
      delayed: Uint32Array.of(0, 1),
      denied: Uint32Array.of(2, 0),
    });
    expect(marksIn(trace, 0, 40)?.retry).toEqual(Uint8Array.of(0, 1, 1, 1, 1, 0));
  });

  it('are null without clients', () => {
    expect(retryDensitiesIn(traceOf([[0, 2, 1]], false), 0, 40, 4)).toBeNull();
  });

  it('and first tries are all there are, in the same bins', () => {
    const row = fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 3 }), fc.integer({ min: 1, max: 3 }));
    fc.assert(
      fc.property(fc.array(row), fc.nat({ max: 40 }), fc.integer({ min: 1, max: 60 }), (rows, from, columns) => {
        const sorted = rows.sort(([a], [b]) => a - b);
        const retries = retryDensitiesIn(traceOf(sorted), from, 80, columns);
        const firsts = densitiesIn(traceOf(sorted.filter(([, , number]) => number === 1)), from, 80, columns);
        const all = densitiesIn(traceOf(sorted), from, 80, columns);
        for (const outcome of ['admitted', 'delayed', 'denied'] as const) {
          expect(retries?.[outcome].map((count, bin) => count + (firsts[outcome][bin] as number))).toEqual(
            all[outcome],
          );
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});
