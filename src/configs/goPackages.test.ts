/** Packages for Go that are read as lanes of the textbook, in the words of their documentation. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const notesIn = (text: string) => readConfig(text).limits.flatMap(({ notes }) => notes);

describe('golang.org/x/time/rate behind a constructor of the text’s own', () => {
  it.each([
    ['var limiter = NewIPRateLimiter(rate.Limit(5), 10)', ['1: 5 per 1 (10) for all']],
    [
      'const (\n\tinterval = time.Minute\n\tburst = 10\n)\nvar Login = NewLimit(rate.Every(interval), burst)\n',
      ['5: 1 per 60 (10) for all'],
    ],
    [
      'func newLimit(limit rate.Limit, burst int) *Limit { return nil }\na := newLimit(rate.Every(time.Second), max)\n',
      ['2! The burst is max: only numbers, and sums and products of them, are understood.'],
    ],
    [
      'r := rate.Every(time.Second)\n',
      [
        '1! This looks like Go x/time/rate, and no limit is read in it. What is read: calls of rate.NewLimiter with numbers, and of the memory store of Echo and tollbooth over it.',
      ],
    ],
  ])('%j', (text, expected) => expect(foundIn(text)).toEqual(['golang-rate', ...expected]));
});

describe('a number with a type of Go', () => {
  it.each([
    ['rate.NewLimiter(rate.Limit(float64(100)/60), 10)', '2: 100 per 60 (10) for all'],
    ['rate.NewLimiter(rate.Limit(float64(perMinute)/60.0), int(perMinute))', '2: 100 per 60 (100) for all'],
    ['rate.NewLimiter(rate.Limit(perMinute)/60, perMinute)', '2: 100 per 60 (100) for all'],
    ['rate.NewLimiter(rate.Limit(1)/rate.Limit(60), 3)', '2: 1 per 60 (3) for all'],
    ['rate.NewLimiter(rate.Limit(float64(perMinute)*2/3), 1)', '2: 200 per 3 (1) for all'],
    ['rate.NewLimiter(rate.Every(time.Minute/time.Duration(int64(perMinute))), 3)', '2: 1 per 0.6 (3) for all'],
    ['rate.NewLimiter(10, int(perMinute)/30)', '2: 10 per 1 (3) for all'],
  ])('%s', (call, expected) =>
    expect(foundIn(`const perMinute = 100\na := ${call}\n`)).toEqual(expect.arrayContaining([expected])),
  );

  it.each([
    [
      'rate.NewLimiter(rate.Limit(float64(cfg.PerMinute)/60), 10)',
      'The limit is rate.Limit(float64(cfg.PerMinute)/60)',
    ],
    ['rate.NewLimiter(5, int(2.5))', 'The burst is int(2.5)'],
    ['rate.NewLimiter(rate.Inf, 5)', 'The limit is rate.Inf'],
  ])('%s is not known', (call, problem) => {
    const { limits, problems } = readConfig(`a := ${call}\n`);
    expect(limits).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('ulule/limiter', () => {
  it.each([
    ['rate, err := limiter.NewRateFromFormatted("1000-H")\n', ['1: 1000 per 3600 for each']],
    ['// 5 reqs/second: "5-S"\nrate, _ := limiter.NewRateFromFormatted("5-S")', ['2: 5 per 1 for each']],
    ['limiter.NewRateFromFormatted("2000-d")', ['1: 2000 per 86400 for each']],
    ['rate := limiter.Rate{\n\tPeriod: 1 * time.Hour,\n\tLimit:  1000,\n}\n', ['1: 1000 per 3600 for each']],
    ['const max = 10\nr := limiter.Rate{Period: 30 * time.Second, Limit: max}', ['2: 10 per 30 for each']],
    ['a := limiter.New(store, limiter.Rate{Limit: 4, Period: time.Minute})', ['1: 4 per 60 for each']],
    [
      'a, _ := limiter.NewRateFromFormatted("10-M")\nb, _ := limiter.NewRateFromFormatted("90-H")',
      ['1: 10 per 60 for each', '2: 90 per 3600 for each'],
    ],
  ])('%j', (text, limits) => expect(foundIn(text)).toEqual(['quota-reset', ...limits]));

  it('what is not understood is said', () =>
    expect(
      foundIn('limiter.NewRateFromFormatted("5-W")\nlimiter.NewRateFromFormatted(rate)\nlimiter.Rate{Limit: n}'),
    ).toEqual([
      '',
      '1! limiter.NewRateFromFormatted("5-W"): it is a number and S, M, H or D, like "5-S".',
      '2! limiter.NewRateFromFormatted(rate): it is a number and S, M, H or D, like "5-S".',
      '3! Limit is n: only numbers, and sums and products of them, are understood.',
      '3! Period is missing.',
    ]));
});

describe('httprate', () => {
  const ROUNDS =
    'It rounds the weighed count, so a request may pass when half a place is free; in the lane a whole one has to be.';
  it.each([
    ['r.Use(httprate.LimitByIP(100, 1*time.Minute))', ['1: 100 per 60 for each'], []],
    ['r.Use(httprate.LimitAll(1_000, time.Minute)) // all', ['1: 1000 per 60 for all'], []],
    [
      'r.Use(httprate.Limit(\n\t10,             // requests\n\t10*time.Second, // per duration\n\thttprate.WithKeyFuncs(httprate.KeyByIP, httprate.KeyByEndpoint),\n))',
      ['1: 10 per 10 for each'],
      ['It counts by httprate.WithKeyFuncs(httprate.KeyByIP, httprate.KeyByEndpo…; the lane counts for each client.'],
    ],
    ['httprate.Limit(3, 5*time.Second)', ['1: 3 per 5 for all'], []],
    ['httprate.LimitBy(3, time.Hour, httprate.KeyByIP)', ['1: 3 per 3600 for each'], []],
    ['limiter := httprate.NewRateLimiter(5, time.Minute)', ['1: 5 per 60 for all'], []],
    [
      'const limit = 20\nr.With(httprate.LimitByRealIP(limit, 30*time.Second)).Post("/", f)',
      ['2: 20 per 30 for each'],
      [],
    ],
  ])('%j', (text, limits, notes) => {
    expect(foundIn(text)).toEqual(['sliding-counter', ...limits]);
    expect(notesIn(text)).toEqual([ROUNDS, ...notes]);
  });

  it('a client is an address', () => {
    const by = (option: string, name = 'Limit') => notesIn(`httprate.${name}(3, time.Second, ${option})`).slice(1);
    expect(by('httprate.WithKeyByIP()')).toEqual([]);
    expect(by('httprate.WithKeyFuncs(httprate.KeyByRealIP)')).toEqual([]);
    expect(by('httprate.KeyByIP', 'LimitBy')).toEqual([]);
    expect(by('httprate.KeyByEndpoint', 'LimitBy')).toEqual([
      'It counts by httprate.KeyByEndpoint; the lane counts for each client.',
    ]);
  });

  it('what is not understood is said', () =>
    expect(foundIn('httprate.LimitByIP(cfg.Limit, cfg.Window)')).toEqual([
      '',
      '1! The limit is cfg.Limit: only numbers, and sums and products of them, are understood.',
      '1! The window is cfg.Window, which is not understood as a duration.',
    ]));
});

describe('redis_rate', () => {
  it.each([
    ['limiter.Allow(ctx, key(r), redis_rate.PerSecond(10))', ['1: 10 per 1 (10) for each']],
    ['res, err := limiter.Allow(ctx, "project:123", redis_rate.PerMinute(10))', ['1: 10 per 60 (10) for all']],
    ['limiter.AllowAtMost(ctx, "a", redis_rate.PerHour(1_000), 5)', ['1: 1000 per 3600 (1000) for all']],
    [
      'l := redis_rate.Limit{\n\tRate:   5,\n\tPeriod: 2 * time.Second,\n\tBurst:  20,\n}\n',
      ['1: 5 per 2 (20) for each'],
    ],
  ])('%j', (text, limits) => expect(foundIn(text)).toEqual(['gcra', ...limits]));

  it('what is not understood is said', () =>
    expect(foundIn('redis_rate.PerSecond(max)\nredis_rate.Limit{Rate: 5, Period: time.Second}')).toEqual([
      '',
      '1! Rate is max: only numbers, and sums and products of them, are understood.',
      '2! Burst is left out: it is 0, which lets nothing through.',
    ]));
});

describe('juju/ratelimit', () => {
  const OF_ALL =
    'This is one bucket for all who call it. Code that keeps one for each client, in a map, limits each of them.';
  it.each([
    ['b := ratelimit.NewBucket(100*time.Millisecond, 10)', '1: 1 per 0.1 (10) for all refill=all'],
    ['b := ratelimit.NewBucketWithQuantum(time.Second, 50, 5)', '1: 5 per 1 (50) for all refill=all'],
    ['b := ratelimit.NewBucketWithRate(0.5, 20)', '1: 1 per 2 (20) for all refill=one'],
  ])('%j', (text, limit) => {
    expect(foundIn(text)).toEqual(['token-bucket-ticked', limit]);
    expect(notesIn(`${text}\nb.TakeAvailable(1)`)).toEqual([OF_ALL]);
    expect(notesIn(`${text}\nb.Wait(1)`)).toEqual([
      'Take and Wait let a request wait for its token; the lane refuses it, as TakeAvailable does.',
      OF_ALL,
    ]);
  });
});

describe('Fiber’s limiter', () => {
  const CLOCK = 'Its clock has whole seconds, so a window may end up to a second sooner than in the lane.';
  it.each([
    ['app.Use(limiter.New())', '1: 5 per 60 for each', []],
    ['app.Use(limiter.New(limiter.Config{Max: 20, Expiration: 30 * time.Second}))', '1: 20 per 30 for each', []],
    [
      'limiter.New(limiter.Config{\n\tNext: func(c *fiber.Ctx) bool {\n\t\treturn true\n\t},\n\tMax: 2,\n})',
      '1: 2 per 60 for each',
      ['Next lets some requests pass without counting them; the lane counts all.'],
    ],
    [
      'limiter.New(limiter.Config{Expiration: 500 * time.Millisecond})',
      '1: 5 per 60 for each',
      ['Expiration is below a second: the default, 60 s, is in force.'],
    ],
    [
      'limiter.New(limiter.Config{Expiration: 1500 * time.Millisecond, SkipFailedRequests: true})',
      '1: 5 per 1 for each',
      [
        'Expiration counts in whole seconds: it is 1 s.',
        'SkipFailedRequests does not count some of the answers; the lane counts all.',
      ],
    ],
  ])('%j', (text, limit, notes) => {
    expect(foundIn(text)).toEqual(['quota-reset', limit]);
    expect(notesIn(text)).toEqual([CLOCK, ...notes]);
  });

  it('its sliding window and misspelt settings are said', () =>
    expect(
      foundIn(
        'limiter.New(limiter.Config{LimiterMiddleware: limiter.SlidingWindow{}})\nlimiter.New(limiter.Config{Maximum: 3})',
      ),
    ).toEqual([
      'quota-reset',
      '2: 5 per 60 for each',
      '1! limiter.SlidingWindow{}: only its fixed window is read. The sliding one counts refused requests, too.',
      '2! Maximum is not a setting of limiter.Config known here. The ones that are read: Max and Expiration.',
    ]));
});
