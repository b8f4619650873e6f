import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PERMITS } from '../../sim/index.ts';
import { boundText, draggedValue } from './boundDrag.ts';
import { countBound, levelBound } from './chartBound.ts';

describe('a limit that is dragged', () => {
  it.each([
    ['up by some pixels, of which several are one', 10, 12, 0.25, 13],
    ['down likewise', 10, -12, 0.25, 7],
    ['up by less than one', 10, 1, 0.25, 10],
    ['to a round number, where a pixel is several', 1_000, 3, 8, 1_020],
    ['never below 1', 10, -100, 0.25, 1],
    ['never above the most there is', 900_000, 100, 8_000, MAX_PERMITS],
    ['not at all, where it was not moved', 1_003, 0, 8, 1_003],
  ])('%s', (_, start, up, perPixel, value) => expect(draggedValue(start, up, perPixel)).toBe(value));

  it('is whole, within what the format allows, and follows the hand to half a step', () => {
    const perPixel = fc.double({ min: 0.001, max: 1_000, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: -500, max: 500 }),
        perPixel,
        (start, up, one) => {
          const value = draggedValue(start, up, one);
          const wanted = Math.max(1, Math.min(MAX_PERMITS, start + up * one));
          return Number.isInteger(value) && value >= 1 && Math.abs(value - wanted) <= Math.max(1, 2.5 * one);
        },
      ),
      { seed: 20_261_122 },
    );
  });
});

describe('what is dragged', () => {
  it('is n in a window count', () =>
    expect(countBound(2, 7)).toEqual({ lane: 2, setting: 'n', value: 7, levelPerUnit: 1 }));
  it('is in a level what the limiter says is its bound', () => {
    const bound = { setting: 'capacity', levelPerUnit: 0.5 } as const;
    expect(levelBound(1, { bound, n: 7, capacity: 9 })).toEqual({ lane: 1, ...bound, value: 9 });
  });
  it('is nothing where that is no setting, or not known yet', () => {
    expect([levelBound(1, { bound: null, n: 7, capacity: 9 }), levelBound(1, null)]).toEqual([null, null]);
  });
  it('is named while it is dragged', () => expect(boundText('capacity', 1_200)).toBe('capacity 1,200'));
});
