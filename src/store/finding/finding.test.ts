/** What the page keeps of a test and a search, over a worker in this process. */
import { expect, it } from 'vitest';
import { minimalDocument, type Scenario, DEFAULT_CLUSTER } from '../../sim/index.ts';
import { createQuestionClient, type AnsweringWorker } from '../../worker/questionClient.ts';
import { openTestPlayground } from '../testing.ts';
import { createFinder, type FoundTraffic } from './finding.ts';

const DOCUMENT = {
  policy: { n: 3, T: 60 },
  title: 'Mine',
  duration: 30,
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
  traffic: [{ kind: 'burst', at: 1, count: 4 }],
};
const FOUND = {
  policy: { n: 3, T: 60 },
  title: 'Fixed window and Sliding log differ.',
  notes: '4 requests: 3 at 1 s and 1 at 60 s.',
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
  traffic: [{ kind: 'times', at: [1, 1, 1, 60] }],
};
const SPEC = { kind: 'differ', lane: 0, other: 1 } as const;
const EFFORT = { requests: 4, tries: 0, seed: 1 };

type QuestionMessage = Parameters<AnsweringWorker['postMessage']>[0];

/** A worker that says what the test has it say. */
function quietWorker() {
  const asked: QuestionMessage[] = [];
  let hear: (message: object) => void = () => undefined;
  const worker = {
    postMessage: (message: QuestionMessage) => asked.push(message),
    addEventListener(type: string, listener: (event: { readonly data: object }) => void) {
      if (type === 'message') hear = (data) => listener({ data });
    },
    terminate: () => undefined,
  };
  return { asked, say: (message: object) => hear(message), worker: worker as unknown as AnsweringWorker };
}

async function openFinder() {
  const playground = await openTestPlayground(DOCUMENT);
  const { asked, say, worker } = quietWorker();
  const finder = createFinder(
    playground.store,
    createQuestionClient(() => worker),
  );
  const answer = async (id: number, result: unknown): Promise<void> => {
    say({ kind: 'answer', id, answer: result });
    await Promise.resolve();
  };
  return { ...playground, finder, asked, say, answer };
}

async function foundTraffic(): Promise<FoundTraffic> {
  const { store } = await openTestPlayground(FOUND);
  const { scenario } = store.getState();
  return { sentence: scenario.notes, note: '', scenario };
}

it('asks without the traffic, and adds verdicts as they are told', async () => {
  const { finder, asked, say, answer } = await openFinder();
  finder.testLane(1);
  expect(asked).toMatchObject([{ of: 'laws', params: { lane: 1, scenario: { traffic: [] } } }]);
  say({ kind: 'progress', id: 1, progress: { testing: 'Looking changes nothing', done: 0.1 } });
  expect(finder.state.getState().test).toMatchObject({ lane: 1, running: true, testing: 'Looking changes nothing' });
  const verdict = { law: 'looking', sentence: 'Looking changes nothing', outcome: 'held', detail: '', found: null };
  say({ kind: 'progress', id: 1, progress: verdict });
  await answer(1, null);
  expect(finder.state.getState().test).toMatchObject({ running: false, stopped: false, verdicts: [verdict] });
});

it('tries fewer random patterns of a lane whose limit is large', async () => {
  const triesAt = async (n: number): Promise<number> => {
    const { store, finder, asked } = await openFinder();
    store.setState(({ scenario }) => ({ scenario: { ...scenario, policy: { ...scenario.policy, n, capacity: n } } }));
    finder.testLane(0);
    return (asked[0] as unknown as { params: { effort: { tries: number } } }).params.effort.tries;
  };
  expect(await Promise.all([3, 100, 1_000_000].map(triesAt))).toEqual([20_000, 2_000, 200]);
});

it('forgets what it was told of an older search, and says that one was stopped', async () => {
  const { finder, asked, say } = await openFinder();
  finder.find(SPEC, EFFORT);
  finder.find({ ...SPEC, lane: 1, other: 0 }, EFFORT);
  expect(asked.map(({ kind }) => kind)).toEqual(['ask', 'cancel', 'ask']);
  await Promise.resolve();
  say({ kind: 'progress', id: 1, progress: { phase: 'random', trying: 'old', done: 0 } });
  expect(finder.state.getState().search).toMatchObject({ spec: { lane: 1 }, progress: null, running: true });
  finder.stopSearch();
  await Promise.resolve();
  expect(finder.state.getState().search).toMatchObject({ running: false, stopped: true, finding: null });
});

it('is stopped once the lanes that it is about are others, and not by other traffic', async () => {
  const { actions, finder, asked } = await openFinder();
  finder.testLane(0);
  finder.find(SPEC, EFFORT);
  actions.addPhase({ ...(await foundTraffic()).scenario!.traffic[0]!, stream: 1 });
  expect(asked.map(({ kind }) => kind)).toEqual(['ask', 'ask']);
  actions.setPolicy({ n: 4 });
  await Promise.resolve();
  expect(asked.map(({ kind }) => kind)).toEqual(['ask', 'ask', 'cancel', 'cancel']);
  const { test, search } = finder.state.getState();
  expect([test, search]).toMatchObject([
    { running: false, stopped: true },
    { running: false, stopped: true },
  ]);
});

it('says why there is no answer', async () => {
  const { finder, say } = await openFinder();
  finder.find(SPEC, EFFORT);
  say({ kind: 'failed', id: 1, failure: { name: 'CannotSearch', message: 'Lane 1 has no rule.' } });
  await expect.poll(() => finder.state.getState().search?.problem).toBe('Lane 1 has no rule.');
  finder.find(SPEC, EFFORT);
  say({ kind: 'failed', id: 2, failure: { name: 'TypeError', message: 'x is not y' } });
  await expect
    .poll(() => finder.state.getState().search?.problem)
    .toBe('The search stopped because of an internal error: x is not y. Your scenario is unchanged.');
});

it('shows a find as the traffic, with its sentence, selects the last request, and is undone in one step', async () => {
  const { finder, store, actions, settled } = await openFinder();
  const before: Scenario = store.getState().scenario;
  finder.show(await foundTraffic(), 1);
  await settled();
  const { scenario, selection, range, status } = store.getState();
  expect(status).toBe('This is the traffic that was found. Ctrl+Z undoes this.');
  expect(minimalDocument(scenario)).toMatchObject({ title: 'Mine', traffic: FOUND.traffic, notes: FOUND.notes });
  expect(scenario.lanes).toBe(before.lanes);
  expect(scenario.duration).toBeUndefined();
  expect(selection).toEqual({ lane: 1, request: 3, at: 60_000_000 });
  expect(range).toEqual({ from: 0, to: 120_000_000 });
  actions.undo();
  expect(store.getState().scenario).toBe(before);
});

it('says that nodes which it was found on replace those that are there', async () => {
  const { finder, store, actions, settled } = await openFinder();
  actions.editRun('new cluster', (scenario) => ({ ...scenario, cluster: DEFAULT_CLUSTER }));
  await settled();
  const found = await foundTraffic();
  const cluster = { ...DEFAULT_CLUSTER, nodes: 2 };
  finder.show({ ...found, scenario: { ...(found.scenario as Scenario), cluster } }, 1);
  await settled();
  expect(store.getState().scenario.cluster).toEqual(cluster);
  expect(store.getState().status).toBe(
    'This is the traffic that was found, on nodes of its own instead of yours. Ctrl+Z undoes this.',
  );
});

it('shows nothing where a lesson locks the traffic', async () => {
  const { finder, store } = await openFinder();
  const before = store.getState();
  store.setState({ mode: 'learn', lessonStep: '1', locks: ['traffic'] });
  finder.show(await foundTraffic(), 1);
  expect(store.getState()).toMatchObject({ scenario: before.scenario, range: before.range });
  expect(store.getState().status).toBe('The traffic is locked in this step.');
});
