/** Distributed runs worked out manually: waits, losses and crashes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionRowsOf, type DecisionRow } from '../inspect/decisions.ts';
import { openSession } from '../inspect/session.ts';
import { simulateToEnd } from './simulate.ts';
import type { LaneRun } from './laneRun.ts';
import { runToEnd } from '../slices.ts';
import { planOfDocument } from './testing.ts';
import { everyRule } from '../systems/everyRule.testing.ts';

const SEED = { seed: 11 };
const MS = 1_000;

interface Document {
  readonly [field: string]: unknown;
}

/** One lane at n = 2 per 10 s on two nodes, 1 ms from the store, by default. */
function documentOf(lane: object, at: readonly number[], cluster: object = {}, more: Document = {}): Document {
  return {
    policy: { n: 2, T: 10 },
    duration: 30,
    traffic: [{ kind: 'times', at, key: 'k' }],
    cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 }, ...cluster },
    lanes: [lane],
    ...more,
  };
}

function lanesOf(document: Document): readonly LaneRun[] {
  return simulateToEnd(planOfDocument(document)).lanes;
}

function rows(document: Document, lane = 0): readonly DecisionRow[] {
  const plan = planOfDocument(document);
  return [...decisionRowsOf(plan, simulateToEnd(plan).lanes[lane] as LaneRun)];
}

const outcomeText = ({ outcome, wait, node }: DecisionRow) => `${outcome} by ${node ?? 'none'} in ${wait / MS} ms`;
const outcomeTexts = (document: Document): string[] => rows(document).map(outcomeText);

const INCR = { limiter: 'redis-incr', options: { variant: 'incr-expire' } };
const LUA = { limiter: 'redis-incr' };

describe('the link to the store', () => {
  it('adds to the wait: a round trip for each message', () => {
    // GET, INCR, EXPIRE; GET, INCR; three are admitted, because the source compares with >; GET alone.
    expect(outcomeTexts(documentOf(INCR, [0, 1, 2, 3]))).toEqual([
      'allow by 0 in 6 ms',
      'allow by 1 in 4 ms',
      'allow by 0 in 4 ms',
      'deny by 1 in 2 ms',
    ]);
  });

  it('differs by node if links are given', () => {
    const links = [
      { kind: 'fixed', mean: 0.005 },
      { kind: 'fixed', mean: 0.0001 },
    ];
    expect(outcomeTexts(documentOf(LUA, [0, 1], { links }))).toEqual(['allow by 0 in 10 ms', 'allow by 1 in 0.2 ms']);
  });

  it('is slower while the store is slow', () => {
    const faults = [{ kind: 'store-slow', at: 1, until: 2, factor: 10 }];
    expect(outcomeTexts(documentOf(LUA, [0, 1, 2], { faults }))).toEqual([
      'allow by 0 in 2 ms',
      'allow by 1 in 20 ms',
      'deny by 0 in 2 ms',
    ]);
  });

  it('leads to a store that executes one message at a time, if it has a service time', () => {
    expect(outcomeTexts(documentOf(LUA, [0, 0, 0, 0], { service: 0.01 }))).toEqual([
      'allow by 0 in 12 ms',
      'allow by 1 in 22 ms',
      'deny by 0 in 32 ms',
      'deny by 1 in 42 ms',
    ]);
  });
});

describe('messages of two nodes', () => {
  it('interleave: racing reads admit too many, a single script does not', () => {
    const at = [0, 0, 0, 0, 0, 0];
    expect(rows(documentOf(INCR, at)).map(({ outcome }) => outcome)).toEqual(at.map(() => 'allow'));
    expect(rows(documentOf(LUA, at)).map(({ outcome }) => outcome)).toEqual([
      'allow',
      'allow',
      'deny',
      'deny',
      'deny',
      'deny',
    ]);
  });

  it('keep their order on a link when one is delayed manually', () => {
    const moves = [{ lane: 0, request: 0, command: 0, delay: 0.05 }];
    // Requests 0 and 2 are on node 0: the second message queues behind the delayed one.
    expect(outcomeTexts(documentOf(LUA, [0, 0, 0.001], { moves }))).toEqual([
      'allow by 0 in 52 ms',
      'allow by 1 in 2 ms',
      'deny by 0 in 51 ms',
    ]);
    const other = { ...documentOf(LUA, [0, 0, 0.001], { moves: [{ ...moves[0], lane: 1 }] }), lanes: [LUA, LUA] };
    expect(outcomeTexts(other)).toEqual(['allow by 0 in 2 ms', 'allow by 1 in 2 ms', 'deny by 0 in 2 ms']);
  });

  it('race within one instant if links have no latency', () => {
    const none = { latency: { kind: 'fixed', mean: 0 } };
    const threads = { limiter: 'simple-window-threads' };
    expect(rows(documentOf(threads, [11, 12, 12, 12], none)).map(({ outcome }) => outcome)).toEqual([
      'allow',
      'allow',
      'allow',
      'deny',
    ]);
  });
});

describe('a store that does not answer', () => {
  const away = { faults: [{ kind: 'store-down', at: 1, until: 2 }] };

  it.each([
    ['deny', 'deny by 1 in 100 ms', 'no answer from the store'],
    ['allow', 'allow by 1 in 100 ms', 'admitted without an answer from the store'],
    ['local', 'allow by 1 in 100 ms', 'decided by the node itself, without an answer from the store'],
  ])('leaves the node to %s after the timeout', (fallback, expected, reason) => {
    const lane = { limiter: 'redis-incr', options: { fallback } };
    const [, second, third] = rows(documentOf(lane, [0, 1, 2], away));
    expect(outcomeText(second as DecisionRow)).toBe(expected);
    expect(second).toMatchObject({ reason, level: null });
    expect(outcomeText(third as DecisionRow)).toBe('allow by 0 in 2 ms');
  });

  it('decides locally on the node’s share: one of two', () => {
    const lane = { limiter: 'redis-incr', options: { fallback: 'local' } };
    const down = { faults: [{ kind: 'store-down', at: 0 }] };
    expect(rows(documentOf(lane, [1, 1, 2, 2], down)).map(({ outcome }) => outcome)).toEqual([
      'allow',
      'allow',
      'deny',
      'deny',
    ]);
  });

  it('may still have executed the message: the reply comes too late', () => {
    const lane = { limiter: 'redis-incr', options: { timeout: 0.001 } };
    const cluster = { latency: { kind: 'fixed', mean: 0.0006 } };
    const [first, second, third] = rows(documentOf(lane, [0, 1, 2], cluster));
    expect([first, second, third].map((row) => row?.reason)).toEqual(Array(3).fill('no answer from the store'));
    const patient = { ...lane, options: { timeout: 0.01 } };
    expect(rows(documentOf(patient, [0, 1, 2], cluster)).map(({ level }) => level)).toEqual([1, 2, 3]);
    // The count was incremented nevertheless: a node with a longer timeout sees it.
    const mixed = documentOf(lane, [0, 1, 2], {
      links: [
        { kind: 'fixed', mean: 0.0006 },
        { kind: 'fixed', mean: 0.0004 },
      ],
    });
    expect(rows(mixed).map(({ outcome, level }) => [outcome, level])).toEqual([
      ['deny', null],
      ['allow', 2],
      ['deny', null],
    ]);
  });

  it('is unreachable for only one node when its link is cut', () => {
    const faults = [{ kind: 'link-down', node: 1, at: 0, until: 5 }];
    expect(
      rows(documentOf(LUA, [0, 1, 2, 6], { faults })).map(({ reason }) => reason === 'no answer from the store'),
    ).toEqual([false, true, false, false]);
  });

  it('forgets everything when it is flushed', () => {
    const faults = [{ kind: 'store-flush', at: 2.5 }];
    expect(rows(documentOf(LUA, [0, 1, 2, 3], { faults })).map(({ level }) => level)).toEqual([1, 2, 3, 1]);
  });
});

describe('a node', () => {
  it('that dies denies its requests, and gets none until it is back', () => {
    const faults = [{ kind: 'node-down', node: 0, at: 0.001, until: 1.5 }];
    expect(outcomeTexts(documentOf(LUA, [0, 1, 1, 2], { faults }))).toEqual([
      'deny by 0 in 1 ms',
      'allow by 1 in 2 ms',
      'deny by 1 in 2 ms',
      'deny by 0 in 2 ms',
    ]);
    expect(rows(documentOf(LUA, [0], { faults }))[0]).toMatchObject({ reason: 'node died' });
  });

  it('that dies between INCR and EXPIRE leaves a key that never expires', () => {
    const crash = { faults: [{ kind: 'crash-after', node: 0, command: 'INCR', at: 0 }] };
    const at = [0, 1, 2, 15, 25];
    // GET 2 ms, INCR 2 ms: it dies when it would send EXPIRE.
    expect(outcomeTexts(documentOf(INCR, at, crash))).toEqual([
      'deny by 0 in 4 ms',
      'allow by 1 in 4 ms',
      'allow by 1 in 4 ms',
      'deny by 1 in 2 ms',
      'deny by 1 in 2 ms',
    ]);
    expect(rows(documentOf(INCR, at)).map(({ outcome }) => outcome)).toEqual(at.map(() => 'allow'));
  });

  it('that is removed finishes its requests, and one that is added takes its turn', () => {
    const faults = [
      { kind: 'node-removed', node: 0, at: 0.001 },
      { kind: 'node-added', at: 1.5 },
    ];
    expect(outcomeTexts(documentOf(LUA, [0, 1, 2, 3], { faults }))).toEqual([
      'allow by 0 in 2 ms',
      'allow by 1 in 2 ms',
      'deny by 2 in 2 ms',
      'deny by 1 in 2 ms',
    ]);
  });

  it('is missing when all are down', () => {
    const faults = [
      { kind: 'node-down', node: 0, at: 0 },
      { kind: 'node-down', node: 1, at: 0 },
    ];
    expect(rows(documentOf(LUA, [1], { faults }))[0]).toMatchObject({
      outcome: 'deny',
      reason: 'no node takes requests',
      node: null,
      wait: 0,
    });
  });

  it('uses its own clock', () => {
    const tair = { limiter: 'tair-incr' };
    const at = [9.995, 9.996, 9.997, 9.998];
    expect(rows(documentOf(tair, at)).map(({ outcome }) => outcome)).toEqual(['allow', 'allow', 'deny', 'deny']);
    const skew = [{ node: 1, offset: 0.01 }];
    // Node 1 already counts in the next window.
    expect(rows(documentOf(tair, at, { skew })).map(({ outcome }) => outcome)).toEqual(at.map(() => 'allow'));
  });
});

describe('a server that decides for all', () => {
  const traffic = fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 3_000 }),
      key: fc.constantFrom('a', 'b'),
      cost: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  );

  it.each(everyRule.map(({ id }) => id))('with %s answers like the limiter alone if links have no latency', (id) => {
    fc.assert(
      fc.property(traffic, fc.constantFrom('token-server', 'local-split'), (steps, scheme) => {
        let now = 0;
        const at = steps.map(({ gap }) => (now += gap) / 1_000);
        const [alone, server] = simulateRows({
          policy: { n: 5, T: 4 },
          traffic: [{ kind: 'times', at, key: steps.map(({ key }) => key), cost: steps.map(({ cost }) => cost) }],
          cluster: { nodes: 1, latency: { kind: 'fixed', mean: 0 } },
          lanes: [{ limiter: id }, { limiter: scheme, options: { limiter: id } }],
        });
        const told = ({ at: when, outcome, wait, level, retryAfter }: DecisionRow) => ({
          when,
          outcome,
          wait,
          level,
          retryAfter,
        });
        expect(server?.map(told)).toEqual(alone?.map(told));
      }),
      { ...SEED, numRuns: 20 },
    );
  });
});

function simulateRows(document: object): readonly (readonly DecisionRow[])[] {
  const plan = planOfDocument(document);
  return simulateToEnd(plan).lanes.map((lane) => [...decisionRowsOf(plan, lane)]);
}

describe('closed-loop clients', () => {
  it('receive a denial when it arrives, and retry from then on', () => {
    const document = documentOf(
      LUA,
      [],
      {},
      {
        policy: { n: 1, T: 10 },
        traffic: [
          { kind: 'times', at: [0], key: 'k' },
          {
            kind: 'clients',
            count: 1,
            from: 1,
            to: 2,
            rate: 1,
            key: 'k',
            keys: 'shared',
            maxTries: 3,
            retry: { strategy: 'retry-poll', every: 0.5 },
          },
        ],
      },
    );
    expect(rows(document).map(({ at, outcome }) => `${outcome} at ${at / MS} ms`)).toEqual([
      'allow at 0 ms',
      'deny at 1000 ms',
      'deny at 1502 ms',
      'deny at 2004 ms',
    ]);
  });
});

describe('a run', () => {
  const busy = (lanes: readonly object[]): Document =>
    documentOf(
      {},
      [],
      {},
      {
        seed: 3,
        policy: { n: 20, T: 2 },
        traffic: [{ kind: 'poisson', from: 0, to: 20, rate: 30, keys: { count: 3, share: 'zipf' } }],
        cluster: {
          nodes: 3,
          routing: 'random',
          latency: { kind: 'exponential', mean: 0.004 },
          skew: [{ node: 1, offset: 0.02 }],
          faults: [
            { kind: 'node-down', node: 0, at: 5, until: 8 },
            { kind: 'store-slow', at: 9, until: 10, factor: 20 },
            { kind: 'store-down', at: 12, until: 12.5 },
          ],
        },
        lanes,
      },
    );
  const lanes = [
    INCR,
    LUA,
    { limiter: 'redis-token-bucket', options: { concurrency: 'lock' } },
    { limiter: 'redis-token-bucket', options: { concurrency: 'watch', fallback: 'local' } },
    { limiter: 'quota-lease' },
  ];

  it('is reproducible, however many lanes there are and whatever queries it gets', () => {
    const plan = planOfDocument(busy(lanes));
    const run = simulateToEnd(plan);
    const all = run.lanes.map((lane) => [...decisionRowsOf(plan, lane)]);
    const session = openSession(run);
    for (let lane = 0; lane < lanes.length; lane++) {
      for (const request of [0, 200, 333]) {
        const why = runToEnd(session.why(lane, request));
        const row = all[lane]?.[request] as DecisionRow;
        expect(why).toMatchObject({ outcome: row.outcome, wait: row.wait, node: row.node });
        const own = why.sequence?.messages.filter((message) => message.request === request) ?? [];
        expect(own.map(({ command }) => command)).toEqual(own.map((_, index) => index));
        expect(own.length).toBe(run.lanes[lane]?.cluster?.messages[request]);
      }
      const alone = planOfDocument(busy([lanes[lane] as object]));
      expect([...decisionRowsOf(alone, simulateToEnd(alone).lanes[0] as LaneRun)]).toEqual(all[lane]);
    }
  });

  it('records what each request’s messages read and wrote, in order', () => {
    const session = openSession(simulateToEnd(planOfDocument(documentOf(INCR, [0, 1]))));
    const { sequence } = runToEnd(session.why(0, 1));
    expect(
      sequence?.messages.map(({ text, reply, keyAccesses }) => [
        text,
        reply,
        ...keyAccesses.map((one) => `${one.before} to ${one.after}`),
      ]),
    ).toEqual([
      ['GET k', '1', '1 to 1'],
      ['INCR k', '2', '1 to 2'],
    ]);
  });

  it('counts the messages that the store executed', () => {
    const [lane] = lanesOf(documentOf(INCR, [0, 1, 2, 3])) as [LaneRun];
    const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);
    expect(sum(lane.cluster?.load ?? [])).toBe(3 + 2 + 2 + 1);
    expect([...(lane.cluster?.messages ?? [])]).toEqual([3, 2, 2, 1]);
  });
});

describe('a scheme without a cluster', () => {
  it('runs on one node, and says so; a single process beside several nodes is an ideal that they share', () => {
    const { cluster: _, ...alone } = documentOf(LUA, [0, 1]);
    const [laneInfo] = openSession(simulateToEnd(planOfDocument(alone))).laneInfos;
    expect(laneInfo?.cluster).toMatchObject({
      clusterAssumed: true,
      nodes: [{ node: 0, requests: 2, admitted: 2, denied: 0 }],
    });
    expect(laneInfo?.cluster?.notes).toEqual(['The scenario has no cluster: this lane runs on one node.']);
    const [first, second] = openSession(
      simulateToEnd(planOfDocument({ ...documentOf(LUA, [0, 1]), lanes: [LUA, { limiter: 'token-bucket' }] })),
    ).laneInfos;
    expect(first).toMatchObject({ isSharedIdeal: false, cluster: { clusterAssumed: false, notes: [] } });
    expect(second).toMatchObject({ isSharedIdeal: true, cluster: null });
  });

  it('says when a clock steps back', () => {
    const skew = [{ node: 1, offset: 0, step: { at: 5, by: -0.5 } }];
    const [laneInfo] = openSession(simulateToEnd(planOfDocument(documentOf(LUA, [0, 1], { skew })))).laneInfos;
    expect(laneInfo?.cluster?.notes).toEqual(['The clock of N2 steps back by 0.500 s at 5.000 s.']);
  });
});

describe('a race', () => {
  const at = [0, 0, 0, 0];

  it('is the first pair without which the request would have been denied; moving its read after the write denies it', () => {
    const document = documentOf(INCR, at);
    const session = openSession(simulateToEnd(planOfDocument(document)));
    // The source admits n + 1 = 3 without races; the fourth was admitted because its read raced with writes.
    const { sequence, outcome } = runToEnd(session.why(0, 3));
    expect(outcome).toBe('allow');
    const crossing = sequence?.race;
    expect(crossing).toMatchObject({ read: { name: 'GET', request: 3 }, write: { name: 'INCR' } });
    expect(rows(documentOf(LUA, at))[3]).toMatchObject({ outcome: 'deny' });
  });

  it('disappears when the read is delayed manually until after the write', () => {
    const four = [0, 0.5, 1, 1];
    const found = (document: Document) => {
      const why = runToEnd(openSession(simulateToEnd(planOfDocument(document))).why(0, 3));
      return { crossing: why.sequence?.race ?? null, outcome: why.outcome };
    };
    const { crossing } = found(documentOf(INCR, four));
    expect(crossing).toMatchObject({ read: { request: 3, command: 0 }, write: { request: 2, command: 1 } });
    const delay = (Number(crossing?.write.executedAt) - Number(crossing?.read.executedAt) + 1) / 1e6;
    const moves = [{ lane: 0, request: 3, command: 0, delay }];
    expect(found(documentOf(INCR, four, { moves }))).toEqual({ crossing: null, outcome: 'deny' });
    // With a slightly shorter delay, the race remains.
    const less = [{ lane: 0, request: 3, command: 0, delay: delay - 2e-6 }];
    expect(found(documentOf(INCR, four, { moves: less }))).toMatchObject({ outcome: 'allow' });
  });

  it('is not found for a request that would have been admitted anyway, for a denied one, and if the scheme is one script', () => {
    const session = openSession(simulateToEnd(planOfDocument(documentOf(INCR, [0, 0, 1, 2, 3]))));
    for (const request of [0, 1, 2, 3, 4]) expect(runToEnd(session.why(0, request)).sequence?.race).toBeNull();
    const atomic = openSession(simulateToEnd(planOfDocument(documentOf(LUA, at))));
    expect(runToEnd(atomic.why(0, 0)).sequence).toMatchObject({ race: null, hasAtomicVersion: false });
  });
});
