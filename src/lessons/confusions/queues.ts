/** What confuses people about pacing, queues and Guava. */
import { exactly } from '../lesson.ts';
import { documentOfPreset, thread, type Confusion } from './confusion.ts';

export const queueConfusions: readonly Confusion[] = [
  {
    id: 'rate-is-spacing',
    question: 'nginx allows 30 a second. Why are 4 of my 5 requests refused?',
    answer:
      'Without a burst the rate is a spacing: one request every 33 ms, and whatever comes closer is refused, so 1 of the 5 ' +
      'gets in. With burst 30 and nodelay all 5 do.',
    document: {
      duration: 1,
      policy: { n: 30, T: 1 },
      traffic: [{ kind: 'burst', at: 0, count: 5, spread: 0.01 }],
      lanes: [
        { limiter: 'nginx-limit-req', label: 'rate=30r/s' },
        { limiter: 'nginx-limit-req', label: 'rate=30r/s burst=30 nodelay', options: { burst: 30, delay: 'none' } },
      ],
    },
    claims: [
      { says: 'Why are 4 of my 5', is: [exactly('denied', 0, 4), exactly('requests', 0, 5)] },
      { says: 'one request every 33 ms', is: exactly('requests', 0, 5, { from: 0, to: 0.033 }) },
      { says: '1 of the 5', is: [exactly('admitted', 0, 1), exactly('requests', 0, 5)] },
      { says: 'all 5 do', is: exactly('admitted', 1, 5) },
    ],
    given: ['30 a second', 'burst 30'],
    threads: [
      thread('desec-io/desec-stack', 304, 'www: adjust rate limits'),
      thread('openfoodfacts/openfoodfacts-infrastructure', 304, 'Implement rate limiting on images with nginx'),
      thread('dimagi/commcare-cloud', 690, 'Require burst'),
      thread('guanhui07/blog', 14, 'Nginx limit_req'),
    ],
  },
  {
    id: 'large-acquire-is-free',
    question: 'Guava allows 5 a second. Why does tryAcquire(5000) succeed at once?',
    answer:
      'A request never waits for itself: the next one pays for it. The 5,000 pass at 0 s, and the request at 1 s would have to ' +
      'wait 999 s, so tryAcquire refuses it and all that follow.',
    document: {
      duration: 20,
      policy: { n: 5, T: 1 },
      traffic: [
        { kind: 'times', at: [0], cost: 5000 },
        { kind: 'steady', from: 1, to: 20, rate: 1 },
      ],
      lanes: [{ limiter: 'guava-bursty', label: 'tryAcquire', options: { mode: 'tryAcquire' } }],
    },
    claims: [
      { says: 'pass at 0 s', is: exactly('firstAdmissionAt', 0, 0) },
      { says: 'the request at 1 s would have to wait 999 s', is: exactly('retryAfter', 0, 999, { request: 1 }) },
      { says: 'refuses it and all that follow', is: exactly('admitted', 0, 1) },
    ],
    given: ['5 a second', 'tryAcquire(5000)', 'The 5,000'],
    threads: [
      thread('google/guava', 7130, 'SmoothRateLimiter.SmoothBursty obtaining too many permits without failure'),
      thread('google/guava', 3397, 'RateLimiter works beyond my expection'),
    ],
  },
  {
    id: 'starts-empty',
    question: 'Why does Guava hold back my first requests, and none of those after a rest?',
    answer:
      'Bursty starts with nothing saved: of the first 5 the last waits 0.8 s. Each second of rest saves up to a second’s ' +
      'permits, so the 5 at 10 s all pass at once.',
    document: {
      duration: 12,
      policy: { n: 5, T: 1 },
      traffic: [
        { kind: 'burst', at: 0, count: 5 },
        { kind: 'burst', at: 10, count: 5 },
      ],
      lanes: [{ limiter: 'guava-bursty' }],
    },
    claims: [
      { says: 'the last waits 0.8 s', is: exactly('waitMax', 0, 0.8, { from: 0, to: 1 }) },
      { says: 'all pass at once', is: exactly('delayed', 0, 0, { from: 10 }) },
    ],
    given: ['the first 5', 'the 5 at 10 s'],
    threads: [
      thread('palantir/gradle-baseline', 1946, 'Zero warm-up Guava RateLimiter'),
      thread(
        'google/guava',
        8420,
        'When a ratelimiter instance is just initialized, it cannot handle sudden bursts of traffic.',
      ),
      thread('google/guava', 4014, "Guava RateLimiter doesn't apply throttling after a delay"),
      thread('google/guava', 5372, 'How to avoid Rate Limiter to store unused permit?'),
    ],
  },
  {
    id: 'never-warm',
    question: 'I ask every 0.12 s where 10 a second are allowed. Why does Guava’s warm-up limiter never get warm?',
    answer:
      'It warms up only by being used. With tryAcquire a cold limiter refuses, rests meanwhile and is cold again: 17 of 50 get ' +
      'in. With acquire the callers wait, 12 of them, and all 50 get in.',
    document: documentOfPreset('guava-never-warm'),
    claims: [
      { says: 'every 0.12 s', is: exactly('requests', 0, 1, { from: 0.01, to: 0.13 }) },
      { says: '17 of 50', is: [exactly('admitted', 1, 17), exactly('requests', 1, 50)] },
      { says: '12 of them', is: exactly('delayed', 0, 12) },
      { says: 'all 50 get in', is: exactly('admitted', 0, 50) },
    ],
    given: ['10 a second'],
    threads: [thread('google/guava', 3552, 'SmoothWarmingUp may not reach max rate in some case?')],
  },
  {
    id: 'rate-or-concurrency',
    question: 'My client keeps to 5,000 an hour. Why does the server complain of too many at once?',
    answer:
      'A rate says nothing of how many run at once: a full bucket hands out 200 in the same instant. A queue lets them leave ' +
      'in turn, never more than 2 in a second; how many are still in progress then depends on how long each takes.',
    document: {
      duration: 180,
      policy: { n: 5000, T: 3600 },
      traffic: [{ kind: 'burst', at: 0, count: 200 }],
      lanes: [
        { limiter: 'token-bucket', label: 'Bucket of 5,000' },
        { limiter: 'leaky-queue', label: 'Paced', policy: { capacity: 200 } },
      ],
    },
    claims: [
      { says: 'hands out 200 in the same instant', is: exactly('admitted', 0, 200, { from: 0, to: 0.000001 }) },
      { says: 'never more than 2 in a second', is: exactly('peakSecond', 1, 2) },
    ],
    given: ['5,000 an hour'],
    threads: [
      thread('jhurliman/node-rate-limiter', 38, 'Possible to adjust concurrency?'),
      thread('google/guava', 3308, 'need some information regarding rate limiter comments'),
      thread('stefanprodan/AspNetCoreRateLimit', 248, 'Limit concurrent request (no time aspect)'),
    ],
  },
];
