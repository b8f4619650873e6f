/** Other ways to write a limit, which real files have as well. */
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';

await loadSystems();

/** `line: n per T (capacity)`, T in seconds, and `line! message`. */
function found(text: string): readonly string[] {
  const { limits, problems } = readConfig(text);
  return [
    ...limits.map(({ line, policy: { n, T, capacity } }) => {
      return `${line}: ${n} per ${T / SECOND}${capacity === null ? '' : ` (${capacity})`}`;
    }),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

describe('the settings of Rack::Attack', () => {
  it.each([
    "throttle('a', :limit => 30, :period => 1.minute) { |req| req.ip }",
    "throttle 'a', :limit => 30, :period => 60 do |req| req.ip end",
    "throttle('a', { :limit => 30, period: 60 }, &:ip)",
  ])('may be a hash: %s', (text) => expect(found(`Rack::Attack\n${text}`)).toEqual(['2: 30 per 60']));

  it('are not read from elsewhere, which is said', () => {
    expect(found("Rack::Attack.throttle('all', OPTIONS) { |req| req.ip }")).toEqual([
      "1! Rack::Attack.throttle('all', OPTIONS): limit and period are read only where they stand in the call.",
    ]);
  });
});

describe('what looks like a comment of JSON', () => {
  const arn = (method: string) => `  SourceArn: !Sub arn:aws:execute-api:\${Api}/*/${method}/items\n`;

  it.each([
    [
      'CloudFormation',
      `A:\n${arn('GET')}Plan:\n  Throttle:\n    RateLimit: 10\n    BurstLimit: 5\nB:\n${arn('POST')}`,
      ['5: 10 per 1 (5)'],
    ],
    [
      'APISIX',
      '- uri: /api/*\n  plugins: { limit-count: { count: 2, time_window: 60 } }\n- uri: /v2/*/items\n  plugins: { limit-count: { count: 5, time_window: 60 } }\n',
      ['2: 2 per 60', '4: 5 per 60'],
    ],
    ['an address', '{uri: http://x/y, limit-count: {count: 2, time_window: 60}}', ['1: 2 per 60']],
    [
      'an address in quotes',
      `{"uri": 'http://x/y', "limit-count": {"count": 2, "time_window": 60}} // two`,
      ['1: 2 per 60'],
    ],
  ])('is none in YAML: %s', (_, text, limits) => expect(found(text)).toEqual(limits));

  it('is one in JSON', () => {
    const text = '// of all\n[ /* first */ {"limit-count": {"count": 2, // "count": 3,\n"time_window": 60}}]';
    expect(found(text)).toEqual(['2: 2 per 60']);
  });
});

it('properties may have values that YAML does not take', () => {
  const text =
    'management.endpoints.web.exposure.include=*\nlogging.pattern.console=%d{HH:mm:ss} %msg%n\n# a comment\n' +
    '  redis-rate-limiter.replenishRate = 10 \nredis-rate-limiter.burstCapacity=20\nkey-resolver=#{@user}\n';
  expect(found(text)).toEqual(['4: 10 per 1 (20)']);
  const instance = 'resilience4j.ratelimiter.instances.api';
  expect(found(`a=*\n${instance}.limit-for-period=5\n${instance}.limit-refresh-period=PT1S\n`)).toEqual(['2: 5 per 1']);
  // Java takes either mark.
  expect(found(`${instance}.limit-for-period=5\n${instance}.limit-refresh-period: PT1S\n`)).toEqual(['1: 5 per 1']);
});

describe('labels of Traefik', () => {
  const label = (setting: string, name = 'a') => `traefik.http.middlewares.${name}.ratelimit.${setting}`;

  it.each([
    `tags = ["${label('average=100')}", "${label('burst=50')}", "${label('period=1m')}"]`,
    `labels: [${label('average=100')}, ${label('period=1m')}, ${label('burst=50')}]`,
    `docker run -l ${label('average=100')} -l ${label('period=1m')} -l '${label('burst=50')}' app`,
  ])('may stand in one line: %s', (text) => {
    expect(found(text)).toEqual(['1: 100 per 60 (50)']);
    expect(readConfig(text).limits[0]?.notes).toEqual([]);
  });

  it('are none in a comment', () => {
    const text =
      `labels:\n#  - "${label('average=5', 'old')}"\n- "${label('average=100')}" # was ${label('average=9')}\n` +
      `- ${label('burst=50')} // ${label('burst=60')}\n`;
    expect(found(text)).toEqual(['3: 100 per 1 (50)']);
  });
});

it.each([
  '[http.middlewares.test-ratelimit.rateLimit]',
  '  [http.middlewares."limit@file".rateLimit] # per client',
  '[http]\n[http.middlewares.a]\n[ http . middlewares . a . rateLimit ]',
])('Traefik’s TOML is read: %s', (table) => {
  const text = `${table}\n  average = 100\n  burst = 50\n  period = "1m" # a minute\n`;
  expect(found(text)).toEqual([`${table.split('\n').length}: 100 per 60 (50)`]);
});

it('the settings of Traefik’s TOML may be quoted, grouped and misspelt', () => {
  const text =
    `[http.middlewares."a.b".rateLimit]\n  period = '1m'\n  "average" = 1_000\n  averge = 7\n` +
    '[http.routers.t]\n  rule = "Host(`a`)"\n';
  expect(found(text)).toEqual([
    '1: 1000 per 60 (1)',
    '4! averge is not a setting of rateLimit known here. The ones that are read: average, period and burst.',
  ]);
});

it('Traefik’s TOML may have tables in a line; what is no TOML is said at its line', () => {
  const text = (table: string) => `[http.middlewares.a]\n${table}\n`;
  expect(found(text('rateLimit = { average = 5, period = "1m", burst = 7 }'))).toEqual(['2: 5 per 60 (7)']);
  expect(found(text('rateLimit.average: 5'))).toEqual(['2! This is not valid TOML: Unexpected character.']);
});

describe('a quotient of whole numbers', () => {
  const dropped = (quotient: string, is: number) =>
    `1! ${quotient} is ${is} here: both are whole numbers, so the fraction is dropped.`;

  it.each([
    ['rate.NewLimiter(100/60, 5)', ['1: 1 per 1 (5)', dropped('100/60', 1)]],
    ['rate.NewLimiter(rate.Limit(2*10/3), 5)', ['1: 6 per 1 (5)', dropped('2*10/3', 6)]],
    ['rate.NewLimiter(rate.Every(3/2*time.Second), 5)', ['1: 1 per 1 (5)', dropped('3/2', 1)]],
    ['RateLimiter.create(100L/60)', ['1: 1 per 1', dropped('100L/60', 1)]],
    ['Bandwidth.simple(100/60, Duration.ofMillis(1000/3))', ['1: 1 per 0.333 (1)', dropped('100/60', 1), dropped('1000/3', 333)]], // prettier-ignore
    ['Quota::per_second(nonzero!(100u32/60))', ['1: 1 per 1 (1)', dropped('100u32/60', 1)]],
    ["Rack::Attack.throttle('a', limit: 100/60, period: 60)", ['1: 1 per 60', dropped('100/60', 1)]],
    ['vsthrottle.is_denied(client.identity, 100/60, 10s)', ['1: 1 per 10', dropped('100/60', 1)]],
  ])('is whole, which is said: %s', (text, is) => expect(found(text)).toEqual(is));

  it('may be 0, which is no rate', () => {
    const rate = 'the rate of a lane is n in T, with n from 1 to 1,000,000 and T from 1 ms to 30 days.';
    expect(found('rate.NewLimiter(rate.Limit(1/60), 1)')).toEqual([
      dropped('1/60', 0),
      `1! The limit is rate.Limit(1/60), which is 0: ${rate}`,
    ]);
    expect(found('RateLimiter.create(1/60)')).toEqual([dropped('1/60', 0), `1! The rate is 0: ${rate}`]);
  });

  it.each([
    ['a := 7/2\nrate.NewLimiter(120/60, 5)', '2: 2 per 1 (5)'],
    ['rate.NewLimiter(100.0/60, 5)', '1: 100 per 60 (5)'],
    ['rate.NewLimiter(rate.Limit(100/60.0), 5)', '1: 100 per 60 (5)'],
    ['rate.NewLimiter(1e2/60, 5)', '1: 100 per 60 (5)'],
    ['RateLimiter.create(100d/60)', '1: 1 per 0.6'],
    ['rateLimit({ windowMs: 1000 * (5 / 2), limit: 5 })', '1: 5 per 2.5'],
    ['RateLimitItemPerSecond(5, 2 * (3 / 2))', '1: 5 per 3'],
  ])('is not, or is so anyhow: %s', (text, limit) => expect(found(text)).toEqual([limit]));
});
