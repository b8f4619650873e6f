import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstSpan, MAX_SPAN, movedSpan } from './logSpan.ts';

const DAY = 86_400;

it('a longer log begins with its last 30 days, a shorter one with all of it', () => {
  expect(firstSpan({ from: 100, to: 100 + MAX_SPAN })).toBeUndefined();
  expect(firstSpan({ from: 0, to: 45 * DAY })).toEqual({ from: 15 * DAY + 1, to: 45 * DAY });
});

it('an end that is moved takes the other one with it', () => {
  const year = { from: 0, to: 365 * DAY };
  expect(movedSpan({ from: 10 * DAY, to: 40 * DAY }, 'from', 20 * DAY, year)).toEqual({ from: 20 * DAY, to: 40 * DAY });
  expect(movedSpan({ from: 10 * DAY, to: 40 * DAY }, 'from', 0, year)).toEqual({ from: 0, to: 30 * DAY });
  expect(movedSpan({ from: 10 * DAY, to: 40 * DAY }, 'to', 100 * DAY, year)).toEqual({ from: 70 * DAY, to: 100 * DAY });
  expect(movedSpan({ from: 10 * DAY, to: 40 * DAY }, 'to', 5 * DAY, year)).toEqual({ from: 5 * DAY - 1, to: 5 * DAY });
});

it('a span is never empty, too long or outside of the log', () => {
  fc.assert(
    fc.property(
      fc.record({ from: fc.nat(1_000), length: fc.integer({ min: 2, max: 3 * MAX_SPAN }) }),
      fc.array(fc.tuple(fc.constantFrom('from' as const, 'to' as const), fc.integer({ min: -10, max: 4 * MAX_SPAN }))),
      ({ from, length }, moves) => {
        const within = { from, to: from + length };
        let span = firstSpan(within) ?? within;
        for (const [end, value] of moves) {
          span = movedSpan(span, end, value, within);
          expect(span.from).toBeGreaterThanOrEqual(within.from);
          expect(span.to).toBeLessThanOrEqual(within.to);
          expect(span.to - span.from).toBeGreaterThan(0);
          expect(span.to - span.from).toBeLessThanOrEqual(MAX_SPAN);
        }
      },
    ),
    { seed: 20_261_123, numRuns: 200 },
  );
});
