/** Compares the quota that a server reports with what the limiter then does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limiterById } from '../limiters/index.ts';
import { cloneState, type KeyState, type Limiter } from '../limiters/limiter.ts';
import { ALLOW } from '../verdict.ts';
import { caseOf, casesOf } from '../limiters/testing.ts';
import { NEVER, SECOND, type Instant } from '../time.ts';
import { quotaAt } from './quota.ts';
import { everyRule } from '../systems/everyRule.testing.ts';

const cases = everyRule.flatMap((limiter) =>
  // One nice policy, one awkward and one with a capacity of its own say enough; the laws try them all.
  casesOf(limiter)
    .filter((_, index) => index % 4 === 1)
    .map((testCase) => [testCase.name, testCase] as const),
);

describe.each(cases)('%s', (_, { limiter, params, config }) => {
  const passes = (state: KeyState, at: Instant, cost: number) =>
    limiter.decide(cloneState(state), params, at, cost) === ALLOW;

  it('r passes at once and no more does; after t more does, and not before', () => {
    const { n, T } = config.policy;
    const gaps = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(gaps, (steps) => {
        const state = limiter.init(params);
        let now = 0;
        for (const gap of steps) {
          now += Math.floor((gap * T) / n / 2);
          limiter.decide(state, params, now, 1 + (gap % 2));
          const before = cloneState(state);
          const { remaining, growsIn } = quotaAt(limiter, params, state, now);
          expect(state).toEqual(before);
          if (remaining === null) {
            expect(passes(state, now, 1_000_000)).toBe(true);
            continue;
          }
          if (remaining > 0) expect(passes(state, now, remaining)).toBe(true);
          expect(passes(state, now, remaining + 1)).toBe(false);
          if (growsIn === NEVER) {
            expect(passes(state, now + 2 * T + SECOND, remaining + 1)).toBe(false);
          } else {
            expect(passes(state, now + growsIn, remaining + 1)).toBe(true);
            expect(growsIn).toBeGreaterThan(0);
            expect(passes(state, now + growsIn - 1, remaining + 1)).toBe(false);
          }
        }
      }),
      { seed: 20_261_121, numRuns: 8 },
    );
  });
});

it('is unlimited where a request passes whatever it costs', () => {
  // An interval is over or not; the cost only makes the next one longer.
  const { limiter, params } = caseOf(limiterById('leaky-interval') as Limiter, {
    policy: { n: 1, T: SECOND, capacity: 1 },
  });
  const state = limiter.init(params);
  expect(quotaAt(limiter, params, state, 0)).toEqual({ remaining: null, growsIn: NEVER });
});
