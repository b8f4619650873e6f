/** Settings of packages for Node that are not numbers in an object of their own, and those that a lane does not follow. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const problemsIn = (text: string) => readConfig(text).problems.map(({ line, message }) => `${line}! ${message}`);

describe('a setting in short is no default', () => {
  it.each([
    ['let limit = 5;\nlimit = 6;\nrateLimit({ windowMs, limit })', 3, ['windowMs', 'limit']],
    ['new RateLimiterMemory({ points, duration })', 1, ['points', 'duration']],
    ['new RateLimiterMemory({ points: 5, duration: 1, blockDuration })', 1, ['blockDuration']],
    ['new InMemoryRateLimiter({ interval: 1000, maxInInterval: 5, minDifference })', 1, ['minDifference']],
    ['new RateLimiter({ tokensPerInterval, interval })', 1, ['tokensPerInterval', 'interval']],
    ['pThrottle({ limit: 2, interval: 1000, strict })', 1, ['strict']],
    ['rateLimit({ windowMs: windowMs, limit: 5 })', 1, ['windowMs']],
    ['rateLimit({ windowMs, max })', 1, ['windowMs', 'max']],
  ])('but a variable: %s', (text, line, names) => {
    expect(readConfig(text).limits).toEqual([]);
    expect(problemsIn(text)).toEqual(
      names.map((name) => `${line}! ${name} is a variable, whose value is not known here.`),
    );
  });

  it.each(['limit(req) { return 5; }', 'async limit(req) { return 5; }', 'get limit() { return 5; }'])(
    'but a function: %s',
    (setting) => {
      const text = `rateLimit({ windowMs: 1000, ${setting} })`;
      expect(readConfig(text).limits).toEqual([]);
      expect(problemsIn(text)).toEqual([
        `1! limit is ${setting}: only numbers, and sums and products of them, are understood.`,
      ]);
    },
  );

  it.each([
    ['rateLimit({\n  ...common,\n  limit: 5,\n})', '2! rateLimit gets ...common'],
    [
      'rateLimit({ limit: 5, ...(isProduction && { windowMs: 1000 }) })',
      '1! rateLimit gets ...(isProduction && { windowMs: 1000 })',
    ],
    ['rateLimit({ [name]: 5 })', '1! rateLimit gets [name]: 5'],
    ['new RateLimiter({ tokensPerInterval: 5, ...shared })', '1! RateLimiter gets ...shared'],
  ])('nor is what another object holds: %j', (text, problem) => {
    expect(readConfig(text).limits).toEqual([]);
    expect(problemsIn(text)).toEqual([`${problem}: only an inline object with all its settings is understood.`]);
  });

  it.each(['new RateLimiter({ windowMs: 1000, max: 5 })', 'new TokenBucket(5, 60)', 'new RateLimiter(redis)'])(
    'nor is one of another package’s class of the same name, which is passed over: %s',
    (other) => {
      const text = `const own = new RateLimiter({ tokensPerInterval: 5, interval: 1000 });\nconst other = ${other};`;
      expect(readConfig(text)).toMatchObject({ limits: [{ line: 1, policy: { n: 5 } }], problems: [] });
    },
  );

  it('and names that stand in a block of statements are none', () => {
    const text = 'app.use((req) => { next; rateLimit({ windowMs: 1000, limit: 5 }); req })';
    expect(readConfig(text)).toMatchObject({ limits: [{ policy: { n: 5 } }], problems: [] });
  });
});

describe('an option', () => {
  it.each([
    ['rateLimit({ windowMS: 1000, limit: 5 })', 'windowMS is not a setting of rateLimit', 'windowMs, limit and max'],
    ['rateLimit({ skipfailedRequests: true })', 'skipfailedRequests is not a setting of rateLimit', 'windowMs, limit and max'], // prettier-ignore
    ['new RateLimiterMemory({ points: 5, durations: 1 })', 'durations is not a setting of RateLimiterMemory', 'points, duration and blockDuration'], // prettier-ignore
    ['new RateLimiter({ tokensPerInterval: 5, interval: 1000, bucketSize: 9 })', 'bucketSize is not a setting of RateLimiter', 'tokensPerInterval and interval'], // prettier-ignore
    ['new InMemoryRateLimiter({ interval: 1000, maxInInterval: 5, minDiff: 1 })', 'minDiff is not a setting of InMemoryRateLimiter', 'interval, maxInInterval and minDifference'], // prettier-ignore
    ['pThrottle({ limit: 2, interval: 1000, stric: true })', 'stric is not a setting of pThrottle', 'limit, interval and strict'], // prettier-ignore
    ['new Ratelimit({ redis, limiter: Ratelimit.fixedWindow(5, "1 s"), ephemeral: false })', 'ephemeral is not a setting of Ratelimit', 'limiter and ephemeralCache'], // prettier-ignore
  ])('that the package does not have is named: %s', (text, name, read) => {
    expect(problemsIn(text)).toEqual([`1! ${name} known here. The ones that are read: ${read}.`]);
    expect(readConfig(text).limits).toHaveLength(1);
  });

  it.each([
    ['rateLimit({ skip: (req) => req.ip === "::1" })', ['skip lets some requests pass without counting them; the lane counts all.']], // prettier-ignore
    ['rateLimit({ skipFailedRequests: true })', ['skipFailedRequests does not count requests that fail; the lane counts all.']], // prettier-ignore
    ['rateLimit({ keyGenerator(req) { return req.user; } })', ['keyGenerator decides whose requests count together; the lane counts those of each client.']], // prettier-ignore
    ['rateLimit({ store: new RedisStore() })', ['Its store is shared: the lane counts as the store in memory does.']],
    [
      'rateLimit({ skipSuccessfulRequests: true, requestWasSuccessful })',
      [
        'skipSuccessfulRequests does not count requests that succeed; the lane counts all.',
        'requestWasSuccessful decides which requests succeed, which the lane does not know.',
      ],
    ],
    ['new RateLimiterMemory({ points: 5, duration: 1, execEvenly: true })', ['execEvenly delays what it admits, to spread it over the duration; the lane does not.']], // prettier-ignore
  ])('that changes what is counted is said: %s', (text, notes) => {
    expect(readConfig(text)).toMatchObject({ limits: [{ notes }], problems: [] });
  });

  it.each([
    'rateLimit({ message: {}, standardHeaders: "draft-8", legacyHeaders: false, ipv6Subnet: 64, handler, skipFailedRequests: false, store: new MemoryStore(), skip: undefined })',
    'new RateLimiterMemory({ keyPrefix: "a", points: 5, duration: 1 })',
    'new Ratelimit({ redis, limiter: Ratelimit.fixedWindow(5, "1 s"), analytics: true, prefix: "a", timeout: 1000 })',
  ])('of another kind is of no account: %s', (text) => {
    expect(readConfig(text)).toMatchObject({ limits: [{ notes: [] }], problems: [] });
  });
});

it.each(['RateLimiterRedis', 'RateLimiterValkey'])('%s counts as the limiter in memory does', (name) => {
  const text = `const a = new ${name}({ storeClient: redis, points: 10, duration: 2, blockDuration: 60 * 15, inMemoryBlockOnConsumed: 11 });\n`;
  expect(foundIn(text)).toEqual(['rate-limiter-flexible', '1: 10 per 2 for each blockDuration=900 burstPoints=none']);
  expect(readConfig(text).limits.flatMap(({ notes }) => notes)).toEqual([
    'Its store is shared: the lane counts as the store in memory does.',
  ]);
});

it.each([
  ["rateLimit({ windowMs: ms('15m'), limit: 5 })", '1: 5 per 900 for each'],
  ["rateLimit({ windowMs: ms('2 hours'), limit: 5 })", '1: 5 per 7200 for each'],
])('a time may be a text that a package reads: %s', (text, found) => {
  expect(foundIn(text)).toEqual(['express-rate-limit', found]);
});

describe('a function or class of the text’s own', () => {
  it.each([
    ["rateLimit({ action: 'signup', max: 3, window: '1h' })", 'window'],
    ['rateLimit({ interval: 60 * 1000, uniqueTokenPerInterval: 500 })', 'interval'],
    ["rateLimit({ endpointName: 'upload', maxRequests: 200, timeInterval: 60 * 30 })", 'maxRequests'],
    ['rateLimit({ windowMs: 60_000, maxRequests: 5 })', 'maxRequests'],
  ])('that is called rateLimit has no defaults of express-rate-limit: %s', (text, setting) =>
    expect(foundIn(text)).toEqual([
      'express-rate-limit',
      `1! rateLimit gets ${setting}, which express-rate-limit does not have: another function of that name is not read.`,
    ]),
  );

  it('that hands its settings on to a limiter is one', () => {
    const text = (settings: string) => `const login = new LoginLimiter({ ${settings}, errorMessage: "Later." });\n`;
    expect(foundIn(text('tokensPerInterval: 20, interval: "minute", fireImmediately: true'))).toEqual([
      'npm-limiter',
      '1: 20 per 60 for all class=RateLimiter',
    ]);
    expect(foundIn(text('bucketSize: 5, tokensPerInterval: 20, interval: "minute"'))).toEqual([
      'npm-limiter',
      '1: 20 per 60 (5) for all class=TokenBucket',
    ]);
  });
});

describe('limiter', () => {
  const WAITS = 'removeTokens lets a request wait for its tokens; the lane refuses it, as tryRemoveTokens does.';

  it.each([
    ['new RateLimiter({ tokensPerInterval: 5, interval: 1000 });\nawait limiter.removeTokens(1);\n', [WAITS]],
    ['new RateLimiter({ tokensPerInterval: 5, interval: 1000 });\nlimiter.tryRemoveTokens(1);\n', []],
    ['new RateLimiter({ tokensPerInterval: 5, interval: 1000, fireImmediately: true }).removeTokens(1);\n', []],
  ])('says that it lets requests wait: %j', (text, expected) => {
    const notes = readConfig(text).limits.flatMap((limit) => limit.notes);
    expect(notes.filter((note) => !note.startsWith('This is one limiter'))).toEqual(expected);
  });
});

it('what cannot be read in an object is no setting that is left out', () =>
  expect(foundIn('-  rateLimit({\n-    windowMs: 1000,\n-    limit: 9,\n-  }),\n')).toEqual([
    'express-rate-limit',
    expect.stringMatching(/^2! rateLimit gets - windowMs: 1000: only an inline object/),
  ]));

it('reads limiter as it was before its second release: settings one after another', () => {
  const text = `var limiter = require('limiter');
new limiter.RateLimiter(150, 'hour');
new limiter.RateLimiter(1, 250, true);
new limiter.TokenBucket(50, 10, 'second', null);
`;
  expect(foundIn(text)).toEqual([
    'npm-limiter',
    '2: 150 per 3600 for all class=RateLimiter',
    '3: 1 per 0.25 for all class=RateLimiter',
    '4: 10 per 1 (50) for all class=TokenBucket',
  ]);
  // Another class of that name.
  expect(foundIn(text.replace("'limiter'", "'./limiter'"))[0]).toBe('');
});
