import { expect, it } from 'vitest';
import { PEAK_SIGNS, peakRemark, peakSentence, peakStanding } from './peakText.ts';

it.each([
  [{ permits: 10, n: 10, allowed: 19, distributed: false }, 'within', '', '10 of 10 within 10 s.'],
  [
    { permits: 18, n: 10, allowed: 19, distributed: false },
    'design',
    'by design',
    '18 of 10 within 10 s. More than n, by design: the rule allows up to 19.',
  ],
  [
    { permits: 19, n: 10, allowed: 19, distributed: false },
    'design',
    'by design',
    '19 of 10 within 10 s. More than n, by design: the rule allows up to 19.',
  ],
  [
    { permits: 32, n: 10, allowed: 19, distributed: false },
    'defect',
    'rule allows 19',
    '32 of 10 within 10 s. More than the 19 that the rule allows: a defect.',
  ],
  [
    { permits: 18, n: 10, allowed: 19, distributed: true },
    'design',
    '',
    '18 of 10 within 10 s. More than n, within the 19 that the rule allows in any T.',
  ],
  [{ permits: 11, n: 10, allowed: null, distributed: false }, 'over', '', '11 of 10 within 10 s. More than n.'],
] as const)('a peak of %j is %s', (figures, standing, remark, sentence) => {
  expect(peakStanding(figures)).toBe(standing);
  expect(peakRemark(figures)).toBe(remark);
  expect(peakSentence(figures, 10e6)).toBe(sentence);
});

it('a defect has another sign than an excess by design', () => expect(PEAK_SIGNS.defect).not.toBe(PEAK_SIGNS.design));
