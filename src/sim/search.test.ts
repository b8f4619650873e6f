import { expect, it } from 'vitest';
import { firstAtOrAfter, firstInstant, firstWhere, shortestWait } from './search.ts';
import { DAY, NEVER } from './time.ts';

it('finds the first that is not less', () => {
  const values = Float64Array.of(1, 2, 2, 5);
  expect([0, 1, 2, 3, 5, 6].map((value) => firstAtOrAfter(values, value))).toEqual([0, 0, 1, 3, 3, 4]);
  expect([0, 2, 6].map((value) => firstAtOrAfter(values, value, 2))).toEqual([0, 1, 2]);
});

it('looks only from the start to the end', () => {
  const found = (start: number, end: number) => firstWhere(end, (position) => position >= 3, start);
  expect([found(0, 9), found(3, 9), found(5, 9), found(0, 2), found(2, 2)]).toEqual([3, 3, 5, 2, 2]);
});

it('finds the first instant at which something holds, beyond 2^32 too', () => {
  const first = 30 * DAY - 1;
  expect(firstInstant(0, 40 * DAY, (at) => at >= first)).toBe(first);
  expect(firstInstant(first - 1, first, (at) => at >= first)).toBe(first);
});

it.each([0, 1, 2, 3, 1_000, 1_024, 1_025])('finds the shortest wait: %i', (shortest) => {
  expect(shortestWait((wait) => wait >= shortest, 2_048)).toBe(shortest);
});

it('gives up at the last power of two', () => {
  expect(shortestWait((wait) => wait >= 1_024, 1_500)).toBe(1_024);
  expect(shortestWait((wait) => wait >= 1_025, 1_500)).toBe(NEVER);
  expect(shortestWait((wait) => wait >= 1_025, 2_048)).toBe(1_025);
});
