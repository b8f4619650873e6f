import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admittedBeforeDenial, fluidAdmittedBeforeDenial } from '../../sim/index.ts';
import { abuserCurve } from './abuserCurve.ts';

const WIDTH = 240;
const curveOf = (q: number, a: number, admitted = admittedBeforeDenial(q, a)) => abuserCurve(q, { a, admitted }, WIDTH);

describe('the curve over a', () => {
  it('covers a from 1 to 10, and three times the capacity', () => {
    const { x, y } = curveOf(10, 2);
    expect(x.ticks.map(({ label }) => label)).toEqual(['1', '2', '5', '10']);
    expect(x.domain).toEqual([1, 10]);
    expect(y.ticks.map(({ label }) => label)).toEqual(['0', '10', '20', '30']);
    expect(y.domain).toEqual([0, 30]);
  });

  it.each([
    [70, 1_000, ['1', '2', '5', '10', '20', '50', '100']],
    [900, 1_000, ['1', '10', '100', '1000']],
    [1e6, 1e6, ['1', '10', '100', '1000', '10k', '100k', '1M']],
  ])('extends to an a of %d', (a, _, labels) => {
    const { x } = curveOf(10, a);
    expect(x.ticks.map(({ label }) => label)).toEqual(labels);
    expect(a).toBeLessThanOrEqual(x.domain[1]);
  });

  it('has room for any measurement', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 1.000_01, max: 1e6, noNaN: true }),
        (q, a) => {
          const admitted = admittedBeforeDenial(q, a);
          const { x, y } = curveOf(q, a);
          expect(a).toBeGreaterThanOrEqual(x.domain[0]);
          expect(a).toBeLessThanOrEqual(x.domain[1]);
          expect(admitted).toBeGreaterThanOrEqual(y.domain[0]);
          expect(admitted).toBeLessThan(y.domain[1]);
        },
      ),
      { seed: 6, numRuns: 300 },
    );
  });

  it('the rule falls in steps of whole numbers, from where it enters at the top', () => {
    const [entry, ...steps] = curveOf(10, 2).exact;
    expect(entry).toEqual({ x: steps[0]?.x, y: 30 });
    for (const { x, y } of steps) expect(y).toBe(admittedBeforeDenial(10, x));
    // 30, 29, … 11: for a bucket of 10 at a = 10, one more than its capacity.
    expect(steps.map(({ y }) => y)).toEqual([...Array.from({ length: 20 }, (_, index) => 30 - index), 11]);
    expect(steps.at(-1)?.x).toBeCloseTo(10, 12);
  });

  it('a point is where the rule steps, to half a pixel', () => {
    const { exact } = curveOf(10, 2);
    const before = (x: number): number => x / 10 ** (0.5 / WIDTH);
    for (const { x, y } of exact.slice(2, -1)) expect(admittedBeforeDenial(10, before(x))).toBeGreaterThan(y);
  });

  it('the fluid approximation is above all steps', () => {
    const { fluid } = curveOf(10, 2);
    for (const { x, y } of fluid.slice(1)) {
      expect(y).toBe(fluidAdmittedBeforeDenial(10, x));
      expect(y).toBeGreaterThanOrEqual(admittedBeforeDenial(10, x));
    }
  });

  it('a bucket of one admits one at any rate', () => {
    const { exact } = curveOf(1, 2);
    expect(new Set(exact.slice(1).map(({ y }) => y)).size).toBe(1);
  });
});
