/** A run whose lanes were dealt out is the same as one that a single worker makes. */
import { expect, it } from 'vitest';
import { planOf, runToEnd, simulateLane } from '../sim/engine.ts';
import { scenarioOf } from '../sim/index.ts';
import { serveTasks } from './helper.ts';
import { laneRunFrom, prepareLanes } from './laneTasks.ts';
import type { MessageToPage } from './protocol.ts';
import { createSimulator } from './simulator.ts';
import { buffersIn } from './transferables.ts';

const LOOK = { from: 0, to: 30e6, columns: 100, trackColumns: 200, key: null, comparedLanes: [0, 1] };
const LANES = [
  { limiter: 'token-bucket' },
  { limiter: 'leaky-queue' },
  { limiter: 'sliding-log', policy: { n: 3 } },
  { limiter: 'redis-incr' },
];
const OPEN = {
  kind: 'poisson',
  to: 30,
  rate: 8,
  keys: { count: 3, share: 'even' },
  cost: { of: [1, 2], weights: [9, 1] },
};
const CLIENTS = { kind: 'clients', count: 5, rate: 1, retry: { strategy: 'backoff' }, maxTries: 4 };

it('a lane comes back from a helper as if it had been made here, again and again', () => {
  const prepare = prepareLanes();
  for (const traffic of [[OPEN], [OPEN], [OPEN, CLIENTS], [CLIENTS]]) {
    const scenario = scenarioOf({ policy: { n: 5, T: 4 }, duration: 30, traffic, lanes: LANES });
    const plan = planOf(scenario);
    const start = prepare({ scenario, look: LOOK });
    for (const [lane, lanePlan] of plan.lanes.entries()) {
      const result = runToEnd(start(lane));
      // As between threads: what is handed over is gone.
      const received = structuredClone(result, { transfer: buffersIn(result) });
      expect(laneRunFrom(plan, lane, received)).toEqual(runToEnd(simulateLane(plan, lanePlan, LOOK)));
    }
  }
});

/** A simulator whose runs are so long that it wants help. */
function longRuns(helperCount: number) {
  const replies: MessageToPage[] = [];
  let time = 0;
  const yieldToMessages = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const thread = { now: () => (time += 3), yieldToMessages };
  const hear = createSimulator({
    ...thread,
    send: (message) => replies.push(message),
    loadSandbox: () => Promise.reject(new Error('no scenario here has a script')),
  });
  const tasksDealt: number[] = [];
  const ports: MessagePort[] = [];
  const addHelpers = async (): Promise<void> => {
    for (let helper = 0; helper < helperCount; helper++) {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      const prepare = prepareLanes();
      serveTasks(port1, thread, (context: Parameters<typeof prepare>[0]) => {
        const start = prepare(context);
        return (lane: number) => {
          tasksDealt.push(lane);
          return start(lane);
        };
      });
      await hear({ kind: 'helper', port: port2 });
      await yieldToMessages();
    }
  };
  return {
    replies,
    tasksDealt,
    hear,
    addHelpers,
    close: () => ports.forEach((port) => port.close()),
    run: (id: number, n: number) =>
      hear({
        kind: 'simulate',
        id,
        query: LOOK,
        scenario: scenarioOf({
          policy: { n, T: 1 },
          duration: 50,
          traffic: [{ kind: 'poisson', rate: 9_000 }],
          lanes: ['gcra', 'leaky-queue', 'sliding-log', 'fixed-window', 'token-bucket'].map((limiter) => ({ limiter })),
        }),
      }),
  };
}

it('a long run asks for helpers once, and gives with them what it gives alone', async () => {
  const [alone, helped] = [longRuns(0), longRuns(2)];
  for (const page of [alone, helped]) await page.run(1, 700);
  await helped.addHelpers();
  expect(helped.tasksDealt).toEqual([]);
  for (const [id, n] of [
    [2, 800],
    [3, 900],
  ] as const)
    for (const page of [alone, helped]) await page.run(id, n);
  const answers = ({ replies }: typeof alone) => replies.filter(({ kind }) => kind === 'answer');
  expect(answers(helped)).toHaveLength(3);
  expect(answers(helped)).toEqual(answers(alone));
  expect(helped.tasksDealt.length).toBeGreaterThanOrEqual(4);
  expect(helped.replies.filter(({ kind }) => kind === 'help-wanted')).toEqual([{ kind: 'help-wanted', id: 1 }]);
  const progress = helped.replies.flatMap((reply) => (reply.kind === 'progress' && reply.id === 3 ? [reply.done] : []));
  expect(progress.toSorted((a, b) => a - b)).toEqual(progress);
  helped.close();
});

it('a newer run takes the place of one that was dealt out', async () => {
  const page = longRuns(1);
  await page.run(1, 700);
  await page.addHelpers();
  const runs = [page.run(2, 800), page.run(3, 900), page.run(4, 650)];
  await Promise.all(runs);
  const ends = page.replies.flatMap(({ kind, id }) =>
    kind === 'answer' || kind === 'dropped' ? [`${kind} ${id}`] : [],
  );
  expect(ends).toEqual(['answer 1', 'dropped 2', 'dropped 3', 'answer 4']);
  page.close();
});

it('helpers that are lost are done without', async () => {
  const [alone, page] = [longRuns(0), longRuns(1)];
  for (const each of [alone, page]) await each.run(1, 700);
  await page.addHelpers();
  const run = page.run(2, 800);
  await page.hear({ kind: 'helpers-lost' });
  await run;
  await alone.run(2, 800);
  expect(page.replies.at(-1)).toEqual(alone.replies.at(-1));
  page.close();
});
