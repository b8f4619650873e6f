/** Numbers that a config does not have in their place: constants of the code, and what stands for a variable nobody sets. */
import { describe, expect, it } from 'vitest';
import { expectLinearTime, repeated } from '../linearTime.testing.ts';
import { loadSystems } from '../sim/index.ts';
import { foundIn } from './testing.ts';

await loadSystems();

describe('a constant that is given one value is that value', () => {
  it.each([
    [
      'const WINDOW_MS = 15 * 60 * 1000;\nconst LIMIT = 100;\nrateLimit({ windowMs: WINDOW_MS, max: LIMIT });',
      '3: 100 per 900 for each',
    ],
    ['const limit: number = 100;\nrateLimit({ windowMs: 60_000, limit });', '2: 100 per 60 for each'],
    [
      'const MINUTE = 60_000;\nconst WINDOW = 15 * MINUTE;\nrateLimit({ windowMs: WINDOW, limit: 5 });',
      '3: 5 per 900 for each',
    ],
    ['if (n > LIMIT) {\n}\nconst LIMIT = 5;\nrateLimit({ windowMs: 1000, limit: LIMIT });', '4: 5 per 1 for each'],
    ['const (\n\tlimit = 10\n\tburst = 20\n)\nvar l = rate.NewLimiter(limit, burst)', '5: 10 per 1 (20) for all'],
    ['const every = 100 * time.Millisecond\nl := rate.NewLimiter(rate.Every(every), 5)', '2: 10 per 1 (5) for all'],
    ['var limit int = 10\nl := rate.NewLimiter(rate.Limit(limit), 5)', '2: 10 per 1 (5) for all'],
    ['static final int LIMIT = 20;\nstatic final Duration PERIOD = Duration.ofMinutes(1);\nBandwidth.builder().capacity(LIMIT).refillGreedy(LIMIT, PERIOD).build();', '3: 20 per 60 (20) for all precision=milliseconds refill=greedy initialTokens=capacity'], // prettier-ignore
    [
      'from slowapi import Limiter\nRATE = "5/minute"\n@limiter.limit(RATE)\ndef a(): pass\n',
      '3: 5 per 60 for each strategy=fixed-window',
    ],
    ['const PER: u32 = 50;\nRateLimiter::direct(Quota::per_second(nonzero!(PER)));', '2: 50 per 1 (50) for all'],
    ["LIMIT = 5\nRack::Attack.throttle('a', limit: LIMIT, period: 1.minute) { |req| req.ip }", '2: 5 per 60 for each'],
  ])('%j', (text, limit) => expect(foundIn(text).slice(1)).toEqual([limit]));

  it.each([
    'let limit = 5;\nlimit = 6;',
    'let limit = 5;\nlimit += 1;',
    'let limit = 5;\nlimit++;',
    'const limit = isLive ? 5 : 6;',
    'const limit = 5 || other;',
    'const limit = options.limit;',
    'const { limit = 5 } = options;',
    'const {\n  limit = 5\n} = options;',
    'const limit = 5;\nfunction make(limit) {}',
    'const limit = 5;\nconst make = (limit) => limit;',
    'const limit = 5;\nconst make = limit => limit;',
    'other.limit = 5;',
    'if (limit == 5) {}',
    'make(limit = 5);',
  ])('but not what may be another: %j', (text) => {
    const line = text.split('\n').length + 1;
    expect(foundIn(`${text}\nrateLimit({ windowMs: 1000, limit });`).slice(1)).toEqual([
      `${line}! limit is a variable, whose value is not known here.`,
    ]);
  });

  const names = (length: number): string =>
    Array.from({ length: length / 18 }, (_, index) => `const a${index} = ${index};`).join('\n');
  it.each([
    ['different ones', 40_000, names],
    ['one', 30_000, repeated('a = 1\n')],
    ['arrows', 90_000, repeated('a=>')],
    ['brackets', 100_000, repeated('(')],
    ['a long name', 100_000, repeated('a')],
  ])('in no more time than there are many: %s', (_, length, textOf) => {
    expectLinearTime(length, textOf, (text) => foundIn(`${text}\nrateLimit({ windowMs: 1000, limit: 5 });`));
  });
});

describe('the default of a variable is read, which is said', () => {
  const said = (line: number, name: string, text: string, value: string) =>
    `${line}! ${name} is ${text}, which may be set elsewhere: its default, ${value}, is read.`;

  it.each([
    [
      'Spring',
      'redis-rate-limiter.replenishRate: ${RATE:10}\nredis-rate-limiter.burstCapacity: ${app.burst:20}\n',
      [
        '1: 10 per 1 (20) for each',
        said(1, 'replenishRate', '${RATE:10}', '10'),
        said(2, 'burstCapacity', '${app.burst:20}', '20'),
      ],
    ],
    [
      'a time',
      'token_bucket:\n  max_tokens: 20\n  tokens_per_fill: 10\n  fill_interval: ${EVERY:-2s}\n',
      ['1: 10 per 2 (20) for all', said(4, 'fill_interval', '${EVERY:-2s}', '2s')],
    ],
    [
      'labels',
      '- traefik.http.middlewares.a.ratelimit.average=${RATE:-10}\n',
      ['1: 10 per 1 (1) for each', said(1, 'average', '${RATE:-10}', '10')],
    ],
    [
      'Node',
      'rateLimit({ windowMs: 1000, limit: Number(process.env.LIMIT ?? 10) })',
      ['1: 10 per 1 for each', said(1, 'limit', 'Number(process.env.LIMIT ?? 10)', '10')],
    ],
    [
      'Node with a time',
      "rateLimit({ windowMs: parseInt(process.env.WINDOW || '1_000', 10), limit: 5 })",
      ['1: 5 per 1 for each', said(1, 'windowMs', "parseInt(process.env.WINDOW || '1_000', 10)", '1000')],
    ],
    [
      'Ruby',
      "Rack::Attack.throttle('a', limit: ENV.fetch('LIMIT', 10).to_i, period: 60) { |req| req.ip }",
      ['1: 10 per 60 for each', said(1, 'limit', "ENV.fetch('LIMIT', 10).to_i", '10')],
    ],
  ])('%s', (_, text, found) => expect(foundIn(text).slice(1)).toEqual(found));

  it('but there is none of one without', () => {
    expect(foundIn('redis-rate-limiter.replenishRate: ${RATE}\n').slice(1)).toEqual([
      '1! replenishRate is ${RATE}, not a number.',
    ]);
    expect(foundIn('rateLimit({ windowMs: 1000, limit: process.env.LIMIT })').slice(1)).toEqual([
      '1! limit is process.env.LIMIT: only numbers, and sums and products of them, are understood.',
    ]);
  });
});
