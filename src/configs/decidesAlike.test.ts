/**
 * What a lane that is read admits, against what follows from the product's source: of five requests at 0, five at 0.9 T and five
 * at 1.1 T, under a limit of five in T.
 */
import { expect, it } from 'vitest';
import { defaultsOf, limiterById, loadSystems, outcomeOf, type Limiter } from '../sim/index.ts';
import type { FoundLimit } from './findings.ts';
import { readConfig } from './readConfig.ts';

await loadSystems();

function admitted({ limiter: id, policy, options }: FoundLimit): readonly number[] {
  const limiter = limiterById(id) as Limiter;
  const { n, T, capacity } = policy;
  const params = limiter.prepare({
    policy: { n, T, capacity: capacity ?? n },
    options: { ...defaultsOf(limiter.knobs), ...options },
    edition: limiter.editions.includes('corrected') ? 'corrected' : 'published',
    epoch: 0,
    horizon: 2 * T,
  });
  const state = limiter.init(params);
  return [0, 0.9, 1.1].map((share) => {
    const crowd = Array.from({ length: 5 }, () => limiter.decide(state, params, Math.round(share * T), 1));
    return crowd.filter((verdict) => outcomeOf(verdict) === 'allow').length;
  });
}

const aspNet = (kind: string, settings: string) => `options.Add${kind}Limiter("a", o => { ${settings} });`;
const SYMFONY = 'limit: 5, interval: 1 minute }\n';

it.each([
  // A window that opens at the first request.
  ['Laravel', "RateLimiter::for('a', fn () => Limit::perMinute(5));", [5, 0, 5]],
  ['Rails', 'class A\n  rate_limit to: 5, within: 1.minute\nend\n', [5, 0, 5]],
  ['ulule/limiter', 'limiter.NewRateFromFormatted("5-M")', [5, 0, 5]],
  ['Symfony, fixed', `a: { policy: fixed_window, ${SYMFONY}`, [5, 0, 5]],
  ['django-ratelimit', "@ratelimit(key='ip', rate='5/m')\n", [5, 0, 5]],
  // The last five instants.
  ['Django REST framework', "class A(UserRateThrottle):\n    rate = '5/m'\n", [5, 0, 5]],
  ['ASP.NET Core, fixed', aspNet('FixedWindow', 'o.PermitLimit = 5; o.Window = TimeSpan.FromMinutes(1);'), [5, 0, 5]],
  [
    'ASP.NET Core, sliding',
    aspNet('SlidingWindow', 'o.PermitLimit = 5; o.Window = TimeSpan.FromMinutes(1); o.SegmentsPerWindow = 5;'),
    [5, 0, 5],
  ],
  ['Fiber', 'limiter.New(limiter.Config{Max: 5, Expiration: time.Minute})', [5, 0, 5]],
  ['fastapi-limiter', 'RateLimiter(times=5, minutes=1)', [5, 0, 5]],
  ['ratelimit for Python', '@limits(calls=5, period=60)', [5, 0, 5]],
  [
    'koa-ratelimit',
    "import ratelimit from 'koa-ratelimit'\nratelimit({ driver: 'memory', db, duration: 60000, max: 5 })",
    [5, 0, 5],
  ],
  [
    'koa-ratelimit, in Redis',
    "import ratelimit from 'koa-ratelimit'\nratelimit({ db, duration: 60000, max: 5 })",
    [5, 0, 5],
  ],
  ['PyrateLimiter', 'Limiter(Rate(5, Duration.MINUTE))', [5, 0, 5]],
  // Ticks of a minute, and of a fifth of a second.
  ['juju/ratelimit', 'ratelimit.NewBucketWithQuantum(time.Minute, 5, 5)', [5, 0, 5]],
  ['juju/ratelimit, one at a time', 'ratelimit.NewBucketWithRate(5, 5)', [5, 4, 1]],
  // 4.5 tokens have come in, and then 1.5.
  ['redis_rate', 'redis_rate.PerMinute(5)', [5, 4, 1]],
  [
    'ASP.NET Core, a bucket of a policy',
    aspNet('TokenBucket', 'o.TokenLimit = 5; o.TokensPerPeriod = 5; o.ReplenishmentPeriod = TimeSpan.FromMinutes(1);'),
    [5, 4, 1],
  ],
  [
    'ASP.NET Core, a bucket of a program',
    'new TokenBucketRateLimiter(new() { TokenLimit = 5, TokensPerPeriod = 5, ReplenishmentPeriod = TimeSpan.FromMinutes(1) });',
    [5, 0, 5],
  ],
  ['iptables', '-A a -m limit --limit 5/min --limit-burst 5 -j ACCEPT\n', [5, 4, 1]],
  ['Linkerd', 'kind: HTTPLocalRateLimitPolicy\nspec: { identity: { requestsPerSecond: 5 } }\n', [5, 4, 1]],
  // Shut out for T, from 0.9 T on.
  ['Nest', 'ThrottlerModule.forRoot([{ ttl: 60000, limit: 5 }])', [5, 0, 0]],
  // ⌊0.9 · 5⌋ = 4 of the last window count; rounded, they are 5.
  ['Symfony, sliding', `a: { policy: sliding_window, ${SYMFONY}`, [5, 0, 1]],
  ['httprate', 'httprate.LimitByIP(5, time.Minute)', [5, 0, 0]],
  ['Symfony, a bucket', 'a: { policy: token_bucket, limit: 5, rate: { interval: 1 minute, amount: 5 } }\n', [5, 0, 5]],
])('%s', (_, text, expected) => {
  const { limits } = readConfig(text);
  expect(limits.map(admitted)).toEqual([expected]);
});
