/** Decisions of each scheme without concurrency: edge cases in tables, and comparison with its single-process limiter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limiterById } from '../../limiters/index.ts';
import type { Limiter, Options, Policy } from '../../limiters/limiter.ts';
import { ALLOW, ALLOW as ALLOWED, DENY, DENY as DENIED } from '../../verdict.ts';
import { defaultOptions } from '../../limiters/testing.ts';
import { SECOND, type Instant } from '../../time.ts';
import { commandNameOf, type Message } from '../command.ts';
import type { Scheme } from '../scheme.ts';
import { ttlMillis } from './common.ts';
import { prepareForTest, type SchemeSpec } from './simulateRequests.testing.ts';
import { redisCooldown } from './redisCooldown.ts';
import { redisIncr } from './redisIncr.ts';
import { redisSlidingLog } from './redisSlidingLog.ts';
import { redisSubWindow } from './redisSubWindow.ts';
import { redisTokenBucket } from './redisTokenBucket.ts';
import { simpleWindowThreads } from './simpleWindowThreads.ts';
import { runSequentially, type SteppedArrival } from './interleavings.testing.ts';
import { tairIncr, type TairIncrParams } from './tairIncr.ts';

const SEED = 20_261_122;

/** Arrival, cost if not 1, and the outcome: level and retry-after time in microseconds. */
type Row = readonly [at: Instant, outcome: string, cost?: number];

interface Table extends SchemeSpec {
  readonly scheme: Scheme;
  readonly rows: readonly Row[];
}

const TWO_A_SECOND: Policy = { n: 2, T: SECOND, capacity: 2 };
const S = SECOND;

const TABLES: Readonly<Record<string, Table>> = {
  'threads: a window ends after more than T': {
    scheme: simpleWindowThreads,
    policy: TWO_A_SECOND,
    rows: [
      [0, 'allow 1'],
      [10, 'allow 2'],
      [20, 'deny 2 in 999981'],
      [S, 'deny 2 in 1'],
      [S + 1, 'allow 1'],
      [S + 2, 'deny 1 in 1000000', 2],
      [2 * S + 1, 'allow 2'],
      [2 * S + 2, 'allow 2', 2],
    ],
  },
  'multi: n + 1 pass, in aligned windows': {
    scheme: redisIncr,
    policy: TWO_A_SECOND,
    options: { variant: 'multi' },
    rows: [
      [0, 'allow 1'],
      [1, 'allow 2'],
      [2, 'allow 3'],
      [3, 'deny 3 in 999997'],
      [S - 1, 'deny 3 in 1'],
      [S, 'allow 2', 2],
      [S + 1, 'allow 4', 2],
      [S + 2, 'deny 4 in 999998', 2],
    ],
  },
  'incr-expire: n + 1 pass, in a window from the first on': {
    scheme: redisIncr,
    policy: TWO_A_SECOND,
    options: { variant: 'incr-expire' },
    rows: [
      [500_000, 'allow 1'],
      [500_001, 'allow 2'],
      [S, 'allow 3'],
      [S, 'deny 3'],
      [1_499_999, 'deny 3'],
      [1_500_000, 'allow 2', 2],
      [1_500_000, 'allow 4', 2],
      [1_500_000, 'deny 4'],
    ],
  },
  'list: the same, by entries': {
    scheme: redisIncr,
    policy: TWO_A_SECOND,
    options: { variant: 'list' },
    rows: [
      [500_000, 'allow 1'],
      [500_001, 'allow 2'],
      [S, 'allow 3'],
      [S, 'deny 3'],
      [1_499_999, 'deny 3'],
      [1_500_000, 'allow 2', 2],
      [1_500_000, 'allow 4', 2],
      [1_500_000, 'deny 4'],
    ],
  },
  'set-then-get: n pass, and denied requests count': {
    scheme: redisIncr,
    policy: TWO_A_SECOND,
    options: { variant: 'set-then-get' },
    rows: [
      [500_000, 'allow 1'],
      [500_001, 'allow 2'],
      [500_002, 'deny 3'],
      [1_499_999, 'deny 4'],
      [1_500_000, 'allow 2', 2],
      [1_500_000, 'deny 4', 2],
    ],
  },
  'lua: the same, and it knows when the key is gone': {
    scheme: redisIncr,
    policy: TWO_A_SECOND,
    options: { variant: 'lua' },
    rows: [
      [500_000, 'allow 1'],
      [500_001, 'allow 2'],
      [500_002, 'deny 3 in 1000000'],
      [1_499_999, 'deny 4 in 1000'],
      [1_500_000, 'allow 2', 2],
      [1_500_000, 'deny 4 in 1000000', 2],
    ],
  },
  'lua: a T that is not whole milliseconds is rounded up': {
    scheme: redisIncr,
    policy: { n: 1, T: 1_500, capacity: 1 },
    options: { variant: 'lua' },
    rows: [
      [0, 'allow 1'],
      [1_999, 'deny 2 in 1000'],
      [2_000, 'allow 1'],
    ],
  },
  'tair: aligned windows, and denied requests count': {
    scheme: tairIncr,
    policy: TWO_A_SECOND,
    rows: [
      [0, 'allow 1'],
      [1, 'allow 2'],
      [2, 'deny 3 in 999998'],
      [S - 1, 'deny 5 in 1', 2],
      [S, 'allow 2', 2],
      [S, 'deny 3 in 1000000'],
    ],
  },
  'sub-windows: a slice expires as a whole': {
    scheme: redisSubWindow,
    policy: { n: 4, T: 2 * S, capacity: 4 },
    options: { variant: 'none', slices: 2 },
    rows: [
      [0, 'allow 1'],
      [S - 1, 'allow 2'],
      [S, 'allow 4', 2],
      [2 * S - 1, 'deny 4 in 1'],
      [2 * S - 1, 'deny 4 in 1000001', 3],
      [2 * S, 'allow 4', 2],
      [3 * S, 'allow 3'],
    ],
  },
  'token bucket, none: a fraction is kept': {
    scheme: redisTokenBucket,
    policy: { n: 2, T: SECOND, capacity: 3 },
    options: { concurrency: 'none' },
    rows: [
      [0, 'allow 0', 3],
      [250_000, 'deny 0.5 in 250000'],
      [499_999, 'deny 0.999998 in 1'],
      [500_000, 'allow 0'],
      [10 * S, 'allow 2'],
    ],
  },
  'token bucket, published lua: whole tokens, and the resulting retry-after time': {
    scheme: redisTokenBucket,
    edition: 'published',
    policy: { n: 2, T: SECOND, capacity: 3 },
    options: { concurrency: 'lua' },
    rows: [
      [0, 'allow 0', 3],
      [250_000, 'deny 0 in 500000'],
      [500_000, 'allow 0'],
      [1_250_000, 'deny 1 in 500000', 2],
      [1_500_000, 'allow 0', 2],
    ],
  },
  'token bucket, published lua: a lifetime of 0 s is an error': {
    scheme: redisTokenBucket,
    edition: 'published',
    policy: { n: 201, T: SECOND, capacity: 100 },
    options: { concurrency: 'lua' },
    rows: [[0, "ERR invalid expire time in 'set' command"]],
  },
  'token bucket, published lua: from half a second on it is none': {
    scheme: redisTokenBucket,
    edition: 'published',
    policy: { n: 200, T: SECOND, capacity: 100 },
    options: { concurrency: 'lua' },
    rows: [[0, 'allow 99']],
  },
  'token bucket, published commands: a lifetime of 0 deletes the bucket': {
    scheme: redisTokenBucket,
    edition: 'published',
    policy: { n: 4, T: SECOND, capacity: 1 },
    options: { concurrency: 'none' },
    rows: [
      [0, 'allow 0'],
      [0, 'allow 0'],
    ],
  },
  'sliding log, multi: denied requests are in the log': {
    scheme: redisSlidingLog,
    policy: TWO_A_SECOND,
    options: { variant: 'multi' },
    rows: [
      [0, 'allow 1'],
      [1, 'allow 2'],
      [600_000, 'deny 3'],
      [S, 'deny 3'],
      [S + 1, 'deny 3'],
      [1_600_000, 'deny 3'],
      [2_600_000, 'allow 2', 2],
    ],
  },
  'sliding log, lua: only what is admitted': {
    scheme: redisSlidingLog,
    policy: TWO_A_SECOND,
    options: { variant: 'lua' },
    rows: [
      [0, 'allow 1'],
      [1, 'allow 2'],
      [600_000, 'deny 2 in 400000'],
      [600_000, 'deny 2 in 400001', 2],
      [S - 1, 'deny 2 in 1'],
      [S, 'allow 2'],
      [S + 1, 'allow 2'],
    ],
  },
  'cooldown, incr: a denied request is moved back': {
    scheme: redisCooldown,
    policy: TWO_A_SECOND,
    options: { variant: 'incr' },
    rows: [
      [0, 'allow 0.5'],
      [0, 'allow 1'],
      [0, 'deny 1 in 500000'],
      [499_999, 'deny 0.500001 in 1'],
      [500_000, 'allow 1'],
      // Exactly run out: the trial is now, and so costs nothing ahead.
      [2 * S, 'allow 0'],
      [2 * S + 1, 'allow 0.999999', 2],
      [2 * S + 1, 'deny 0.999999 in 499999'],
      [9 * S, 'allow 0.5'],
    ],
  },
  'cooldown, incr: T/n is rounded to whole microseconds, never to 0': {
    scheme: redisCooldown,
    policy: { n: 1_000_000, T: 1_000, capacity: 1 },
    options: { variant: 'incr' },
    rows: [
      [5, 'allow 0.000001'],
      [5, 'allow 0.001', 999],
      [5, 'deny 0.001 in 1'],
    ],
  },
};

describe('one at a time', () => {
  it.each(Object.entries(TABLES))('%s', (_, { scheme, rows, ...given }) => {
    const asked = rows.map(([at, , cost = 1], index): SteppedArrival => ({ node: index % 2, at, cost }));
    expect(runSequentially(prepareForTest(scheme, { nodes: 2, ...given }), asked).outcomeTexts).toEqual(
      rows.map(([, outcome]) => outcome),
    );
  });
});

describe('the single-process limiter', () => {
  interface Pair {
    readonly scheme: Scheme;
    readonly options?: Options;
    readonly id: string;
    /** Denied requests count as well, so that it decides alike only while all cost the same. */
    readonly countsDenied?: true;
  }
  const pairs: readonly Pair[] = [
    { scheme: simpleWindowThreads, id: 'simple-window' },
    { scheme: tairIncr, id: 'fixed-window', countsDenied: true },
    { scheme: redisSubWindow, options: { variant: 'none' }, id: 'sub-window' },
    { scheme: redisSubWindow, options: { variant: 'lua' }, id: 'sub-window' },
    { scheme: redisTokenBucket, options: { concurrency: 'none' }, id: 'token-bucket' },
    { scheme: redisTokenBucket, options: { concurrency: 'watch' }, id: 'token-bucket' },
    { scheme: redisTokenBucket, options: { concurrency: 'lock' }, id: 'token-bucket' },
    { scheme: redisTokenBucket, options: { concurrency: 'lua' }, id: 'token-bucket' },
    { scheme: redisSlidingLog, options: { variant: 'lua' }, id: 'sliding-log' },
    { scheme: redisCooldown, options: { variant: 'lua' }, id: 'cooldown-score' },
  ];
  const policies: readonly Policy[] = [
    { n: 3, T: SECOND, capacity: 3 },
    { n: 1, T: 1_000, capacity: 1 },
    { n: 7, T: 333_333, capacity: 5 },
    { n: 13, T: 1_000_003, capacity: 20 },
    { n: 10, T: 60 * SECOND, capacity: 10 },
  ];
  const step = fc.record({
    gap: fc.constantFrom('same', 'micro', 'interval', 'window', 'double', 'silence', 'part'),
    by: fc.integer({ min: -1, max: 1 }),
    cost: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 4 })),
  });

  it.each(pairs)('$scheme.id, $options, decides as $id does when messages do not cross', (pair) => {
    const { scheme, options = {}, id, countsDenied = false } = pair;
    const limiter = limiterById(id) as Limiter;
    const run = fc.property(fc.constantFrom(...policies), fc.array(step, { maxLength: 40 }), (policy, steps) => {
      const { n, T } = policy;
      const { params } = prepareForTest(scheme, { policy, options, nodes: 2 });
      const most = countsDenied ? 1 : scheme.maxCost(params);
      let at = 0;
      const asked = steps.map(({ gap, by, cost }, index): SteppedArrival => {
        const gaps = { same: 0, micro: 1, interval: T / n, part: T / n / 3, window: T, double: 2 * T, silence: 7 * T };
        at = Math.max(at, Math.round(at + gaps[gap] + by));
        return { node: index % 2, at, cost: Math.min(cost, most) };
      });
      const own = limiter.prepare({
        policy,
        options: defaultOptions(limiter),
        edition: 'corrected',
        epoch: 0,
        horizon: at + 2 * T,
      });
      const state = limiter.init(own);
      const expected = asked.map(({ at: now, cost = 1 }) => {
        const verdict = limiter.decide(state, own, now, cost);
        const retryAfter = verdict === DENY ? limiter.retryAfter(state, own, now, cost) : null;
        return { verdict, level: limiter.level(state, own, now), retryAfter };
      });
      const { requests } = runSequentially({ scheme, params }, asked);
      const found = requests.map(({ decision }) => {
        if (decision === null) return null;
        const { verdict, level, retryAfter } = decision;
        return { verdict, level: countsDenied && verdict === DENY ? n : level, retryAfter };
      });
      expect(found).toEqual(expected);
    });
    fc.assert(run, { seed: SEED, numRuns: 150 });
  });

  it.each([
    ['multi', [['GET'], ['EXEC', 'INCR', 'EXPIRE']]],
    ['incr-expire', [['GET'], ['INCR'], ['EXPIRE']]],
    ['list', [['LLEN'], ['EXISTS'], ['EXEC', 'RPUSH', 'EXPIRE']]],
    ['set-then-get', [['INCR'], ['EXPIRE']]],
    ['lua', [['EVAL']]],
  ])('redis-incr, %s, sends the commands of its source', (variant, names) => {
    const namesOf = (message: Message): readonly string[] => [
      commandNameOf(message),
      ...(message.kind === 'transaction' ? message.commands.map(([name]) => name) : []),
    ];
    const first = (policy: Policy, cost: number): readonly (readonly string[])[] => {
      const { requests } = runSequentially(prepareForTest(redisIncr, { policy, options: { variant } }), [
        { node: 0, at: 0, cost },
      ]);
      return requests.flatMap(({ sent }) => sent.map(({ message }) => namesOf(message)));
    };
    expect(first(TWO_A_SECOND, 1)).toEqual(names);
    // A cost in place of 1, and a T of no whole seconds.
    const changed = (name: string) => ({ INCR: 'INCRBY', EXPIRE: 'PEXPIRE' })[name] ?? name;
    expect(first({ ...TWO_A_SECOND, T: 1_010_000 }, 2)).toEqual(names.map((one) => one.map(changed)));
  });
});

describe('what schemes have in common', () => {
  it('has the verdicts of limiters', () => {
    expect([ALLOW, DENY]).toEqual([ALLOWED, DENIED]);
  });

  it.each<readonly [Scheme, Options, string]>([
    [simpleWindowThreads, {}, 'simple-window'],
    [redisIncr, { variant: 'multi' }, 'fixed-window'],
    [redisIncr, { variant: 'incr-expire' }, 'simple-window'],
    [redisIncr, { variant: 'list' }, 'simple-window'],
    [redisIncr, { variant: 'set-then-get' }, 'simple-window'],
    [redisIncr, { variant: 'lua' }, 'simple-window'],
    [tairIncr, {}, 'fixed-window'],
    [redisSubWindow, { slices: 2 }, 'sub-window'],
    [redisTokenBucket, {}, 'token-bucket'],
    [redisSlidingLog, {}, 'sliding-log'],
    [redisCooldown, {}, 'cooldown-score'],
  ])('%#: falls back to a limiter of its own kind, on the share of its node', (scheme, options, id) => {
    const policy = { n: 5, T: SECOND, capacity: 4 };
    const localOf = (fallback: string) => {
      const { params } = prepareForTest(scheme, { policy, nodes: 3, options: { ...options, fallback } });
      return [0, 1, 2, 3].map((node) => scheme.localFallback(params)(node));
    };
    const parts = localOf('local');
    expect(parts.map((embedded) => embedded?.limiter.id)).toEqual([id, id, id, id]);
    expect(parts.map((embedded) => embedded?.limiter.maxCost(embedded.params))).toEqual(
      scheme.usesCapacity ? [2, 1, 1, 1] : [2, 2, 1, 1],
    );
    if (id === 'sub-window') expect(parts[0]?.params).toMatchObject({ slices: 2 });
    expect(localOf('deny')).toEqual([null, null, null, null]);
  });

  it('never prepares a share below one', () => {
    const { params } = prepareForTest(tairIncr, { policy: TWO_A_SECOND, nodes: 3, options: { fallback: 'local' } });
    expect([0, 1, 2, 3].map((node) => tairIncr.localFallback(params as TairIncrParams)(node) !== null)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('never expires a key early', () => {
    expect([0, 1, 1_000, 1_001, 999_999].map(ttlMillis)).toEqual([1, 1, 1, 2, 1_000]);
  });
});

it.each([
  simpleWindowThreads as Scheme,
  redisTokenBucket as Scheme,
  redisIncr as Scheme,
  tairIncr as Scheme,
  redisSubWindow as Scheme,
  redisSlidingLog as Scheme,
  redisCooldown as Scheme,
])('says in its rule whether requests wait for each other on a node: $id', (scheme) => {
  const knob = scheme.knobs.find(({ id }) => id === 'concurrency');
  const variants = knob?.kind === 'choice' ? knob.choices.map((concurrency) => ({ concurrency })) : [{}];
  const isSerial = variants.some((options) =>
    scheme.isSerialPerNode(prepareForTest(scheme, { policy: TWO_A_SECOND, options }).params),
  );
  expect(scheme.rule.includes('one request at a time')).toBe(isSerial);
});
