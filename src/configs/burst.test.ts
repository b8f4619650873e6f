/** The burst that a limiter has, and what is said where a product has another. */
import { expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { burstDifferenceText, burstOf, sizeOf } from './burst.ts';
import { nearestLane } from './index.ts';

await loadSystems();

const policy = { n: 10, T: 10 * SECOND, capacity: 15 };

it.each([
  ['token-bucket', {}, 15, 0],
  ['fixed-window', {}, 10, 0],
  ['sliding-log', {}, 10, 0],
  ['leaky-queue', {}, 1, 15],
  ['nginx-limit-req', { burst: 9, delay: 'none' }, 10, 0],
  ['nginx-limit-req', { burst: 9, delay: 0 }, 1, 9],
  ['upstash', {}, 10, 0],
  ['upstash', { algorithm: 'tokenBucket' }, 15, 0],
  ['npm-limiter', { class: 'TokenBucket' }, 15, 0],
  ['sentinel', {}, 1, 0],
  // One stored in a second, and the next on credit: the others wait.
  ['guava-bursty', { mode: 'acquire' }, 2, Infinity],
  ['guava-bursty', { mode: 'tryAcquire', timeout: 0 }, 2, 0],
  // A key that its first request makes gains its tokens only from then on.
  ['bucket4j', { initialTokens: 0 }, 15, 0],
  // A scheme in a cluster cannot be tried here.
  ['redis-lua', {}, 10, 0],
] as const)('%s with %j', (limiter, options, atOnce, late) => {
  expect(burstOf({ limiter, policy, options })).toEqual({ atOnce, late });
});

it('is that of a large limit, too, which is not tried out', () => {
  const large = { n: 1_000_000, T: SECOND, capacity: 2_000_000 };
  expect(burstOf({ limiter: 'token-bucket', policy: large, options: {} }).atOnce).toBe(2_000_000);
  expect(burstOf({ limiter: 'sliding-log', policy: large, options: {} }).atOnce).toBe(1_000_000);
});

it.each([
  ['bucket4j', { initialTokens: 50_000 }, 50_000],
  ['upstash', {}, 30_000],
  ['upstash', { algorithm: 'tokenBucket' }, 15],
] as const)('of %s with %j is its bound where no setting is as large', (limiter, options, atOnce) => {
  expect(burstOf({ limiter, policy: { n: 30_000, T: SECOND, capacity: 15 }, options }).atOnce).toBe(atOnce);
});

it('of a limiter that refuses nothing is unlimited, and its setting stands for it', () => {
  const lane = { limiter: 'spring-gateway', policy: { n: 10, T: SECOND, capacity: 1 }, options: {} };
  expect([burstOf(lane), sizeOf(lane)]).toEqual([{ atOnce: Infinity, late: 0 }, 1]);
  expect(nearestLane('nginx', lane)).toMatchObject({
    lane: { options: { burst: 0 } },
    differs: 'a burst of 1 instead of no limit at all.',
  });
  expect(nearestLane('spring', { ...lane, limiter: 'token-bucket' }).differs).toBe(
    'no limit at all instead of a burst of 1.',
  );
});

it.each([
  ['sentinel', 'a burst of 1 instead of 10; one limit for all clients instead of one for each.'],
  [
    'guava',
    'a burst of 2 and any number more after a wait instead of 10; one limit for all clients instead of one for each.',
  ],
  ['haproxy', ''],
])('of %s is held against the lane’s', (product, differs) => {
  const lane = { limiter: 'sliding-log', policy, options: {} };
  expect(nearestLane(product, lane)).toMatchObject({ exact: differs === '', differs });
});

it('of Upstash is that of the algorithm that is printed, whatever its capacity', () => {
  expect(nearestLane('upstash', { limiter: 'token-bucket', policy, options: {} })).toMatchObject({
    exact: false,
    differs: 'a burst of 10 instead of 15.',
  });
});

it('is said in words', () => {
  const [thousand, late, any] = [
    { atOnce: 1_000, late: 0 },
    { atOnce: 1, late: 9 },
    { atOnce: Infinity, late: 0 },
  ];
  expect([burstDifferenceText(thousand, late), burstDifferenceText(late, any)]).toEqual([
    'a burst of 1,000 instead of 1 and 9 more after a wait',
    'a burst of 1 and 9 more after a wait instead of no limit at all',
  ]);
});
