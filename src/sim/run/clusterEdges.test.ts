/** Edge cases of distributed runs: many faults, long queues, late messages, script steps, the end. */
import { describe, expect, it } from 'vitest';
import { FaultPlan } from '../cluster/faults.ts';
import { ClusterNode } from '../cluster/node.ts';
import { NetworkLink } from '../cluster/networkLink.ts';
import { makeStream } from '../random.ts';
import { parseScenario, problemMessage } from '../scenario/scenario.ts';
import { SECOND } from '../time.ts';
import type { Actor } from './actor.ts';
import { runClusterLoop } from './clusterRun.ts';
import { decisionRowsOf, type DecisionRow } from '../inspect/decisions.ts';
import type { SchemePlan } from './lanePlan.ts';
import { openSession } from '../inspect/session.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { Observer } from './observer.ts';
import { observeLane, simulateToEnd } from './simulate.ts';
import type { LaneRun } from './laneRun.ts';
import { runToEnd } from '../slices.ts';
import { planOfDocument } from './testing.ts';

const INCR = { limiter: 'redis-incr', options: { variant: 'incr-expire' } };
const LUA = { limiter: 'redis-incr' };

/** One lane at n = 2 per 10 s on two nodes, 1 ms from the store, by default. */
function documentOf(lane: object, at: readonly number[], cluster: object = {}, more: object = {}): object {
  return {
    policy: { n: 2, T: 10 },
    duration: 30,
    traffic: [{ kind: 'times', at, key: 'k' }],
    cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 }, ...cluster },
    lanes: [lane],
    ...more,
  };
}

function rows(document: object): readonly DecisionRow[] {
  const plan = planOfDocument(document);
  return [...decisionRowsOf(plan, simulateToEnd(plan).lanes[0] as LaneRun)];
}

function why(document: object, request: number) {
  return runToEnd(openSession(simulateToEnd(planOfDocument(document))).why(0, request));
}

describe('large numbers', () => {
  it('looks up the effect of a thousand faults at an instant without scanning them', () => {
    const spans = Array.from({ length: 500 }, (_, i) => ({ at: i, until: i + 0.5 }));
    const faults = new FaultPlan([
      ...spans.map((span) => ({ kind: 'link-down' as const, node: 1, ...span })),
      ...spans.map((span) => ({ kind: 'store-slow' as const, factor: 3, ...span })),
    ]);
    let cut = 0;
    let slow = 0;
    for (let at = 0; at < 1_000 * SECOND; at += 250) {
      if (faults.isLinkDown(1, at)) cut++;
      if (faults.slowdownAt(at) === 3) slow++;
    }
    expect([cut, slow]).toEqual([1_000_000, 1_000_000]);
  });

  it('processes a long queue in order, without delays in between', () => {
    const link = new NetworkLink({ kind: 'fixed', mean: 0 }, makeStream(1, 1, 1));
    const node = new ClusterNode<number>(0, (at) => at, link);
    const count = 300_000;
    const first = Array.from({ length: count }, (_, request) => node.enqueue(request)).indexOf(false);
    expect(first).toBe(1);
    for (let request = 1; request < count; request++) if (node.dequeue() !== request) throw new Error(`not ${request}`);
    expect(node.dequeue()).toBeUndefined();
    expect([node.enqueue(7), node.enqueue(8), node.dequeue(), node.enqueue(9), node.dequeue(), node.dequeue()]).toEqual(
      [true, false, 8, false, 9, undefined],
    );
  });

  it('limits the number of nodes, including those added', () => {
    const faults = Array.from({ length: 4 }, () => ({ kind: 'node-added', at: 1 }));
    const parsed = parseScenario({ cluster: { nodes: 98, faults } });
    expect(parsed.ok ? [] : parsed.problems.map(problemMessage)).toEqual([
      'cluster.faults[2].kind is "node-added". It may be left out with its fault: there are 100 nodes without it, the maximum.',
    ]);
    expect(parseScenario({ cluster: { nodes: 98, faults: faults.slice(2) } }).ok).toBe(true);
  });

  it('has no latency if the links have none, however slow the store', () => {
    const faults = Array.from({ length: 60 }, () => ({ kind: 'store-slow' as const, at: 1, factor: 1_000_000 }));
    const link = new NetworkLink({ kind: 'fixed', mean: 0 }, makeStream(1, 1, 1));
    expect(link.arrivalAtStore(2 * SECOND, new FaultPlan(faults).slowdownAt(2 * SECOND), 0)).toBe(2 * SECOND);
  });

  it('counts every message of a request that tries to lock a thousand times a second', () => {
    const lane = { limiter: 'redis-token-bucket', options: { concurrency: 'lock', lockTtl: 3_600, timeout: 80 } };
    const options = { ...lane.options, lockRetry: 0.001 };
    const crash = [{ kind: 'crash-after', node: 0, command: 'SET', at: 0 }];
    const cluster = { faults: crash, latency: { kind: 'fixed', mean: 0 } };
    const [made] = simulateToEnd(planOfDocument(documentOf({ ...lane, options }, [0, 1], cluster))).lanes;
    expect(made?.cluster?.messages[1]).toBe(80_001);
  });
});

describe('a timeout', () => {
  it.each([
    [0.002, 'the count had room'],
    [0.001999, 'no answer from the store'],
  ])('of %d s for a way of 2 ms ends with: %s', (timeout, reason) => {
    expect(rows(documentOf({ ...LUA, options: { timeout } }, [0]))[0]).toMatchObject({ reason });
  });
});

describe('a node that dies', () => {
  it('after a command dies once, and not before the fault begins', () => {
    const faults = [
      { kind: 'crash-after', node: 0, command: 'INCR', at: 1 },
      { kind: 'store-flush', at: 1 },
      { kind: 'node-down', node: 0, at: 4, until: 5 },
      { kind: 'store-flush', at: 5.8 },
    ];
    // INCR, EXPIRE each time that node 0 takes it: the key is new.
    const outcomes = rows(documentOf(INCR, [0, 0.5, 2, 5.5, 6], { faults })).map(({ node, reason }) => [node, reason]);
    expect(outcomes.filter(([node]) => node === 0)).toEqual([
      [0, 'the count had room'],
      [0, 'node died'],
      [0, 'the count had room'],
    ]);
  });

  it('answers its requests in the order in which they came, whichever it has answered before', () => {
    const faults = [{ kind: 'node-down', node: 0, at: 0.0025 }];
    const plan = planOfDocument(documentOf(LUA, [0, 0.001, 0.0015, 0.002], { nodes: 1, faults }));
    const decided: [row: number, path: AnswerPath][] = [];
    const observer: Observer = {
      wantsExplanation: () => false,
      onSent: () => undefined,
      beforeExecute: () => undefined,
      afterExecute: () => undefined,
      onFailure: () => undefined,
      onDecision: ({ row }, _, path) => decided.push([row, path]),
      isDone: () => false,
    };
    runToEnd(observeLane(plan, plan.lanes[0] as SchemePlan, observer, null));
    expect(decided).toEqual([
      [0, 'decided'],
      [1, 'died'],
      [2, 'died'],
      [3, 'died'],
    ]);
  });

  it('has lost its local state when it is back', () => {
    const faults = [{ kind: 'node-down', node: 0, at: 1, until: 2 }];
    const split = { limiter: 'local-split', options: { limiter: 'fixed-window' } };
    const spent = rows(documentOf(split, [0, 0, 3, 3], { faults })).map(({ node, outcome }) => `${node} ${outcome}`);
    expect(spent).toEqual(['0 allow', '1 allow', '0 allow', '1 deny']);
  });
});

describe('a node that is down', () => {
  it('stays down until the fault ends, even if it is added meanwhile', () => {
    const faults = [
      { kind: 'node-down', node: 2, at: 1, until: 5 },
      { kind: 'node-added', at: 2 },
    ];
    expect(rows(documentOf(LUA, [3, 3, 3, 5, 5, 5], { faults })).map(({ node }) => node)).toEqual([0, 1, 0, 1, 2, 0]);
  });

  it('leaves none if all others have no weight, and the explanation says so', () => {
    const faults = [{ kind: 'node-down', node: 0, at: 0 }];
    const document = documentOf(LUA, [1], { faults, routing: { weights: [1, 0] } });
    expect(rows(document)[0]).toMatchObject({ node: null, reason: 'no node takes requests' });
    expect(why(document, 0).explanation.sentence).toBe(
      'No node takes requests: each is down, removed, or has a weight of 0.',
    );
  });
});

describe('a race', () => {
  const four = [0, 0.5, 1, 1];

  it('is found if the store has a service time', () => {
    const { outcome, sequence } = why(documentOf(INCR, four, { service: 0.0005 }), 3);
    expect(outcome).toBe('allow');
    expect(sequence?.race).toMatchObject({ read: { request: 3 }, write: { request: 2, name: 'INCR' } });
  });

  it('is found if its read is delayed manually, as long as it still comes before the write', () => {
    const moves = [{ lane: 0, request: 3, command: 0, delay: 0.0015 }];
    const { outcome, sequence } = why(documentOf(INCR, four, { moves }), 3);
    expect(outcome).toBe('allow');
    expect(sequence?.race).toMatchObject({ read: { request: 3, manualDelay: 1_500 }, write: { request: 2 } });
  });

  it('is found among many writes, of which only the eleventh is the cause', () => {
    const at = Array.from({ length: 24 }, (_, i) => 1 + i / 100_000);
    const { outcome, sequence } = why(documentOf(INCR, at, { nodes: 4 }, { policy: { n: 10, T: 10 } }), 23);
    expect(outcome).toBe('allow');
    expect(sequence?.race).toMatchObject({ read: { name: 'GET', request: 23 }, write: { reply: '11' } });
  });

  it('is not found if the node would only have timed out', () => {
    // Its INCR is delayed so long that the other’s comes before it; a GET after that would not be answered in time.
    const moves = [{ lane: 0, request: 0, command: 1, delay: 0.0975 }];
    const { outcome, sequence } = why(documentOf(INCR, [0, 0.0968], { moves }), 0);
    expect(outcome).toBe('allow');
    expect(sequence?.messages.map(({ name, executionOrder }) => `${name} ${executionOrder}`)).toEqual([
      'GET 1',
      'INCR 4',
      'GET 2',
      'INCR 3',
    ]);
    expect(sequence?.race).toBeNull();
  });
});

describe('a sequence', () => {
  it('has a message that arrives long after its node timed out, however many were sent since', () => {
    const at = [...Array.from({ length: 3_000 }, (_, i) => (i * 4) / 10_000), 1.5, 1.5];
    const links = [
      { kind: 'fixed', mean: 0.5 },
      { kind: 'fixed', mean: 0.001 },
    ];
    const { node, sequence } = why(documentOf(LUA, at, { links }), 3_001);
    expect(node).toBe(1);
    const late = sequence?.messages.filter((message) => message.node === 0) ?? [];
    expect(late.map(({ sentAt, executedAt }) => [sentAt, executedAt])).toEqual([
      [1_000_000, 1_500_000],
      [1_000_800, 1_500_800],
      [1_001_600, 1_501_600],
    ]);
  });
});

describe('the end of a run', () => {
  it('excludes the store’s later work from its load, whose rate never exceeds what is possible', () => {
    const at = Array.from({ length: 300 }, () => 29.99);
    const [laneInfo] = openSession(simulateToEnd(planOfDocument(documentOf(LUA, at, { service: 0.01 })))).laneInfos;
    expect(laneInfo?.cluster?.messages).toBe(300);
    expect(laneInfo?.cluster?.peakLoad).toBeLessThanOrEqual(100);
  });
});

describe('steps of scripts at one instant', () => {
  it('are counted from 0 again when an answer comes later', () => {
    const plan = planOfDocument(documentOf(LUA, []));
    const made = { at: 0, client: 1, job: 1, number: 1, key: 0, cost: 1, previousWait: 0 };
    const actor: Actor = {
      entry: 0,
      clientCount: 1,
      clientOffset: 0,
      start: (_client, scheduler) => scheduler.scheduleTry(actor, { ...made, keyIndex: scheduler.indexOfKey('k') }),
      onAnswer(last, { wait }, scheduler) {
        scheduler.countStep();
        const at = last.at + wait;
        if (last.job < 50) scheduler.scheduleTry(actor, { ...last, at, job: last.job + 1 });
      },
      onWake: () => undefined,
      phaseRuns: () => [],
    };
    const most = { decisions: 1_000, steps: 1_000, stepsPerInstant: 10 };
    const ran = runToEnd(runClusterLoop({ ...plan, isClosedLoop: true }, plan.lanes[0] as SchemePlan, [actor], most));
    expect(ran.earlyStop).toBeNull();
    expect(ran.trace.verdicts).toHaveLength(50);
  });
});

describe('lost updates', () => {
  it('are marked even if no single write is the cause, because the atomic version denies the request', () => {
    const lane = { limiter: 'redis-token-bucket', options: { concurrency: 'none' } };
    const at = Array.from({ length: 8 }, () => 0);
    const session = openSession(simulateToEnd(planOfDocument(documentOf(lane, at))));
    const marks = at.map((_, request) => runToEnd(session.why(0, request)).sequence?.race ?? null);
    // n = 2: the script admits the first two.
    expect(marks.map((mark) => mark !== null)).toEqual(at.map((_, request) => request >= 2));
    expect(marks.slice(2).map((mark) => mark?.isSoleCause)).toEqual(at.slice(2).map(() => false));
  });

  it('are not put down to a write of which the read would have seen more only with those after it', () => {
    const lane = { limiter: 'redis-incr', options: { variant: 'multi' } };
    const session = openSession(simulateToEnd(planOfDocument(documentOf(lane, [0, 0, 0, 0, 0]))));
    const raceOf = (request: number) => runToEnd(session.why(0, request)).sequence?.race ?? null;
    // All write at one instant. n = 2: the rule admits a third even one at a time, since it denies only above n.
    expect(raceOf(2)?.isSoleCause).toBe(false);
    // The fourth would have been denied if it had read after the third's write, and only then.
    for (const request of [3, 4]) expect(raceOf(request)).toMatchObject({ isSoleCause: true, write: { request: 2 } });
  });

  it('are not marked if the atomic version also admits the request', () => {
    const lane = { limiter: 'redis-incr', options: { variant: 'set-then-get' } };
    const session = openSession(simulateToEnd(planOfDocument(documentOf(lane, [0, 0, 0, 0]))));
    for (const request of [0, 1]) expect(runToEnd(session.why(0, request)).sequence?.race).toBeNull();
  });
});

it('a sequence says whether its own node died, not another', () => {
  const faults = [{ kind: 'node-down', node: 0, at: 0.001 }];
  const session = openSession(simulateToEnd(planOfDocument(documentOf(LUA, [0, 0], { faults }))));
  expect([0, 1].map((request) => runToEnd(session.why(0, request)).sequence?.nodeDied)).toEqual([true, false]);
});

describe('WATCH', () => {
  const lane = (retries: number) => ({
    limiter: 'redis-token-bucket',
    policy: { n: 5, T: 100 },
    options: { concurrency: 'watch', retries },
  });

  it('applies to messages that a node sent before it died', () => {
    const links = [
      { kind: 'fixed', mean: 0.02 },
      { kind: 'fixed', mean: 0.0005 },
    ];
    const faults = [{ kind: 'node-down', node: 0, at: 0.09, until: 2 }];
    // Node 0's EXEC arrives at 0.1 s, after two writes of node 1: it is aborted, and no token comes back.
    const found = rows(documentOf(lane(3), [0, 0.085, 0.091, 0.15], { links, faults }));
    expect(found.at(-1)?.level).toBeCloseTo(2.00325, 5);
  });

  it('of a request that timed out does not affect the next', () => {
    const faults = [{ kind: 'store-down', at: 0.0025, until: 0.15 }];
    const traffic = [{ kind: 'times', at: [0, 0.2, 0.4], key: ['b', 'b', 'a'] }];
    const found = rows(documentOf(lane(0), [], { faults }, { traffic, policy: { n: 5, T: 1 } }));
    expect(found.at(-1)).toMatchObject({ outcome: 'allow', wait: 6_000 });
  });
});

describe('a requested lease', () => {
  it('delays all requests that arrive meanwhile, even if the remaining quota is enough: none overtakes', () => {
    const traffic = [{ kind: 'times', at: [0, 0.005, 0.02], key: 'k', cost: [2, 1, 1] }];
    const lane = { limiter: 'quota-lease', options: { lease: 0.01 } };
    const latency = { kind: 'fixed', mean: 0.013337 };
    const found = rows(documentOf(lane, [], { latency }, { traffic, policy: { n: 4, T: 0.5 }, duration: 1 }));
    // The first sends ASK at 0 and is answered at 26.674 ms; the third is on the same node.
    expect(found.map(({ node, outcome, wait }) => [node, outcome, wait])).toEqual([
      [0, 'allow', 26_674],
      [1, 'allow', 0],
      [0, 'allow', 6_674],
    ]);
  });
});

describe('a share with capacity 0', () => {
  const split = (limiter: string): object =>
    documentOf({ limiter: 'local-split', options: { limiter } }, [0, 0.1], {}, { policy: { n: 6, T: 1, capacity: 1 } });

  it('does not affect a limiter without a capacity, and blocks one that has it', () => {
    expect(rows(split('fixed-window')).map(({ outcome, level }) => [outcome, level])).toEqual([
      ['allow', 1],
      ['allow', 1],
    ]);
    expect(rows(split('token-bucket')).map(({ outcome }) => outcome)).toEqual(['allow', 'deny']);
  });
});
