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
  '[http]',
])('Traefik’s TOML is said to be TOML: %s', (table) => {
  const text = `${table}\n  average = 100\n  burst = 50\n# rateLimit\n`;
  expect(found(text)).toEqual(['1! This is TOML: only YAML and labels are understood.']);
});
