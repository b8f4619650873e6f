import { expect, it } from 'vitest';
import { lineBoxes, lineNames, nowLabel, type FrontierFrame, type LabelBox } from './frontierLabels.ts';
import { drawnLines, frontierPoints } from './frontierPoints.ts';

const frame: FrontierFrame = {
  plot: { width: 200, height: 200 },
  x: { low: 0.1, high: 10, log: true },
  y: { low: 0, high: 20, log: false },
};
const covers = (a: LabelBox, b: LabelBox): boolean =>
  Math.max(a.left, b.left) < Math.min(a.left + a.width, b.left + b.width) &&
  Math.max(a.top, b.top) < Math.min(a.top + a.height, b.top + b.height);

// Two lines that come in side by side, and one that never does.
const points = frontierPoints([1, 3, 10, 30], 10, [
  [
    [12, 8, 4, 2],
    [12, 9, 4, 3],
    [12, 9, 5, 3],
    [90, 80, 70, 60],
  ],
]);
const names = lineNames(points, drawnLines(points), frame);

it('no name covers another, and a line outside the plot has none', () => {
  expect(names.map(({ id }) => id)).toEqual(['most', 'nearly', 'almost']);
  for (const [index, one] of names.entries())
    for (const other of names.slice(index + 1)) expect(covers(one, other)).toBe(false);
});

it('the first name stands where its line enters', () => {
  expect(names[0]).toMatchObject({ left: 6, top: 200 * (1 - 12 / 20) - 16, text: '90 %' });
});

it('the present setting is named where no line is, within the plot', () => {
  for (const { left, top } of names) {
    // As if the setting were just under a name.
    const rate = 0.1 * 100 ** (left / 200);
    const label = nowLabel('now', rate, 20 * (1 - (top + 20) / 200), names, frame);
    for (const name of names) expect(covers(label, name)).toBe(false);
    expect(label.left).toBeGreaterThanOrEqual(0);
  }
  const corner = nowLabel('now', 10, 20, names, frame);
  expect(corner.left + corner.width).toBeLessThanOrEqual(200);
  expect(corner.top).toBeGreaterThanOrEqual(0);
});

it('nor does a line cross it where there is another place', () => {
  const boxes = lineBoxes(points, drawnLines(points), frame);
  // The lines fall from 4 and 5 there: the first place, to the right and above, is on them.
  const [rate, capacity] = [1, 3];
  const naive = nowLabel('now', rate, capacity, names, frame);
  expect(boxes.some((box) => covers(naive, box))).toBe(true);
  const label = nowLabel('now', rate, capacity, [...names, ...boxes], frame);
  expect(boxes.some((box) => covers(label, box))).toBe(false);
});

it('the lines cover all that they cross, and nothing of what is above the plot', () => {
  const straight = frontierPoints([1, 100], 10, [[[30, 10], [], [], []]]);
  const boxes = lineBoxes(straight, [{ id: 'most', dash: null, label: '', hasBand: false }], frame);
  const { left, top } = boxes[0]!;
  expect([left, top]).toEqual([0, -100]);
  // From a hundred pixels above the plot to its middle.
  expect(boxes.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(200);
  expect(boxes.at(-1)!.left + boxes.at(-1)!.width).toBeCloseTo(200);
});
