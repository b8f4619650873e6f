/** Configs in the shapes in which they stand in public repositories: in Markdown, in YAML of other tools, in pieces. */
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { readConfig } from './index.ts';

await loadSystems();

/** `line: n per T`, its notes, and `line! message`. */
function found(text: string): readonly string[] {
  const { limits, problems } = readConfig(text);
  return [
    ...limits.flatMap(({ line, policy: { n, T }, key, notes }) => [
      `${line}: ${n} per ${T / SECOND}${key === 'all' ? ' for all' : ''}`,
      ...notes,
    ]),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

describe('Markdown', () => {
  const js = 'const limiter = rateLimit({ windowMs: 60 * 1000, max: 5 });\n';
  const nginx = 'limit_req_zone $binary_remote_addr zone=a:10m rate=5r/s;\nlimit_req zone=a burst=3;\n';
  const about = "Don't forget that it's per client:\n\n";

  it.each([
    [`${about}\`\`\`js\n${js}\`\`\`\n\nThat's all.\n`, ['4: 5 per 60']],
    [`${about}1. first\n   ~~~nginx\n${nginx}   ~~~\nYou can't do without the zone.\n`, ['6: 5 per 1']],
  ])('is read for its code, at its lines: %j', (text, limits) => expect(found(text)).toEqual(limits));

  it('may be in a comment of a program, which is read itself', () => {
    const comment = `/*\n\`\`\`\n${js.replace('5', '9')}\`\`\`\n*/\n`;
    expect(found(`${comment}${js}const b = rateLimit({ windowMs: 1000, max: 2 });\n`)).toEqual([
      '6: 5 per 60',
      '7: 2 per 1',
    ]);
  });
});

describe('nginx', () => {
  const zone = (key: string, name = 'a') => `limit_req_zone ${key} zone=${name}:10m rate=5r/s;\n`;
  const server = (...names: readonly string[]) =>
    names.map((name, index) => `location /${index} { limit_req zone=${name}; }\n`).join('');

  it.each([
    ['$binary_remote_addr$request_uri', ['It counts each $request_uri separately; the lane counts all requests of a client together.']], // prettier-ignore
    ['"${binary_remote_addr}:${uri}"', ['It counts each ${uri} separately; the lane counts all requests of a client together.']], // prettier-ignore
    ['$limit_key', ['Its key $limit_key is computed outside this text: requests for which it is empty are not limited.']], // prettier-ignore
    ['$server_name$binary_remote_addr', []],
    ['$http_x_real_ip', ['Requests in which $http_x_real_ip is empty are not limited.']],
    ['$jwt_claim_sub', []],
  ])('says of the key %s what it counts', (key, notes) =>
    expect(found(zone(key) + server('a'))).toEqual(['2: 5 per 1', ...notes]),
  );

  it.each([
    'map $host $key { default ""; }',
    'split_clients $remote_addr $key { 50% a; * ""; }',
    'set $key $remote_addr;',
    'auth_request_set $key $upstream_http_x_user;',
  ])(
    // prettier-ignore
    'knows a key that the text computes: %s',
    (computed) =>
      expect(found(`${computed}\n${zone('$key')}${server('a')}`)).toEqual([
        '3: 5 per 1',
        'Its key $key is computed: requests for which it is empty are not limited.',
      ]),
  );

  it('says where places share a zone', () => {
    const shared = 'The zone a is used in 2 places, which share its counts; each lane has its own.';
    const text = zone('$remote_addr') + zone('$remote_addr', 'b') + server('a', 'b', 'a');
    expect(found(text)).toEqual(['3: 5 per 1', shared, '4: 5 per 1', '5: 5 per 1', shared]);
  });

  it.each([
    ['', '1! No limit_req in this text uses the zone a: paste the server or location that does.'],
    ['include sites-enabled/*;\n', '1! No limit_req in this text uses the zone a: paste the server or location that does.'], // prettier-ignore
    [zone('$remote_addr', 'b') + server('b'), '1! No limit_req in this text uses the zone a: it limits nothing.'],
  ])('says of a zone that nothing uses what is known: %j', (rest, said) =>
    expect(found(zone('$remote_addr') + rest)).toContain(said),
  );

  it('asks for included files once, and not for those that nginx comes with', () => {
    const includes = ['mime.types', '/etc/nginx/fastcgi_params', 'fastcgi.conf', 'snippets/a.conf', 'snippets/a.conf'];
    expect(found(includes.map((name) => `include ${name};\n`).join('') + zone('$remote_addr') + server('a'))).toEqual([
      '7: 5 per 1',
      '4! include snippets/a.conf: that file is not read. Paste what is in it, if it has limits.',
    ]);
  });

  it('is read in YAML of other tools, at its lines', () => {
    const values = `controller:\n  config:\n    http-snippet: |\n      ${zone('$remote_addr')}    server-snippet: |\n      limit_req zone=a;\n`;
    expect(found(values)).toEqual(['6: 5 per 1']);
  });
});

describe('what is no YAML', () => {
  it('is said once: what follows is what a parser makes of the lines below', () => {
    const text = 'http:\n  middlewares:\n    a: { rateLimit: { average: 5 }\nb: c\nd: e: f\n';
    expect(found(text).filter((one) => one.includes('not valid YAML'))).toHaveLength(1);
  });

  it.each([
    'from aws_cdk import App\nplan = { "throttle": { "rate_limit": config.rate, "burst_limit": 2 } }\n',
    'package main\n\nfunc main() {\n\tset(apigw.Throttle{ RateLimit: rate, BurstLimit: 2 })\n}\n',
  ])('is called code where it is: %j', (text) => expect(found(text).join()).not.toContain('not valid YAML'));
});

describe('times and defaults in code', () => {
  it.each([
    ["Rack::Attack.throttle('a', limit: 5, period: 1.day.to_i) { |r| r.ip }\n", ['1: 5 per 86400']],
    [
      "Rack::Attack.throttle('a', limit: (ENV['RATE'] || 10).to_i, period: 1.minute) { |r| r.ip }\n",
      ['1: 10 per 60', "1! limit is (ENV['RATE'] || 10).to_i, which may be set elsewhere: its default, 10, is read."],
    ],
    ...['os.environ.get("R", "5/hour")', 'os.getenv("R", "5/hour")', 'env("R", default="5/hour")'].map(
      (call): [string, readonly string[]] => [
        `DEFAULT_THROTTLE_RATES = {\n  "user": ${call},\n}\n`,
        ['2: 5 per 3600', `2! The rate of user is ${call}, which may be set elsewhere: its default, 5/hour, is read.`],
      ],
    ),
    [
      'from slowapi import Limiter\n@limiter.limit(os.getenv("R", "5/minute"))\n',
      ['2: 5 per 60', '2! The limit is os.getenv("R", "5/minute"), which may be set elsewhere: its default, 5/minute, is read.'], // prettier-ignore
    ],
  ])('are read: %j', (text, said) => expect(found(text)).toEqual(said));

  it('are none where a name alone is asked for', () =>
    expect(found('DEFAULT_THROTTLE_RATES = { "user": rates.get("user", "5/hour") }\n').join()).toMatch(
      /^1! The rate of user is rates\.get/,
    ));
});

it('HAProxy: a key of URL and address is said to count each URL apart', () => {
  const text =
    'frontend f\n  stick-table type binary len 20 size 1m expire 1m store http_req_rate(10s)\n' +
    '  http-request track-sc0 base32+src\n  http-request deny if { sc_http_req_rate(0) gt 5 }\n';
  expect(found(text)).toEqual([
    '4: 5 per 10',
    'It counts each URL separately; the lane counts all requests of a client together.',
  ]);
});

describe('AspNetCoreRateLimit', () => {
  const rule = (endpoint: string, period: string, limit: number) =>
    `{ "Endpoint": "${endpoint}", "Period": "${period}", "Limit": ${limit} }`;
  const settings = (isByEndpoint: boolean, ...rules: readonly string[]) =>
    `{ "IpRateLimiting": { "EnableEndpointRateLimiting": ${isByEndpoint}, "GeneralRules": [\n${rules.join(',\n')}\n] } }\n`;

  it('has the rules of all requests, one after the other', () => {
    const { limits, readAs } = readConfig(settings(false, rule('*', '1s', 5), rule('*', '12h', 1000)));
    expect(readAs).toBe('AspNetCoreRateLimit');
    expect(limits.map(({ limiter, charge, group }) => [limiter, charge, group])).toEqual([
      ['quota-reset', 'in-order', limits[0]?.group],
      ['quota-reset', 'in-order', limits[0]?.group],
    ]);
    expect(limits.map(({ policy: { n, T } }) => [n, T / SECOND])).toEqual([
      [5, 1],
      [1000, 43_200],
    ]);
  });

  it('has rules of endpoints only where they are switched on', () => {
    const rules = [rule('*', '1m', 60), rule('post:/login', '1m', 5)];
    expect(found(settings(false, ...rules))).toEqual([
      '2: 60 per 60',
      '3! The rule of post:/login is ignored: EnableEndpointRateLimiting is not true, and only rules of * count.',
    ]);
    expect(found(settings(true, ...rules))).toEqual([
      '2: 60 per 60',
      'It counts each route separately; the lane counts all requests of a client together.',
      '3: 5 per 60',
      'It limits only requests of post:/login; the lane limits all.',
    ]);
  });

  it('has rules of some clients, and C#', () => {
    const own = `{ "IpRateLimitPolicies": { "IpRules": [ { "Ip": "10.0.0.1", "Rules": [ ${rule('*', '1m', 9)} ] } ] } }`;
    expect(readConfig(own).limits).toMatchObject([{ policy: { n: 9 }, isException: true }]);
    const code = 'o.GeneralRules = new List<RateLimitRule> { new() { Endpoint = "*", Period = "10s", Limit = 2 } };';
    expect(found(code)).toEqual(['1: 2 per 10']);
  });
});

it('HAProxy: a rule by http_req_cnt, which never falls, is said not to be read', () => {
  const text =
    'frontend f\n  stick-table type ip size 1m expire 24h store http_req_cnt\n  http-request track-sc0 src\n' +
    '  http-request deny if { sc_http_req_cnt(0) gt 1000 }\n';
  expect(found(text)).toEqual([
    '4! This rule refuses by http_req_cnt, which is not part of the lane: only http_req_rate is.',
  ]);
});

it.each([
  'spring:\n  cloud:\n    gateway:\n      default-filters:\n        - RequestRateLimiter=10, 20, #{@key}\n',
  '\n\n\n\nspring.cloud.gateway.routes[0].filters[0]=RequestRateLimiter=10, 20, #{@key}\n',
])('Spring: the short form, which sets no limit, is said to be none: %j', (text) =>
  expect(found(text)).toEqual([
    '5! RequestRateLimiter has no short form in Spring: only its args by name set a limit.',
  ]),
);

it('Bucket4j: a refill in a variable is read, the one that is made before', () => {
  const text =
    'Refill refill = Refill.intervally(5, Duration.ofMinutes(1));\nBandwidth a = Bandwidth.classic(10, refill);\n' +
    'refill = Refill.greedy(7, Duration.ofSeconds(1));\nBandwidth b = Bandwidth.classic(8, refill);\n' +
    'Bandwidth c = Bandwidth.classic(8, other);\n';
  const { limits, problems } = readConfig(text);
  expect(limits.map(({ line, policy, options }) => [line, policy, options['refill']])).toEqual([
    [2, { n: 5, T: 60 * SECOND, capacity: 10 }, 'intervally'],
    [4, { n: 7, T: SECOND, capacity: 8 }, 'greedy'],
  ]);
  expect(problems).toEqual([
    { line: 5, message: 'The refill of this bandwidth is not in this text, or not understood.' },
  ]);
});

it('Cloudflare: the older resource of Terraform is named', () =>
  expect(found('resource "cloudflare_rate_limit" "a" {\n  threshold = 50\n  period = 60\n}\n').join()).toMatch(
    /^1! Cloudflare’s older cloudflare_rate_limit is not read\./,
  ));

it('what a program is not understood as is said by the reader of its language', () => {
  const go =
    'package a\n\nimport "golang.org/x/time/rate"\n\ntype Config struct {\n\tRateLimit: float64\n\tBurst int\n}\n';
  const { product, problems } = readConfig(`${go}\nvar a = rate.NewLimiter(rate.Limit(c.RateLimit), c.Burst)\n`);
  expect([product, problems.map(({ line }) => line)]).toEqual(['golang-rate', [10, 10]]);
});

it.each([
  "export const plans = [\n  { name: 'free', rateLimit: 10, burst: 20 },\n];\n",
  'client:\n  rateLimit: { qps: 50, burst: 100 }\n',
])('a program’s own rateLimit is nobody’s: %j', (text) =>
  expect(readConfig(text)).toMatchObject({ product: '', limits: [] }),
);

it('nor is a product that is only named', () =>
  expect(readConfig('It compares token buckets, Rack::Attack and nginx, and throttles nobody.\n').product).toBe(''));
