/** What each limiter says of its level's bound, which a drag in a chart relies on. */
import { expect, it } from 'vitest';
import { SECOND } from '../time.ts';
import { catalogue, limiterById } from './index.ts';
import { defaultsOf, type Limiter, type Policy } from './limiter.ts';

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

/** All others are bounded by n. */
const BOUNDED_OTHERWISE: Readonly<Record<string, 'capacity' | undefined>> = {
  'token-bucket': 'capacity',
  'token-bucket-ticked': 'capacity',
  'token-bucket-throttler': 'capacity',
  'leaky-meter': 'capacity',
  'leaky-queue': 'capacity',
  gcra: 'capacity',
  // T, or an option.
  'cooldown-score': undefined,
  'leaky-interval': undefined,
  'nginx-limit-req': undefined,
  'guava-bursty': undefined,
  'guava-warming-up': undefined,
};

it.each(catalogue.map((limiter) => [limiter.id, limiter] as const))(
  '%s says which setting is its bound',
  (id, limiter) => {
    const { full, setting } = gaugeAt(limiter, {});
    expect(setting).toBe(id in BOUNDED_OTHERWISE ? BOUNDED_OTHERWISE[id] : 'n');
    if (setting !== undefined)
      expect(gaugeAt(limiter, { [setting]: 3 * POLICY[setting] }).full).toBeCloseTo(3 * full, 9);
  },
);

it('a bucket and a quota are full at the lesser of both', () => {
  const limiter = limiterById('quota-and-linear') as Limiter;
  expect(gaugeAt(limiter, { capacity: 5 })).toEqual({ full: 5, setting: 'capacity' });
  expect(gaugeAt(limiter, { capacity: 6 })).toEqual({ full: 6, setting: 'n' });
});
