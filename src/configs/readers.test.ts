/** Readers without a limiter of their own: whatever a text is, they take little time for it, and keep to its lines. */
import { expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { expectLinearTime, repeated } from '../linearTime.testing.ts';
import { readConfig } from './readConfig.ts';

await loadSystems();

/** Of each reader a word that is its alone, and what its limits are made of. */
const WORDS: Readonly<Record<string, readonly [sign: string, ...parts: readonly string[]]>> = {
  Laravel: [
    "'throttle:60,1'\n",
    'Limit::perMinute(',
    'Limit::perMinute(1),',
    "RateLimiter::for('a', fn () => ",
    "'throttle:",
    '->by($a)',
    'new Limit(1, 2, 3), // ',
    '/* Limit::none() */',
  ],
  Rails: ['rate_limit to: 1, within: 1\n', 'rate_limit to: ', 'class A ', 'rate_limit only: -> { ', ', within: 1'],
  'Django REST framework': [
    'AnonRateThrottle\n',
    '\nclass A(',
    "rate = '1/s'\n",
    "\nclass A(UserRateThrottle):\n rate = '1/s'",
    'DEFAULT_THROTTLE_RATES = {',
    "'a': '1/s', ",
    'rate = [',
  ],
  'ASP.NET Core': [
    'RateLimitPartition\n',
    'FixedWindowLimiter(',
    'new FixedWindowRateLimiterOptions { ',
    'PermitLimit = 1, ',
    'Window = TimeSpan.FromSeconds(',
    'PermitLimit = { ',
    'GetNoLimiter(',
  ],
  Nest: ['ThrottlerModule\n', '@Throttle({ a: { ', 'ttl: 1, limit: 2, ', 'limit: [', '@SkipThrottle() ', 'ttl: { '],
  Symfony: ['policy: fixed_window\n', 'a: { policy: fixed_window, ', 'login_throttling: [', '- policy: compound\n'],
  iptables: [
    '-A a -m limit --limit 1/s\n',
    '-A a -m hashlimit ',
    ' -m limit --limit 1/s \\\n',
    ' --dport 1',
    '--hashlimit-burst 1 \n',
    '\\ ',
  ],
  'django-ratelimit': ['@ratelimit(', "rate='1/s', ", "key='ip', ", '@ratelimit(1) '],
  'ulule/limiter': ['limiter.NewRateFromFormatted(', 'limiter.Rate{', 'Limit: 1, ', '"5-S", '],
  'ratelimit for Python': ['@limits(', '@sleep_and_retry ', 'calls=1, ', '@limits(1)\n'],
  aiolimiter: ['AsyncLimiter(', 'max_rate=1, ', '1 '],
  PyrateLimiter: ['Rate(1, Duration.SECOND)', 'Rate(', ', # ', '#\n', '#'],
  'fastapi-limiter': ['RateLimiter(times=', 'seconds=1, ', 'times=1, minutes='],
  redis_rate: ['redis_rate.PerSecond(', 'Allow(a, "b", ', 'redis_rate.Limit{', 'Rate: 1, '],
  'juju/ratelimit': ['ratelimit.NewBucket(', 'ratelimit.NewBucketWithRate(1, 1)', '.Wait ', 'time.Second, '],
  Fiber: ['limiter.Config{', 'Max: 1, ', 'LimiterMiddleware: ', 'limiter.New()'],
  'koa-ratelimit': ["a = require('koa-ratelimit')\n", 'a({ ', 'max: 1, ', "import a from '"],
  httprate: ['httprate.LimitByIP(', '1, time.Second, ', 'httprate.WithKeyFuncs('],
  'Azure API Management': [
    '<rate-limit calls="1" renewal-period="1" />\n',
    '<rate-limit calls="',
    '<quota calls="@(',
    '<quota calls="@(")',
    "<quota calls='@(\\\"\\'//",
    '\\u003cquota calls=',
    '<a>',
    '<rate-limit ',
    '<rate-limit calls="1" ',
    '<!-- ',
  ],
  'AWS WAF': [
    'RateBasedStatement: {Limit: 1}\n',
    'rateBasedStatement: { limit: 1, ',
    'RateBasedStatementProperty(limit=1, ',
    'CfnWebACL rateBasedStatement: {',
    'CfnWebACL new A.',
    'WebAcl(name: "a", statement: { rateBasedStatement: 1 }, ',
  ],
  'Google Cloud Armor': [
    '--rate-limit-threshold-count=1 --rate-limit-threshold-interval-sec=1\n',
    '--rate-limit-threshold-count=1 \\\n',
    '--enforce-on-key',
    'SecurityPolicy(match: { rateLimitOptions: {',
    'resource "a" "b" { dynamic "a" { content { ',
    'rateLimitOptions: { rateLimitThreshold: { count: 1',
    '--a "',
  ],
  Linkerd: ['kind: HTTPLocalRateLimitPolicy\n', 'spec: { overrides: [', '- requestsPerSecond: 1\n'],
};
/** Of every language. */
const JUNK = [' ', '\n', '"', "'", '{', '(', '[', '/*', '# ', '=>', '->', 'a: ', 'a = 1;\n', '\\\n', '@', '::'];
const LENGTH = 60_000;
/** For all readers at once. */
const JUNK_LENGTH = 20_000;
const SIGNS = Object.values(WORDS).map(([sign]) => sign);

it.each([
  ...Object.entries(WORDS).map(([name, [sign, ...parts]]) => [name, sign, [sign, ...parts]] as const),
  ['all', SIGNS.join(''), JUNK] as const,
])('long texts take no more time than they are long: %s', (_, sign, parts) => {
  for (const part of parts)
    expectLinearTime(parts === JUNK ? JUNK_LENGTH : LENGTH, repeated(part, sign), (text) => {
      const { limits, problems } = readConfig(text);
      const last = text.split('\n').length;
      expect([...limits, ...problems].every(({ line }) => line >= 1 && line <= last)).toBe(true);
    });
});
