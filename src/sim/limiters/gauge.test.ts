/** What each limiter says of its level's bound, which a drag in a chart relies on. */
import { expect, it } from 'vitest';
import { SECOND } from '../time.ts';
import { limiterById } from './index.ts';
import { defaultsOf, type Limiter, type Policy } from './limiter.ts';
import { everyRule } from '../systems/everyRule.testing.ts';

/** n is less than the capacity, so that a level that is full at the lesser of the two is full at n. */
const POLICY: Policy = { n: 6, T: 10 * SECOND, capacity: 20 };

function gaugeAt(limiter: Limiter, patch: Partial<Policy>) {
  const { gauge, knobs, editions } = limiter;
  const policy = { ...POLICY, ...patch };
  const params = limiter.prepare({
    policy,
    options: defaultsOf(knobs),
    edition: editions[0] as Limiter['editions'][number],
    epoch: 0,
    horizon: 100 * SECOND,
  });
  return { full: gauge.full(params), setting: gauge.boundBy?.(params) };
}

/** An option decides what these hold; that n decides it as well is left out. */
const BY_AN_OPTION = new Set(['guava-bursty', 'guava-warming-up']);

/** The setting that a bound is proportional to; n where both would do, and none where T or an option decides. */
function proportionalTo(limiter: Limiter): 'n' | 'capacity' | undefined {
  if (BY_AN_OPTION.has(limiter.id)) return undefined;
  const { full } = gaugeAt(limiter, {});
  return (['n', 'capacity'] as const).find(
    (setting) => Math.abs(gaugeAt(limiter, { [setting]: 3 * POLICY[setting] }).full - 3 * full) < 1e-9,
  );
}

it.each(everyRule.map((limiter) => [limiter.id, limiter] as const))(
  '%s says which setting is its bound',
  (_, limiter) => {
    expect(gaugeAt(limiter, {}).setting, 'gauge.boundBy names the setting that gauge.full is proportional to').toBe(
      proportionalTo(limiter),
    );
  },
);

it('a bucket and a quota are full at the lesser of both', () => {
  const limiter = limiterById('quota-and-linear') as Limiter;
  expect(gaugeAt(limiter, { capacity: 5 })).toEqual({ full: 5, setting: 'capacity' });
  expect(gaugeAt(limiter, { capacity: 6 })).toEqual({ full: 6, setting: 'n' });
});
