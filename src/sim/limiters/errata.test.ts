/** For every defect that a published edition names, a traffic in which the two editions disagree. */
import { describe, expect, it } from 'vitest';
import { SECOND, microsFromSeconds } from '../time.ts';
import { catalogue, limiterById } from './index.ts';
import { outcomeOf, type Edition, type Limiter } from './limiter.ts';
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

/** By preset. Short enough to follow by hand. */
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
    errata.map(({ preset, against = id }) => [preset, id, against] as const),
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
