import { describe, expect, it } from 'vitest';
import { SECOND, type LaneInfo } from '../../sim/index.ts';
import { figuresText } from './printText.ts';

const lane = (summary: Partial<LaneInfo['summary']>): Parameters<typeof figuresText>[0] => ({
  summary: { requests: 32, admitted: 24, delayed: 0, denied: 8, peak: null, ...summary } as LaneInfo['summary'],
  n: 10,
  T: 10 * SECOND,
});

describe('the figures of a printed lane', () => {
  it.each<[Partial<LaneInfo['summary']>, string]>([
    [
      { peak: { permits: 20, from: 0, key: 'a' } },
      'Admitted 24 of 32 requests; denied 8. At most 20 in any 10 s, where the limit is 10.',
    ],
    [
      { delayed: 1 },
      'Admitted 24 of 32 requests, of which 1 was delayed; denied 8. At most 0 in any 10 s, where the limit is 10.',
    ],
    [
      { requests: 12_000, admitted: 9_000, delayed: 8_000, denied: 3_000 },
      'Admitted 9,000 of 12,000 requests, of which 8,000 were delayed; denied 3,000. At most 0 in any 10 s, where the limit is 10.',
    ],
  ])('%j', (summary, text) => {
    expect(figuresText(lane(summary))).toBe(text);
  });
});
