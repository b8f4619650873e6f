/** Limiters of Symfony, as its documentation and applications configure them. */
import { expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const BUCKET = 'refill=intervally initialTokens=capacity precision=nanoseconds';
const ALIGNED = 'Its windows begin with a client’s first request; those of the lane at multiples of T.';

it.each([
  [
    'two of the documentation',
    `# config/packages/rate_limiter.yaml
framework:
    rate_limiter:
        anonymous_api:
            # use 'sliding_window' if you prefer that policy
            policy: 'fixed_window'
            limit: 100
            interval: '60 minutes'
        authenticated_api:
            policy: 'token_bucket'
            limit: 5000
            rate: { interval: '15 minutes', amount: 500 }
`,
    ['quota-reset', '7: 100 per 3600 for each', `11: 500 per 900 (5000) for each ${BUCKET}`],
    [],
    ['fixed_window of anonymous_api: 100 per 3600 s', 'token_bucket of authenticated_api: limit 5000, 500 per 900 s'],
  ],
  [
    'a sliding window',
    'framework:\n  rate_limiter:\n    login:\n      policy: sliding_window\n      limit: 5\n      interval: 1 minute\n      cache_pool: cache.app\n      lock_factory: null\n',
    ['upstash', '5: 5 per 60 for each algorithm=slidingWindow ephemeralCache=false'],
    [ALIGNED],
    ['sliding_window of login: 5 per 60 s'],
  ],
  [
    'a rate without an amount',
    'rate_limiter:\n  mail:\n    policy: token_bucket\n    limit: 20\n    rate:\n      interval: 30 seconds\n',
    ['bucket4j', `4: 1 per 30 (20) for each ${BUCKET}`],
    ['amount is left out: it is 1.'],
    ['token_bucket of mail: limit 20, 1 per 30 s'],
  ],
  [
    'by environment, with an anchor',
    "when@prod: &prod\n  framework:\n    rate_limiter:\n      a: { policy: fixed_window, limit: 3, interval: '1 day' }\nwhen@test:\n  framework:\n    rate_limiter:\n      a: { policy: no_limit }\n",
    [
      'quota-reset',
      '4: 3 per 86400 for each',
      '8! policy of a, when@test is no_limit: a lane has fixed_window, sliding_window and token_bucket.',
    ],
    [],
    ['fixed_window of a, when@prod: 3 per 86400 s'],
  ],
  [
    'several in one',
    `framework:
  rate_limiter:
    two_per_minute: { policy: 'fixed_window', limit: 2, interval: '1 minute' }
    five_per_hour: { policy: 'fixed_window', limit: 5, interval: '1 hour 30 minutes' }
    contact_form: { policy: 'compound', limiters: [two_per_minute, five_per_hour] }
`,
    [
      'quota-reset',
      '3: 2 per 60 for each',
      '4: 5 per 5400 for each',
      '5! policy of contact_form is compound: a lane has fixed_window, sliding_window and token_bucket.',
    ],
    [],
    ['fixed_window of two_per_minute: 2 per 60 s', 'fixed_window of five_per_hour: 5 per 5400 s'],
  ],
  [
    'templates and other settings beside it',
    "framework:\n  secret: '%env(APP_SECRET)%'\n  rate_limiter:\n    a: { policy: fixed_window, limit: 3, interval: 10 seconds, storage_service: a }\n  cache:\n    pools: { a: { adapter: cache.app } }\n",
    ['quota-reset', '4: 3 per 10 for each'],
    [],
    ['fixed_window of a: 3 per 10 s'],
  ],
  [
    'values from elsewhere',
    "rate_limiter:\n  a:\n    policy: fixed_window\n    limit: '%env(int:LIMIT)%'\n    interval: '1 month'\n    intervall: 1\n",
    [
      '',
      '4! limit is %env(int:LIMIT)%, not a number.',
      '5! interval is 1 month, which is not understood as a duration.',
      '6! intervall is not a setting of a limiter known here. The ones that are read: policy, limit, interval and rate.',
    ],
    [],
    [],
  ],
  [
    'units as letters',
    "a: { policy: fixed_window, limit: 5, interval: 10s }\nb: { policy: token_bucket, limit: 5, rate: { interval: 'PT1M' } }\nc: { policy: token_bucket, limit: 5, rate: { interval: 1min } }\n",
    [
      'bucket4j',
      `3: 1 per 60 (5) for each ${BUCKET}`,
      "1! interval is 10s: Symfony takes units as words, like '10 seconds'.",
      "2! interval is PT1M: Symfony takes units as words, like '10 seconds'.",
    ],
    ['amount is left out: it is 1.'],
    ['token_bucket of c: limit 5, 1 per 60 s'],
  ],
  [
    'a policy that is none',
    'a: { policy: fixed_window, limit: 0, interval: 1 second }\nb: { policy: leaky, limit: 1 }\n',
    [
      '',
      '1! fixed_window of a: 0 per 1 s: n is 0. It may be a whole number from 1 to 1,000,000.',
      '2! policy of b is leaky: a lane has fixed_window, sliding_window and token_bucket.',
    ],
    [],
    [],
  ],
])('%s', (_, text, found, notes, names) => {
  expect(foundIn(text)).toEqual(found);
  const { limits } = readConfig(text);
  expect(limits.flatMap((limit) => limit.notes)).toEqual(notes);
  expect(limits.map(({ what }) => what)).toEqual(names);
});

it('a policy within a sentence is none', () =>
  expect(foundIn('Its policy: fixed_window is the default. Read on:\nhere: and there: too\n')).toEqual([
    '',
    '1! No rate limit of a known product is in this text.',
  ]));
