/**
 * What separate commands let happen, each in an order of messages by name, and that the atomic version of the scheme
 * refuses on the same arrivals, whatever the order.
 */
import { describe, expect, it } from 'vitest';
import { limiterById } from '../../limiters/index.ts';
import type { Limiter, Options, Policy } from '../../limiters/limiter.ts';
import { SECOND } from '../../time.ts';
import { nameOf, send } from '../command.ts';
import type { Prepared, Scheme } from '../scheme.ts';
import { prepared } from './nodes.testing.ts';
import { redisCooldown } from './redisCooldown.ts';
import { redisIncr } from './redisIncr.ts';
import { redisSlidingLog } from './redisSlidingLog.ts';
import { redisSubWindow } from './redisSubWindow.ts';
import { redisTokenBucket } from './redisTokenBucket.ts';
import { schemeById, schemes } from './index.ts';
import { simpleWindowThreads } from './simpleWindowThreads.ts';
import { Cluster, inOrder, interleavings, inTurn, STORED, type Asked } from './testing.ts';

const ONE: Policy = { n: 1, T: SECOND, capacity: 1 };
const S = SECOND;

/** Requests of as many nodes, all at once. */
function atOnce(nodes: number, at = 0): readonly Asked[] {
  return Array.from({ length: nodes }, (_, node) => ({ node, at }));
}

/** The messages as the store ran them: whose, and which. */
function ran(cluster: Cluster): string {
  return cluster.log.map(({ request, message }) => `${request} ${nameOf(message)}`).join(', ');
}

interface Race {
  readonly scheme: Scheme;
  readonly options?: Options;
  readonly asked: readonly Asked[];
  /** The request of each message, in the order in which the store runs them. */
  readonly order: readonly number[];
  readonly messages: string;
  readonly outcomes: readonly string[];
  /** How many the atomic version lets in, in every order. */
  readonly atomic: number;
}

const RACES: Readonly<Record<string, Race>> = {
  'two threads read the same count, and both take the last place': {
    scheme: simpleWindowThreads,
    asked: atOnce(2),
    order: [0, 1, 0, 1, 0, 1],
    messages: '0 READ, 1 READ, 0 READ, 1 READ, 0 ADD, 1 ADD',
    outcomes: ['allow 1', 'allow 1'],
    atomic: 1,
  },
  'two threads both find the window over, and the second forgets what the first has let in': {
    scheme: simpleWindowThreads,
    asked: atOnce(2, S + 1),
    order: [0, 1, 0, 0, 0, 0, 1, 1, 1, 1],
    messages: '0 READ, 1 READ, 0 WRITE, 0 WRITE, 0 READ, 0 ADD, 1 WRITE, 1 WRITE, 1 READ, 1 ADD',
    outcomes: ['allow 1', 'allow 1'],
    atomic: 1,
  },
  'multi: three read before one has counted': {
    scheme: redisIncr,
    options: { variant: 'multi' },
    asked: atOnce(3),
    order: [0, 1, 2, 0, 1, 2],
    messages: '0 GET, 1 GET, 2 GET, 0 EXEC, 1 EXEC, 2 EXEC',
    outcomes: ['allow 1', 'allow 1', 'allow 1'],
    atomic: 1,
  },
  'incr-expire: three read before one has counted': {
    scheme: redisIncr,
    options: { variant: 'incr-expire' },
    asked: atOnce(3),
    order: [0, 1, 2, 0, 1, 2, 0],
    messages: '0 GET, 1 GET, 2 GET, 0 INCR, 1 INCR, 2 INCR, 0 EXPIRE',
    outcomes: ['allow 1', 'allow 1', 'allow 1'],
    atomic: 1,
  },
  'list: three see no list': {
    scheme: redisIncr,
    options: { variant: 'list' },
    asked: atOnce(3),
    order: [0, 1, 2, 0, 1, 2, 0, 1, 2],
    messages: '0 LLEN, 1 LLEN, 2 LLEN, 0 EXISTS, 1 EXISTS, 2 EXISTS, 0 EXEC, 1 EXEC, 2 EXEC',
    outcomes: ['allow 1', 'allow 1', 'allow 1'],
    atomic: 1,
  },
  'sub-windows: two add up before one has counted': {
    scheme: redisSubWindow,
    options: { variant: 'none' },
    asked: atOnce(2),
    order: [0, 1, 0, 0, 1, 1],
    messages: '0 HGETALL, 1 HGETALL, 0 HINCRBY, 0 PEXPIRE, 1 HINCRBY, 1 PEXPIRE',
    outcomes: ['allow 1', 'allow 1'],
    atomic: 1,
  },
  'token bucket: two take the last token': {
    scheme: redisTokenBucket,
    options: { concurrency: 'none' },
    asked: atOnce(2),
    order: [0, 1, 0, 0, 1, 1],
    messages: '0 HGETALL, 1 HGETALL, 0 HSET, 0 PEXPIRE, 1 HSET, 1 PEXPIRE',
    outcomes: ['allow 0', 'allow 0'],
    atomic: 1,
  },
  'cooldown: three find that the score has run out, and only one of them stays counted': {
    scheme: redisCooldown,
    options: { variant: 'incr' },
    asked: atOnce(3, 9 * S),
    order: [0, 1, 2, 0, 1, 2],
    messages: '0 INCRBY, 1 INCRBY, 2 INCRBY, 0 SET, 1 SET, 2 SET',
    outcomes: ['allow 1', 'allow 1', 'allow 1'],
    atomic: 1,
  },
};

/** The scheme in its atomic version, or the limiter that takes its place. */
function admittedAtomically({ scheme, options = {}, asked }: Race): readonly number[] {
  const atomic = scheme.atomic(options);
  if (atomic === null) throw new TypeError('it is atomic already');
  if ('options' in atomic) {
    const mended = prepared(scheme, { policy: ONE, options: { ...options, ...atomic.options }, nodes: asked.length });
    return [...new Set([...interleavings(mended, asked)].map(({ admitted }) => admitted))];
  }
  const limiter = limiterById(atomic.limiter) as Limiter;
  const params = limiter.prepare({ policy: ONE, options: {}, edition: 'corrected', epoch: 0, horizon: 9 * S });
  const state = limiter.init(params);
  return [asked.filter(({ at }) => limiter.decide(state, params, at, 1) === 0).length];
}

describe('over the limit', () => {
  it.each(Object.entries(RACES))('%s', (_, race) => {
    const { scheme, options = {}, asked, order, messages, outcomes, atomic } = race;
    const cluster = inOrder(prepared(scheme, { policy: ONE, options, nodes: asked.length }), asked, order);
    expect(ran(cluster)).toEqual(messages);
    expect(cluster.outcomes).toEqual(outcomes);
    expect(admittedAtomically(race)).toEqual([atomic]);
  });

  it('list: a permit is not written down when the list expires between EXISTS and RPUSHX', () => {
    const cluster = new Cluster(prepared(redisIncr, { policy: ONE, options: { variant: 'list' } }), [
      { node: 0, at: 0 },
      { node: 1, at: S - 1 },
      { node: 0, at: S },
    ]);
    for (const request of [0, 0, 0, 1, 1]) cluster.step(request);
    cluster.step(1, 1);
    for (const request of [2, 2, 2]) cluster.step(request);
    expect(cluster.requests[1]?.sent.at(-1)?.reply).toBe(0);
    expect(cluster.store.describe('k', S)).toBe('1 entry');
    expect(cluster.outcomes).toEqual(['allow 1', 'allow 2', 'allow 1']);
  });

  it("lock: one that has expired means two holders, and the first does not release the second one's", () => {
    const policy = ONE;
    const options = { concurrency: 'lock', lockTtl: 0.1 };
    const cluster = new Cluster(prepared(redisTokenBucket, { policy, options }), atOnce(2));
    for (const request of [0, 0]) cluster.step(request);
    // Node 0 is held up for as long as its lock lasts.
    cluster.step(1, S / 10);
    for (const request of [1, 0, 0, 0]) cluster.step(request);
    expect(cluster.outcomes).toEqual(['allow 0', 'under way']);
    expect(cluster.requests[0]?.sent.at(-1)?.reply).toBe(0);
    expect(cluster.store.describe('k:lock', cluster.now)).toBe('1:1');
    for (const request of [1, 1, 1]) cluster.step(request);
    expect(cluster.outcomes).toEqual(['allow 0', 'allow 0']);
    expect(cluster.store.describe('k:lock', cluster.now)).toBe('–');
  });

  it('a request that reads later, after the other has written, is refused', () => {
    const cluster = inOrder(
      prepared(redisTokenBucket, { policy: ONE, options: { concurrency: 'none' } }),
      atOnce(2),
      [0, 0, 1, 0, 1, 1],
    );
    expect(cluster.outcomes).toEqual(['allow 0', 'deny 0 in 1000000']);
  });
});

describe('over-strict', () => {
  it('sliding log, multi: of two that come for the last place neither gets it', () => {
    const cluster = inOrder(
      prepared(redisSlidingLog, { policy: ONE, options: { variant: 'multi' } }),
      atOnce(2),
      [0, 1, 0, 1],
    );
    expect(cluster.outcomes).toEqual(['deny 2', 'deny 2']);
  });

  it('sliding log, multi: what a later clock has written down counts for an earlier one', () => {
    const asked = [
      { node: 0, at: 0 },
      { node: 1, at: 100 },
    ];
    const cluster = inOrder(prepared(redisSlidingLog, { policy: ONE, options: { variant: 'multi' } }), asked, [1, 1]);
    expect(cluster.outcomes).toEqual(['deny 2', 'allow 1']);
  });

  it('cooldown, incr: others are refused for a request that is about to be', () => {
    const policy = { n: 2, T: SECOND, capacity: 2 };
    const asked = [
      { node: 0, at: 0 },
      { node: 0, at: 1, cost: 2 },
      { node: 1, at: 1 },
    ];
    const cluster = inOrder(
      prepared(redisCooldown, { policy, options: { variant: 'incr' } }),
      asked,
      [0, 0, 1, 2, 1, 2],
    );
    expect(cluster.outcomes).toEqual(['allow 0.5', 'deny 0.499999 in 499999', 'deny 1.499999 in 999999']);
  });
});

describe('a key that never expires', () => {
  it.each(['incr-expire', 'set-then-get'])('%s: a node dies between INCR and EXPIRE', (variant) => {
    const policy = { n: 1, T: SECOND, capacity: 1 };
    const cluster = new Cluster(prepared(redisIncr, { policy, options: { variant } }), [
      { node: 0, at: 0 },
      ...Array.from({ length: 3 }, (_, i) => ({ node: 1, at: (i + 1) * 1_000 * S })),
    ]);
    do cluster.step(0);
    while (!ran(cluster).endsWith('INCR'));
    cluster.die(0);
    for (const request of [1, 2, 3]) while (cluster.ready().includes(request)) cluster.step(request);
    expect(cluster.outcomes.at(-1)).toMatch(/^deny/);
    expect(cluster.store.execute(send('PTTL', 'k'), cluster.now, 9)).toBe(-1);
  });

  it('lua: there is no between', () => {
    const cluster = new Cluster(prepared(redisIncr, { policy: ONE }), [
      { node: 0, at: 0 },
      { node: 1, at: S },
    ]);
    cluster.step(0);
    cluster.die(0);
    cluster.step(1);
    expect(cluster.outcomes).toEqual(['died', 'allow 1']);
  });
});

describe('time that steps back', () => {
  /** In the order in which the store runs them: the clock of each, in seconds. */
  const clocks = [1, 0, 1, 0, 1];
  const asked = clocks.map((now, index): Asked => ({ node: index % 2, at: S, now: now * S }));

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
    const cluster = inTurn(prepared(redisTokenBucket, { policy: ONE, edition, options: { concurrency } }), asked);
    expect(cluster.outcomes).toEqual(outcomes);
  });

  it('happens as well when messages cross', () => {
    const crossing: readonly Asked[] = [
      { node: 0, at: 0 },
      { node: 0, at: 0.6 * S },
      { node: 1, at: S },
      { node: 0, at: 1.7 * S },
    ];
    const outcomes = (edition: 'published' | 'corrected') =>
      inOrder(prepared(redisTokenBucket, { policy: ONE, edition }), crossing, [0, 2, 1, 3]).outcomes;
    // The message of 0.6 s arrives after that of 1 s, and what has dripped in between the two does so again.
    expect(outcomes('corrected')).toEqual(['allow 0', 'deny 0 in 1400000', 'allow 0', 'deny 0.7 in 300000']);
    expect(outcomes('published')).toEqual(['allow 0', 'deny 0 in 1000000', 'allow 0', 'allow 0']);
  });
});

describe('the atomic version', () => {
  it('is the only one of a scheme that has no other', () => {
    const named: Prepared[] = STORED.map((scheme) => prepared(scheme, { policy: ONE }));
    expect(
      named.map(({ scheme }) => {
        const variants = scheme.knobs.find(({ id }) => id === 'variant' || id === 'concurrency');
        const choices = variants?.kind === 'choice' ? variants.choices : [];
        return [
          scheme.id,
          choices.filter((choice) => scheme.atomic({ [variants?.id ?? '']: choice }) === null),
          choices.length === 0 ? scheme.atomic({}) : 'by variant',
        ];
      }),
    ).toEqual([
      ['simple-window-threads', [], { limiter: 'simple-window' }],
      ['redis-incr', ['lua'], 'by variant'],
      ['tair-incr', [], null],
      ['redis-sub-window', ['lua'], 'by variant'],
      ['redis-token-bucket', ['lua'], 'by variant'],
      ['redis-sliding-log', ['lua'], 'by variant'],
      ['redis-cooldown', ['lua'], 'by variant'],
    ]);
  });

  it('is listed under its id like all others', () => {
    for (const scheme of schemes) expect(schemeById(scheme.id)).toBe(scheme);
    for (const scheme of STORED) expect(schemes).toContain(scheme);
  });
});
