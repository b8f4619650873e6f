/** What decides about a limit outside of the call that makes it, and calls whose key is an expression. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { groupsOf, readConfig } from './index.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const notesIn = (text: string) => readConfig(text).limits.flatMap(({ notes }) => notes);
const problemsIn = (text: string) => readConfig(text).problems.map(({ line, message }) => `${line}! ${message}`);

describe('CL.THROTTLE', () => {
  it.each([
    "redis.call('CL.THROTTLE', KEYS[1], 15, 30, 60)",
    "local full = redis.call('CL.THROTTLE', 'user:' .. ARGV[1], 15, 30, 60, 1)[1] == 1",
    "await client.sendCommand(['CL.THROTTLE', `rate:${user.id}`, '15', '30', '60', '1']);",
    `r.execute_command('CL.THROTTLE', f"user {id}, {method}", 15, 30, 60)`,
    'rdb.Do(ctx, "CL.THROTTLE", fmt.Sprintf("user:%d", id), 15, 30, 60)',
    'r.execute_command("CL.THROTTLE user123 15 30 60 1")',
    'CL.THROTTLE "user 123" 15 30 60;',
  ])('has its numbers after a key, whatever that is: %s', (text) =>
    expect(foundIn(text)).toEqual(['redis-cell', '1: 30 per 60 (16) for each']),
  );

  it.each([
    "redis.call('CL.THROTTLE', key, 15, 30)",
    "redis.call('CL.THROTTLE', key, 15, , 60)",
    'cmd("CL.THROTTLE").arg(15)',
  ])('without one of them is not read: %s', (text) =>
    expect(problemsIn(text)).toEqual([
      '1! CL.THROTTLE takes a key, max_burst, count, period and quantity; only numbers are understood.',
    ]),
  );

  it('in a comment of Lua is none', () =>
    expect(foundIn('-- CL.THROTTLE key 1 2 3\nCL.THROTTLE key 4 5 6')).toEqual([
      'redis-cell',
      '2: 5 per 6 (5) for each',
    ]));
});

describe('methods of a limiter in Go', () => {
  it.each([
    ['lmt := tollbooth.NewLimiter(1, nil)\nlmt.SetBurst(5)', ['1: 1 per 1 (5) for each mode=allow']],
    ['lmt := tollbooth.NewLimiter(1, nil).SetBurst(5).SetMax(2)', ['1: 2 per 1 (5) for each mode=allow']],
    ['lmt := tollbooth.NewLimiter(3, nil)\nlmt.SetMax(7)', ['1: 7 per 1 (3) for each mode=allow']],
    [
      'a := tollbooth.NewLimiter(3, nil)\nb := tollbooth.NewLimiter(4, nil)\nb.SetBurst(9)',
      ['1: 3 per 1 (3) for each mode=allow', '2: 4 per 1 (9) for each mode=allow'],
    ],
    [
      'l := rate.NewLimiter(2, 3)\nl.SetBurst(9)\nl.SetLimit(rate.Limit(4))',
      [
        '1: 2 per 1 (3) for all',
        '2! l.SetBurst(9) changes a limit later, which is not part of the lane.',
        '3! l.SetLimit(rate.Limit(4)) changes a limit later, which is not part of the lane.',
      ],
    ],
  ])('%j', (text, found) => expect(foundIn(text).slice(1)).toEqual(found));

  it('may be of a number that is converted to a rate', () =>
    expect(foundIn('middleware.NewRateLimiterMemoryStore(rate.Limit(20))')).toEqual([
      'golang-rate',
      '1: 20 per 1 (20) for each mode=allow',
    ]));
});

describe('a bucket of Bucket4j', () => {
  const BANDWIDTHS = [
    [
      'made in their places',
      'Bucket bucket = Bucket.builder()\n  .addLimit(Bandwidth.simple(1000, Duration.ofMinutes(1)))\n' +
        '  .addLimit(Bandwidth.classic(50, Refill.greedy(50, Duration.ofSeconds(1))).withInitialTokens(3))\n  .build();',
    ],
    [
      'made before',
      'Bandwidth most = Bandwidth.simple(1000, Duration.ofMinutes(1));\n' +
        'Refill refill = Refill.greedy(50, Duration.ofSeconds(1));\n' +
        'Bandwidth burst = Bandwidth.classic(50, refill).withInitialTokens(3);\n' +
        'Bucket bucket = Bucket.builder().addLimit(most).addLimit(burst).build();',
    ],
    [
      'made by a builder',
      'Bucket bucket = Bucket.builder()\n  .addLimit(limit -> limit.capacity(1000).refillGreedy(1000, Duration.ofMinutes(1)))\n' +
        '  .addLimit(Bandwidth.builder().capacity(50).refillGreedy(50, Duration.ofSeconds(1)).initialTokens(3).build())\n' +
        '  .build();',
    ],
  ] as const;

  it.each(BANDWIDTHS)(
    'takes its tokens from all its bandwidths, %s, and starts with those that it is given',
    (_, text) => {
      const { limits, problems } = readConfig(text);
      expect(problems).toEqual([]);
      const [stack, ...others] = groupsOf(limits);
      expect(others).toEqual([]);
      expect(stack?.map(({ policy, options }) => [policy.n, options['initialTokens']])).toEqual([
        [1000, 'capacity'],
        [50, 3],
      ]);
    },
  );

  it('is one of two', () => {
    const text = 'a = Bucket.builder().addLimit(Bandwidth.simple(5, Duration.ofSeconds(1))).build();\n';
    expect(groupsOf(readConfig(text + text).limits)).toHaveLength(2);
  });

  it('may get a bandwidth from elsewhere, which is said', () =>
    expect(problemsIn('Bucket of(Bandwidth limit) { return Bucket.builder().addLimit(limit).build(); }')).toEqual([
      '1! Bucket.builder().addLimit(limit): how limit is made is not in this text.',
    ]));
});

describe('the block of a throttle of Rack::Attack', () => {
  const keyOf = (block: string) =>
    readConfig(`Rack::Attack.throttle('a', limit: 5, period: 60) ${block}`).limits.map(({ key = 'each' }) => key);

  it.each([
    "{ 'all' }",
    '{ |req| "all" }',
    '{ |_| true }',
    "do |req|\n  'api' if req.path.start_with?('/api')\nend",
    "do |req|\n  'api' unless req.get?\nend",
  ])('that gives one key for all limits all together: %s', (block) => expect(keyOf(block)).toEqual(['all']));

  it.each([
    '{ |req| req.ip }',
    '{ |req| "user-#{req.ip}" }',
    "{ |req| 'a' + req.ip }",
    'do |req|\n  req.ip if req.post?\nend',
  ])('that gives a key of the request limits each: %s', (block) => expect(keyOf(block)).toEqual(['each']));
});

describe('rate-limiter-flexible', () => {
  it.each(['Mongo', 'MySQL', 'Postgres', 'Memcache', 'Cluster', 'Prisma', 'Dynamo'])(
    'may keep its counts in a store: %s',
    (store) =>
      expect(foundIn(`new RateLimiter${store}({ points: 6, duration: 2, timeoutMs: 3000 })`)).toEqual([
        'rate-limiter-flexible',
        '1: 6 per 2 for each blockDuration=0 burstPoints=none',
      ]),
  );

  it('may be asked by something that does not refuse as it does, which is said', () =>
    expect(
      problemsIn(
        'const inner = new RateLimiterMemory({ points: 2, duration: 1 });\nnew RateLimiterQueue(inner, { maxQueueSize: 9 });\n' +
          'new RateLimiterUnion(inner, other);',
      ),
    ).toEqual([
      '2! RateLimiterQueue is not read: the lane is of a limiter alone.',
      '3! RateLimiterUnion is not read: the lane is of a limiter alone.',
    ]));

  it.each([
    'new RateLimiterRedis({ points: 9, duration: 1, insuranceLimiter: new RateLimiterMemory({ points: 3, duration: 1 }) })',
    'const spare = new RateLimiterMemory({ points: 3, duration: 1 });\nnew RateLimiterRedis({ points: 9, duration: 1, insuranceLimiter: spare })',
  ])('may stand in for another one: %j', (text) => {
    expect(readConfig(text).limits.map(({ policy, isException }) => [policy.n, isException])).toEqual([
      [9, undefined],
      [3, true],
    ]);
    expect(notesIn(text)).toContain('It is asked only while the store of another limiter fails.');
  });
});

it.each([
  ['throttled.RateQuota{throttled.PerHour(1000), 50}', '1: 1000 per 3600 (51) for each'],
  ['q := throttled.RateQuota{throttled.PerDuration(10, 5*time.Minute), 0}', '1: 10 per 300 (1) for each'],
])('a quota of throttled may be without the names of its fields: %s', (text, found) =>
  expect(foundIn(text)).toEqual(['throttled', found]),
);

it('Envoy’s filter of a network limits connections, which is said', () => {
  const filter = (kind: string) =>
    `typed_config:\n  "@type": type.googleapis.com/envoy.extensions.filters.${kind}.local_ratelimit.v3.LocalRateLimit\n` +
    '  stat_prefix: a\n  token_bucket: { max_tokens: 5, tokens_per_fill: 5, fill_interval: 1s }\n' +
    '  filter_enabled: { default_value: { numerator: 100 } }\n  filter_enforced: { default_value: { numerator: 100 } }\n';
  expect(notesIn(filter('network'))).toEqual(['It limits new connections; the lane limits requests.']);
  expect(notesIn(filter('http'))).toEqual([]);
});

it('Laravel’s throttle of Redis is a limit that the code asks, which is said', () =>
  expect(problemsIn("Redis::throttle('key')->block(0)->allow(10)->every(60)->then(function () {});")).toEqual([
    '1! Redis::throttle is a limit that the code itself asks: it is not read.',
  ]));

it('Upstash’s limiter for several regions is another one, which is said', () =>
  expect(
    problemsIn('new MultiRegionRatelimit({ redis: [a, b], limiter: MultiRegionRatelimit.slidingWindow(10, "10 s") })'),
  ).toEqual(['1! MultiRegionRatelimit counts by another rule, which is not among the lanes.']));

it('a setting of a descriptor that is not known is said', () =>
  expect(
    problemsIn(
      'domain: a\ndescriptors:\n  - key: path\n    shadow_mod: true\n    detailed_metric: true\n    rate_limit: { unit: hour, requests_per_unit: 5 }\n',
    ),
  ).toEqual([
    '4! shadow_mod is not a setting of a descriptor known here. The ones that are read: key, value, rate_limit, shadow_mode and descriptors.',
  ]));

it('Sentinel’s rules in Java are recognised, and what is read instead is said', () =>
  expect(foundIn('FlowRule rule = new FlowRule();\nrule.setCount(20);\n')).toEqual([
    'sentinel',
    '1! This looks like Sentinel in code, and no limit is read in it. What is read: flow rules with a count, in JSON.',
  ]));

it('products that are not read are named also beside one that is', () =>
  expect(
    problemsIn(
      'rateLimit({ windowMs: 60000, limit: 5 });\nslowDown({ windowMs: 60000, delayAfter: 5 });\nnew Bottleneck({ minTime: 333 });',
    ),
  ).toEqual([
    '2! express-slow-down is not read. It refuses nothing: requests wait.',
    '3! Bottleneck is not read. It refuses nothing: jobs wait. Leaky queue comes closest, with n = 1 and T = minTime.',
  ]));
