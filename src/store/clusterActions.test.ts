import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeLink, scenarioOf } from '../sim/index.ts';
import { isCaptionValid, currentLink } from './openScenario.ts';
import { createClusterActions } from './clusterActions.ts';
import { availableSpeeds } from './selectors.ts';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CLUSTER = { nodes: 3, faults: [{ kind: 'node-down', node: 2, at: 5, until: 8 }], skew: [{ node: 2, offset: 1 }] };

async function open(cluster: object | null = CLUSTER) {
  const opened = await openTestPlayground(cluster === null ? BASE_DOCUMENT : { ...BASE_DOCUMENT, cluster });
  const { store } = opened;
  const actions = { ...opened.actions, ...createClusterActions(store, opened.actions) };
  const present = () => store.getState().scenario.cluster;
  const said = () => store.getState().status;
  const steps = () => store.getState().history.past.map(({ label }) => label);
  return { ...opened, actions, cluster: present, said, steps };
}

describe('the cluster', () => {
  it('is added, and taken away with all that is in it, each in one step', async () => {
    const { actions, store, cluster, said, steps } = await open(null);
    const alone = currentLink(store, false);
    actions.addCluster();
    expect(cluster()?.nodes).toBe(3);
    expect(said()).toBe('Added a cluster of 3 nodes. Ctrl+Z undoes this.');
    actions.editCluster({ of: 'clock', index: 1 });
    actions.removeCluster();
    expect(currentLink(store, false)).toBe(alone);
    expect(store.getState().clusterPart).toBeNull();
    expect(said()).toBe('Removed the cluster. Ctrl+Z undoes this.');
    expect(steps()).toEqual(['new cluster', 'removal of the cluster']);
    actions.undo();
    expect(cluster()?.nodes).toBe(3);
  });

  it('is changed in one step a gesture', async () => {
    const { actions, cluster, steps } = await open();
    for (const service of [0.001, 0.002]) {
      actions.changeCluster('change of the service time', (old) => ({ ...old, service }), 'typing');
    }
    actions.setClock({ node: 0, offset: 0.5, drift: 0 }, 'typing more');
    expect(cluster()).toMatchObject({ service: 0.002, skew: [{ node: 2 }, { node: 0, offset: 0.5 }] });
    expect(steps()).toEqual(['change of the service time', 'change of a clock']);
  });

  it('the caption goes silent when it is another one', async () => {
    const { actions, store } = await open();
    expect(isCaptionValid(store.getState())).toBe(true);
    actions.changeCluster('change of the routing', (old) => ({ ...old, routing: 'random' }));
    expect(isCaptionValid(store.getState())).toBe(false);
  });
});

describe('the number of nodes', () => {
  it('says what goes with those that go', async () => {
    const { actions, cluster, said } = await open();
    actions.setNodes(2, 'typing');
    expect(cluster()).toMatchObject({ nodes: 2, faults: [], skew: [] });
    expect(said()).toBe('Removed N3, and with it 1 fault and 1 clock. Ctrl+Z undoes this.');
  });

  it('typed over loses nothing by what was typed on the way, and is one step', async () => {
    const { actions, store, cluster, said, steps } = await open();
    const before = store.getState().scenario;
    actions.setNodes(1, 'typing');
    actions.setNodes(12, 'typing');
    expect(cluster()).toMatchObject({ nodes: 12, faults: [{ node: 2 }], skew: [{ node: 2 }] });
    expect(said()).toBe('');
    expect(steps()).toEqual(['change of the number of nodes']);
    actions.undo();
    expect(store.getState().scenario).toBe(before);
    // What is typed after an undo begins from there.
    actions.setNodes(1, 'typing');
    expect(cluster()?.faults).toEqual([]);
  });
});

describe('faults', () => {
  it('are added, changed and removed, and the form goes with them', async () => {
    const { actions, store, cluster, said, steps } = await open();
    actions.addFault({ kind: 'node-added', at: 4 });
    expect(store.getState().clusterPart).toEqual({ of: 'fault', index: 1 });
    expect(said()).toBe('Added fault 2. Ctrl+Z undoes this.');
    actions.changeFault(0, { kind: 'node-down', node: 3, at: 5 }, 'typing');
    expect(cluster()?.faults[0]).toMatchObject({ node: 3 });
    actions.changeFault(1, { kind: 'store-flush', at: 4 });
    expect(cluster()?.faults).toEqual([{ kind: 'store-flush', at: 4 }]);
    expect(said()).toBe('The node is no longer added. Also removed: 1 fault. Ctrl+Z undoes this.');
    actions.removeFault(0);
    expect(cluster()?.faults).toEqual([]);
    expect(store.getState().clusterPart).toBeNull();
    expect(said()).toBe('Removed fault 1. Ctrl+Z undoes this.');
    expect(steps()).toEqual(['new fault', 'change of fault 1', 'change of fault 2', 'removal of fault 1']);
  });

  it('that begin when the run has ended are told, with the way to the form', async () => {
    const { actions, store, settled } = await open({ ...CLUSTER, faults: [{ kind: 'store-flush', at: 15 }] });
    actions.editRun('change of the duration', (scenario) => ({ ...scenario, duration: 15 }));
    await settled();
    const [notice] = store.getState().notices;
    expect(notice?.text).toContain('cluster.faults[0].at is 15.');
    expect(notice?.actions[0]).toEqual({ do: 'edit-fault', fault: 0 });
    actions.act(notice!.actions[0]!, 'refused');
    expect(store.getState()).toMatchObject({ drawer: 'cluster', clusterPart: { of: 'fault', index: 0 } });
  });
});

describe('what was moved by hand', () => {
  const MOVED = { ...CLUSTER, moves: [0, 1].map((lane) => ({ lane, request: 1, command: 0, delay: 0.5 })) };
  const lanes = (moves: readonly { readonly lane: number }[] | undefined) => moves?.map(({ lane }) => lane);

  it('goes with its lane, and every scenario can be linked to', async () => {
    const { actions, store, cluster } = await open(MOVED);
    actions.duplicateLane(0);
    expect(lanes(cluster()?.moves)).toEqual([0, 1, 2]);
    actions.moveLane(2, 0);
    expect(lanes(cluster()?.moves)).toEqual([1, 2, 0]);
    actions.removeLane(1);
    expect(lanes(cluster()?.moves)).toEqual([1, 0]);
    expect(encodeLink(store.getState().scenario)).toBe(currentLink(store, false));
  });

  it('is put back in one step', async () => {
    const { actions, cluster, said } = await open(MOVED);
    actions.putMovesBack();
    expect(cluster()?.moves).toEqual([]);
    expect(said()).toBe('Removed all message delays. Ctrl+Z undoes this.');
  });
});

describe('slow motion', () => {
  it('goes with the nodes', async () => {
    const { actions, store } = await open();
    actions.setSpeed(0.001);
    actions.removeFault(0);
    expect(store.getState().speed).toBe(0.001);
    actions.removeCluster();
    expect(store.getState().speed).toBe(0.1);
    actions.undo();
    actions.setSpeed(0.01);
    // What is opened plays at a speed of its own.
    actions.startNew();
    expect(store.getState().speed).toBe(1);
  });

  it.each([
    ['gcra', 0.1],
    ['redis-incr', 0.001],
    ['token-server', 0.001],
  ])('is there for a lane that is a scheme: %s', (limiter, slowest) => {
    expect(availableSpeeds(scenarioOf({ ...BASE_DOCUMENT, lanes: [{ limiter }] }))[0]).toBe(slowest);
  });
});
