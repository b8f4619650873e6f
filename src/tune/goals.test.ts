import { expect, it } from 'vitest';
import { goalSentence, measureText } from './goals.ts';

it('has three decimals, or as many as tell it from none, from all and from what it is compared with', () => {
  const shares = [0, 1, 0.5, 1 / 37, 0.000_001, 0.999_999, 2 / 3];
  expect(shares.map((share) => measureText('refused', share))).toEqual([
    '0 %',
    '100 %',
    '50 %',
    '2.703 %',
    '0.0001 %',
    '99.9999 %',
    '66.667 %',
  ]);
  expect(measureText('refused', 0.001_000_04, 0.001)).toBe('0.100004 %');
  expect(measureText('refused', 0.001, 0.001)).toBe('0.1 %');
  expect(measureText('refused', null, 0.001)).toBe('–');
  expect(goalSentence({ measure: 'refused', at: 'most', value: 0.000_001 }, null)).toBe(
    'At most 0.0001 % of requests are refused',
  );
});

it('has three digits of a time, or as many as tell on which side of its goal it is', () => {
  const times = [2.668_737, 0, 0.000_001, 12.345_678, 86_161.5];
  expect(times.map((time) => measureText('waitP99', time, 60))).toEqual([
    '2.67 s',
    '0 s',
    '0.001 ms',
    '12.3 s',
    '86,162 s',
  ]);
  // Met, and not met.
  expect(measureText('waitP99', 2.668_737, 2.67)).toBe('2.669 s');
  expect(measureText('waitP99', 2.668, 2.669)).toBe('2.668 s');
  expect(measureText('waitP99', 2.669, 2.668_737)).toBe('2.67 s');
  expect(measureText('waitP99', Number.POSITIVE_INFINITY, 1)).toBe('never');
  // A goal's own value is as it was set.
  expect(goalSentence({ measure: 'waitP99', at: 'most', value: 2.668_737 }, null)).toContain('2.668737 s');
});
