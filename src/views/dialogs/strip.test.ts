import { expect, it } from 'vitest';
import { presets } from '../../sim/index.ts';
import { stripOf, stripWords, WIDTH } from './strip.ts';

it('shows few decisions one by one, in order', () =>
  expect(stripOf({ admitted: 2, denied: 1, decisions: 'ADA' })).toEqual({
    kind: 'marks',
    marks: [
      { x: 3, admitted: true },
      { x: 9, admitted: false },
      { x: 15, admitted: true },
    ],
  }));

it.each([
  [24, 8, 72],
  [10, 0, WIDTH],
  [0, 10, 0],
  // One in a million is seen, on either side.
  [1, 999_999, 2],
  [999_999, 1, WIDTH - 2],
])('shows many as shares: %d admitted, %d denied', (admitted, denied, length) =>
  expect(stripOf({ admitted, denied })).toEqual({ kind: 'shares', admitted: length }),
);

it('keeps every preset’s marks within its width', () => {
  const strips = presets.flatMap((preset) => preset.expect.map(stripOf));
  const places = strips.flatMap((strip) => (strip.kind === 'marks' ? strip.marks.map(({ x }) => x) : []));
  expect(Math.max(...places)).toBeLessThan(WIDTH);
});

it('says the same', () => {
  expect(stripWords('GCRA', { admitted: 24, denied: 8 })).toBe('GCRA: 24 admitted, 8 denied.');
  expect(stripWords('GCRA', undefined)).toBe('GCRA.');
});
