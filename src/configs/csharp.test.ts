/** Limiters of ASP.NET Core, as its documentation and applications write them. */
import { expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const DRIFT =
  'Its windows begin with the first request, and a timer of 100 ms ends them; those of the lane begin at multiples of T.';
const AT_ONCE = 'A timer adds what is due every 100 ms; the lane adds it at once.';
const MADE = 'Its windows begin when it is made; those of the lane at multiples of T.';
const BY_AGENT = 'It counts by context.Request.Headers.UserAgent.ToString(); the lane counts for each client.';
const queued = (count: number) =>
  `QueueLimit is ${count}: so many requests wait instead of being refused; the lane refuses them.`;

it.each([
  [
    'a fixed window',
    `builder.Services.AddRateLimiter(_ => _
    .AddFixedWindowLimiter(policyName: "fixed", options =>
    {
        options.PermitLimit = 4;
        options.Window = TimeSpan.FromSeconds(12);
        options.QueueProcessingOrder = QueueProcessingOrder.OldestFirst;
        options.QueueLimit = 2;
    }));
`,
    ['fixed-window', '4: 4 per 12 for all'],
    [DRIFT, queued(2)],
    ['FixedWindow 4 per 12 s, of fixed'],
  ],
  [
    'a sliding window',
    `var slidingPolicy = "sliding";
builder.Services.AddRateLimiter(options => {
    options.AddSlidingWindowLimiter(slidingPolicy, opt => {
        opt.PermitLimit = 100; // in all
        opt.Window = TimeSpan.FromMinutes(1);
        opt.SegmentsPerWindow = 6;
    });
});
`,
    ['sub-window', '4: 100 per 60 for all slices=6'],
    [DRIFT],
    ['SlidingWindow 100 per 60 s'],
  ],
  [
    'a token bucket',
    `options.AddTokenBucketLimiter("token", o =>
{
    o.TokenLimit = 20;
    o.QueueLimit = 0;
    o.ReplenishmentPeriod = TimeSpan.FromSeconds(10);
    o.TokensPerPeriod = 5;
    o.AutoReplenishment = true;
});
`,
    ['token-bucket', '3: 5 per 10 (20) for all'],
    [AT_ONCE],
    ['TokenBucket 5 per 10 s, TokenLimit 20, of token'],
  ],
  [
    'a global limiter by partition',
    `options.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, string>(httpContext =>
    RateLimitPartition.GetFixedWindowLimiter(
        partitionKey: httpContext.User.Identity?.Name ?? httpContext.Request.Headers.Host.ToString(),
        factory: partition => new FixedWindowRateLimiterOptions
        {
            AutoReplenishment = true,
            PermitLimit = 10,
            QueueLimit = 0,
            Window = TimeSpan.FromMinutes(1)
        }));
`,
    ['fixed-window', '7: 10 per 60 for each'],
    [DRIFT],
    ['FixedWindow 10 per 60 s'],
  ],
  [
    'one partition for all, with a constant',
    `private const int Limit = 2_000;
RateLimitPartition.GetTokenBucketLimiter("shared", _ => new() {
    TokenLimit = Limit, TokensPerPeriod = Limit / 2, ReplenishmentPeriod = TimeSpan.FromMilliseconds(500) });
`,
    ['token-bucket', '3: 1000 per 0.5 (2000) for all'],
    [AT_ONCE],
    ['TokenBucket 1000 per 0.5 s, TokenLimit 2000, of shared'],
  ],
  [
    'a partition by a key that is made up',
    `RateLimitPartition.GetFixedWindowLimiter("ip:" + context.Connection.RemoteIpAddress,
    _ => new FixedWindowRateLimiterOptions { PermitLimit = 2, Window = TimeSpan.FromSeconds(1) });
`,
    ['fixed-window', '2: 2 per 1 for each'],
    [DRIFT],
    ['FixedWindow 2 per 1 s'],
  ],
  [
    'limiters in a chain',
    `options.GlobalLimiter = PartitionedRateLimiter.CreateChained(
    PartitionedRateLimiter.Create<HttpContext, string>(context => RateLimitPartition.GetFixedWindowLimiter(
        context.Request.Headers.UserAgent.ToString(), _ => new FixedWindowRateLimiterOptions
        { AutoReplenishment = true, PermitLimit = 4, Window = TimeSpan.FromSeconds(2) })),
    PartitionedRateLimiter.Create<HttpContext, string>(context => RateLimitPartition.GetFixedWindowLimiter(
        context.Request.Headers.UserAgent.ToString(), _ => new FixedWindowRateLimiterOptions
        { AutoReplenishment = true, PermitLimit = 20, Window = TimeSpan.FromSeconds(30) })));
`,
    [
      'fixed-window',
      '4: 4 per 2 for each',
      '7: 20 per 30 for each',
      '1! CreateChained: the same requests pass all of its limiters.',
    ],
    [DRIFT, BY_AGENT, DRIFT, BY_AGENT],
    ['FixedWindow 4 per 2 s', 'FixedWindow 20 per 30 s'],
  ],
  [
    'a key in a string, and a file around it',
    `namespace Shop.Web;

internal static class Limits
{
    // Forms only: $"{a}", 'b'
    public static void Add(IServiceCollection services) => services.AddRateLimiter(options =>
    {
        options.RejectionStatusCode = StatusCodes.Status429TooManyRequests;
        options.AddPolicy("forms", context => System.Threading.RateLimiting.RateLimitPartition.GetSlidingWindowLimiter(
            $"{context.Connection.RemoteIpAddress}|{context.Request.Path}",
            _ => new System.Threading.RateLimiting.SlidingWindowRateLimiterOptions
            {
                PermitLimit = 20,
                Window = TimeSpan.FromMinutes(1),
                SegmentsPerWindow = 4,
                QueueProcessingOrder = System.Threading.RateLimiting.QueueProcessingOrder.OldestFirst,
            }));
    });
}
`,
    ['sub-window', '13: 20 per 60 for each slices=4'],
    [DRIFT],
    ['SlidingWindow 20 per 60 s'],
  ],
  [
    'a limiter of a program',
    `using RateLimiter limiter = new TokenBucketRateLimiter(new TokenBucketRateLimiterOptions
{
    TokenLimit = 8,
    QueueLimit = 3,
    ReplenishmentPeriod = TimeSpan.FromMilliseconds(1),
    TokensPerPeriod = 2,
});
`,
    ['token-bucket-ticked', '3: 2 per 0.001 (8) for all refill=all'],
    ['Its periods begin when it is made; those of the lane at multiples of T.', queued(3)],
    ['TokenBucket 2 per 0.001 s, TokenLimit 8'],
  ],
  [
    'several, of which one is none',
    `options.AddPolicy("user", context => {
    if (context.User.Identity?.IsAuthenticated == true)
        return RateLimitPartition.GetNoLimiter("");
    return RateLimitPartition.GetSlidingWindowLimiter(context.Connection.RemoteIpAddress, _ =>
        new SlidingWindowRateLimiterOptions { PermitLimit = 3, Window = TimeSpan.FromHours(1), SegmentsPerWindow = 4 });
});
options.AddFixedWindowLimiter("api", o => { o.PermitLimit = 7; o.Window = TimeSpan.FromDays(1); });
options.AddConcurrencyLimiter("few", o => { o.PermitLimit = 9; o.QueueLimit = 1; });
`,
    [
      'sub-window',
      '5: 3 per 3600 for each slices=4',
      '7: 7 per 86400 for all',
      '3! GetNoLimiter lets requests pass whatever their rate, which is not part of the lane.',
      '8! The concurrency limiter, of few, limits requests at the same time: it is not part of the lane.',
    ],
    [DRIFT, 'The code decides which of these limits a request has; the lane limits all.', DRIFT],
    ['SlidingWindow 3 per 3600 s', 'FixedWindow 7 per 86400 s, of api'],
  ],
  [
    'policies in classes of their own, for all and by what the request asks for',
    `public RateLimitPartition<string> GetPartition(HttpContext c) =>
    RateLimitPartition.GetFixedWindowLimiter(string.Empty, _ => new FixedWindowRateLimiterOptions
        { PermitLimit = 3, Window = TimeSpan.FromSeconds(90) });
public RateLimitPartition<string> GetPartition(HttpContext c) =>
    RateLimitPartition.GetFixedWindowLimiter(Path(c, 1), _ => new() { PermitLimit = 4, Window = TimeSpan.FromSeconds(4) });
`,
    ['fixed-window', '3: 3 per 90 for all', '5: 4 per 4 for each'],
    [DRIFT, DRIFT, 'It counts by Path(c, 1); the lane counts for each client.'],
    ['FixedWindow 3 per 90 s', 'FixedWindow 4 per 4 s'],
  ],
  [
    'windows that a program makes',
    'new SlidingWindowRateLimiter(new SlidingWindowRateLimiterOptions { PermitLimit = 9, SegmentsPerWindow = 3, Window = TimeSpan.FromSeconds(3) });\n',
    ['sub-window', '1: 9 per 3 for all slices=3'],
    [MADE],
    ['SlidingWindow 9 per 3 s'],
  ],
  [
    'options from elsewhere',
    `.AddFixedWindowLimiter(policyName: fixedPolicy, options => {
    options.PermitLimit = myOptions.PermitLimit;
    options.Window = TimeSpan.FromSeconds(myOptions.Window);
}).AddSlidingWindowLimiter("s", o => { o.PermitLimit = 5; o.Window = TimeSpan.FromSeconds(5); });
`,
    [
      '',
      '2! PermitLimit is myOptions.PermitLimit: only numbers, and sums and products of them, are understood.',
      '3! Window is TimeSpan.FromSeconds(myOptions.Window), which is not understood as a duration.',
      '4! SegmentsPerWindow is missing.',
    ],
    [],
    [],
  ],
])('%s', (_, text, found, notes, names) => {
  expect(foundIn(text)).toEqual(found);
  const { limits } = readConfig(text);
  expect(limits.flatMap((limit) => limit.notes)).toEqual(notes);
  expect(limits.map(({ what }) => what)).toEqual(names);
});

it.each([
  ['new TimeSpan(0, 1, 30)', 90],
  ['new TimeSpan(1, 0, 0, 0)', 86_400],
  ['new TimeSpan(0, 0, 0, 0, 250)', 0.25],
  ['new TimeSpan(hours: 0, minutes: 1, seconds: 0)', 60],
  ['new(0, 0, 10)', 10],
  ['TimeSpan.FromMilliseconds(500)', 0.5],
  ['TimeSpan.FromMinutes(1.5)', 90],
  ['TimeSpan.FromMinutes(1, 30)', 90],
  ['TimeSpan.FromMinutes(minutes: 1, seconds: 30)', 90],
  ['TimeSpan.FromSeconds(value: 10)', 10],
  ['TimeSpan.Parse("00:01:00")', 60],
  ['TimeSpan.Parse("1.02:00:00.5")', 93_600.5],
  ['TimeSpan.Parse("0:30")', 1_800],
  ['TimeSpan.Parse("7")', 604_800],
  ['new TimeSpan(600000000)', 60],
  ['TimeSpan.FromTicks(5 * 600_000_000L)', 300],
])('a TimeSpan: %s', (span, seconds) => {
  const text = `options.AddFixedWindowLimiter("a", o => { o.PermitLimit = 5; o.Window = ${span}; });\n`;
  expect(foundIn(text)).toEqual(['fixed-window', `1: 5 per ${seconds} for all`]);
});

it.each([
  'new TimeSpan(0, minutes, 0)',
  'new TimeSpan(1, 2)',
  'TimeSpan.FromMinutes(1, more)',
  'TimeSpan.Parse("24:00:00")',
  'TimeSpan.Parse(settings.Window)',
  'TimeSpan.FromTicks(TimeSpan.TicksPerMinute)',
])('no TimeSpan that is known: %s', (span) => {
  const text = `options.AddFixedWindowLimiter("a", o => { o.PermitLimit = 5; o.Window = ${span}; });\n`;
  expect(foundIn(text)).toEqual([
    '',
    `1! Window is ${span.replace('new ', '')}, which is not understood as a duration.`,
  ]);
});
