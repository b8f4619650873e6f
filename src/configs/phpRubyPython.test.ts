/** Limits of web frameworks in PHP, Ruby and Python, in the words of their documentation and of applications. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const notesIn = (text: string) => readConfig(text).limits.flatMap(({ notes }) => notes);
const whatIn = (text: string) => readConfig(text).limits.map(({ what }) => what);

describe('Laravel', () => {
  it('does not read limits that are made, and says so', () =>
    expect(
      foundIn(
        "RateLimiter::for('a', fn () => [\n  new Limit('x', 9),\n  new GlobalLimit(5),\n  Limit::perDay(7),\n]);",
      ).slice(1),
    ).toEqual([
      '4: 7 per 86400 for all',
      '2! new Limit is not read: Limit::perMinute and the like are.',
      '3! new GlobalLimit is not read: Limit::perMinute and the like are.',
    ]));

  const provider = (body: string) =>
    `<?php\n\nclass AppServiceProvider extends ServiceProvider\n{\n    public function boot(): void\n    {\n${body}\n    }\n}\n`;

  it.each([
    [
      'a limiter of the documentation',
      "RateLimiter::for('api', function (Request $request) {\n    return Limit::perMinute(60)->by($request->user()?->id ?: $request->ip());\n});\n",
      ['2: 60 per 60 for each'],
    ],
    [
      'one for all',
      "RateLimiter::for('global', fn (Request $request) => Limit::perMinute(1000));",
      ['1: 1000 per 60 for all'],
    ],
    [
      'one in a whole file',
      provider(
        "        // 10/second would be too much\n        RateLimiter::for('uploads', function (Request $request) {\n            return Limit::perSecond(5)\n                ->by($request->ip())\n                ->response(function (Request $request, array $headers) {\n                    return response('Slow down', 429, $headers);\n                });\n        });",
      ),
      ['9: 5 per 1 for each'],
    ],
    [
      'minutes first',
      "RateLimiter::for('reports', fn ($r) => Limit::perMinutes(10, 3)->by($r->user()->id));",
      ['1: 3 per 600 for each'],
    ],
    [
      'hours and days',
      "RateLimiter::for('a', fn ($r) => [Limit::perHour(100, 2)->by($r->ip()), Limit::perDay(1_000)->by($r->ip())]);",
      ['1: 100 per 7200 for each', '1: 1000 per 86400 for each'],
    ],
    [
      'a constant',
      "$attempts = 5;\nRateLimiter::for('login', fn (Request $r) => Limit::perMinute($attempts)->by('login'));",
      ['2: 5 per 60 for all'],
    ],
    [
      'a class in another case, in a whole file',
      provider(
        "        Ratelimiter::for('api', function (Request $request) {\n            return \\Illuminate\\Cache\\RateLimiting\\Limit::perMinute(60)->by($request->ip());\n        });",
      ),
      ['8: 60 per 60 for each'],
    ],
    [
      'names of arguments',
      "RateLimiter::for('a', fn () => Limit::perMinute(maxAttempts: 7, decayMinutes: 2));",
      ['1: 7 per 120 for all'],
    ],
    [
      'a middleware',
      "Route::middleware(['auth:api', 'throttle:60,1'])->group(function () {\n    Route::get('/user', fn () => 1);\n});",
      ['1: 60 per 60 for each'],
    ],
    [
      'middleware of a kernel',
      "protected $middlewareGroups = [\n    'api' => [\n        \\Illuminate\\Routing\\Middleware\\ThrottleRequests::class.':30,5',\n    ],\n];",
      ['3: 30 per 300 for each'],
    ],
  ])('%s', (_, text, limits) => expect(foundIn(text)).toEqual(['quota-reset', ...limits]));

  it('of a list the same requests pass all, one after another', () => {
    const text =
      "RateLimiter::for('login', function (Request $request) {\n    return [\n        Limit::perMinute(500), // for all\n        Limit::perMinute(3)->by($request->input('email')),\n    ];\n});\n" +
      "RateLimiter::for('api', fn () => Limit::perMinute(60));\n";
    const { limits } = readConfig(text);
    expect(limits.map(({ what, key = 'each', charge }) => [what, key, charge])).toEqual([
      ['Limit::perMinute(500), of login', 'all', 'in-order'],
      ['Limit::perMinute(3), of login', 'each', 'in-order'],
      ['Limit::perMinute(60), of api', 'all', undefined],
    ]);
    expect(limits[0]?.group).toBe(limits[1]?.group);
    expect(notesIn(text)).toEqual(["It counts by $request->input('email'); the lane counts for each client."]);
  });

  it('a client is who is logged in, or an address', () => {
    const by = (key: string) => notesIn(`RateLimiter::for('a', fn ($r) => Limit::perMinute(5)->by(${key}));`);
    expect(by('$r->user()?->id ?: $r->ip()')).toEqual([]);
    expect(by('$r->ip()')).toEqual([]);
    expect(by('optional($r->user())->id ?: $r->ip()')).toEqual([]);
    expect(by("'day:'.$r->user()->id")).toEqual([]);
    expect(by('$r->email.$r->ip()')).toEqual(['It counts by $r->email.$r->ip(); the lane counts for each client.']);
  });

  it('of alternatives it is said', () => {
    const text =
      "RateLimiter::for('uploads', function (Request $request) {\n    return $request->user()->vipCustomer()\n        ? Limit::none()\n        : Limit::perMinute(100)->by($request->ip());\n});\n" +
      "RateLimiter::for('b', fn ($r) => $r->user()\n    ? Limit::perMinute(100)->by($r->user()->id)\n    : Limit::perMinute(10)->by($r->ip()));\n";
    expect(foundIn(text)).toEqual([
      'quota-reset',
      '4: 100 per 60 for each',
      '7: 100 per 60 for each',
      '8: 10 per 60 for each',
      '3! Limit::none() lets requests pass whatever their rate, which is not part of the lane.',
    ]);
    expect(notesIn(text)).toEqual(
      Array(2).fill('The code decides which of these limits a request has; the lane limits all.'),
    );
    expect(readConfig(text).limits.every(({ group }) => group === undefined)).toBe(true);
  });

  it('guests and users have a limit each', () => {
    const text = "Route::middleware('throttle:10|60,1')->group(fn () => 1);";
    expect(foundIn(text)).toEqual(['quota-reset', '1: 10 per 60 for each', '1: 60 per 60 for each']);
    expect(notesIn(text)).toEqual([
      'It is the limit of clients who are not logged in; the lane limits all.',
      'It is the limit of clients who are logged in; the lane limits all.',
    ]);
  });

  it('what limits no routes here, or elsewhere, is said', () =>
    expect(
      foundIn(
        "Route::post('/', A::class)->withoutMiddleware(['auth', 'throttle:60,1']);\n" +
          "Route::middleware('throttle:'.$limit.',1');\n" +
          "RateLimiter::tooManyAttempts('a', 5);\nRateLimiter::for('a', fn () => Limit::perMinute(env('RATE', 60)));\n",
      ),
    ).toEqual([
      'quota-reset',
      '4: 60 per 60 for all',
      '2! throttle:… goes on in code, which is not read.',
      '3! RateLimiter::tooManyAttempts is a limit that the code itself asks: it is not read.',
      "4! The limit of perMinute is env('RATE', 60), which may be set elsewhere: its default, 60, is read.",
    ]));

  it('what is not understood is said', () => {
    expect(foundIn("Route::middleware('throttle:api');")).toEqual([
      '',
      '1! throttle:api is the name of a limiter that is not in this text: paste its RateLimiter::for, too.',
    ]);
    expect(foundIn("RateLimiter::for('api', fn () => Limit::perMinute(config('api.limit')));\n")).toEqual([
      '',
      "1! The limit of perMinute is config('api.limit'): only numbers, and sums and products of them, are understood.",
    ]);
    expect(foundIn("RateLimiter::attempt('send:'.$user->id, $perMinute = 5, fn () => 1);\n")).toEqual([
      '',
      '1! RateLimiter::attempt is a limit that the code itself asks: it is not read.',
    ]);
    expect(
      notesIn("RateLimiter::for('a', fn ($r) => Limit::perMinute(5)->by($r->ip())->after(fn ($x) => $x->failed()));"),
    ).toEqual(['after decides by the response which requests count; the lane counts all.']);
  });
});

describe('Rails’ rate_limit', () => {
  const controller = (...lines: string[]) =>
    `class SessionsController < ApplicationController\n  allow_unauthenticated_access\n${lines.map((line) => `  ${line}\n`).join('')}\n  def create\n  end\nend\n`;
  const ONLY = 'It limits only requests with only: :create; the lane limits all.';

  it.each([
    [controller('rate_limit to: 10, within: 3.minutes'), '3: 10 per 180 for each', []],
    [
      controller(
        'rate_limit to: 10, within: 3.minutes, only: :create, with: -> { redirect_to new_session_url, alert: "Try again later." }',
      ),
      '3: 10 per 180 for each',
      [ONLY],
    ],
    [
      controller('rate_limit to: 1000, within: 10.seconds,', '  by: -> { request.domain }, with: :busy'),
      '3: 1000 per 10 for each',
      ['It counts by -> { request.domain }; the lane counts for each client.'],
    ],
    [controller('rate_limit(to: 5, within: 1.hour, store: STORE)'), '3: 5 per 3600 for each', []],
    [
      `class A < B\n  LIMIT = 20\n  WINDOW = 1.minute\n  rate_limit to: LIMIT, within: WINDOW\nend\n`,
      '4: 20 per 60 for each',
      [],
    ],
    [controller('rate_limit within: 1.day, to: 100, if: -> { guest? }'), '3: 100 per 86400 for each', ['It limits only requests with if: -> { guest? }; the lane limits all.']], // prettier-ignore
    [
      controller(
        'rate_limit to: 8, within: 1.minute, by: -> do',
        '  if user',
        '    user.id',
        '  end',
        'end, only: :create',
      ),
      '3: 8 per 60 for each',
      [
        'It limits only requests with only: :create; the lane limits all.',
        'It counts by -> do if user user.id end end; the lane counts for each client.',
      ],
    ],
    [controller('rate_limit to: 100, within: 60'), '3: 100 per 60 for each', []],
    [controller('rate_limit to: 9, within: 1.minute, by: -> { request.remote_ip }'), '3: 9 per 60 for each', []],
    [controller("rate_limit to: 9, within: 1.minute, by: -> { 'all' }"), '3: 9 per 60 for all', []], // prettier-ignore
  ])('%j', (text, limit, notes) => {
    expect(foundIn(text)).toEqual(['quota-reset', limit]);
    expect(notesIn(text)).toEqual(notes);
  });

  it('a list of actions, and a block over several lines', () => {
    const text = controller(
      'rate_limit to: 10, within: 3.minutes, only: %i[ new create ], with: -> {',
      '  redirect_to root_path, alert: "Later."',
      '}',
      'rate_limit to: 20,',
      '  within: 1.hour,',
      '  name: "reports",',
      '  by: -> { current_user&.id }',
    );
    expect(foundIn(text)).toEqual(['quota-reset', '3: 10 per 180 for each', '6: 20 per 3600 for each']);
    expect(notesIn(text)).toEqual([
      'It limits only requests with only: %i[ new create ]; the lane limits all.',
      'It counts by -> { current_user&.id }; the lane counts for each client.',
    ]);
  });

  it('several of a controller stack, and share a count where they have no names', () => {
    const named = controller(
      'rate_limit to: 3, within: 2.seconds, name: "short-term"',
      'rate_limit to: 10, within: 5.minutes, name: "long-term"',
    );
    const { limits } = readConfig(named);
    expect(limits.map(({ group, charge, notes }) => [group, charge, notes])).toEqual(
      limits.map(() => [limits[0]?.group, 'in-order', []]),
    );
    expect(limits[0]?.group).toBeTypeOf('string');
    const [first, second] = readConfig(named.replace(/\n(?=.*long)/, '\n  # another class of limit\n')).limits;
    expect(first?.group).toBe(second?.group);
    expect(notesIn(named.replace(/, name: "[^"]*"/g, ''))).toEqual(
      Array(2).fill(
        'Limits of a controller that have no name of their own share a count; in the lanes each has its own.',
      ),
    );
  });

  it('what is not understood is said', () => {
    expect(foundIn(controller('rate_limit to: Setting.limit, within: 3.minutes, onyl: :create'))).toEqual([
      '',
      '3! onyl is not a setting of rate_limit known here. The ones that are read: to, within and by.',
      '3! to is Setting.limit: only numbers, and sums and products of them, are understood.',
    ]);
    expect(foundIn('def rate_limit(to:, within:)\nend\n')[1]).toBe(
      '1! No rate limit of a known product is in this text.',
    );
    expect(foundIn(controller('rate_limit to: 10'))).toEqual(['', '3! within is missing.']);
  });
});

describe('Django REST framework', () => {
  const settings = (rates: string) =>
    `REST_FRAMEWORK = {\n    'DEFAULT_THROTTLE_CLASSES': [\n        'rest_framework.throttling.AnonRateThrottle',\n        'rest_framework.throttling.UserRateThrottle'\n    ],\n    'DEFAULT_THROTTLE_RATES': ${rates}\n}\n`;
  const ANON = 'It is the limit of clients who are not logged in; the lane limits all.';

  it.each([
    [
      settings("{\n        'anon': '100/day',\n        'user': '1000/day'\n    }"),
      ['7: 100 per 86400 for each', '8: 1000 per 86400 for each'],
      [ANON],
    ],
    [
      settings("{'burst': '60/min', 'sustained': '1000/day'}"),
      ['6: 60 per 60 for each', '6: 1000 per 86400 for each'],
      [],
    ],
    [
      settings('{"contacts": "5/second",  # scoped\n "uploads": "20/hour"}'),
      ['6: 5 per 1 for each', '7: 20 per 3600 for each'],
      [],
    ],
    [
      "class OncePerDay(UserRateThrottle):\n    rate = '1/day'\n\nclass V(APIView):\n    rate = 5\n",
      ['2: 1 per 86400 for each'],
      [],
    ],
    [
      'from rest_framework import throttling\n\n\nclass Guests(throttling.AnonRateThrottle):\n    """Few."""\n    scope = \'guests\'\n    rate = "10/m"\n',
      ['7: 10 per 60 for each'],
      [ANON],
    ],
    ["class Strict(SimpleRateThrottle):\n    THROTTLE_RATES = {'strict': '3/h'}\n", ['2: 3 per 3600 for each'], []],
    ["ANON = '10/m'\nDEFAULT_THROTTLE_RATES = {'anon': ANON}\n", ['2: 10 per 60 for each'], [ANON]],
  ])('%j', (text, limits, notes) => {
    expect(foundIn(text)).toEqual(['sliding-log', ...limits]);
    expect(notesIn(text)).toEqual(notes);
  });

  it('limits are called by their scope or class', () => {
    expect(whatIn(settings("{'anon': '100/day'}"))).toEqual(['100/day, of anon']);
    expect(whatIn("class A(UserRateThrottle):\n  rate = '1/day'\n")).toEqual(['1/day, of A']);
  });

  it('what is not understood is said', () => {
    expect(foundIn(settings("{'anon': None, 'user': '10/fortnight', 'b': env('RATE')}"))).toEqual([
      '',
      '6! The rate of anon is None: it limits nothing.',
      "6! The rate of user is '10/fortnight': it is a number and s, m, h or d, like '100/day'.",
      "6! The rate of b is env('RATE'): it is a number and s, m, h or d, like '100/day'.",
    ]);
    expect(foundIn(settings('RATES'))).toEqual([
      '',
      '6! DEFAULT_THROTTLE_RATES is RATES: only a dictionary in its place is understood.',
    ]);
  });
});

it('a middleware of a number alone may be a limiter of that name', () => {
  const note = "Where RateLimiter::for('404') is defined, that limit is in force instead.";
  const route = "Route::get('/', A::class)->middleware('throttle:404');\n";
  expect(readConfig(route).limits).toMatchObject([{ policy: { n: 404 }, notes: [note] }]);
  expect(readConfig("Route::get('/', A::class)->middleware('throttle:404,1');\n").limits).toMatchObject([
    { notes: [] },
  ]);
});

describe('django-ratelimit', () => {
  const OFFSET = 'The windows of each key begin at an offset of its own; those of the lane all at multiples of T.';
  it.each([
    ["@ratelimit(key='ip', rate='5/m', block=True)\ndef view(request):\n    pass\n", '1: 5 per 60 for each', []],
    ["@ratelimit(key='user', rate='100/h')\n", '1: 100 per 3600 for each', []],
    ["@ratelimit(key='user_or_ip', rate='10/10m')\n", '1: 10 per 600 for each', []],
    [
      "@method_decorator(ratelimit(key='post:username', rate='3/d', method='POST'))  # django_ratelimit\n",
      '1: 3 per 86400 for each',
      [
        "It counts by 'post:username'; the lane counts for each client.",
        "It limits only requests of 'POST'; the lane limits all.",
      ],
    ],
    ["RATE = '7/m'\n@ratelimit(key='ip', rate=RATE)\n", '2: 7 per 60 for each', []],
    ["@ratelimit(key='ip', rate='7/2min')\n", '1: 7 per 120 for each', []],
    [
      "from ratelimit.decorators import ratelimit\n@ratelimit(key='ip', rate='7/h')\n",
      '2: 7 per 3600 for each',
      ['block is False, as by default before version 4: it only marks what is over the limit; the lane refuses it.'],
    ],
    [
      "@ratelimit(key='ip', rate='1/m', block=False)\n",
      '1: 1 per 60 for each',
      ['block is False, as by default before version 4: it only marks what is over the limit; the lane refuses it.'],
    ],
    [
      "from django_ratelimit.decorators import ratelimit\n\n@ratelimit(\n    key='ip',\n    rate='20/30',\n)\n",
      '3: 20 per 30 for each',
      [],
    ],
  ])('%j', (text, limit, notes) => {
    expect(foundIn(text)).toEqual(['fixed-window', limit]);
    expect(notesIn(text)).toEqual([OFFSET, ...notes]);
  });

  it('windows of a second begin at whole seconds', () =>
    expect(notesIn("@ratelimit(key='ip', rate='7/s')\n")).toEqual([]));

  it('what is not understood is said', () =>
    expect(
      foundIn(
        "@ratelimit(key='ip', rate=None)\n@ratelimit(key='ip', rate=get_rate)\ndef a(): pass\n\n@ratelimit(key='ip')\n",
      ),
    ).toEqual([
      '',
      '1! rate is None: it limits nothing.',
      "2! rate is get_rate: it is a number and s, m, h or d, like '5/m' or '100/10m'.",
      "5! @ratelimit(key='ip') has no rate: another function of that name is not read.",
    ]));
});
