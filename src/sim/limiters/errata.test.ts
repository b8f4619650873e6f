/** For every defect that a published edition names, a traffic in which the two editions disagree. */
import { describe, expect, it } from 'vitest';
import { SECOND, microsFromSeconds } from '../time.ts';
import { catalogue, limiterById } from './index.ts';
import type { Edition, Limiter } from './limiter.ts';
import { outcomeOf } from '../verdict.ts';
import { caseOf } from './testing.ts';

interface Scene {
  readonly n: number;
  readonly T: number;
  readonly capacity?: number;
  readonly epoch?: number;
  /** Seconds, or seconds and cost. */
  readonly at: readonly (number | readonly [at: number, cost: number])[];
  readonly corrected: string;
  readonly published: string;
}

/** By preset. Short enough to check manually. */
const SCENES: Readonly<Record<string, Scene>> = {
  'cooldown-score-whole-seconds': {
    n: 3,
    T: 60,
    at: [0.9, 0.9, 0.9, 0.9, 20.1, 20.9],
    // By its clock the score stands at 60 since 0, and 20 s have passed at 20.0 already.
    corrected: 'AAADDA',
    published: 'AAADAD',
  },
  'cooldown-score-2038': {
    n: 3,
    T: 60,
    epoch: 2_147_483_640,
    at: [0, 6, 10, 120],
    corrected: 'AAAA',
    published: 'AADD',
  },
  'cooldown-score-zero': {
    n: 3,
    T: 60,
    epoch: 4_294_967_236,
    at: [0, 0, 0, 0, 0, 0, 0, 0],
    corrected: 'AAADDDDD',
    published: 'AAAAAAAA',
  },
  'sliding-log-denials-recorded': {
    n: 2,
    T: 1,
    at: [0, 0, 0.4, 0.8, 1.2, 1.6, 2, 2.4],
    corrected: 'AADDAADA',
    published: 'AADDDDDD',
  },
  'sliding-log-whole-milliseconds': { n: 2, T: 1, at: [0.0009, 0.0009, 1, 1], corrected: 'AADD', published: 'AAAA' },
  'sliding-counter-denials-counted': {
    n: 2,
    T: 1,
    // Four in the first window, by the published count: at 1.5 s two of them still weigh, and each try adds one.
    at: [0, 0.25, 0.5, 0.75, 1, 1.5, 1.75, 2, 2.5],
    corrected: 'AADDDADAD',
    published: 'AADDDDDDD',
  },
  // Half of the 1 at 0 weighs on 1.5 s: with two more 2.5, cut to 2.
  'sliding-counter-cut-to-whole': { n: 2, T: 1, at: [0, 1.5, 1.5], corrected: 'AAD', published: 'AAA' },
  'sliding-counter-whole-milliseconds': {
    n: 20,
    T: 0.002,
    // Of 20 weigh 10 by a clock that shows 3 ms, and less than 0.2 in truth.
    at: [[0, 20], ...Array.from({ length: 12 }, () => 0.00399)],
    corrected: 'AAAAAAAAAAAAA',
    published: 'AAAAAAAAAAADD',
  },
  // One every 333 ms, where a third of a second is a little more.
  'leaky-interval-cut': { n: 3, T: 1, at: [0, 0.333, 0.666, 0.999], corrected: 'ADAD', published: 'AAAA' },
  'leaky-interval-no-limit': { n: 2000, T: 1, at: [0, 0, 0, 0.0004], corrected: 'ADDD', published: 'AAAA' },
  // By its clock the first came at 0, and the second 10 ms later.
  'leaky-interval-whole-milliseconds': {
    n: 1,
    T: 0.01,
    at: [0.0009, 0.01, 0.0109],
    corrected: 'ADA',
    published: 'AAD',
  },
  'leaky-meter-double-drain': {
    n: 10,
    T: 10,
    // Full at 0; after 4 s six are left, and six more do not fit. Asking again drains the same 4 s again.
    at: [
      [0, 10],
      [4, 6],
      [4, 6],
    ],
    corrected: 'ADD',
    published: 'ADA',
  },
  'leaky-meter-lost-leakage': {
    n: 4,
    T: 4,
    at: [0, 0, 0.9, 1.8, 2.7, 3.6, 4.5],
    // Never more than 2.1 drops, or one more with each, since none of them ever leaves.
    corrected: 'AAAAAAA',
    published: 'AAAADAD',
  },
  'leaky-meter-capacity-rate': {
    n: 60,
    T: 60,
    capacity: 3,
    at: [0, 0, 0, 1, 2, 3],
    corrected: 'AAAAAA',
    published: 'AAADDD',
  },
  // At 1.5 s half a token is thrown away; at 3 s two would have come.
  'token-bucket-lazy-lost-fraction': {
    n: 4,
    T: 4,
    at: [0, 0, 0, 0, 1.5, 3, 3],
    corrected: 'AAAAAAA',
    published: 'AAAAAAD',
  },
  'token-bucket-throttler-double-refill': {
    n: 10,
    T: 10,
    // One is left; after 4 s five, and eight do not fit. Asking again adds the same four again.
    at: [
      [0, 9],
      [4, 8],
      [4, 8],
    ],
    corrected: 'ADD',
    published: 'ADA',
  },
  'token-bucket-throttler-last-token': { n: 3, T: 60, at: [0, 0, 0], corrected: 'AAA', published: 'AAD' },
  'token-bucket-throttler-whole-tokens': {
    n: 4,
    T: 4,
    // Of nine tenths of a token nothing is left each time: four less three, and the last is not given.
    at: [0, 0.9, 1.8, 2.7],
    corrected: 'AAAA',
    published: 'AAAD',
  },
};

function decisions(limiter: Limiter, edition: Edition, { n, T, capacity = n, epoch = 0, at }: Scene): string {
  const { params } = caseOf(limiter, { edition, epoch, policy: { n, T: T * SECOND, capacity } });
  const state = limiter.init(params);
  return at
    .map((request) => (typeof request === 'number' ? ([request, 1] as const) : request))
    .map(([seconds, cost]) => limiter.decide(state, params, microsFromSeconds(seconds), cost))
    .map((verdict) => (outcomeOf(verdict) === 'deny' ? 'D' : 'A'))
    .join('');
}

describe('the editions disagree', () => {
  const presets = catalogue.flatMap(({ id, errata }) =>
    errata.map(({ preset, correctedBy = id }) => [preset, id, correctedBy] as const),
  );
  it.each(presets)('%s', (preset, id, against) => {
    const scene = SCENES[preset] as Scene;
    const limiter = limiterById(id) as Limiter;
    expect(decisions(limiterById(against) as Limiter, 'corrected', scene)).toBe(scene.corrected);
    expect(decisions(limiter, 'published', scene)).toBe(scene.published);
    expect(scene.corrected).not.toBe(scene.published);
  });

  it('in no scene but those named', () => {
    expect(Object.keys(SCENES).sort()).toEqual(presets.map(([preset]) => preset).sort());
  });
});
