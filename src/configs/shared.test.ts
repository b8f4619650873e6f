/** Whose requests a limit counts: each client's, or those of all together. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultsOf, limiterById, loadSystems, SECOND } from '../sim/index.ts';
import { anyLane } from './arbitrary.ts';
import { CannotPrintError, configProducts, nearestLane, printConfig, printStack, readConfig } from './index.ts';

await loadSystems();

const keysIn = (text: string) => readConfig(text).limits.map(({ key = 'each' }) => key);

describe('a limit that all clients share', () => {
  it.each([
    ['Envoy', 'token_bucket: { max_tokens: 5, fill_interval: 1s }'],
    [
      'a descriptor of Envoy',
      'descriptors:\n- entries: [{ key: id, value: foo }]\n  token_bucket: { max_tokens: 5, fill_interval: 1s }',
    ],
    ['Caddy', 'rate_limit {\n zone a {\n key static\n events 5\n window 10s\n}\n}'],
    ['Caddy without a key', 'rate_limit {\n zone a {\n events 5\n window 10s\n}\n}'],
    ['nft', 'tcp dport 80 limit rate over 10/second burst 5 packets drop'],
    ['resilience4j', 'resilience4j.ratelimiter.instances.a: { limitForPeriod: 5, limitRefreshPeriod: 1s }'],
    ['Guava', 'RateLimiter.create(5.0)'],
    ['Go', 'rate.NewLimiter(5, 10)'],
    ['Bucket4j', 'Bandwidth.simple(5, Duration.ofSeconds(1))'],
    ['npm limiter', 'new RateLimiter({ tokensPerInterval: 5, interval: 1000 })'],
    ['p-throttle', 'pThrottle({ limit: 5, interval: 1000 })'],
    ['Sentinel', '[{"resource": "a", "grade": 1, "count": 20}]'],
    ['a stage of AWS', '{"throttlingRateLimit": 5, "throttlingBurstLimit": 10}'],
    ['Kong by service', 'plugins: [{ name: rate-limiting, config: { second: 5, limit_by: service } }]'],
    ['Traefik by host', 'rateLimit: { average: 5, sourceCriterion: { requestHost: true } }'],
    [
      'labels of Traefik',
      'x: traefik.http.middlewares.a.ratelimit.average=5\ny: traefik.http.middlewares.a.ratelimit.sourcecriterion.requesthost=true',
    ],
    ['APISIX', '{"limit-count": {"count": 2, "time_window": 60, "key_type": "constant", "key": "all"}}'],
    ['APISIX by server', '{"limit-count": {"count": 2, "time_window": 60, "key": "server_addr"}}'],
    [
      'Cloudflare by place',
      '{"ratelimit": {"characteristics": ["cf.colo.id"], "period": 60, "requests_per_period": 5}}',
    ],
    ['Envoy’s service', 'descriptors:\n- key: path\n  value: /a\n  rate_limit: { unit: minute, requests_per_unit: 5 }'],
    [
      'HAProxy',
      'stick-table type integer size 1 store http_req_rate(1s)\nhttp-request track-sc0 int(1)\nhttp-request deny if { sc_http_req_rate(0) gt 5 }',
    ],
    ['VCL', 'vsthrottle.is_denied("all", 15, 10s)'],
    ['Rust', 'RateLimiter::direct(Quota::per_second(nonzero!(50u32)))'],
  ])('is read as one for all keys: %s', (_, text) => expect(keysIn(text)).toEqual(['all']));

  it.each([
    [
      'a descriptor of Envoy with any value',
      'descriptors:\n- entries: [{ key: id }]\n  token_bucket: { max_tokens: 5, fill_interval: 1s }',
    ],
    ['Caddy', 'rate_limit {\n zone a {\n key {remote_host}\n events 5\n window 10s\n}\n}'],
    ['a dynamic set of nft', 'tcp dport 80 meter m { ip saddr limit rate over 50/second burst 10 packets } drop'],
    ['a usage plan of AWS', '{"throttle": {"rateLimit": 5, "burstLimit": 10}}'],
    ['Kong', 'plugins: [{ name: rate-limiting, config: { second: 5 } }]'],
    ['Traefik', 'rateLimit: { average: 5, burst: 3 }'],
    ['APISIX', '{"limit-count": {"count": 2, "time_window": 60}}'],
    [
      'Envoy’s service',
      'descriptors:\n- key: path\n  value: /a\n  descriptors:\n  - key: remote_address\n    rate_limit: { unit: minute, requests_per_unit: 5 }',
    ],
    ['VCL', 'vsthrottle.is_denied("key:" + req.http.Key, 30, 1m)'],
    ['Rust', 'RateLimiter::keyed(Quota::per_second(nonzero!(50u32)))'],
    ['redis-cell', 'CL.THROTTLE user123 15 30 60 1'],
  ])('is another: %s', (_, text) => expect(keysIn(text)).toEqual(['each']));

  it('of an object is one for each client where the code keeps one for each, which is said', () => {
    expect(readConfig('rate.NewLimiter(5, 10)').limits[0]?.notes).toEqual([
      'This is one limiter for all who call it. Code that keeps one for each client, in a map, limits each of them.',
    ]);
  });
});

describe('a quota of governor', () => {
  const quota = 'Quota::per_second(nonzero!(50u32))';
  const unseen = ['No limiter is seen to be made of this quota: it is read as one with a limit for each key.'];

  it.each([
    [`RateLimiter::direct_with_clock(${quota}, &clock)`, 'all', []],
    [`RateLimiter::keyed_with_clock(${quota}.allow_burst(nonzero!(60u32)), &clock)`, 'each', []],
    [`RateLimiter::<_, _, _>::dashmap(${quota})`, 'each', []],
    [`let q = ${quota};\nlet a = RateLimiter::direct(q);\nlet b = RateLimiter::keyed(other);`, 'all', []],
    [
      `let a = RateLimiter::keyed(other);\nlet q: Quota =\n  ${quota};\nlet b = RateLimiter::direct(q.clone());`,
      'all',
      [],
    ],
    [`let a = RateLimiter::direct(q);\nlet q = ${quota};\nlet b = RateLimiter::keyed(q);`, 'each', []],
    [`let a = RateLimiter::direct(other);\nlet q = ${quota};\nmake(q);`, 'each', unseen],
    [`make(${quota}, RateLimiter::direct(other))`, 'each', unseen],
  ])('is that of the limiter that is made of it: %s', (text, key, notes) => {
    expect(keysIn(text)).toEqual([key]);
    expect(readConfig(text).limits[0]?.notes).toEqual(notes);
  });
});

describe.each(configProducts)('$id', ({ id, isShared, sharesLimits }) => {
  const lane = (key: 'each' | 'all') => ({
    policy: { n: 30, T: 60 * SECOND, capacity: 40 },
    options: defaultsOf(limiterById(id)?.knobs ?? []),
    key,
  });
  const said = /^This is one \w+ for all .*, and the lane has one for each client\. [A-Z].*\.$/;

  it('says in its notes where it has one limit for all clients, and the lane one for each', () => {
    const { notes } = printConfig(id, lane('each'));
    expect(notes.filter((note) => said.test(note))).toHaveLength(isShared ? 1 : 0);
  });

  it('writes a limit for all keys, which is read again, or refuses to', () => {
    const print = () => printConfig(id, lane('all'));
    if (!sharesLimits) {
      expect(print).toThrow(/^The limit is for all keys together, which no config of .* here says\.$/);
      return;
    }
    const { text, notes } = print();
    expect(notes.filter((note) => said.test(note))).toEqual([]);
    expect(readConfig(text)).toMatchObject({ limits: [{ limiter: id, key: 'all' }], problems: [] });
    const stack = { charge: 'together', limits: [{ ...lane('all'), limiter: id }] } as const;
    expect(printStack(id, stack).text).toBe(text);
  });

  it('reads its own text as it was written', () => {
    fc.assert(
      fc.property(anyLane(id), (any) => {
        try {
          const { text } = printConfig(id, any);
          for (const { key } of readConfig(text, id).limits) expect(key).toBe(isShared ? 'all' : undefined);
        } catch (error) {
          if (!(error instanceof CannotPrintError)) throw error;
        }
      }),
      { numRuns: 20 },
    );
  });
});

it('a lane with a limit for each client is not written exactly by a product with one for all', () => {
  const bucket = { limiter: 'token-bucket', policy: { n: 10, T: 10 * SECOND, capacity: 10 }, options: {} };
  expect(nearestLane('envoy', bucket)).toMatchObject({
    exact: false,
    differs: 'one limit for all clients instead of one for each.',
  });
  expect(nearestLane('envoy', { ...bucket, key: 'all' })).toMatchObject({ exact: true, differs: '' });
  const { notes } = printStack('bucket4j', { charge: 'together', limits: [bucket, bucket] });
  expect(notes).toEqual([
    expect.stringMatching(/^This is one bucket for all who call it, and the lane has one for each/),
  ]);
});
