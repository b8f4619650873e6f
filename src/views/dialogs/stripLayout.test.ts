import { expect, it } from 'vitest';
import { presets } from '../../sim/index.ts';
import { layoutStrip, outcomeText, WIDTH } from './stripLayout.ts';

it('shows a few decisions individually, in order', () =>
  expect(layoutStrip({ admitted: 2, denied: 1, decisions: 'ADW' })).toEqual({
    kind: 'marks',
    marks: [
      { x: 3, mark: 'admitted' },
      { x: 9, mark: 'denied' },
      { x: 15, mark: 'delayed' },
    ],
  }));

it.each([
  [24, 0, 8, [72, 0, 24]],
  [10, 0, 0, [WIDTH, 0, 0]],
  [0, 0, 10, [0, 0, WIDTH]],
  [20, 10, 20, [24, 24, 48]],
  // One in a million stays visible, whichever outcome it is.
  [1, 0, 999_999, [2, 0, WIDTH - 2]],
  [999_999, 1, 1, [WIDTH - 4, 2, 2]],
])('shows many as shares: %d admitted, %d of them delayed, %d denied', (admitted, delayed, denied, lengths) => {
  const strip = layoutStrip({ admitted, denied, delayed });
  expect(strip).toEqual({ kind: 'shares', admitted: lengths[0], delayed: lengths[1], denied: lengths[2] });
});

it('keeps every preset’s marks within its width', () => {
  const strips = presets.flatMap((preset) => preset.expect.map(layoutStrip));
  const places = strips.flatMap((strip) => (strip.kind === 'marks' ? strip.marks.map(({ x }) => x) : []));
  expect(Math.max(...places)).toBeLessThan(WIDTH);
});

it('describes the same outcome in words', () => {
  expect(outcomeText('GCRA', { admitted: 24, denied: 8 })).toBe('GCRA: 24 admitted, 8 denied.');
  expect(outcomeText('GCRA', { admitted: 10_000, denied: 0 })).toBe('GCRA: 10,000 admitted, 0 denied.');
  expect(outcomeText('GCRA', undefined)).toBe('GCRA.');
  expect(outcomeText('Queue', { admitted: 6, denied: 2, delayed: 5 })).toBe(
    'Queue: 1 admitted at once, 5 after a wait, 2 denied.',
  );
});
