/** Packages for Python and Node that are read as lanes of other limiters, in the words of their documentation. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const notesIn = (text: string) => readConfig(text).limits.map(({ notes }) => notes);

describe('ratelimit', () => {
  const FIRST = 'Its first window begins where the function is defined, not with the first call.';
  it.each([
    ['FIFTEEN_MINUTES = 900\n\n@limits(calls=15, period=FIFTEEN_MINUTES)\ndef a():', '3: 15 per 900 for all'],
    ['@limits(5, 0.5)\ndef a(): pass', '1: 5 per 0.5 for all'],
    ['@limits()\ndef a(): pass', '1: 15 per 900 for all'],
    ['@limits(calls=2.5, period=1)', '1: 2 per 1 for all'],
  ])('%j', (text, limit) => {
    expect(foundIn(text)).toEqual(['quota-reset', limit]);
    expect(notesIn(text)).toEqual([[FIRST]]);
  });

  it('what waits is the function whose decorator says so', () =>
    expect(
      notesIn('@sleep_and_retry\n@limits(calls=1, period=1)\ndef a(): pass\n@limits(calls=2, period=1)\ndef b():'),
    ).toEqual([
      [FIRST, 'sleep_and_retry lets a refused call wait for the next window; the lane refuses it.'],
      [FIRST],
    ]));
});

describe('aiolimiter', () => {
  it.each([
    ['limiter = AsyncLimiter(100, 30)', '1: 100 per 30 (100) for all'],
    ['limiter = AsyncLimiter(max_rate=4, time_period=0.125)', '1: 4 per 0.125 (4) for all'],
    ['limiter = AsyncLimiter(10)', '1: 10 per 60 (10) for all'],
  ])('%j', (text, limit) => expect(foundIn(text)).toEqual(['golang-rate', `${limit} mode=wait maxWait=none`]));
});

describe('PyrateLimiter', () => {
  const groupsIn = (text: string) => readConfig(text).limits.map(({ group, charge }) => [group, charge]);
  it.each([
    ['limiter = Limiter(Rate(5, Duration.SECOND * 2))', '1: 5 per 2'],
    ['from pyrate_limiter import Rate\nr = Rate(5, 250)', '2: 5 per 0.25'],
    ['rate = RequestRate(500, Duration.HOUR)', '1: 500 per 3600'],
    ['from pyrate_limiter import *\nrate = RequestRate(500, 30)', '2: 500 per 30'],
    ['from pyrate_limiter import *\nlimiter_factory.create_inmemory_limiter(duration=Duration.MINUTE)', '2: 3 per 60'],
  ])('%j', (text, limit) => expect(foundIn(text)).toEqual(['sliding-log', `${limit} for all boundary=closed`]));

  it('rates of one list are charged together, others alone', () =>
    expect(
      groupsIn(
        'a = [\n  Rate(500, Duration.HOUR),  # 500 an hour\n  Rate(1000, Duration.DAY),\n]\nb = Limiter(Rate(5, Duration.SECOND))',
      ),
    ).toEqual([
      ['2', 'together'],
      ['2', 'together'],
      ['5', 'together'],
    ]));

  it('a line of # between two of them takes no time', () => {
    const [a, b] = groupsIn(`Rate(5, Duration.SECOND)\n${'#'.repeat(200)}\nb = Rate(9, Duration.SECOND)`);
    expect([a, b]).toEqual([
      ['1', 'together'],
      ['3', 'together'],
    ]);
  });

  it('that it waits is said unless the text says otherwise', () => {
    const rate = 'limiter = Limiter(Rate(5, Duration.SECOND))\n';
    expect(notesIn(`${rate}limiter.try_acquire("a")`)[0]).toHaveLength(2);
    expect(notesIn(`${rate}limiter.try_acquire("a", blocking=False)`)[0]).toHaveLength(1);
  });
});

describe('fastapi-limiter', () => {
  it.each([
    ['Depends(RateLimiter(times=2, seconds=5))', ['1: 2 per 5 for each']],
    ['WebSocketRateLimiter(times=1, minutes=1, seconds=30)', ['1: 1 per 90 for each']],
    ['Depends(RateLimiter(hours=1))', ['1: 1 per 3600 for each']],
    [
      'Depends(RateLimiter(times=1, second=5))',
      [
        '1! second is not a setting of RateLimiter known here. The ones that are read: times, milliseconds, seconds, minutes and hours.',
        '1! RateLimiter(times=1, second=5): T in seconds is 0. It may be a number of seconds from 0.001 to 2,592,000.',
      ],
    ],
  ])('%j', (text, found) => expect(foundIn(text).slice(1)).toEqual(found));
});

describe('koa-ratelimit', () => {
  const IMPORT = "const ratelimit = require('koa-ratelimit');\n";
  it.each([
    [
      "app.use(ratelimit({ driver: 'redis', db, duration: 60000, max: 100 }))",
      ['sliding-log', '2: 100 per 60 for each'],
    ],
    ["app.use(ratelimit({ driver: 'memory', db, max: 10 }))", ['quota-reset', '2: 10 per 3600 for each']],
    [
      "app.use(ratelimit({ driver: 'memory', max: 10 }))",
      ['', '2! Without a Map as db, each request gets a count of its own, which limits nothing.'],
    ],
  ])('%j', (text, [limiter, ...found]) => {
    expect(foundIn(IMPORT + text).slice(1)).toEqual(found);
    expect(
      readConfig(IMPORT + text)
        .limits.map((limit) => limit.limiter)
        .join(''),
    ).toBe(limiter);
  });

  it('by another name', () =>
    expect(foundIn("import limit from 'koa-ratelimit';\napp.use(limit({ duration: 1000, max: 2 }));").slice(1)).toEqual(
      ['2: 2 per 1 for each'],
    ));
});

it('a decorator ratelimit without a rate is another than django-ratelimit’s', () =>
  expect(foundIn('@ratelimit(method="POST", limit=10, interval=60)\ndef login(): pass\n')).toEqual([
    '',
    '1! @ratelimit(method="POST", limit=10, interval=60) has no rate: another function of that name is not read.',
  ]));

it('reads rates of Django REST framework that are set by themselves', () => {
  const text = `REST_FRAMEWORK['DEFAULT_THROTTLE_RATES'] = {
    'user': '500/hour',  # of those who are logged in
}
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["login"] = "5/min"
# REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["old"] = "9/min"
if REST_FRAMEWORK['DEFAULT_THROTTLE_RATES'] == {}:
    raise ImproperlyConfigured
`;
  expect(foundIn(text)).toEqual(['sliding-log', '2: 500 per 3600 for each', '4: 5 per 60 for each']);
});
