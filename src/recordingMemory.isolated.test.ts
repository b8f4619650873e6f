/** What a large recording takes in memory while its scenario is edited: it stands once, whatever undo and messages hold. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { packRecording, parseScenarioText, recordingsOf, type RecordingColumns } from './sim/index.ts';
import { createActions } from './store/actions.ts';
import { createPlaygroundStore } from './store/createPlaygroundStore.ts';
import { openScenario } from './store/openScenario.ts';
import { DEFAULT_SETTINGS } from './store/works/settings.ts';
import { withoutWorks } from './store/works/withoutWorks.ts';
import type { MessageToPage, MessageToWorker } from './worker/protocol.ts';
import { createSimulationClient } from './worker/simulationClient.ts';
import { createSimulator } from './worker/simulator.ts';

const COUNT = 60_000;
/** What the page, the undo steps and the messages may have grown by: 50 copies of the text are four times as much. */
const MAX_GROWTH = 1_300_000;

/** Clients in no order, so that the text is long. */
function columns(): RecordingColumns {
  let draw = 1;
  const client = Uint32Array.from({ length: COUNT }, (_, i) => {
    draw = (Math.imul(draw, 1_103_515_245) + 12_345) >>> 0;
    return i < 500 ? i : (draw >>> 8) % 500;
  });
  const at = Float64Array.from({ length: COUNT }, (_, i) => i * 10_000);
  return { at, client, costAndBad: new Uint32Array(COUNT).fill(1) };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function bytesInUse(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await new Promise((resolve) => void setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('stands once in memory after 50 edits, and no message but the first holds it', { timeout: 120_000 }, async () => {
  const data = packRecording(columns());
  const document = { epoch: 1_767_607_200, policy: { n: 5, T: 10 }, lanes: [{ limiter: 'gcra' }] };
  const traffic = [{ kind: 'recording', name: 'access.log', start: 1_767_607_200, data }];
  const parsed = parseScenarioText(JSON.stringify({ ...document, traffic }));
  if (!parsed.ok) throw new Error('not a scenario');

  /** Characters of each message to the worker. */
  const sizes: number[] = [];
  const client = createSimulationClient(() => {
    let listener = (_: { data: MessageToPage }): void => undefined;
    const hear = createSimulator({
      // As between threads: nothing is shared.
      send: (message, transfer) => listener({ data: structuredClone(message, { transfer }) }),
      yieldToMessages: () => new Promise((resolve) => void setImmediate(resolve)),
      now: () => performance.now(),
      loadSandbox: () => Promise.reject(new Error('there is no script')),
    });
    return {
      postMessage(message) {
        sizes.push(JSON.stringify(message).length);
        void hear(structuredClone(message) as MessageToWorker);
      },
      addEventListener: (type: string, next: never) => {
        if (type === 'message') listener = next;
      },
      terminate: () => undefined,
    };
  });
  const store = createPlaygroundStore({
    client,
    clock: { requestFrame: () => undefined, painted: () => Promise.resolve() },
    settings: DEFAULT_SETTINGS,
    reducedMotion: () => false,
    hasHover: () => true,
    reloadPage: () => undefined,
    scenario: parsed.scenario,
  });
  const actions = createActions(
    store,
    withoutWorks(store, 'the test needs none', { pageStorage: null, tabStorage: null }),
    () => Promise.reject(new Error('this test finds nothing')),
  );
  const settled = () =>
    vi.waitFor(() => expect(store.getState().result?.scenario).toBe(store.getState().scenario), 20_000);
  openScenario(store, { scenario: parsed.scenario, view: null, label: 'start', record: false });
  store.rerun();
  await settled();
  // Once warm, so that what is compiled and cached is not counted.
  const edit = async (n: number): Promise<void> => {
    actions.setPolicy({ n });
    const [entry] = store.getState().scenario.traffic;
    if (entry?.kind !== 'recording') throw new Error('the recording is gone');
    if (n % 10 === 0) actions.changePhase(0, { ...entry, reading: n % 20 === 0 ? 'start' : 'even' });
    await settled();
  };
  await import('./sim/engine.ts'); // The worker loads it after its first answer.
  for (let n = 1; n <= 10; n++) await edit(n);
  const before = await bytesInUse();
  for (let n = 11; n <= 60; n++) await edit(n);
  const grown = (await bytesInUse()) - before;

  expect(store.getState().history.past.length).toBeGreaterThan(50);
  expect(recordingsOf(store.getState().scenario)).toHaveLength(1);
  expect(50 * data.length).toBeGreaterThan(4 * MAX_GROWTH);
  expect(Math.max(...sizes)).toBeLessThan(5_000);
  expect(grown).toBeLessThan(MAX_GROWTH);
});
