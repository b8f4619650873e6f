import { expect, it } from 'vitest';
import { SpanCollector } from './spans.ts';

const collected = (...spans: readonly (readonly [number, number])[]) => {
  const collector = new SpanCollector();
  for (const [from, to] of spans) collector.add(from, to);
  return collector.finish();
};

it('joins spans that touch, and leaves out empty ones', () => {
  expect(collected()).toEqual({ count: 0, total: 0, longest: [] });
  expect(collected([1, 1], [2, 4], [4, 4], [4, 9], [10, 11])).toEqual({
    count: 2,
    total: 8,
    longest: [
      [2, 9],
      [10, 11],
    ],
  });
});

it('keeps the longest of many, in order, and counts all', () => {
  expect(collected([0, 5], [10, 11], [20, 29], [30, 32], [40, 43])).toEqual({
    count: 5,
    total: 20,
    longest: [
      [0, 5],
      [20, 29],
      [40, 43],
    ],
  });
});
