/** Products that are not read: each is named, at the line of its first word, with what can be done instead. */
import { describe, expect, it } from 'vitest';
import { expectLinearTime, repeated } from '../linearTime.testing.ts';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { unreadProblems } from './unread.ts';

await loadSystems();

describe('a config that no product here reads is named', () => {
  it.each([
    ['if (ratelimit.check_rate(client.ip, requests, 1, 10, 100, pbox, 2m)) {', 1, 'Fastly is not read. '],
    [
      '"qos/ratelimit/router": { "max_rate": 50 }',
      1,
      'KrakenD is not read. It refills a bucket only once that is empty',
    ],
    ['delay_pools 1\ndelay_class 1 2', 1, 'Squid is not read. It limits bytes per second'],
    ['# see main.cf\nsmtpd_client_message_rate_limit = 100', 2, 'Postfix is not read. '],
    [
      'import "go.uber.org/ratelimit"\nrl := ratelimit.New(100)',
      1,
      'uber-go/ratelimit is not read. It refuses nothing: calls wait',
    ],
    ['.layer(RateLimitLayer::new(5, Duration::from_secs(1)))', 1, 'Tower’s RateLimit is not read. '],
    ['local a = 1\nlocal limit = require "resty.limit.req"', 2, 'lua-resty-limit-traffic is not read. '],
    ['{"RateLimitOptions": {"Period": "1s", "PeriodTimespan": 1, "Limit": 1}}', 1, 'Ocelot is not read. '],
    ['<SpikeArrest name="a">\n  <Rate>30ps</Rate>\n</SpikeArrest>', 1, 'Apigee is not read. '],
    ['<Quota async="false" name="a">', 1, 'Apigee is not read. '],
    [
      '[[ratelimits]]\nname = "A"\nsimple = { limit = 100, period = 60 }',
      1,
      'The rate limiting binding of Cloudflare’s Workers is not read. ',
    ],
    [
      'kind: HTTPProxy\nspec:\n  virtualhost:\n    rateLimitPolicy:\n      local:\n        requests: 100\n        unit: hour\n        burst: 20\n',
      4,
      'Contour’s rateLimitPolicy is not read. Its local limit is a bucket of Envoy’s: max_tokens = requests + burst',
    ],
    ['r: Path("/api")\n  -> clusterClientRatelimit("a", 10, "1h") -> "http://b";', 2, 'Skipper is not read. '],
    [
      '{\n  "Ip": {\n    "PermitLimit": 300,\n    "WindowSeconds": 60,\n    "QueueLimit": 0\n  }\n}',
      3,
      'A file of settings for ASP.NET Core’s limiters is not read. The code that uses it decides what they mean',
    ],
    [
      'chain INPUT {\n  proto icmp mod hashlimit hashlimit-upto 5/second hashlimit-burst 10 ACCEPT;\n}',
      2,
      'ferm is not read. The rules that it makes of it for iptables are read',
    ],
    [
      'resource "kong_plugin" "a" {\n  name = "rate-limiting"\n  config_json = jsonencode({ second = 5 })\n}',
      1,
      'Kong in Terraform is not read. ',
    ],
    [
      'resource "konnect_gateway_plugin_rate_limiting" "a" {\n  config = { minute = 50 }\n}',
      1,
      'Kong in Terraform is not read. ',
    ],
    [
      '[frontends.a.ratelimit]\nextractorfunc = "client.ip"\n[frontends.a.ratelimit.rateset.b]\nperiod = "10s"\naverage = 100\nburst = 200\n',
      3,
      'Traefik 1’s rateset is not read. Token bucket comes closest: n = average, T = period',
    ],
    [
      'SERVER_NAME=a.example\nUSE_LIMIT_REQ=yes\nLIMIT_REQ_URL_1=/login\nLIMIT_REQ_RATE_1=5r/m\n',
      4,
      'BunkerWeb’s LIMIT_REQ_RATE is not read. Sliding log comes closest',
    ],
    ['const limiter = new Bottleneck({ minTime: 333 });', 1, 'Bottleneck is not read. It refuses nothing: jobs wait'],
  ])('%j', (text, line, beginning) => {
    const { product, limits, problems, isUnread } = readConfig(text);
    expect({ product, limits, isUnread, lines: problems.map((one) => one.line) }).toEqual({
      product: '',
      limits: [],
      isUnread: true,
      lines: [line],
    });
    expect(problems[0]?.message.slice(0, beginning.length)).toBe(beginning);
  });

  it.each([
    'limit_req_zone $a zone=a:1m rate=1r/s;\nserver {\n  limit_req zone=a;\n}\n# -m limit, "throttle:60"',
    '- name: RequestRateLimiter\n  args: { redis-rate-limiter.replenishRate: 1 }\n',
  ])('and not where a product is read: %j', (text) => expect(readConfig(text).isUnread).toBeUndefined());

  it('nor is anything else', () => {
    expect(unreadProblems('a: 1\n')).toEqual([]);
    expect(unreadProblems('# SetEnv rate-limit 400\n')).toEqual([]);
  });
});

it.each([
  ' ',
  'a',
  '\n',
  '"',
  '-m ',
  'Limiter(',
  'kind: RateLimit\n',
  'getambassador.io/',
  'DOS',
  '"RateLimitOptions" ',
  '[[ratelimits]]',
  '<Quota ',
  'rateLimitPolicy: ',
  '"PermitLimit" ',
  'mod ',
])('a long text is looked through in no more time than it is long: %j', (part) => {
  expectLinearTime(200_000, repeated(part), unreadProblems);
});
