import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Figures, Goal, Measure } from '../sim/index.ts';
import { scenarioOf } from '../sim/index.ts';
import { planOf } from '../sim/engine.ts';
import { runToEnd } from '../sim/slices.ts';
import { axisFrom, axisOf, type AxisRange } from './axis.ts';
import { meets } from './goals.ts';
import { MAX_SCANNED, seek, type Measured, type SeekResult } from './seek.ts';
import { openTuning } from './session.ts';
import { costlyTraffic, figuresOfRun, SEED } from './testing.ts';

const atMost = (measure: Measure, value: number): Goal => ({ measure, at: 'most', value });

const goalLists = fc.array(
  fc.constantFrom<Goal>(
    atMost('clientsRefused', 0),
    atMost('clientsRefused', 0.4),
    atMost('refused', 0.2),
    atMost('peak', 5),
    atMost('peakSecond', 4),
    atMost('waitMax', 0.5),
    { measure: 'peak', at: 'least', value: 3 },
    { measure: 'goodRefused', at: 'most', value: 0 },
  ),
  { minLength: 1, maxLength: 3 },
);

/** Every value of an axis by a run of its own, best first. */
function byBruteForce(values: readonly number[], end: 'least' | 'greatest', meetsAt: (value: number) => boolean) {
  const order = end === 'least' ? values : values.toReversed();
  return order.find(meetsAt) ?? null;
}

describe('seek', () => {
  const axes = fc.constantFrom<{ limiter: string; axis: AxisRange & { from: number; to: number; step: number } }>(
    { limiter: 'token-bucket', axis: { parameter: 'n', from: 1, to: 12, step: 1 } },
    { limiter: 'token-bucket', axis: { parameter: 'capacity', from: 1, to: 12, step: 1 } },
    { limiter: 'fixed-window', axis: { parameter: 'n', from: 1, to: 9, step: 1 } },
    { limiter: 'fixed-window', axis: { parameter: 'T', from: 0.25, to: 3, step: 0.25 } },
    { limiter: 'leaky-queue', axis: { parameter: 'capacity', from: 1, to: 9, step: 1 } },
    { limiter: 'hybrid', axis: { parameter: 'n', from: 1, to: 9, step: 1 } },
    { limiter: 'nginx-limit-req', axis: { parameter: 'burst', from: 0, to: 8, step: 1 } },
  );

  it('finds what looking at every run finds, and the next value fails', () => {
    fc.assert(
      fc.property(
        costlyTraffic,
        axes,
        goalLists,
        fc.constantFrom('least', 'greatest'),
        (traffic, { limiter, axis }, goals, end) => {
          const scenario = scenarioOf({ policy: { n: 3, T: 1 }, traffic: [traffic], lanes: [{ limiter }] });
          const measures = [...new Set(goals.map(({ measure }) => measure))];
          const figuresAt = (value: number) => figuresOfRun(scenario, 0, { [axis.parameter]: value }, measures);
          const meetsAt = (value: number) => {
            const figures = figuresAt(value);
            return figures !== null && goals.every((goal) => meets(goal, figures));
          };
          const tried = axisFrom(axis);
          const values = Array.from({ length: tried.count }, (_, index) => tried.at(index));
          const expected = byBruteForce(values, end, meetsAt);
          const found = runToEnd(openTuning([planOf(scenario)]).answer({ kind: 'seek', lane: 0, axis, end, goals }));
          expect(found.value).toBe(expected);
          expect(found.exact).toBe(true);
          expect(found.tried).toBeLessThanOrEqual(values.length);
          if (found.value === null) {
            const nearest = found.nearest;
            expect(nearest?.at).toEqual([figuresAt(nearest?.value as number)]);
            return;
          }
          expect(found.at).toEqual([figuresAt(found.value)]);
          const next = values[values.indexOf(found.value) + (end === 'least' ? -1 : 1)];
          expect(found.before?.value).toBe(next);
          if (next !== undefined) {
            expect(meetsAt(next)).toBe(false);
            expect(found.before?.measured).toEqual([figuresAt(next)]);
          }
        },
      ),
      { ...SEED, numRuns: 300 },
    );
  });
});

/** Answers a search from a function of the value. */
function solve(
  problem: Partial<Parameters<typeof seek>[0]> & Pick<Parameters<typeof seek>[0], 'axis'>,
  measure: (value: number) => Measured,
): SeekResult & { readonly asked: readonly number[] } {
  const search = seek({ end: 'least', goals: [atMost('refused', 0.1)], trends: [null], batch: 1, ...problem });
  const asked: number[] = [];
  let step = search.next();
  while (step.done !== true) {
    asked.push(...step.value);
    step = search.next(step.value.map(measure));
  }
  return { ...step.value, asked };
}

const refusedAt = (share: number): readonly Figures[] => [{ refused: share }];
const thousand = axisFrom({ parameter: 'n', from: 1, to: 1_000, step: 1 });

describe('the search itself', () => {
  it('bisects where the measure is monotone', () => {
    const found = solve({ axis: thousand, trends: ['falling'] }, (n) => refusedAt(1 / n));
    expect(found).toMatchObject({ value: 10, at: refusedAt(0.1), before: { value: 9 }, exact: true });
    expect(found.tried).toBe(found.asked.length);
    expect(found.tried).toBeLessThanOrEqual(12);
  });

  it('looks at every value where it is not, and stops at the first', () => {
    const found = solve({ axis: thousand, batch: 64 }, (n) => refusedAt(n === 7 || n > 500 ? 0 : 1));
    expect(found).toMatchObject({ value: 7, before: { value: 6 }, tried: 7, exact: true });
    // Whatever the batch, which depends on the machine.
    expect(solve({ axis: thousand }, (n) => refusedAt(n === 7 ? 0 : 1))).toMatchObject({ value: 7, tried: 7 });
  });

  it('does not claim an optimum of more values than it looks at', () => {
    const axis = axisFrom({ parameter: 'T', from: 0.001, to: 1_000, step: 0.001 });
    const found = solve({ axis, batch: 64 }, (T) => refusedAt(T >= 123.456 ? 0 : 1));
    expect(found).toMatchObject({ value: 123.456, before: { value: 123.455 }, exact: false });
    expect(found.tried).toBeLessThan(2 * MAX_SCANNED);
    const none = solve({ axis, batch: 64 }, () => refusedAt(1));
    expect(none).toMatchObject({ value: null, exact: false });
  });

  it('finds the end of the range when only that meets', () => {
    const axis = axisFrom({ parameter: 'T', from: 0.001, to: 100, step: 0.001 });
    expect(solve({ axis, batch: 64 }, (T) => refusedAt(T === 100 ? 0 : 1)).value).toBe(100);
  });

  it('wants every reading to meet every goal', () => {
    const both = (n: number): Measured => [{ refused: 1 / n }, { refused: 2 / n }];
    expect(solve({ axis: thousand, trends: ['falling'] }, both)).toMatchObject({ value: 20, at: both(20) });
  });

  it('says what comes nearest when nothing meets, and what was tried', () => {
    const goals = [atMost('refused', 0.1), atMost('peak', 50)];
    const measure = (n: number): Measured => [{ refused: 10 / n, peak: n }];
    const found = solve({ axis: thousand, goals, trends: ['falling', 'rising'] }, measure);
    expect(found).toMatchObject({ value: null, exact: true });
    const scanned = solve({ axis: thousand, goals, trends: [null, null] }, measure);
    // 10/n is 0.45 above 0.1 where n is 0.45 above 50, about.
    expect(scanned).toMatchObject({ value: null, nearest: { value: 71 }, tried: 1_000 });
  });

  it('passes over values that the limiter cannot run', () => {
    const axis = axisOf('n', [3, 1, 2, 4, 2]);
    const measure = (n: number): Measured => (n === 4 ? { error: 'no' } : refusedAt(n < 3 ? 1 : 0));
    expect(solve({ axis, trends: ['falling'] }, measure)).toMatchObject({ value: 3, exact: true });
    expect(solve({ axis }, () => ({ error: 'no' }))).toMatchObject({ value: null, nearest: null, tried: 4 });
  });
});
