/**
 * Edits of the cluster, as pure functions from one scenario to the next. Whatever refers to a removed node is removed with
 * it, and counted: the result stays valid, and the user can be told what was lost.
 */
import {
  DEFAULT_CLUSTER,
  joinWithAnd,
  MAX_NODES,
  nodeCountOf,
  nodeName,
  scenarioOf,
  type Cluster,
  type Fault,
  type Lane,
  type Latency,
  type OptionValue,
  type Scenario,
  type ClockSkew,
} from '../sim/index.ts';
import { addedNodeNumber } from './cluster.ts';

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
 * Changes the initial number of nodes. Nodes added during the run are renumbered, with whatever refers to them, and those
 * beyond the maximum are no longer added; new nodes have the common latency, an accurate clock, and a weight of 1.
 */
export function withNodes(scenario: Scenario, nodes: number): ClusterEdit {
  const { cluster } = scenario;
  if (cluster === undefined || nodes === cluster.nodes) return { scenario, removed: NOTHING_REMOVED };
  const more = nodes - cluster.nodes;
  const fits = (_: Fault, index: number): boolean => addedNodeNumber(cluster, index) + more < MAX_NODES;
  const faults = cluster.faults.filter((fault, index) => fault.kind !== 'node-added' || fits(fault, index));
  const { next, removed } = renumberNodes({ ...cluster, faults }, (node) =>
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
      faults: removed.faults + cluster.faults.length - faults.length,
      latencies: Math.max(0, links.length - nodes),
      weights: (routed?.lost ?? 0) + lanes.removed,
    },
  };
}

/**
 * Renumbers the nodes in whatever refers to them; what refers to a node for which `newNumberOf` gives `null` is removed.
 * @param typed a fault that names its node by the new number already
 */
function renumberNodes(
  cluster: Cluster,
  newNumberOf: (node: number) => number | null,
  typed: Fault | null = null,
): { next: Cluster; removed: RemovedCounts } {
  const renamed = <T extends { readonly node: number }>(entry: T): T | null => {
    const node = newNumberOf(entry.node);
    return node === null || node >= MAX_NODES ? null : node === entry.node ? entry : { ...entry, node };
  };
  const faults = cluster.faults.flatMap((fault): readonly Fault[] =>
    'node' in fault && fault !== typed ? toArray(renamed(fault)) : [fault],
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

/** Appends a fault. A scenario that would have too many nodes with it is returned unchanged. */
export function withNewFault(scenario: Scenario, fault: Fault): Scenario {
  return withFaultAt(scenario, scenario.cluster?.faults.length ?? 0, fault).scenario;
}

/**
 * Replaces or removes the fault at that index. If that removes an added node, whatever refers to the node is removed too. A
 * scenario that would have too many nodes is returned unchanged.
 */
export function withFault(scenario: Scenario, index: number, fault: Fault | null): ClusterEdit {
  const old = scenario.cluster?.faults[index];
  return old === undefined || old === fault
    ? { scenario, removed: NOTHING_REMOVED }
    : withFaultAt(scenario, index, fault);
}

function withFaultAt(scenario: Scenario, index: number, fault: Fault | null): ClusterEdit {
  const { cluster } = scenario;
  if (cluster === undefined) return { scenario, removed: NOTHING_REMOVED };
  const changed = { ...cluster, faults: cluster.faults.toSpliced(index, 1, ...toArray(fault)) };
  if (nodeCountOf(changed) > MAX_NODES) return { scenario, removed: NOTHING_REMOVED };
  // Added nodes are numbered by time, so that an edit of one may renumber others.
  const newNumberOf = (node: number): number | null => {
    if (node < cluster.nodes) return node;
    const place = cluster.faults.findIndex(
      ({ kind }, each) => kind === 'node-added' && addedNodeNumber(cluster, each) === node,
    );
    if (place === index && fault?.kind !== 'node-added') return null;
    return addedNodeNumber(changed, fault === null && place > index ? place - 1 : place);
  };
  const { next, removed } = renumberNodes(changed, newNumberOf, fault);
  return { scenario: { ...scenario, cluster: next }, removed };
}

/** The number of nodes that exist at some time of the run. */
export function totalNodes(cluster: Cluster): number {
  return Math.min(MAX_NODES, nodeCountOf(cluster));
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

/**
 * `Removed N3 and N4, and with them 2 faults and 1 clock.`; null when nothing was removed with them.
 * @param from the number of nodes
 * @param to what it was before
 */
export function removedNodesText(removed: RemovedCounts, from: number, to: number): string | null {
  const list = removedListText(removed);
  if (list === '') return null;
  if (from >= to) return `Removed ${list}: a run has at most ${MAX_NODES} nodes.`;
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
