import { expect, test } from 'vitest';
import { drawStroke } from './stroke.ts';

const flat = [0, 0, 0, 0, 0, 0];

test('a press sets one point', () => {
  expect(drawStroke(flat, { point: 2, value: 7 }, { point: 2, value: 7 })).toEqual([0, 0, 7, 0, 0, 0]);
});

test('a quick hand leaves no point out, in either direction', () => {
  expect(drawStroke([2, 0, 0, 0, 0, 5], { point: 0, value: 2 }, { point: 4, value: 10 })).toEqual([2, 4, 6, 8, 10, 5]);
  expect(drawStroke([5, 0, 0, 0, 0, 2], { point: 5, value: 2 }, { point: 1, value: 10 })).toEqual([5, 10, 8, 6, 4, 2]);
});
