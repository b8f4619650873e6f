/** For tests only: traffic for each system that is short enough to work out by hand from its rule, and the answers. */
import type { Options } from '../limiters/limiter.ts';

export interface Scene {
  readonly what: string;
  readonly n: number;
  readonly T: number;
  readonly capacity?: number;
  readonly options?: Options;
  readonly epoch?: number;
  /** Seconds, or seconds and cost. */
  readonly at: readonly (number | readonly [at: number, cost: number])[];
  /** A request each: `A` at once, `D` denied, or the wait in seconds; words are separated by blanks. */
  readonly answers: string;
}

export const times = (count: number, at: number) => Array.from({ length: count }, () => at);

export const SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'nginx-limit-req': [
    { what: 'delays', n: 3, T: 1, options: { burst: 2 }, at: [0, 0, 0, 0, 0.334], answers: 'A 0.333 0.666 D 0.666' },
  ],
  'guava-bursty': [
    { what: 'has each pay for the one before it', n: 2, T: 1, at: [0, 0, 0.25, 1], answers: 'A 0.5 0.75 0.5' },
  ],
  'guava-warming-up': [
    // Cold, a permit costs 3 s; it costs 0.4 s less with each that is taken.
    { what: 'begins slowly', n: 1, T: 1, at: [0, 0, 0], answers: 'A 2.8 5.2' },
  ],
  exponential: [{ what: 'stays below n, and fades at once', n: 3, T: 60, at: [0, 0, 0, 0.000001], answers: 'A A D A' }],
  'golang-rate': [
    { what: 'refuses without a token', n: 1, T: 1, capacity: 2, at: [0, 0, 0, 0.999999, 1], answers: 'A A D D A' },
    {
      what: 'lends, up to the deadline',
      n: 1,
      T: 1,
      options: { mode: 'wait', maxWait: 1.5 },
      at: [0, 0, 0, 0.5, 0.6],
      answers: 'A 1 D 1.5 D',
    },
    {
      what: 'never takes more than its burst',
      n: 5,
      T: 1,
      capacity: 2,
      at: [
        [0, 3],
        [0, 2],
      ],
      answers: 'D A',
    },
    // 3 · 0.333333333 is short of a token by less than a nanosecond’s worth, but 0.333333 is not.
    {
      what: 'gives what is short by no whole nanosecond',
      n: 3,
      T: 1,
      capacity: 1,
      at: [0, 0.333333, 0.333334],
      answers: 'A D A',
    },
  ],
  governor: [
    // The period is 333,333,333 ns: a little short of a third.
    {
      what: 'cuts the period',
      n: 3,
      T: 1,
      capacity: 1,
      at: [0, 0.333333, 0.333334, 0.666667, 0.666668],
      answers: 'A D A D A',
    },
    {
      what: 'never fits more than its burst',
      n: 3,
      T: 1,
      capacity: 2,
      at: [
        [0, 3],
        [0, 2],
        [0.6, 2],
        [0.666667, 2],
      ],
      answers: 'D A D A',
    },
  ],
  throttled: [{ what: 'has MaxBurst above one', n: 1, T: 1, capacity: 3, at: [0, 0, 0, 0, 1], answers: 'A A A D A' }],
  'redis-cell': [
    { what: 'has max_burst above one', n: 1, T: 2, capacity: 2, at: [0, 0, 1.9, 2, 3.9], answers: 'A A D A D' },
  ],
  'nft-limit': [
    { what: 'holds a burst', n: 10, T: 1, capacity: 5, at: [...times(6, 0), 0.099, 0.1], answers: 'A A A A A D D A' },
    {
      what: 'knows no cost',
      n: 1,
      T: 60,
      capacity: 2,
      at: [
        [0, 9],
        [0, 9],
        [0, 9],
      ],
      answers: 'A A D',
    },
  ],
  bucket4j: [
    {
      what: 'refills on whole milliseconds',
      n: 1,
      T: 0.01,
      at: [0.0009, 0.0099, 0.01, 0.0109, 0.02],
      answers: 'A D A D A',
    },
    {
      what: 'refills a whole period after the first request',
      n: 2,
      T: 10,
      options: { refill: 'intervally' },
      at: [3, 3, 12.9, 13, 13, 13],
      answers: 'A A D A A D',
    },
    {
      what: 'begins with its share until the first refill',
      n: 10,
      T: 10,
      options: { refill: 'aligned', timeOfFirstRefill: 10, useAdaptiveInitialTokens: 'true' },
      // 3 s before it: three of ten.
      at: [7, 7, 7, 7, 10],
      answers: 'A A A D A',
    },
    {
      what: 'starts with what it is given',
      n: 1,
      T: 1,
      capacity: 5,
      options: { initialTokens: 2 },
      at: [0, 0, 0, 1],
      answers: 'A A D A',
    },
  ],
  resilience4j: [
    {
      what: 'is a fixed window without a timeout',
      n: 2,
      T: 1,
      options: { timeoutDuration: 0 },
      at: [0.9, 0.9, 0.9, 1],
      answers: 'A A D A',
    },
    {
      what: 'sells later cycles',
      n: 1,
      T: 1,
      options: { timeoutDuration: 2 },
      at: [0.5, 0.5, 0.5, 0.5, 1.5],
      answers: 'A 0.5 1.5 D 1.5',
    },
  ],
  sentinel: [
    {
      what: 'has a window of half a second to one',
      n: 2,
      T: 1,
      at: [0.5, 0.5, 1.0, 1.499, 1.5, 1.5, 1.5],
      answers: 'A A D D A A D',
    },
    { what: 'admits nothing below one a second', n: 1, T: 2, at: [0, 5, 50], answers: 'D D D' },
    {
      what: 'paces',
      n: 4,
      T: 1,
      options: { behavior: 'throttling', maxQueueingTime: 0.5 },
      at: [0, 0, 0, 0, 0.25],
      answers: 'A 0.25 0.5 D 0.5',
    },
    {
      // 1,000 is no multiple of 3: 333,333,333 ns, which is over in 333,334 µs.
      what: 'paces in nanoseconds where milliseconds do not divide',
      n: 3,
      T: 1,
      options: { behavior: 'throttling', maxQueueingTime: 0 },
      at: [0, 0.333333, 0.333334],
      answers: 'A D A',
    },
    {
      // Of 9 a second a cold system allows 3, or a bit more: 1/(tokens above the line · slope + 1/9) is 3 with all of them.
      what: 'allows a third while it is cold',
      n: 9,
      T: 1,
      options: { behavior: 'warm-up' },
      at: times(5, 0),
      answers: 'A A A D D',
    },
    {
      what: 'paces by a third while it is cold',
      n: 9,
      T: 1,
      options: { behavior: 'warm-up-throttling' },
      at: times(3, 0),
      answers: 'A 0.333 D',
    },
  ],
  'express-rate-limit': [
    { what: 'opens a window at the millisecond', n: 1, T: 1, at: [0.0019, 1.0009, 1.001, 1.002], answers: 'A D A D' },
  ],
  'rate-limiter-flexible': [
    {
      what: 'counts what it refuses',
      n: 5,
      T: 10,
      at: [
        [0, 4],
        [1, 4],
        [1, 1],
        [10, 1],
      ],
      answers: 'A D D A',
    },
    {
      what: 'blocks after the crossing',
      n: 1,
      T: 1,
      options: { blockDuration: 3 },
      at: [0, 0.5, 2, 3.4, 3.5],
      answers: 'A D D D A',
    },
    {
      what: 'asks a second window',
      n: 1,
      T: 1,
      options: { burstPoints: 2, burstDuration: 10 },
      at: [0, 0, 0, 0, 1, 1],
      answers: 'A A A D A D',
    },
  ],
  'npm-limiter': [
    { what: 'has a count before its bucket', n: 2, T: 1, at: [0, 0, 0.5, 1, 1, 1.4], answers: 'A A D A A D' },
    {
      what: 'starts empty as a TokenBucket',
      n: 2,
      T: 1,
      capacity: 3,
      options: { class: 'TokenBucket' },
      at: [0, 0.5, 0.5, 9, 9, 9, 9],
      answers: 'D A D A A A D',
    },
  ],
  'rolling-rate-limiter': [
    { what: 'logs what it refuses', n: 2, T: 1, at: [0, 0.1, 0.9, 1.05, 1.2, 3], answers: 'A A D D D A' },
    {
      what: 'wants a difference',
      n: 5,
      T: 1,
      options: { minDifference: 0.2 },
      at: [0, 0.1, 0.25, 0.45],
      answers: 'A D D A',
    },
  ],
  'p-throttle': [
    { what: 'queues windows', n: 2, T: 1, at: [0, 0.5, 0.5, 0.5, 0.5, 4], answers: 'A A 0.5 0.5 1.5 A' },
    {
      // An interval after the n-th last, in the order of instants.
      what: 'keeps to the limit in any span when strict',
      n: 2,
      T: 1,
      options: { strict: 'true' },
      at: [0, 0.9, 0.9, 0.9, 0.9],
      answers: 'A A 0.1 1 1.1',
    },
  ],
  upstash: [
    {
      // A quarter of the window has passed: ⌊0.75 · 2⌋ = 1; at 1.6 s nothing of it is left.
      what: 'cuts the weight of the window before',
      n: 2,
      T: 1,
      options: { ephemeralCache: 'false' },
      at: [0, 0, 1, 1.25, 1.25, 1.6],
      answers: 'A A D A D A',
    },
    {
      what: 'shuts out until the window is over',
      n: 2,
      T: 1,
      at: [0, 0, 1.25, 1.25, 1.9, 2, 2.001],
      answers: 'A A A D D D A',
    },
    {
      what: 'shuts out small ones after a big one',
      n: 5,
      T: 10,
      options: { algorithm: 'tokenBucket' },
      at: [
        [0, 3],
        [1, 3],
        [2, 1],
        [10, 1],
        [10.001, 1],
      ],
      answers: 'A D D D A',
    },
  ],
  'haproxy-rate': [
    // At 1.5 s half of 3 weighs 1, cut; the try makes it 2.
    { what: 'counts what it refuses', n: 2, T: 1, at: [0, 0, 0, 1.5, 1.5], answers: 'A A D A D' },
    { what: 'forgets what is idle', n: 1, T: 10, options: { expire: 2 }, at: [0, 1, 2.9, 4.9], answers: 'A D D A' },
    { what: 'cuts its tick to an even millisecond', n: 1, T: 1, at: [0.001, 1], answers: 'A D' },
  ],
  'envoy-local': [
    { what: 'refills evenly', n: 2, T: 1, at: [0, 0, 0.4, 0.5, 0.5], answers: 'A A D A D' },
    {
      what: 'refills all at a tick',
      n: 2,
      T: 1,
      options: { refill: 'timer' },
      at: [0, 0, 0.9, 1, 1, 1],
      answers: 'A A D A A D',
    },
  ],
  'envoy-ratelimit': [
    {
      what: 'counts what it refuses',
      n: 5,
      T: 60,
      at: [
        [0, 4],
        [1, 4],
        [2, 1],
        [60, 1],
      ],
      answers: 'A D D A',
    },
    { what: 'follows the calendar', n: 1, T: 60, epoch: 30, at: [0, 29.9, 30], answers: 'A D A' },
  ],
  traefik: [
    { what: 'waits for half a token', n: 1, T: 1, capacity: 1, at: [0, 0.4, 0.5, 0.5], answers: 'A D 0.5 D' },
    // Of three, none is left at 0; the seconds turn twice between 0.5 and 2.
    { what: 'forgets a silent key', n: 1, T: 1, capacity: 3, at: [0.5, 0.5, 0.5, 2, 2, 2], answers: 'A A A A A A' },
    { what: 'remembers one that is not', n: 1, T: 1, capacity: 3, at: [0.5, 0.5, 0.5, 1.5, 1.5], answers: 'A A A A D' },
  ],
  'spring-gateway': [
    { what: 'reads whole seconds', n: 2, T: 1, at: [0.9, 0.9, 0.99, 1, 1, 1], answers: 'A A D A A D' },
    // One in five seconds is replenishRate 1 and requestedTokens 5.
    { what: 'asks for more than one token', n: 1, T: 5, at: [0, 4.9, 5], answers: 'A D A' },
    { what: 'keeps nothing with a burst left out', n: 10, T: 1, capacity: 1, at: times(4, 0), answers: 'A A A A' },
  ],
  'apisix-limit-count': [
    {
      what: 'counts what it refuses',
      n: 5,
      T: 10,
      at: [
        [0.5, 4],
        [1, 4],
        [2, 1],
        [10.5, 1],
      ],
      answers: 'A D D A',
    },
    {
      // At 1.5 s half of two weighs 1: a cost of 2 goes to 3, one over.
      what: 'lets a big one over, sliding',
      n: 2,
      T: 1,
      options: { windowType: 'sliding' },
      at: [0, 0, 0, [1.5, 2], 1.9],
      answers: 'A A D A D',
    },
  ],
  kong: [
    { what: 'follows the calendar', n: 2, T: 60, epoch: 30, at: [0, 29, 29.9, 30, 30, 30], answers: 'A A D A A D' },
  ],
  'caddy-ratelimit': [
    {
      what: 'lets all through at exactly the window',
      n: 1,
      T: 0.5,
      at: [0, 0.499999, 0.5, 0.5, 0.500001, 0.6],
      answers: 'A D A A A D',
    },
  ],
  'rack-attack': [
    {
      what: 'follows the calendar',
      n: 1,
      T: 10,
      epoch: 1_700_000_005,
      at: [0, 4.9, 5, 14.9, 15],
      answers: 'A D A D A',
    },
  ],
  'python-limits': [
    {
      what: 'counts what it refuses',
      n: 5,
      T: 10,
      at: [
        [0, 4],
        [1, 4],
        [2, 1],
        [10, 1],
      ],
      answers: 'A D D A',
    },
    {
      what: 'keeps what is exactly as old as the window',
      n: 2,
      T: 1,
      options: { strategy: 'moving-window' },
      at: [0, 0, 1, 1.000001],
      answers: 'A A D A',
    },
    {
      // At 1.5 s half of three weighs 1, cut.
      what: 'cuts the weight of the window before',
      n: 3,
      T: 1,
      options: { strategy: 'sliding-window-counter' },
      at: [0, 0, 0, 1.5, 1.5, 1.5],
      answers: 'A A A A A D',
    },
  ],
  vsthrottle: [
    // 1.9 tokens’ worth of time brings one, and the rest is lost.
    { what: 'throws fractions away', n: 2, T: 2, at: [0, 0, 1.9, 2.8, 2.9], answers: 'A A A D A' },
    { what: 'blocks', n: 1, T: 1, options: { block: 3 }, at: [0, 0.5, 2, 3.5], answers: 'A D D A' },
    // The try at 3.4 s takes the token that has come in since 2 s, and none is there at 3.5 s.
    {
      what: 'spends on blocked tries',
      n: 1,
      T: 1,
      options: { block: 3 },
      at: [0, 0.5, 2, 3.4, 3.5],
      answers: 'A D D D D',
    },
  ],
  'aws-api-gateway': [{ what: 'is a bucket', n: 1, T: 1, capacity: 2, at: [0, 0, 0, 1], answers: 'A A D A' }],
  cloudflare: [
    { what: 'blocks for its timeout', n: 2, T: 10, at: [0, 0, 1, 10.9, 21], answers: 'A A D D A' },
    // Half of the four at 0 to 3 s weighs on 15 s: two and the request make three.
    {
      what: 'counts what it only throttles',
      n: 2,
      T: 10,
      options: { mitigationTimeout: 0 },
      at: [0, 1, 2, 3, 15, 18],
      answers: 'A A D D D D',
    },
  ],
};
