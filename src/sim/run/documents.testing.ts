/** For tests only: scenarios with every limiter. */
import fc from 'fast-check';
import { everyLimiterLane } from './testing.ts';

/** Traffic of two keys with costs and many equal instants, for every limiter in every edition. */
export const documents = fc
  .record({
    n: fc.integer({ min: 1, max: 5 }),
    T: fc.constantFrom(0.01, 1, 3, 10),
    seed: fc.integer({ min: 0, max: 1_000 }),
    requests: fc.array(
      fc.record({
        at: fc.constantFrom(0, 0.0015, 0.5, 1, 2, 2.5, 3, 4, 9.999999, 10, 11, 13),
        key: fc.constantFrom('a', 'b'),
        cost: fc.constantFrom(1, 1, 2),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  })
  .map(({ n, T, seed, requests }) => ({
    seed,
    policy: { n, T },
    traffic: [
      {
        kind: 'times',
        at: requests.map(({ at }) => at),
        key: requests.map(({ key }) => key),
        cost: requests.map(({ cost }) => cost),
      },
      { kind: 'poisson', from: 0, to: 12, rate: 2, key: 'b' },
    ],
    lanes: everyLimiterLane,
  }));
