import { expect, it } from 'vitest';
import { timeTicks } from '../format/ticks.ts';
import { timeAxisDrawing } from './laneDrawings.ts';
import { recordingContext, testTheme, viewportOf } from './testing.ts';

it.each([
  [600e6, 330, '0:00 2:00 4:00 6:00 10:00 min'],
  [600e6, 900, '0:00 1:00 2:00 3:00 4:00 5:00 6:00 7:00 8:00 9:00 10:00 min'],
  [20e6, 330, '0 5 10 15 20 s'],
])('labels of a time axis of %d µs on %d px do not touch', (to, width, labels) => {
  const { ctx, drawn } = recordingContext();
  const viewport = viewportOf(0, to, { width, height: 18, gutters: { left: 0, right: 8, top: 0, bottom: 0 } });
  timeAxisDrawing(timeTicks(0, to, width - 8))(ctx, viewport, testTheme);
  expect(
    drawn
      .map(({ text }) => text)
      .toReversed()
      .join(' '),
  ).toBe(labels);
});
