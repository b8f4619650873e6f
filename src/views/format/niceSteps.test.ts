import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextNiceCount, nextNiceNumber, niceStep, shiftToNextStep, snappedShift } from './niceSteps.ts';

describe('steps of time', () => {
  it.each([
    [0.3, 1],
    [1, 1],
    [1.1, 2],
    [16_544, 20_000],
    [20_000, 20_000],
    [20_001, 50_000],
    [50_001, 100_000],
    [3e9, 5e9],
  ])('of at least %d µs: %d', (least, step) => expect(niceStep(least)).toBe(step));

  it('are where moves land; moving by 0 stays in place', () => {
    expect(snappedShift(9_950_000, 61_000, 20_000)).toBe(70_000);
    expect(snappedShift(9_955_000, 0, 20_000)).toBe(0);
  });

  it('has the next one at most one step away', () => {
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.constantFrom(1, 20, 5_000),
        fc.constantFrom(1 as const, -1 as const),
        (at, step, way) => {
          const by = shiftToNextStep(at, step, way);
          expect(by * way).toBeGreaterThan(0);
          expect(by * way).toBeLessThanOrEqual(step);
          expect(Math.abs((at + by) % step)).toBe(0);
        },
      ),
    );
  });
});

describe('figures', () => {
  it.each([
    [1, 1.2, 0.8],
    [1.2, 1.5, 1],
    [10, 12, 8],
    [9.7, 10, 8],
    [0.000_3, 0.000_4, 0.000_25],
    [1e9, 1.2e9, 8e8],
  ])('beside %d: %d and %d', (value, up, down) => {
    expect(nextNiceNumber(value, 1)).toBe(up);
    expect(nextNiceNumber(value, -1)).toBe(down);
  });

  it('returns to the start after one step up and one down', () => {
    let value = 0.001;
    const figures = Array.from({ length: 60 }, () => (value = nextNiceNumber(value, 1)));
    expect(figures.at(-1)).toBe(1_000);
    for (const figure of figures.toReversed().slice(1)) expect((value = nextNiceNumber(value, -1))).toBe(figure);
  });

  it.each([
    [1, 2, 1],
    [2, 3, 1],
    [4, 5, 3],
    [10, 12, 8],
    [100, 120, 80],
  ])('of counts beside %d: %d and %d', (value, up, down) => {
    expect([nextNiceCount(value, 1), nextNiceCount(value, -1)]).toEqual([up, down]);
  });
});
