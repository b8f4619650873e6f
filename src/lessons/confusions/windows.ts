/** What confuses people about windows, logs and counters. */
import { exactly } from '../lesson.ts';
import { thread, type Confusion } from './confusion.ts';

export const windowConfusions: readonly Confusion[] = [
  {
    id: 'edge-doubles',
    question: 'The limit is 6 a second. Why do 12 go out at once?',
    answer:
      '6 just before the edge of a window and 6 just after belong to different counts: 12 pass within a tenth of a ' +
      'second. A log, which looks back one second from each request, lets 6 through.',
    document: {
      duration: 3,
      policy: { n: 6, T: 1 },
      traffic: [
        { kind: 'burst', at: 0.95, count: 6 },
        { kind: 'burst', at: 1, count: 6 },
      ],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
    },
    claims: [
      { says: 'Why do 12 go out at once', is: exactly('peak', 0, 12) },
      { says: '12 pass within a tenth of a second', is: exactly('admitted', 0, 12, { from: 0.95, to: 1.05 }) },
      { says: 'lets 6 through', is: exactly('admitted', 1, 6) },
    ],
    given: ['6 a second', '6 just before', '6 just after'],
    threads: [
      thread(
        'dotnet/runtime',
        101612,
        'System.Threading.RateLimiting.FixedWindowRateLimiter sometimes doubles the configured rate',
      ),
      thread('jsocol/django-ratelimit', 317, 'Is sliding time window rate limiting supported?'),
      thread('express-rate-limit/express-rate-limit', 207, 'Inconsitent limits'),
      thread('plausible/analytics', 6497, 'Make API rate limit reflect reality around rate limit window borders'),
    ],
  },
  {
    id: 'window-start',
    question: 'When does my minute begin?',
    answer:
      'That depends on who keeps it. After 10 requests at 29 s, a window on the clock is new at 60 s; one that began with ' +
      'the first request, and a log, say no until 89 s.',
    document: {
      duration: 120,
      policy: { n: 10, T: 60 },
      traffic: [
        { kind: 'burst', at: 29, count: 10 },
        { kind: 'steady', from: 30, to: 120, rate: 1 },
      ],
      lanes: [
        { limiter: 'fixed-window', label: 'On the clock' },
        { limiter: 'quota-reset', label: 'From the first request' },
        { limiter: 'sliding-log' },
      ],
    },
    claims: [
      { says: 'a window on the clock is new at 60 s', is: exactly('firstAdmissionAt', 0, 60, { from: 30 }) },
      {
        says: 'say no until 89 s',
        is: [exactly('firstAdmissionAt', 1, 89, { from: 30 }), exactly('firstAdmissionAt', 2, 89, { from: 30 })],
      },
    ],
    given: ['10 requests at 29 s'],
    threads: [
      thread('alisaifee/limits', 250, 'Misleading docs'),
      thread('resilience4j/resilience4j', 1668, 'Fixed window counter implementation'),
      thread('upstash/docs', 439, 'DX-1817: Add tips about window behavior'),
      thread('go-chi/httprate', 58, 'local counter: align windows to reset at sub-millisecond counter start'),
    ],
  },
  {
    id: 'never-again',
    question: 'I ask 2 times a minute where 10 per 10 minutes are allowed. Why am I never let in again?',
    answer:
      'Because refused requests count too. The log of the first lane records them, admits 10, and then nobody for the rest of the 2 hours; ' +
      'one that records only what it admits lets 120 in, half of all that come.',
    document: {
      duration: 7200,
      policy: { n: 10, T: 600 },
      traffic: [{ kind: 'burst', at: 0, count: 240, spread: 7200 }],
      lanes: [
        { limiter: 'sliding-log', edition: 'published', label: 'Records refusals' },
        { limiter: 'sliding-log', label: 'Records admissions' },
      ],
    },
    claims: [
      { says: '2 times a minute', is: exactly('requests', 0, 2, { from: 0, to: 60 }) },
      { says: '10 per 10 minutes', is: exactly('peak', 1, 10) },
      {
        says: 'admits 10, and then nobody for the rest of the 2 hours',
        is: [exactly('admitted', 0, 10, { from: 0, to: 7200 }), exactly('lastAdmissionAt', 0, 270)],
      },
      { says: 'lets 120 in, half of all', is: [exactly('admitted', 1, 120), exactly('requests', 1, 240)] },
    ],
    threads: [
      thread('peterkhayes/rolling-rate-limiter', 9, 'Bug'),
      thread('peterkhayes/rolling-rate-limiter', 36, 'limiter never frees up'),
      thread('Kong/docs.konghq.com', 6586, 'feat(plugin): Rate Limiting Advanced window types explanation'),
      thread('jsocol/django-ratelimit', 45, 'Observing a harsher rate limit than defined'),
      thread(
        'express-rate-limit/express-rate-limit',
        325,
        'skipFailedRequests Behavior / 429 responses not counting against limits',
      ),
    ],
  },
  {
    id: 'counter-exact',
    question: 'Does a sliding window counter cure the burst at the edge?',
    answer:
      'No: of 100 requests just before the edge and 100 at the end of the next window it admits 199 within one T, as a ' +
      'bucket does, where a log admits 100. It guesses that the last window was evenly filled.',
    document: {
      duration: 30,
      policy: { n: 100, T: 10 },
      traffic: [
        { kind: 'burst', at: 9.999, count: 100 },
        { kind: 'burst', at: 19.998, count: 100 },
      ],
      lanes: [{ limiter: 'sliding-counter' }, { limiter: 'token-bucket' }, { limiter: 'sliding-log' }],
    },
    claims: [
      { says: 'it admits 199 within one T', is: exactly('peak', 0, 199) },
      { says: 'as a bucket does', is: exactly('peak', 1, 199) },
      { says: 'where a log admits 100', is: exactly('peak', 2, 100) },
    ],
    given: ['100 requests just before', '100 at the end'],
    threads: [
      thread(
        'ELares/IronTraffic',
        212,
        'Add fixed-window and sliding-window-counter oracles that prove both admit 2L in a trailing window',
      ),
      thread('upstash/ratelimit-js', 39, "slidingWindow doesn't work with tokens: 1"),
      thread('arcjet/arcjet-docs', 204, 'fix: Correct sliding window calculation'),
    ],
  },
  {
    id: 'retry-after-too-late',
    question: 'Why does Retry-After send me away until the window ends, when there is room in a second?',
    answer:
      'Some libraries answer with the end of the window. A counter that slides has room sooner: here, at 72 s ' +
      'with 60 of 60 used, the exact answer is 1 s; in a fixed window that is full it would be 48 s.',
    document: {
      duration: 120,
      policy: { n: 60, T: 60 },
      traffic: [
        { kind: 'burst', at: 30, count: 60 },
        { kind: 'burst', at: 72, count: 13 },
        { kind: 'burst', at: 72, count: 60 },
      ],
      lanes: [{ limiter: 'sliding-counter' }, { limiter: 'fixed-window' }],
    },
    claims: [
      { says: 'at 72 s', is: exactly('firstDenialAt', 0, 72) },
      { says: 'with 60 of 60 used', is: exactly('level', 0, 60, { at: 72 }) },
      { says: 'the exact answer is 1 s', is: exactly('retryAfter', 0, 1, { request: 72 }) },
      { says: 'it would be 48 s', is: exactly('retryAfter', 1, 48, { request: 132 }) },
    ],
    threads: [
      thread('symfony/symfony', 40289, '[RateLimiter] retry-after of SlidingWindowLimiter is incorrect'),
      thread('symfony/symfony', 46875, '[Bug][RateLimiter] `retryAfter` returns bad value'),
      thread('dotnet/aspnetcore', 52411, 'RETRY_AFTER is null on Lease object in case of SlidingWindow rate limiter'),
      thread('dotnet/runtime', 92557, '[Bug]: FixedWindowRateLimiter miscalculates `Retry-After` value'),
      thread(
        'dotnet/runtime',
        129036,
        'Revisit RetryAfter behavior in TokenBucketRateLimiter and SlidingWindowRateLimiter',
      ),
      thread('bucket4j/bucket4j', 88, 'Incorrect expectation time of token regeneration for greedy refill'),
    ],
  },
];
