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
