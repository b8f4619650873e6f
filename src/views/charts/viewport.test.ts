import { expect, it } from 'vitest';
import { instantAt, plotIn, snap, WIDE_GUTTERS, xOf } from './viewport.ts';
import { viewportOf } from './testing.ts';

it('leaves a plot of 320 in the wide layout', () => {
  expect(plotIn(368, 184, WIDE_GUTTERS)).toEqual({ x: 40, y: 24, width: 320, height: 150 });
  expect(plotIn(20, 20, WIDE_GUTTERS)).toMatchObject({ width: 0, height: 0 });
});

it('maps the range onto the plot, and extrapolates beyond it', () => {
  const viewport = viewportOf(6e6, 24e6);
  expect(xOf(viewport, 6e6)).toBe(40);
  expect(xOf(viewport, 15e6)).toBe(200);
  expect(xOf(viewport, 24e6)).toBe(360);
  expect(xOf(viewport, 33e6)).toBe(520);
});

it('finds the instant at an x to the microsecond, even late in a month', () => {
  const viewport = viewportOf(30 * 86_400e6 - 1000, 30 * 86_400e6);
  for (let at = viewport.from; at <= viewport.to; at += 37) expect(instantAt(viewport, xOf(viewport, at))).toBe(at);
});

it('snaps to device pixels', () => {
  expect(snap(10.3, 1)).toBe(10);
  expect(snap(10.3, 2)).toBe(10.5);
});
