/**
 * Races of separate commands, each as a specific order of messages. The atomic version of the scheme stays within the limit
 * on the same arrivals, in any order.
 */
import { describe, expect, it } from 'vitest';
import { limiterById } from '../../limiters/index.ts';
import type { Limiter, Options, Policy } from '../../limiters/limiter.ts';
import { SECOND } from '../../time.ts';
import { commandNameOf, send } from '../command.ts';
import type { Scheme } from '../scheme.ts';
import { prepareForTest } from './simulateRequests.testing.ts';
import { redisCooldown } from './redisCooldown.ts';
import { redisIncr } from './redisIncr.ts';
import { redisSlidingLog } from './redisSlidingLog.ts';
import { redisSubWindow } from './redisSubWindow.ts';
import { redisTokenBucket } from './redisTokenBucket.ts';
import { schemes } from './index.ts';
import { schemePrograms } from './programs.ts';
import { simpleWindowThreads } from './simpleWindowThreads.ts';
import {
  SteppedCluster,
  runInOrder,
  interleavings,
  runSequentially,
  STORE_SCHEMES,
  type SteppedArrival,
} from './interleavings.testing.ts';

const ONE: Policy = { n: 1, T: SECOND, capacity: 1 };
const S = SECOND;

/** Simultaneous requests, one per node. */
function simultaneousArrivals(nodes: number, at = 0): readonly SteppedArrival[] {
  return Array.from({ length: nodes }, (_, node) => ({ node, at }));
}

/** The messages in the order in which the store ran them: request and command. */
function ran(cluster: SteppedCluster): string {
  return cluster.log.map(({ request, message }) => `${request} ${commandNameOf(message)}`).join(', ');
}

interface RaceCase {
  readonly scheme: Scheme;
  readonly options?: Options;
  readonly arrivals: readonly SteppedArrival[];
  /** The request of each message, in the order in which the store runs them. */
  readonly order: readonly number[];
  readonly messages: string;
  readonly outcomes: readonly string[];
  /** How many the atomic version lets in, in every order. */
  readonly atomic: number;
}

const RACES: Readonly<Record<string, RaceCase>> = {
  'two threads read the same count, and both take the last place': {
    scheme: simpleWindowThreads,
    arrivals: simultaneousArrivals(2),
    order: [0, 1, 0, 1, 0, 1],
    messages: '0 READ, 1 READ, 0 READ, 1 READ, 0 ADD, 1 ADD',
    outcomes: ['allow 1', 'allow 1'],
    atomic: 1,
  },
  'two threads both find the window over, and the second loses what the first has admitted': {
    scheme: simpleWindowThreads,
    arrivals: simultaneousArrivals(2, S + 1),
    order: [0, 1, 0, 0, 0, 0, 1, 1, 1, 1],
    messages: '0 READ, 1 READ, 0 WRITE, 0 WRITE, 0 READ, 0 ADD, 1 WRITE, 1 WRITE, 1 READ, 1 ADD',
    outcomes: ['allow 1', 'allow 1'],
    atomic: 1,
  },
  'multi: three read before one has counted': {
    scheme: redisIncr,
    options: { variant: 'multi' },
    arrivals: simultaneousArrivals(3),
    order: [0, 1, 2, 0, 1, 2],
    messages: '0 GET, 1 GET, 2 GET, 0 EXEC, 1 EXEC, 2 EXEC',
    outcomes: ['allow 1', 'allow 1', 'allow 1'],
    atomic: 1,
  },
  'incr-expire: three read before one has counted': {
    scheme: redisIncr,
    options: { variant: 'incr-expire' },
    arrivals: simultaneousArrivals(3),
    order: [0, 1, 2, 0, 1, 2, 0],
    messages: '0 GET, 1 GET, 2 GET, 0 INCR, 1 INCR, 2 INCR, 0 EXPIRE',
    outcomes: ['allow 1', 'allow 1', 'allow 1'],
    atomic: 1,
  },
  'list: three see no list': {
    scheme: redisIncr,
    options: { variant: 'list' },
    arrivals: simultaneousArrivals(3),
    order: [0, 1, 2, 0, 1, 2, 0, 1, 2],
    messages: '0 LLEN, 1 LLEN, 2 LLEN, 0 EXISTS, 1 EXISTS, 2 EXISTS, 0 EXEC, 1 EXEC, 2 EXEC',
    outcomes: ['allow 1', 'allow 1', 'allow 1'],
    atomic: 1,
  },
  'sub-windows: two sum before one has counted': {
    scheme: redisSubWindow,
    options: { variant: 'none' },
    arrivals: simultaneousArrivals(2),
    order: [0, 1, 0, 0, 1, 1],
    messages: '0 HGETALL, 1 HGETALL, 0 HINCRBY, 0 PEXPIRE, 1 HINCRBY, 1 PEXPIRE',
    outcomes: ['allow 1', 'allow 1'],
    atomic: 1,
  },
  'token bucket: two take the last token': {
    scheme: redisTokenBucket,
    options: { concurrency: 'none' },
    arrivals: simultaneousArrivals(2),
    order: [0, 1, 0, 0, 1, 1],
    messages: '0 HGETALL, 1 HGETALL, 0 HSET, 0 PEXPIRE, 1 HSET, 1 PEXPIRE',
    outcomes: ['allow 0', 'allow 0'],
    atomic: 1,
  },
  'cooldown: three find the score expired, and only one of them stays counted': {
    scheme: redisCooldown,
    options: { variant: 'incr' },
    arrivals: simultaneousArrivals(3, 9 * S),
    order: [0, 1, 2, 0, 1, 2],
    messages: '0 INCRBY, 1 INCRBY, 2 INCRBY, 0 SET, 1 SET, 2 SET',
    outcomes: ['allow 1', 'allow 1', 'allow 1'],
    atomic: 1,
  },
};

/** The scheme in its atomic version, or the limiter that takes its place. */
function admittedAtomically({ scheme, options = {}, arrivals }: RaceCase): readonly number[] {
  const atomic = scheme.atomicVariant(options, () => null);
  if (atomic === null || 'held' in atomic) throw new TypeError('it has no atomic version of its own');
  if ('options' in atomic) {
    const mended = prepareForTest(scheme, {
      policy: ONE,
      options: { ...options, ...atomic.options },
      nodes: arrivals.length,
    });
    return [...new Set([...interleavings(mended, arrivals)].map(({ admittedPermits }) => admittedPermits))];
  }
  const limiter = limiterById(atomic.limiter) as Limiter;
  const params = limiter.prepare({ policy: ONE, options: {}, edition: 'corrected', epoch: 0, horizon: 9 * S });
  const state = limiter.init(params);
  return [arrivals.filter(({ at }) => limiter.decide(state, params, at, 1) === 0).length];
}

describe('over the limit', () => {
  it.each(Object.entries(RACES))('%s', (_, race) => {
    const { scheme, options = {}, arrivals, order, messages, outcomes, atomic } = race;
    const cluster = runInOrder(
      prepareForTest(scheme, { policy: ONE, options, nodes: arrivals.length }),
      arrivals,
      order,
    );
    expect(ran(cluster)).toEqual(messages);
    expect(cluster.outcomeTexts).toEqual(outcomes);
    expect(admittedAtomically(race)).toEqual([atomic]);
  });

  it('list: a permit is not recorded if the list expires between EXISTS and RPUSHX', () => {
    const cluster = new SteppedCluster(prepareForTest(redisIncr, { policy: ONE, options: { variant: 'list' } }), [
      { node: 0, at: 0 },
      { node: 1, at: S - 1 },
      { node: 0, at: S },
    ]);
    for (const request of [0, 0, 0, 1, 1]) cluster.step(request);
    cluster.step(1, 1);
    for (const request of [2, 2, 2]) cluster.step(request);
    expect(cluster.requests[1]?.sent.at(-1)?.reply).toBe(0);
    expect(cluster.store.describe('k', S)).toBe('1 entry');
    expect(cluster.outcomeTexts).toEqual(['allow 1', 'allow 2', 'allow 1']);
  });

  it("lock: an expired lock has two holders, and the first does not release the second one's", () => {
    const policy = ONE;
    const options = { concurrency: 'lock', lockTtl: 0.1 };
    const cluster = new SteppedCluster(prepareForTest(redisTokenBucket, { policy, options }), simultaneousArrivals(2));
    for (const request of [0, 0]) cluster.step(request);
    // Node 0 is held up for as long as its lock lasts.
    cluster.step(1, S / 10);
    for (const request of [1, 0, 0, 0]) cluster.step(request);
    expect(cluster.outcomeTexts).toEqual(['allow 0', 'under way']);
    expect(cluster.requests[0]?.sent.at(-1)?.reply).toBe(0);
    expect(cluster.store.describe('k:lock', cluster.now)).toBe('1:1');
    for (const request of [1, 1, 1]) cluster.step(request);
    expect(cluster.outcomeTexts).toEqual(['allow 0', 'allow 0']);
    expect(cluster.store.describe('k:lock', cluster.now)).toBe('–');
  });

  it('a request that reads later, after the other has written, is denied', () => {
    const cluster = runInOrder(
      prepareForTest(redisTokenBucket, { policy: ONE, options: { concurrency: 'none' } }),
      simultaneousArrivals(2),
      [0, 0, 1, 0, 1, 1],
    );
    expect(cluster.outcomeTexts).toEqual(['allow 0', 'deny 0 in 1000000']);
  });
});

describe('over-strict', () => {
  it('sliding log, multi: of two requests for the last place neither is admitted', () => {
    const cluster = runInOrder(
      prepareForTest(redisSlidingLog, { policy: ONE, options: { variant: 'multi' } }),
      simultaneousArrivals(2),
      [0, 1, 0, 1],
    );
    expect(cluster.outcomeTexts).toEqual(['deny 2', 'deny 2']);
  });

  it('sliding log, multi: what a later clock has recorded counts for an earlier one', () => {
    const asked = [
      { node: 0, at: 0 },
      { node: 1, at: 100 },
    ];
    const cluster = runInOrder(
      prepareForTest(redisSlidingLog, { policy: ONE, options: { variant: 'multi' } }),
      asked,
      [1, 1],
    );
    expect(cluster.outcomeTexts).toEqual(['deny 2', 'allow 1']);
  });

  it('cooldown, incr: others are denied because of a request that is about to be denied', () => {
    const policy = { n: 2, T: SECOND, capacity: 2 };
    const asked = [
      { node: 0, at: 0 },
      { node: 0, at: 1, cost: 2 },
      { node: 1, at: 1 },
    ];
    const cluster = runInOrder(
      prepareForTest(redisCooldown, { policy, options: { variant: 'incr' } }),
      asked,
      [0, 0, 1, 2, 1, 2],
    );
    expect(cluster.outcomeTexts).toEqual(['allow 0.5', 'deny 0.499999 in 499999', 'deny 1.499999 in 999999']);
  });
});

describe('a key that never expires', () => {
  it.each(['incr-expire', 'set-then-get'])('%s: a node dies between INCR and EXPIRE', (variant) => {
    const policy = { n: 1, T: SECOND, capacity: 1 };
    const cluster = new SteppedCluster(prepareForTest(redisIncr, { policy, options: { variant } }), [
      { node: 0, at: 0 },
      ...Array.from({ length: 3 }, (_, i) => ({ node: 1, at: (i + 1) * 1_000 * S })),
    ]);
    do cluster.step(0);
    while (!ran(cluster).endsWith('INCR'));
    cluster.die(0);
    for (const request of [1, 2, 3]) while (cluster.ready().includes(request)) cluster.step(request);
    expect(cluster.outcomeTexts.at(-1)).toMatch(/^deny/);
    expect(cluster.store.execute(send('PTTL', 'k'), cluster.now, 9)).toBe(-1);
  });

  it('lua: there is no gap', () => {
    const cluster = new SteppedCluster(prepareForTest(redisIncr, { policy: ONE }), [
      { node: 0, at: 0 },
      { node: 1, at: S },
    ]);
    cluster.step(0);
    cluster.die(0);
    cluster.step(1);
    expect(cluster.outcomeTexts).toEqual(['died', 'allow 1']);
  });
});

describe('time that steps back', () => {
  /** In the order in which the store runs them: the clock of each, in seconds. */
  const clocks = [1, 0, 1, 0, 1];
  const asked = clocks.map((now, index): SteppedArrival => ({ node: index % 2, at: S, now: now * S }));

  it.each([
    ['published', 'lua', ['allow 0', 'deny 0 in 1000000', 'allow 0', 'deny 0 in 1000000', 'allow 0']],
    ['published', 'none', ['allow 0', 'deny 0 in 1000000', 'allow 0', 'deny 0 in 1000000', 'allow 0']],
    [
      'corrected',
      'lua',
      ['allow 0', 'deny 0 in 2000000', 'deny 0 in 1000000', 'deny 0 in 2000000', 'deny 0 in 1000000'],
    ],
    [
      'corrected',
      'none',
      ['allow 0', 'deny 0 in 2000000', 'deny 0 in 1000000', 'deny 0 in 2000000', 'deny 0 in 1000000'],
    ],
  ] as const)('token bucket, %s, %s', (edition, concurrency, outcomes) => {
    const cluster = runSequentially(
      prepareForTest(redisTokenBucket, { policy: ONE, edition, options: { concurrency } }),
      asked,
    );
    expect(cluster.outcomeTexts).toEqual(outcomes);
  });

  it('also happens when messages are reordered', () => {
    const crossing: readonly SteppedArrival[] = [
      { node: 0, at: 0 },
      { node: 0, at: 0.6 * S },
      { node: 1, at: S },
      { node: 0, at: 1.7 * S },
    ];
    const outcomes = (edition: 'published' | 'corrected') =>
      runInOrder(prepareForTest(redisTokenBucket, { policy: ONE, edition }), crossing, [0, 2, 1, 3]).outcomeTexts;
    // The message of 0.6 s arrives after that of 1 s, and what has dripped in between the two does so again.
    expect(outcomes('corrected')).toEqual(['allow 0', 'deny 0 in 1400000', 'allow 0', 'deny 0.7 in 300000']);
    expect(outcomes('published')).toEqual(['allow 0', 'deny 0 in 1000000', 'allow 0', 'allow 0']);
  });
});

describe('the atomic version', () => {
  // What a scheme that is added later may claim is a law: `laws.test.ts`.
  it.each([
    ['simple-window-threads', [], { limiter: 'simple-window' }],
    ['redis-incr', ['lua'], 'by variant'],
    ['tair-incr', [], null],
    ['redis-sub-window', ['lua'], 'by variant'],
    ['redis-token-bucket', ['lua'], 'by variant'],
    ['redis-sliding-log', ['lua'], 'by variant'],
    ['redis-cooldown', ['lua'], 'by variant'],
  ])('is the only one of %s that has no other', (id, atomicChoices, withoutVariants) => {
    const scheme = schemePrograms.find((program) => program.id === id) as Scheme;
    expect(STORE_SCHEMES).toContain(scheme);
    const variants = scheme.knobs.find((knob) => knob.id === 'variant' || knob.id === 'concurrency');
    const choices = variants?.kind === 'choice' ? variants.choices : [];
    expect(
      choices.filter((choice) => scheme.atomicVariant({ [variants?.id ?? '']: choice }, () => null) === null),
    ).toEqual(atomicChoices);
    expect(choices.length === 0 ? scheme.atomicVariant({}, () => null) : 'by variant').toEqual(withoutVariants);
  });

  it('has the words of its description, and no scheme is described without a program', () => {
    expect(
      schemePrograms.map(({ id }) => id),
      'the schemes of programs.ts, in the order of index.ts',
    ).toEqual(schemes.map(({ id }) => id));
    for (const [index, info] of schemes.entries()) expect(schemePrograms[index]).toMatchObject(info);
  });
});
