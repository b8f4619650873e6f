import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admittedBeforeDenial, fluidAdmittedBeforeDenial } from '../../sim/index.ts';
import { abuserCurve, type AbuserCurve } from './abuserCurve.ts';

const WIDTH = 240;
const HEIGHT = 120;
const curveOf = (q: number, a: number, admitted = admittedBeforeDenial(q, a)) =>
  abuserCurve(q, { a, admitted }, WIDTH, HEIGHT);

/** The vertices of a path of M, H, V and L, in pixels. */
function corners(path: string): readonly (readonly [x: number, y: number])[] {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([MHVL])([\d.]+)(?: ([\d.]+))?/g)].map(([, command, first, second]) => {
    if (command === 'V') y = Number(first);
    else x = Number(first);
    if (second !== undefined) y = Number(second);
    return [x, y] as const;
  });
}

const aAt = ({ xTicks, xOf }: AbuserCurve, x: number) => {
  const last = xTicks.at(-1)!;
  return last.at ** (x / xOf(last.at));
};

describe('the curve over a', () => {
  it('covers a from 1 to 10, and three times the capacity', () => {
    const { xTicks, yTicks, xOf, yOf } = curveOf(10, 2);
    expect(xTicks.map(({ label }) => label)).toEqual(['1', '2', '5', '10']);
    expect([xOf(1), xOf(10)]).toEqual([0, WIDTH]);
    expect(yTicks.map(({ label }) => label)).toEqual(['0', '10', '20', '30']);
    expect([yOf(0), yOf(30)]).toEqual([HEIGHT, 0]);
  });

  it.each([
    [70, 1_000, ['1', '2', '5', '10', '20', '50', '100']],
    [900, 1_000, ['1', '10', '100', '1000']],
    [1e6, 1e6, ['1', '10', '100', '1000', '10k', '100k', '1M']],
  ])('extends to an a of %d', (a, _, labels) => {
    const { xTicks, xOf } = curveOf(10, a);
    expect(xTicks.map(({ label }) => label)).toEqual(labels);
    expect(xOf(a)).toBeLessThanOrEqual(WIDTH);
  });

  it('has room for any measurement', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 1.000_01, max: 1e6, noNaN: true }),
        (q, a) => {
          const admitted = admittedBeforeDenial(q, a);
          const { xOf, yOf } = curveOf(q, a);
          expect(xOf(a)).toBeGreaterThanOrEqual(0);
          expect(xOf(a)).toBeLessThanOrEqual(WIDTH + 1e-9);
          expect(yOf(admitted)).toBeGreaterThan(0);
          expect(yOf(admitted)).toBeLessThanOrEqual(HEIGHT);
        },
      ),
      { seed: 6, numRuns: 300 },
    );
  });

  it('the rule falls in steps of whole numbers, each at its exact pixels', () => {
    const curve = curveOf(10, 2);
    const points = corners(curve.exact);
    for (const [index, [x, y]] of points.entries()) {
      const before = points[index - 1];
      if (index < 2 || before === undefined) continue;
      // Each segment is horizontal or vertical.
      expect(x === before[0] || y === before[1]).toBe(true);
      expect(y).toBeGreaterThanOrEqual(before[1]);
      if (x === before[0]) expect(y).toBeCloseTo(curve.yOf(admittedBeforeDenial(10, aAt(curve, x))), 2);
    }
    // 30, 29, … 11: for a bucket of 10 at a = 10, one more than its capacity.
    expect(points.at(-1)).toEqual([WIDTH, Number(curve.yOf(11).toFixed(2))]);
  });

  it('the fluid approximation is above all steps', () => {
    const curve = curveOf(10, 2);
    for (const [x, y] of corners(curve.fluid).slice(1)) {
      expect(y).toBeCloseTo(curve.yOf(fluidAdmittedBeforeDenial(10, aAt(curve, x))), 2);
      expect(y).toBeLessThanOrEqual(curve.yOf(admittedBeforeDenial(10, aAt(curve, x))));
    }
  });

  it('a bucket of one admits one at any rate', () => {
    const points = corners(curveOf(1, 2).exact);
    expect(new Set(points.slice(1).map(([, y]) => y)).size).toBe(1);
  });
});
