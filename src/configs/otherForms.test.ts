/** What other tools write a product's limit from: resources of Kubernetes, code of the AWS CDK, starters and middleware. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const notesIn = (text: string) => readConfig(text).limits.flatMap(({ notes }) => notes);

describe('resources of Kubernetes', () => {
  const SELECTED = 'It limits only requests that its clientSelectors select; the lane limits all.';
  const policy = (kind: string, rules: string) =>
    `apiVersion: gateway.envoyproxy.io/v1alpha1\nkind: BackendTrafficPolicy\nspec:\n  rateLimit:\n    type: ${kind}\n    ${kind.toLowerCase()}:\n      rules:\n${rules}`;
  const rule = (selectors: string, limit = '{ requests: 3, unit: Hour }') =>
    `        - limit: ${limit}\n${selectors === '' ? '' : `          clientSelectors: [${selectors}]\n`}`;

  it.each([
    ['counted by Envoy’s service', policy('Global', rule('')), 'envoy-ratelimit', '8: 3 per 3600 for all', []],
    [
      'for each value of a header',
      policy('Global', rule('{ headers: [{ name: x-user, type: Distinct }] }')),
      'envoy-ratelimit',
      '8: 3 per 3600 for each',
      [SELECTED],
    ],
    [
      'for each address',
      policy('Global', rule('{ sourceCIDR: { value: 0.0.0.0/0, type: Distinct } }')),
      'envoy-ratelimit',
      '8: 3 per 3600 for each',
      [],
    ],
    [
      'of one user',
      policy('Global', rule('{ headers: [{ name: x-user, value: ada }] }')),
      'envoy-ratelimit',
      '8: 3 per 3600 for all',
      [SELECTED],
    ],
    ['in a bucket of Envoy', policy('Local', rule('')), 'envoy-local', '8: 3 per 3600 (3) for all', []],
  ])('Envoy Gateway, %s', (_, text, product, limit, notes) => {
    expect(foundIn(text)).toEqual([product, limit]);
    expect(notesIn(text)).toEqual(notes);
  });

  it('Envoy Gateway with a unit that is none', () => {
    expect(foundIn(policy('Global', rule('', '{ requests: 3, unit: Fortnight }')))).toEqual([
      'envoy-ratelimit',
      '8! unit is Fortnight: a lane has second, minute, hour, day or month.',
    ]);
  });

  it('HAProxy’s ingress controller', () => {
    const ingress = (more: string) =>
      `kind: Ingress\nmetadata:\n  name: web\n  annotations:\n    haproxy.org/rate-limit-requests: "15"\n${more}`;
    expect(foundIn(ingress('    haproxy.org/rate-limit-period: 1m\n'))).toEqual([
      'haproxy-rate',
      '5: 15 per 60 for each expire=none',
    ]);
    expect(foundIn(ingress(''))).toEqual(['haproxy-rate', '5: 15 per 1 for each expire=none']);
    expect(notesIn(ingress(''))).toEqual(['rate-limit-period is left out: it is 1 s.']);
  });

  it('Linkerd', () => {
    const text =
      'kind: HTTPLocalRateLimitPolicy\nspec:\n  total:\n    requestsPerSecond: 100\n  identity:\n    requestsPerSecond: 20\n  overrides:\n' +
      '  - requestsPerSecond: 25\n    clientRefs:\n    - { kind: ServiceAccount, name: special }\n';
    expect(foundIn(text)).toEqual([
      'governor',
      '3: 100 per 1 (100) for all',
      '5: 20 per 1 (20) for each',
      '8: 25 per 1 (25) for all',
    ]);
    expect(notesIn(text)).toEqual(['A request that it refuses has been charged to total.']);
  });
});

describe('Amazon API Gateway in code of the CDK', () => {
  it.each([
    [
      'a usage plan',
      "const plan = api.addUsagePlan('Plan', {\n  throttle: {\n    rateLimit: 10,\n    burstLimit: 2,\n  },\n});\n",
      ['3: 10 per 1 (2) for each'],
    ],
    [
      'a stage and a method',
      "new apigateway.RestApi(this, 'a', {\n  deployOptions: {\n    throttlingRateLimit: 100, throttlingBurstLimit: 200,\n    methodOptions: {\n" +
        "      '/a/GET': { throttlingRateLimit: 10, throttlingBurstLimit: 20 },\n    },\n  },\n});\n",
      ['3: 100 per 1 (200) for all', '5: 10 per 1 (20) for all'],
    ],
    [
      'a stage of an HTTP API',
      "new HttpStage(this, 's', { httpApi, throttle: { rateLimit: 100, burstLimit: 200 } });\n",
      ['1: 100 per 1 (200) for all'],
    ],
    [
      'Python',
      'plan = api.add_usage_plan("Plan",\n    throttle=apigateway.ThrottleSettings(\n        rate_limit=10,\n        burst_limit=2\n    )\n)\n',
      ['3: 10 per 1 (2) for each'],
    ],
    [
      'with more beside it',
      "new UsagePlan(this, 'p', { throttle: { rateLimit: 10, burstLimit: 2 }, quota: { limit: 9, period: Period.DAY } });\n" +
        'plan.addApiStage({ throttle: [{ method, throttle: { rateLimit: 1, burstLimit: 2 } }] });\n',
      [
        '1: 10 per 1 (2) for each',
        '1! The quota of 9 a day is not part of the lane.',
        '2! The limits of single methods in addApiStage are not read from code.',
      ],
    ],
  ])('%s', (_, text, found) => expect(foundIn(text)).toEqual(['aws-api-gateway', ...found]));

  it('and a template with code in it is none', () => {
    const text =
      'Plan:\n  Type: AWS::ApiGateway::UsagePlan\n  Throttle: { RateLimit: 10, BurstLimit: 2 }\nFn:\n  InlineCode: "new Date()"\n';
    expect(foundIn(text)).toEqual(['aws-api-gateway', '3: 10 per 1 (2) for each']);
  });
});

describe('Kong', () => {
  it.each([
    [
      "curl -X POST http://localhost:8001/plugins -F 'name=rate-limiting' -F 'config[minute]=5'",
      '1: 5 per 60 for each',
    ],
    ['name=rate-limiting&config[minute]=5&config[policy]=local', '1: 5 per 60 for each'],
  ])('%j', (text, limit) => expect(foundIn(text)).toEqual(['kong', limit]));
});

describe('Java and Spring', () => {
  it('a bean of Spring Cloud Gateway', () => {
    expect(foundIn('return new RedisRateLimiter(10, 20, 2);')).toEqual(['spring-gateway', '1: 5 per 1 (10) for each']);
    expect(foundIn('limiter = new RedisRateLimiter(1, 2)')).toEqual(['spring-gateway', '1: 1 per 1 (2) for each']);
  });

  it('resilience4j', () => {
    const custom = (...setters: string[]) =>
      `RateLimiterConfig.custom()\n${setters.map((one) => `  .${one}\n`).join('')}  .build();`;
    expect(
      foundIn(
        custom(
          'limitRefreshPeriod(Duration.ofMillis(500))',
          'limitForPeriod(10)',
          'timeoutDuration(Duration.ofMillis(25))',
        ),
      ),
    ).toEqual(['resilience4j', '1: 10 per 0.5 for all timeoutDuration=0.025']);
    expect(foundIn(custom('limitForPeriod(10)'))).toEqual(['resilience4j', '1! limitRefreshPeriod is missing.']);
    expect(foundIn(custom('limitRefreshPeriod(Duration.ofSeconds(1))'))).toEqual([
      'resilience4j',
      '1: 50 per 1 for all timeoutDuration=5',
    ]);
  });

  it.each([
    [
      'YAML',
      'bucket4j:\n  filters:\n  - url: .*\n    rate-limits:\n    - cache-key: getRemoteAddr()\n      bandwidths:\n      - capacity: 30\n        refill-capacity: 10\n' +
        '        time: 1\n        unit: minutes\n        refill-speed: interval\n      - { capacity: 5, time: 10, unit: seconds }\n',
      [
        '7: 10 per 60 (30) for each precision=milliseconds refill=intervally initialTokens=capacity',
        '12: 5 per 10 (5) for each precision=milliseconds refill=greedy initialTokens=capacity',
      ],
    ],
    [
      'properties',
      ['capacity=5', 'time=10', 'unit=seconds', 'initial-capacity=2']
        .map((setting) => `bucket4j.filters[0].rate-limits[0].bandwidths[0].${setting}\n`)
        .join(''),
      ['1: 5 per 10 (5) for all precision=milliseconds refill=greedy initialTokens=2'],
    ],
  ])('the starter of Bucket4j in %s', (_, text, limits) => {
    expect(foundIn(text)).toEqual(['bucket4j', ...limits]);
    expect(new Set(readConfig(text).limits.map(({ group }) => group)).size).toBe(1);
  });

  it('the starter of Bucket4j says what it misses', () => {
    const text =
      'bucket4j:\n  filters:\n  - rate-limits:\n    - bandwidths:\n      - { capacity: 5, time: 10, unit: moons, speed: 1 }\n';
    expect(foundIn(text).slice(1)).toEqual([
      '5! speed is not a setting of a bandwidth known here. The ones that are read: capacity, refill-capacity, time, unit, refill-speed and initial-capacity.',
      '5! unit is moons, which is no unit of time.',
    ]);
  });
});

describe('middleware that counts as another package does', () => {
  it.each([
    [
      'Echo',
      'e.Use(middleware.RateLimiter(middleware.NewRateLimiterMemoryStore(20)))',
      'golang-rate',
      '1: 20 per 1 (20) for each mode=allow',
    ],
    [
      'Echo with a burst',
      'middleware.NewRateLimiterMemoryStoreWithConfig(\n  middleware.RateLimiterMemoryStoreConfig{Rate: 10, Burst: 30, ExpiresIn: 3 * time.Minute},\n)',
      'golang-rate',
      '2: 10 per 1 (30) for each mode=allow',
    ],
    [
      'Echo with a fraction',
      'middleware.NewRateLimiterMemoryStore(1.5)',
      'golang-rate',
      '1: 3 per 2 (2) for each mode=allow',
    ],
    ['tollbooth', 'lmt := tollbooth.NewLimiter(1.5, nil)', 'golang-rate', '1: 3 per 2 (1) for each mode=allow'],
    ['Hono', 'app.use(rateLimiter({ windowMs: 60_000, limit: 100 }))', 'express-rate-limit', '1: 100 per 60 for each'],
    [
      'Fastify',
      "await fastify.register(import('@fastify/rate-limit'), {\n  max: 100,\n  timeWindow: '1 minute'\n})",
      'express-rate-limit',
      '1: 100 per 60 for each',
    ],
    [
      'Fastify with defaults',
      "fastify.register(require('@fastify/rate-limit'), {})",
      'express-rate-limit',
      '1: 1000 per 60 for each',
    ],
  ])('%s', (_, text, product, limit) => expect(foundIn(text)).toEqual([product, limit]));

  it('of Fastify’s settings those that change what is counted are said', () => {
    const text =
      "fastify.register(rateLimit, { max: 1, timeWindow: 1000, ban: 2, allowList: ['::1'] }) // @fastify/rate-limit";
    expect(notesIn(text)).toEqual([
      'ban is not part of the lane.',
      'allowList lets some requests pass without counting them; the lane counts all.',
    ]);
  });

  it('of Fastify’s routes each may have a limit of its own, in place of the plugin’s', () => {
    const text =
      "fastify.register(import('@fastify/rate-limit'), { global: false, max: 100, timeWindow: 1000 })\n" +
      "fastify.get('/', { config: { rateLimit: { max: 3, timeWindow: '1 minute' } } }, handler)\n" +
      'fastify.setNotFoundHandler({ preHandler: fastify.rateLimit({ max: 4, timeWindow: 500 }) }, handler)\n' +
      "fastify.get('/a', { config: { rateLimit: { timeWindow: 1000 } } }, handler)\n" +
      "fastify.get('/b', { config: { rateLimit: false } }, handler)\n";
    expect(foundIn(text)).toEqual([
      'express-rate-limit',
      '1: 100 per 1 for each',
      '2: 3 per 60 for each',
      '3: 4 per 0.5 for each',
      '4! max is missing.',
    ]);
    const ofRoute = 'It limits only requests of its route; the lane limits all.';
    expect(notesIn(text)).toEqual(['It limits only routes that ask for it; the lane limits all.', ofRoute, ofRoute]);
  });

  it('another function of that name is none', () => {
    expect(
      readConfig('const a = rateLimiter({ store });\nrateLimit({ windowMs: 1000, limit: 5 });').limits,
    ).toHaveLength(1);
  });
});

it('of several match blocks of Caddy one has to hold', () => {
  const text =
    'rate_limit {\n zone a {\n  match {\n   method POST\n   path /a\n  }\n  match {\n   path /b\n  }\n  key {remote_host}\n  events 5\n  window 1m\n }\n}\n';
  expect(notesIn(text)).toEqual([
    'It limits only requests that match method POST, path /a or path /b; the lane limits all.',
  ]);
});
