/** Programs on a real clock, with a fake store: what waits, what takes turns, what fails. */
import { describe, expect, it, vi } from 'vitest';
import { commandNameOf, send, StoreError, type Message, type Reply } from '../sim/cluster/command.ts';
import type { RequestContext, Program, SchemeDecision } from '../sim/cluster/scheme.ts';
import { SimulatedStore } from '../sim/cluster/simulatedStore.ts';
import { planOf, RemoteLane, decisionRowsOf, type Plan, type DecisionRow, type SchemePlan } from '../sim/engine.ts';
import { scenarioOf } from '../sim/index.ts';
import type { MessageSender } from './redisCommandQueue.ts';
import { CommandStats } from './redisCommandStats.ts';
import { RedisLaneRunner, type ClockKind } from './redisLane.ts';

const ALLOW: SchemeDecision = { verdict: 0, level: 1, retryAfter: null };

interface LaneSpec {
  readonly at: readonly number[];
  readonly nodes?: number;
  readonly lane?: object;
  readonly cluster?: object;
  /** In place of the scheme's own. */
  readonly program?: (context: RequestContext) => Program;
  readonly takesTurns?: boolean;
}

function planLaneFor({ at, nodes = 1, lane, cluster, program, takesTurns }: LaneSpec): {
  plan: Plan;
  lanePlan: SchemePlan;
} {
  const scenario = scenarioOf({
    policy: { n: 3, T: 10 },
    traffic: [{ kind: 'times', at }],
    cluster: { nodes, ...cluster },
    lanes: [{ limiter: 'redis-incr', ...lane }],
  });
  const plan = planOf(scenario);
  const own = plan.lanes[0] as SchemePlan;
  const scheme = {
    ...own.algorithm,
    ...(program === undefined ? {} : { decide: program }),
    ...(takesTurns === undefined ? {} : { isSerialPerNode: () => takesTurns }),
  };
  return { plan, lanePlan: { ...own, algorithm: scheme } };
}

/** Answers from a simulated store, a turn of the event loop later; records what it was sent. */
function storeSenders(nodes: number): { senders: MessageSender[]; sent: string[] } {
  const store = new SimulatedStore(null);
  const sent: string[] = [];
  const senders = Array.from({ length: nodes }, (_, node) => ({
    async send(message: Message, onSent: () => void): Promise<Reply> {
      onSent();
      sent.push(`${node} ${commandNameOf(message)}`);
      await new Promise(setImmediate);
      return store.execute(message, 0, node);
    },
  }));
  return { senders, sent };
}

async function rowsDecidedBy(
  given: LaneSpec,
  senders: readonly MessageSender[],
  clock: ClockKind = 'scenario',
): Promise<DecisionRow[]> {
  const { plan, lanePlan } = planLaneFor(given);
  const remote = new RemoteLane(plan, lanePlan);
  await new RedisLaneRunner(remote, senders, clock, new CommandStats(lanePlan.timeout)).run(
    new AbortController().signal,
  );
  return [...decisionRowsOf(plan, remote.toLaneRun())];
}

const outcomes = (rows: readonly DecisionRow[]) => rows.map(({ outcome }) => outcome);

describe('a lane on a real clock', () => {
  it('begins requests in their order, each when its node is free', async () => {
    const { senders, sent } = storeSenders(2);
    const rows = await rowsDecidedBy(
      { at: [0, 1, 2, 3], nodes: 2, lane: { options: { variant: 'set-then-get' } } },
      senders,
    );
    expect(outcomes(rows)).toEqual(['allow', 'allow', 'allow', 'deny']);
    expect(rows.map(({ node }) => node)).toEqual([0, 1, 0, 1]);
    // Both nodes run at once; neither begins another request before it has decided.
    expect(sent.slice(0, 2)).toEqual(['0 INCR', '1 INCR']);
    expect(sent.filter((one) => one.startsWith('0'))).toEqual(['0 INCR', '0 EXPIRE', '0 INCR']);
  });

  it('uses the scenario time on the clock of its node, or the time since the start', async () => {
    const seen: number[] = [];
    // oxlint-disable-next-line require-yield -- it has nothing to ask
    function* program({ now }: RequestContext): Program {
      seen.push(now);
      return ALLOW;
    }
    const given = { at: [1, 2.5], program, cluster: { skew: [{ node: 0, offset: 0.5, drift: 0.1 }] } };
    await rowsDecidedBy(given, storeSenders(1).senders);
    expect(seen).toEqual([1_600_000, 3_250_000]);
    const soon = { at: [0, 0.02], program };
    const began = performance.now();
    const rows = await rowsDecidedBy(soon, storeSenders(1).senders, 'wall');
    const took = (performance.now() - began) * 1_000;
    expect(seen[2]).toBeGreaterThanOrEqual(0);
    expect(seen[3]).toBeGreaterThanOrEqual(20_000);
    expect(seen[3]).toBeLessThan(took);
    // Rows contain the scenario's instants all the same.
    expect(rows.map(({ at }) => at)).toEqual([0, 20_000]);
  });

  it('lets requests that wait for another be woken in their order', async () => {
    const log: string[] = [];
    function* program({ request }: RequestContext): Program {
      if (request < 2) {
        log.push(`${request} waits`);
        const told = yield { kind: 'wait-for', name: 'here' };
        log.push(`${request} is told ${String(told)}`);
      } else {
        yield send('GET', 'k');
        log.push('2 wakes');
        yield { kind: 'wake', name: 'here', value: 1 };
        log.push('2 goes on');
      }
      return ALLOW;
    }
    for (const clock of ['scenario', 'wall'] as const) {
      log.length = 0;
      await rowsDecidedBy({ at: [0, 0, 0], program }, storeSenders(1).senders, clock);
      expect(log).toEqual(['0 waits', '1 waits', '2 wakes', '2 goes on', '0 is told 1', '1 is told 1']);
    }
  });

  it('takes one request at a time where a scheme asks for it, also in real time', async () => {
    const log: string[] = [];
    const microseconds: number[] = [];
    function* program({ request }: RequestContext): Program {
      log.push(`${request} begins`);
      microseconds.push(performance.now() * 1_000);
      yield { kind: 'sleep', for: 1_000 };
      log.push(`${request} ends`);
      microseconds.push(performance.now() * 1_000);
      return ALLOW;
    }
    const given = { at: [0, 0], program };
    const rows = await rowsDecidedBy({ ...given, takesTurns: true }, storeSenders(1).senders, 'wall');
    expect(log).toEqual(['0 begins', '0 ends', '1 begins', '1 ends']);
    // Both set out before the first begins, so waiting in line is part of the second one's wait. (Waits are rounded.)
    const [begin, firstEnd, , secondEnd] = microseconds as [number, number, number, number];
    expect(rows[0]?.wait).toBeGreaterThanOrEqual(firstEnd - begin - 1);
    expect(rows[1]?.wait).toBeGreaterThanOrEqual(secondEnd - begin - 1);
    log.length = 0;
    await rowsDecidedBy({ ...given, takesTurns: false }, storeSenders(1).senders, 'wall');
    expect(log.slice(0, 2)).toEqual(['0 begins', '1 begins']);
  });

  it('admits what there is at one instant, however long its own queue is', async () => {
    vi.useFakeTimers();
    try {
      const store = new SimulatedStore(null);
      let busyUntil = 0;
      // Executes one command after another, each in 1 ms: all of them take twenty times the timeout.
      const sender: MessageSender = {
        send: (message, onSent) => {
          onSent();
          busyUntil = Math.max(busyUntil, performance.now()) + 1;
          const reply = store.execute(message, 0, 0);
          return new Promise((resolve) => setTimeout(() => resolve(reply), busyUntil - performance.now()));
        },
      };
      const given = { at: Array<number>(2_000).fill(0), nodes: 16, lane: { options: { timeout: 0.1 } } };
      const decided = rowsDecidedBy(
        given,
        Array.from({ length: 16 }, () => sender),
        'wall',
      );
      // Longer than all commands take; not until no timer is left, since another file's may go on for ever.
      await vi.advanceTimersByTimeAsync(10_000);
      const rows = await decided;
      expect(rows.filter(({ outcome }) => outcome === 'allow')).toHaveLength(3);
      expect(rows.filter(({ reason }) => reason === 'no answer from the store')).toEqual([]);
      // Time in the queue is no latency: 64 commands are on their way at most.
      expect(Math.max(...rows.map(({ wait }) => wait))).toBeLessThanOrEqual(64_000);
      expect(performance.now()).toBeGreaterThanOrEqual(2_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('throws into the program what the server refuses, and what nobody answers', async () => {
    const errors: string[] = [];
    function* program(): Program {
      try {
        yield send('GET', 'k');
      } catch (error) {
        errors.push(String(error));
      }
      return ALLOW;
    }
    const given = { at: [0], program, lane: { options: { timeout: 0.001 } } };
    await rowsDecidedBy(given, [{ send: () => Promise.resolve(new StoreError('ERR no')) }]);
    const unanswered = (_: Message, onSent: () => void) => {
      onSent();
      return new Promise<Reply>(() => undefined);
    };
    await rowsDecidedBy(given, [{ send: unanswered }]);
    expect(errors).toEqual(['StoreError: ERR no', 'NoReplyError: GET was not answered']);
  });

  it.each([
    ['deny', ['deny', 'deny', 'deny', 'deny'], 'no answer from the store'],
    ['allow', ['allow', 'allow', 'allow', 'allow'], 'admitted without an answer from the store'],
    // Its share of 3 on one node is all of it.
    ['local', ['allow', 'allow', 'allow', 'deny'], 'decided by the node itself, without an answer from the store'],
  ])('falls back to %s without answers', async (fallback, expected, reason) => {
    const silent = [{ send: () => Promise.resolve(new StoreError('ERR gone')) }];
    const rows = await rowsDecidedBy({ at: [0, 0, 0, 0], lane: { options: { fallback } } }, silent);
    expect(outcomes(rows)).toEqual(expected);
    expect(new Set(rows.map((row) => row.reason))).toEqual(new Set([reason]));
  });

  it('ends with what a sender throws, sends nothing more, and keeps what was decided', async () => {
    const { senders, sent } = storeSenders(2);
    const [good, bad] = senders as [MessageSender, MessageSender];
    let answered = 0;
    const dying: MessageSender = {
      send: (message, onSent) => (answered++ < 2 ? bad.send(message, onSent) : Promise.reject(new Error('gone'))),
    };
    const { plan, lanePlan } = planLaneFor({ at: [0, 1, 2, 3, 4, 5], nodes: 2 });
    const remote = new RemoteLane(plan, lanePlan);
    const run = new RedisLaneRunner(remote, [good, dying], 'scenario', new CommandStats(lanePlan.timeout));
    await expect(run.run(new AbortController().signal)).rejects.toThrow('gone');
    const before = sent.length;
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(sent).toHaveLength(before);
    const rows = [...decisionRowsOf(plan, remote.toLaneRun())];
    expect(rows).toHaveLength(run.decided);
    expect(rows.map(({ at }) => at).slice(0, 2)).toEqual([0, 1_000_000]);
    expect(rows.length).toBeLessThan(6);
  });

  it('ends when aborted, also while it waits for the next request', async () => {
    const { plan, lanePlan } = planLaneFor({ at: [0, 3_600] });
    const remote = new RemoteLane(plan, lanePlan);
    const controller = new AbortController();
    const { senders, sent } = storeSenders(1);
    const run = new RedisLaneRunner(remote, senders, 'wall', new CommandStats(lanePlan.timeout)).run(controller.signal);
    while (sent.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    controller.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    expect([...decisionRowsOf(plan, remote.toLaneRun())]).toHaveLength(1);
  });

  it('decides at once what reaches no node, or costs more than there ever is', async () => {
    const { plan, lanePlan } = planLaneFor({ at: [0], cluster: { nodes: 2, routing: { weights: [0, 1] } } });
    expect(new RemoteLane(plan, lanePlan).requests).toEqual([{ request: 0, node: 1, at: 0 }]);
    const scenario = scenarioOf({
      policy: { n: 3, T: 10 },
      traffic: [{ kind: 'times', at: [0, 0], cost: [4, 1] }],
      cluster: { nodes: 1 },
      lanes: [{ limiter: 'redis-incr' }],
    });
    const costly = planOf(scenario);
    const remote = new RemoteLane(costly, costly.lanes[0] as SchemePlan);
    expect(remote.requests.map(({ request }) => request)).toEqual([1]);
    expect([...decisionRowsOf(costly, remote.toLaneRun())]).toMatchObject([
      { outcome: 'deny', reason: 'the cost is above n' },
    ]);
  });
});
