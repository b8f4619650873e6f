import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstSpan, MAX_SPAN, movedSpan } from './logSpan.ts';

const DAY = 86_400;

it('a longer log begins with its last 30 days, a shorter one with all of it', () => {
  expect(firstSpan({ from: 100, to: 100 + MAX_SPAN }, 1)).toBeUndefined();
  expect(firstSpan({ from: 0, to: 45 * DAY }, 0.001)).toEqual({ from: 15 * DAY + 1, to: 45 * DAY });
  expect(firstSpan({ from: 0, to: 45 * DAY }, 60)).toEqual({ from: 15 * DAY + 60, to: 45 * DAY });
});

it('an end that is moved takes the other one with it', () => {
  const year = { from: 0, to: 365 * DAY };
  const span = { from: 10 * DAY, to: 39 * DAY };
  const moved = (end: 'from' | 'to', value: number) => movedSpan(span, end, value, year, 1);
  expect(moved('from', 20 * DAY)).toEqual({ from: 20 * DAY, to: 39 * DAY });
  expect(moved('from', 0)).toEqual({ from: 0, to: 30 * DAY - 1 });
  expect(moved('to', 100 * DAY)).toEqual({ from: 70 * DAY + 1, to: 100 * DAY });
  expect(moved('to', 5 * DAY)).toEqual({ from: 5 * DAY - 1, to: 5 * DAY });
});

it('an end that is moved back has all of a log again that a scenario holds', () => {
  const log = { from: 0, to: MAX_SPAN };
  const part = movedSpan(log, 'from', DAY, log, 1);
  expect([part, movedSpan(part, 'from', 0, log, 1)]).toEqual([{ from: DAY, to: MAX_SPAN }, log]);
});

it('a span is never empty, too long or outside of the log', () => {
  fc.assert(
    fc.property(
      fc.record({ from: fc.nat(1_000), length: fc.integer({ min: 2, max: 3 * MAX_SPAN }) }),
      fc.array(fc.tuple(fc.constantFrom('from' as const, 'to' as const), fc.integer({ min: -10, max: 4 * MAX_SPAN }))),
      ({ from, length }, moves) => {
        const within = { from, to: from + length };
        let span = firstSpan(within, 1) ?? within;
        for (const [end, value] of moves) {
          span = movedSpan(span, end, value, within, 1);
          expect(span.from).toBeGreaterThanOrEqual(within.from);
          expect(span.to).toBeLessThanOrEqual(within.to);
          expect(span.to - span.from).toBeGreaterThan(0);
          expect(span.to - span.from).toBeLessThanOrEqual(length > MAX_SPAN ? MAX_SPAN - 1 : length);
        }
      },
    ),
    { seed: 20_261_123, numRuns: 200 },
  );
});
