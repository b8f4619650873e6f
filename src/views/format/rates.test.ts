import { describe, expect, it } from 'vitest';
import { formatLimitShort, formatLimit, formatLongRun, formatRateShort, formatRate } from './rates.ts';

describe('rates', () => {
  it.each([
    [10, '10 a second', '10/s'],
    [1, '1 a second', '1/s'],
    [5 / 3, '1.667 a second', '1.67/s'],
    [1e9, '1,000,000,000 a second', '1,000,000,000/s'],
    [10 / 60, '10 a minute', '10/min'],
    [1 / 60, '1 a minute', '1/min'],
    [0.5, '30 a minute', '30/min'],
    [5 / 3_600, '5 an hour', '5/h'],
    [1 / 86_400, '1 a day', '1/d'],
    [1 / 2_592_000, '0.033 a day', '0.033/d'], // no unit is left
    [0, '0 a second', '0/s'],
  ])('%d: %s', (perSecond, words, short) => {
    expect(formatRate(perSecond)).toBe(words);
    expect(formatRateShort(perSecond)).toBe(short);
  });
});

describe('a policy', () => {
  it.each([
    [10, 10, 10, '10 requests per 10 s', '1 a second in the long run, bursts up to 10'],
    [1, 10, 5, '1 request per 10 s', '6 a minute in the long run, bursts up to 5'],
    [1_000, 3_600, 2_000, '1,000 requests per hour', '16.7 a minute in the long run, bursts up to 2,000'],
    [100, 0.1, 100, '100 requests per 100 ms', '1,000 a second in the long run, bursts up to 100'],
  ])('n %d, T %d s, capacity %d: %s / %s', (n, T, capacity, limit, longRun) => {
    expect(formatLimit({ n, T })).toBe(limit);
    expect(formatLongRun({ n, T, capacity })).toBe(longRun);
  });

  it('is short in a lane', () => expect(formatLimitShort({ n: 1_000, T: 60 })).toBe('1,000 per minute'));
});
