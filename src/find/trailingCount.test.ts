import { expect, it } from 'vitest';
import { contenderById, policyOf } from './testing.ts';
import { mostAroundLast } from './trailingCount.ts';

it.each([
  ['exactly T earlier', 0, 1],
  ['less than T earlier', 1, 3],
])(
  'the most within any T around the last request, where two others take effect %s: %d µs, %d permits',
  (_, at, most) => {
    const T = 10;
    const effects = [at, at, T];
    const requests = effects.map((each) => ({ at: each, key: 0, cost: 1 }));
    const lane = { contender: contenderById('leaky-queue', policyOf(9, 1)), verdicts: [0, 0, 0], effects };
    expect(mostAroundLast(requests, lane, T)).toBe(most);
  },
);
