import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryScenarios } from '../sim/scenario/arbitraries.testing.ts';
import { minimalDocument, scenarioOf, loadSystems, type Cluster, type Fault, type Scenario } from '../sim/index.ts';
import { addedNodeNumber, withCluster, withLanesRearranged } from './cluster.ts';
import {
  nodeClock,
  nodeLatency,
  removedListText,
  removedNodesText,
  totalNodes,
  withClock,
  withFault,
  withNewFault,
  withNewCluster,
  withNodes,
  withoutCluster,
} from './clusterEdits.ts';

await loadSystems();

function run(cluster: object, ...lanes: readonly object[]): Scenario {
  return scenarioOf({ cluster, lanes });
}

/** The cluster as a document has it, what is at its default left out. */
function told(scenario: Scenario): unknown {
  return minimalDocument(scenario)['cluster'];
}

const down = (node: number, at = 1): object => ({ kind: 'node-down', node, at });
const added = (at: number): object => ({ kind: 'node-added', at });
const NONE = { faults: 0, clocks: 0, latencies: 0, weights: 0 };

it('a new cluster has three nodes, a millisecond from their store, and one that is there stays', () => {
  const made = withNewCluster(scenarioOf({ title: 'Alone' }));
  expect(made.cluster).toMatchObject({ nodes: 3, routing: 'round-robin', latency: { kind: 'fixed', mean: 0.001 } });
  expect(made.title).toBe('Alone');
  expect(withNewCluster(made)).toBe(made);
});

it('without its cluster a scenario is as if it never had one', () => {
  const alone = scenarioOf({ title: 'Alone' });
  expect(withoutCluster(withNewCluster(alone)).scenario).toEqual(alone);
  expect(withoutCluster(alone).scenario).toBe(alone);
});

describe('another number of nodes', () => {
  const FULL = {
    nodes: 4,
    routing: { weights: [5, 2, 1, 1] },
    links: [1, 2, 3, 4].map((mean) => ({ kind: 'fixed', mean })),
    skew: [
      { node: 0, offset: 0.5 },
      { node: 3, drift: 0.1 },
    ],
    faults: [down(0), down(2), down(3), { kind: 'store-flush', at: 2 }],
  };

  it('takes out what names those that are gone, and counts it', () => {
    const { scenario, removed } = withNodes(run(FULL), 2);
    expect(told(scenario)).toEqual({
      nodes: 2,
      routing: { weights: [5, 2] },
      links: [{ mean: 1 }, { mean: 2 }],
      skew: [{ node: 0, offset: 0.5 }],
      faults: [down(0), { kind: 'store-flush', at: 2 }],
    });
    expect(removed).toEqual({ faults: 2, clocks: 1, latencies: 2, weights: 2 });
    expect(removedNodesText(removed, 2, 4)).toBe(
      'Removed N3 and N4, and with them 2 faults, 1 clock, 2 latencies and 2 weights.',
    );
  });

  it('gives new ones a weight of 1 and the common latency, and loses nothing', () => {
    const { scenario, removed: lost } = withNodes(run({ ...FULL, latency: { kind: 'exponential', mean: 0.02 } }), 5);
    expect(told(scenario)).toMatchObject({
      nodes: 5,
      routing: { weights: [5, 2, 1, 1, 1] },
      links: [{ mean: 1 }, { mean: 2 }, { mean: 3 }, { mean: 4 }, { kind: 'exponential', mean: 0.02 }],
      skew: FULL.skew,
      faults: FULL.faults,
    });
    expect(lost).toEqual(NONE);
  });

  it.each([
    [5, [down(5), added(3), down(1)]],
    [2, [down(2), added(3), down(1)]],
    [1, [down(1), added(3)]],
  ])('%d: what happens to a node that is added goes on happening to it', (nodes, faults) => {
    const before = run({ nodes: 3, faults: [down(3), added(3), down(1)] });
    expect(told(withNodes(before, nodes).scenario)).toMatchObject({ faults });
  });

  it('refits the weights of a scheme, and makes them even when only those of 0 are left', () => {
    const leased = { limiter: 'quota-lease', options: { weights: [0, 0, 7] } };
    const more = withNodes(run({ nodes: 3 }, leased), 4);
    expect(more.scenario.lanes[0]?.options['weights']).toEqual([0, 0, 7, 1]);
    expect(more.removed.weights).toBe(0);
    const fewer = withNodes(run({ nodes: 3 }, leased), 2);
    expect(fewer.scenario.lanes[0]?.options['weights']).toEqual([1, 1]);
    expect(fewer.removed.weights).toBe(3);
  });

  it('the same number changes nothing', () => {
    const before = run(FULL);
    expect(withNodes(before, 4).scenario).toBe(before);
  });
});

describe('faults', () => {
  const faultsIn = (scenario: Scenario): readonly Fault[] => scenario.cluster?.faults ?? [];

  it('are added last, replaced in their place, and removed', () => {
    const flush: Fault = { kind: 'store-flush', at: 4 };
    let scenario = withNewFault(run({ faults: [down(0), down(1)] }), flush);
    expect(faultsIn(scenario)).toEqual([down(0), down(1), flush]);
    ({ scenario } = withFault(scenario, 1, { ...flush, at: 5 }));
    expect(faultsIn(scenario)).toEqual([down(0), { ...flush, at: 5 }, flush]);
    ({ scenario } = withFault(scenario, 0, null));
    expect(faultsIn(scenario)).toEqual([{ ...flush, at: 5 }, flush]);
    expect(withFault(scenario, 7, flush).scenario).toBe(scenario);
  });

  it('number the nodes that they add by time, and by their order at one time', () => {
    const { cluster } = run({ nodes: 3, faults: [added(8), down(0), added(5), added(8)] });
    expect([0, 2, 3].map((index) => addedNodeNumber(cluster as Cluster, index))).toEqual([4, 3, 5]);
    expect(totalNodes(cluster as Cluster)).toBe(6);
  });

  it.each<[string, Fault | null, readonly object[]]>([
    ['removed', null, [added(8), down(3, 9)]],
    ['another', { kind: 'store-flush', at: 1 }, [{ kind: 'store-flush', at: 1 }, added(8), down(3, 9)]],
    [
      'another, of a node',
      { kind: 'node-removed', node: 0, at: 1 },
      [{ kind: 'node-removed', node: 0, at: 1 }, added(8), down(3, 9)],
    ],
  ])('one that adds a node, %s, takes with it what names that node', (_, fault, left) => {
    const before = run({
      nodes: 3,
      skew: [
        { node: 3, offset: 1 },
        { node: 4, offset: 2 },
      ],
      faults: [added(5), down(3, 6), added(8), down(4, 9), down(3, 7)],
    });
    const { scenario, removed } = withFault(before, 0, fault);
    expect(faultsIn(scenario)).toEqual(left);
    expect(scenario.cluster?.skew).toEqual([{ node: 3, offset: 2, drift: 0 }]);
    expect(removed).toEqual({ ...NONE, faults: 2, clocks: 1 });
    expect(removedListText(removed)).toBe('2 faults and 1 clock');
  });

  it('one that adds its node at another time keeps what names it', () => {
    const before = run({ nodes: 3, faults: [added(5), down(3, 6)] });
    const { scenario, removed: lost } = withFault(before, 0, { kind: 'node-added', at: 4 });
    expect(faultsIn(scenario)).toEqual([added(4), down(3, 6)]);
    expect(lost).toEqual(NONE);
  });

  it('one that adds its node at a time that changes their order leaves each node what names it', () => {
    const skew = [
      { node: 3, offset: 1 },
      { node: 4, offset: 2 },
    ];
    const before = run({ nodes: 3, skew, faults: [added(1), added(5), down(3, 6), down(4, 7)] });
    const moved = withFault(before, 0, added(9) as Fault).scenario;
    expect(faultsIn(moved)).toEqual([added(9), added(5), down(4, 6), down(3, 7)]);
    expect(moved.cluster?.skew.map(({ node, offset }) => [node, offset])).toEqual([
      [4, 1],
      [3, 2],
    ]);
    const more = withNewFault(before, added(0) as Fault);
    expect(faultsIn(more)).toEqual([added(1), added(5), down(4, 6), down(5, 7), added(0)]);
    const another = withFault(before, 3, added(0) as Fault).scenario;
    expect(faultsIn(another)).toEqual([added(1), added(5), down(4, 6), added(0)]);
  });
});

describe('clocks and latencies', () => {
  const { cluster } = run({ nodes: 3, skew: [{ node: 2, offset: 1 }], links: [{ mean: 1 }, { mean: 2 }, { mean: 3 }] });
  const start = cluster as Cluster;

  it('of a node that nobody has set are right, and the common one', () => {
    expect(nodeClock(start, 0)).toEqual({ node: 0, offset: 0, drift: 0 });
    expect(nodeClock(start, 2)).toEqual({ node: 2, offset: 1, drift: 0 });
    expect(nodeLatency(start, 1)).toEqual({ kind: 'fixed', mean: 2 });
    expect(nodeLatency({ ...start, links: [] }, 1)).toBe(start.latency);
  });

  it('a clock is set in its place, and one that is right is not written down', () => {
    const set = withClock(start, { node: 0, offset: 0, drift: 0, step: { at: 3, by: -0.01 } });
    expect(set.skew).toEqual([
      { node: 2, offset: 1, drift: 0 },
      { node: 0, offset: 0, drift: 0, step: { at: 3, by: -0.01 } },
    ]);
    expect(withClock(set, { node: 2, offset: 0, drift: 0, step: { at: 0, by: 0 } }).skew).toEqual([
      { node: 0, offset: 0, drift: 0, step: { at: 3, by: -0.01 } },
    ]);
    expect(withClock(set, { node: 1, offset: 0, drift: 0 }).skew).toEqual(set.skew);
  });
});

describe('lanes that change places', () => {
  const LANES = [{ limiter: 'gcra' }, { limiter: 'fixed-window' }];
  const move = (lane: number) => ({ lane, request: 4, command: 1, delay: 0.5 });
  const before = run({ moves: [move(0), move(1)] }, ...LANES);
  const moves = (lanes: Scenario['lanes'], places: (lane: number) => readonly number[]) =>
    withLanesRearranged(before, lanes, places).cluster?.moves;

  it.each<[string, readonly number[], (lane: number) => readonly number[], readonly object[]]>([
    ['swapped', [1, 0], (lane) => [1 - lane], [move(1), move(0)]],
    ['copied', [0, 0, 1], (lane) => (lane === 0 ? [0, 1] : [2]), [move(0), move(1), move(2)]],
    ['removed', [1], (lane) => (lane === 0 ? [] : [0]), [move(0)]],
  ])('take along what was moved in them: %s', (_, order, places, left) => {
    expect(
      moves(
        order.map((lane) => before.lanes[lane]!),
        places,
      ),
    ).toEqual(left);
  });
});

it('says who went, and what with them', () => {
  expect(removedNodesText(NONE, 2, 4)).toBeNull();
  expect(removedNodesText({ ...NONE, faults: 1 }, 2, 3)).toBe('Removed N3, and with it 1 fault.');
  expect(removedNodesText({ ...NONE, latencies: 8 }, 2, 10)).toBe('Removed N3 to N10, and with them 8 latencies.');
});

describe('the most nodes', () => {
  const most = (...faults: readonly object[]): Scenario => run({ nodes: 99, faults: [down(99), ...faults] });

  it('are not exceeded by those that are added: the last of them are no longer', () => {
    const before = run({ nodes: 3, skew: [{ node: 4, offset: 1 }], faults: [added(5), down(3), added(2), down(4)] });
    const { scenario, removed } = withNodes(before, 99);
    expect(told(scenario)).toMatchObject({ nodes: 99, faults: [down(99), added(2)] });
    expect(removed).toEqual({ ...NONE, faults: 2, clocks: 1 });
    expect(removedNodesText(removed, 99, 3)).toBe('Removed 2 faults and 1 clock: a run has at most 100 nodes.');
  });

  it('are not exceeded by another fault', () => {
    const before = most(added(2));
    expect(withNewFault(before, added(3) as Fault)).toBe(before);
    expect(withFault(before, 0, added(3) as Fault).scenario).toBe(before);
    expect(withFault(before, 1, added(3) as Fault).scenario).not.toBe(before);
  });
});

it('whatever is done, the format takes what comes out', () => {
  const deeds = fc.array(fc.tuple(fc.nat(6), fc.nat(7)), { maxLength: 4 });
  fc.assert(
    fc.property(arbitraryScenarios(), deeds, (start, done) => {
      let scenario = start;
      for (const [deed, size] of done) {
        const faults = scenario.cluster?.faults.length ?? 0;
        const place = size % Math.max(1, faults);
        if (deed === 0) scenario = withNodes(scenario, size + 1).scenario;
        else if (deed === 5) scenario = withNodes(scenario, 100 - (size % 3)).scenario;
        else if (deed === 6) scenario = withFault(scenario, place, { kind: 'node-added', at: size }).scenario;
        else if (deed === 1) scenario = withFault(scenario, place, null).scenario;
        else if (deed === 2) scenario = withNewFault(scenario, { kind: 'node-added', at: size });
        else if (deed === 3) scenario = withNewCluster(scenario);
        else if (size === 0) scenario = withoutCluster(scenario).scenario;
        else scenario = withCluster(scenario, (old) => withClock(old, { node: 0, offset: size - 4, drift: 0 }));
      }
      expect(scenarioOf(minimalDocument(scenario)).cluster).toEqual(scenario.cluster ?? undefined);
    }),
    { seed: 5, numRuns: 400 },
  );
});
