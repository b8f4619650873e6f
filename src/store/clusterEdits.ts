/**
 * Edits of the cluster, as pure functions from one scenario to the next. Whatever refers to a removed node is removed with
 * it, and counted: the result stays valid, and the user can be told what was lost.
 */
import {
  DEFAULT_CLUSTER,
  joinWithAnd,
  nodeName,
  scenarioOf,
  type Cluster,
  type Fault,
  type Lane,
  type Latency,
  type Scenario,
  type ClockSkew,
} from '../sim/index.ts';
import { addedNodeNumber, withCluster } from './cluster.ts';

/** The maximum number of nodes in a run, including added ones. */
const MAX_NODES = 100;
/** The weight of a node without an explicit one. */
const DEFAULT_WEIGHT = 1;

/** How many items of each kind an edit removed. */
export interface RemovedCounts {
  readonly faults: number;
  readonly clocks: number;
  readonly latencies: number;
  readonly weights: number;
}

/** A changed scenario, and what had to be removed to keep it valid. */
export interface ClusterEdit {
  readonly scenario: Scenario;
  readonly removed: RemovedCounts;
}

const NOTHING_REMOVED: RemovedCounts = { faults: 0, clocks: 0, latencies: 0, weights: 0 };

/** Adds a cluster of three nodes, a millisecond from their store, without faults. */
export function withNewCluster(scenario: Scenario): Scenario {
  if (scenario.cluster !== undefined) return scenario;
  const document = { cluster: { nodes: 3, latency: { kind: 'fixed', mean: 0.001 } } };
  const cluster = scenarioOf(document).cluster as Cluster;
  return { ...scenario, cluster, lanes: fitLaneWeights(scenario.lanes, cluster.nodes).lanes };
}

/** Removes the cluster and everything in it. */
export function withoutCluster(scenario: Scenario): ClusterEdit {
  const { cluster, ...rest } = scenario;
  if (cluster === undefined) return { scenario, removed: NOTHING_REMOVED };
  const { lanes, removed } = fitLaneWeights(scenario.lanes, DEFAULT_CLUSTER.nodes);
  return { scenario: { ...rest, lanes }, removed: { ...NOTHING_REMOVED, weights: removed } };
}

/**
 * Changes the initial number of nodes. Nodes added during the run are renumbered, with whatever refers to them; new nodes
 * have the common latency, an accurate clock, and a weight of 1.
 */
export function withNodes(scenario: Scenario, nodes: number): ClusterEdit {
  const { cluster } = scenario;
  if (cluster === undefined || nodes === cluster.nodes) return { scenario, removed: NOTHING_REMOVED };
  const more = nodes - cluster.nodes;
  const { next, removed } = renumberNodes(cluster, (node) =>
    node >= cluster.nodes ? node + more : node < nodes ? node : null,
  );
  const { routing, links, latency } = next;
  const routed = typeof routing === 'object' ? resizeWeights(routing.weights, nodes) : null;
  const lanes = fitLaneWeights(scenario.lanes, nodes);
  return {
    scenario: {
      ...scenario,
      lanes: lanes.lanes,
      cluster: {
        ...next,
        nodes,
        routing: routed === null ? routing : { weights: routed.weights },
        links: links.length === 0 ? links : resizeList(links, nodes, latency),
      },
    },
    removed: {
      ...removed,
      latencies: Math.max(0, links.length - nodes),
      weights: (routed?.lost ?? 0) + lanes.removed,
    },
  };
}

/** Renumbers the nodes; where `newNumberOf` gives `null`, the node and whatever refers to it are removed. */
function renumberNodes(
  cluster: Cluster,
  newNumberOf: (node: number) => number | null,
): { next: Cluster; removed: RemovedCounts } {
  const renamed = <T extends { readonly node: number }>(entry: T): T | null => {
    const node = newNumberOf(entry.node);
    return node === null || node >= MAX_NODES ? null : node === entry.node ? entry : { ...entry, node };
  };
  const faults = cluster.faults.flatMap((fault): readonly Fault[] =>
    'node' in fault ? toArray(renamed(fault)) : [fault],
  );
  const skew = cluster.skew.flatMap((entry) => toArray(renamed(entry)));
  return {
    next: { ...cluster, faults, skew },
    removed: {
      ...NOTHING_REMOVED,
      faults: cluster.faults.length - faults.length,
      clocks: cluster.skew.length - skew.length,
    },
  };
}

function toArray<T>(entry: T | null): readonly T[] {
  return entry === null ? [] : [entry];
}

/** The list truncated, or padded with `filler`, to that length. */
function resizeList<T>(list: readonly T[], length: number, filler: T): readonly T[] {
  return Array.from({ length }, (_, index) => list[index] ?? filler);
}

/** Weights for that many nodes, and how many of the given ones are lost: all, if only zeros would be left. */
function resizeWeights(
  given: readonly number[],
  nodes: number,
): { readonly weights: readonly number[]; readonly lost: number } {
  const weights = resizeList(given, nodes, DEFAULT_WEIGHT);
  if (weights.every((weight) => weight === 0))
    return { weights: weights.map(() => DEFAULT_WEIGHT), lost: given.length };
  return { weights, lost: Math.max(0, given.length - nodes) };
}

type OptionValue = Lane['options'][string];

/** Lanes whose schemes have one weight per node, and how many weights were lost. */
function fitLaneWeights(
  lanes: readonly Lane[],
  nodes: number,
): { readonly lanes: readonly Lane[]; readonly removed: number } {
  let lost = 0;
  /** Recursive, since a nested scheme has its own weights. */
  const fitOptions = <T extends Pick<Lane, 'options'>>(configured: T): T => {
    const changed = Object.entries(configured.options).flatMap(([id, value]): readonly [string, OptionValue][] => {
      if (typeof value !== 'object') return [];
      if ('limiter' in value) {
        const inner = fitOptions(value);
        return inner === value ? [] : [[id, inner]];
      }
      if (value.length === nodes) return [];
      const { weights, lost: gone } = resizeWeights(value, nodes);
      lost += gone;
      return [[id, weights]];
    });
    if (changed.length === 0) return configured;
    return { ...configured, options: { ...configured.options, ...Object.fromEntries(changed) } };
  };
  return { lanes: lanes.map(fitOptions), removed: lost };
}

/** Appends a fault. */
export function withNewFault(scenario: Scenario, fault: Fault): Scenario {
  return withCluster(scenario, (cluster) => ({ ...cluster, faults: [...cluster.faults, fault] }));
}

/** Replaces or removes the fault at that index. If that removes an added node, whatever refers to the node is removed too. */
export function withFault(scenario: Scenario, index: number, fault: Fault | null): ClusterEdit {
  const { cluster } = scenario;
  const old = cluster?.faults[index];
  if (cluster === undefined || old === undefined || old === fault) return { scenario, removed: NOTHING_REMOVED };
  const replacement: readonly Fault[] = fault === null ? [] : [fault];
  const replaceIn = (faults: readonly Fault[]): readonly Fault[] => faults.toSpliced(index, 1, ...replacement);
  if (old.kind !== 'node-added' || fault?.kind === 'node-added') {
    return {
      scenario: { ...scenario, cluster: { ...cluster, faults: replaceIn(cluster.faults) } },
      removed: NOTHING_REMOVED,
    };
  }
  const removedNode = addedNodeNumber(cluster, index);
  const newNumberOf = (node: number): number | null =>
    node === removedNode ? null : node > removedNode ? node - 1 : node;
  // The old fault names no node, so it survives renumbering and marks the index; the new one is not renumbered.
  const { next, removed } = renumberNodes(cluster, newNumberOf);
  const faults = next.faults.flatMap((one) => (one === old ? replacement : [one]));
  return { scenario: { ...scenario, cluster: { ...next, faults } }, removed: removed };
}

/** The number of nodes that exist at some time of the run. */
export function totalNodes({ nodes, faults }: Cluster): number {
  return Math.min(MAX_NODES, nodes + faults.filter(({ kind }) => kind === 'node-added').length);
}

const ACCURATE: Omit<ClockSkew, 'node'> = { offset: 0, drift: 0 };

/** A node's clock; accurate unless set. */
export function nodeClock({ skew }: Cluster, node: number): ClockSkew {
  return skew.find((one) => one.node === node) ?? { node, ...ACCURATE };
}

/** Sets a node's clock. An accurate clock has no entry. */
export function withClock(cluster: Cluster, clock: ClockSkew): Cluster {
  const { node, offset, drift, step } = clock;
  const steps = step !== undefined && (step.at !== 0 || step.by !== 0);
  const entry: ClockSkew = { node, offset, drift, ...(steps ? { step } : {}) };
  const entries = offset !== 0 || drift !== 0 || steps ? [entry] : [];
  const place = cluster.skew.findIndex((one) => one.node === node);
  return { ...cluster, skew: cluster.skew.toSpliced(place < 0 ? cluster.skew.length : place, 1, ...entries) };
}

/** The latency between a node and the store. */
export function nodeLatency({ links, latency }: Cluster, node: number): Latency {
  return links[node] ?? latency;
}

/** `Removed N3 and N4, and with them 2 faults and 1 clock.`; null when nothing was removed with them. */
export function removedNodesText(removed: RemovedCounts, from: number, to: number): string | null {
  const list = removedListText(removed);
  if (list === '') return null;
  return `Removed ${nodeRangeText(from, to)}, and with ${to - from === 1 ? 'it' : 'them'} ${list}.`;
}

/** `2 faults, 1 clock and 3 weights`; empty when nothing was removed. */
export function removedListText({ faults, clocks, latencies, weights }: RemovedCounts): string {
  const counted = (count: number, one: string, many = `${one}s`): readonly string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  const parts = [
    ...counted(faults, 'fault'),
    ...counted(clocks, 'clock'),
    ...counted(latencies, 'latency', 'latencies'),
    ...counted(weights, 'weight'),
  ];
  return joinWithAnd(parts);
}

/** The nodes from `from` to `to`, exclusive. */
function nodeRangeText(from: number, to: number): string {
  const [first, last] = [nodeName(from), nodeName(to - 1)];
  return to - from === 1 ? first : `${first} ${to - from === 2 ? 'and' : 'to'} ${last}`;
}
