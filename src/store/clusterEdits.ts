/**
 * The cluster as forms change it: plain functions from one scenario to the next. What an edit leaves without its node is
 * taken out with it, and counted, so that the format takes what comes out and nothing goes unsaid.
 */
import {
  DEFAULT_CLUSTER,
  nodeName,
  parseScenario,
  type Cluster,
  type Fault,
  type Lane,
  type Latency,
  type Scenario,
  type Skew,
} from '../sim/index.ts';

/** Nodes that there may ever be in one run. */
const MOST_NODES = 100;
/** The weight of a node that nobody has given one. */
const EVEN = 1;

/** What went with an edit, by how many. */
export interface Lost {
  readonly faults: number;
  readonly clocks: number;
  readonly latencies: number;
  readonly weights: number;
}

/** A changed scenario, and what was taken out so that the rest fits together. */
export interface Changed {
  readonly scenario: Scenario;
  readonly lost: Lost;
}

const NOTHING: Lost = { faults: 0, clocks: 0, latencies: 0, weights: 0 };

/** Some of the cluster replaced; a scenario without one stays as it is. */
export function withCluster(scenario: Scenario, change: (cluster: Cluster) => Cluster): Scenario {
  const { cluster } = scenario;
  if (cluster === undefined) return scenario;
  const next = change(cluster);
  return next === cluster ? scenario : { ...scenario, cluster: next };
}

/** Three nodes, one millisecond from their store, and nothing that goes wrong. */
export function withNewCluster(scenario: Scenario): Scenario {
  if (scenario.cluster !== undefined) return scenario;
  const parsed = parseScenario({ cluster: { nodes: 3, latency: { kind: 'fixed', mean: 0.001 } } });
  const cluster = parsed.ok ? parsed.scenario.cluster : undefined;
  if (cluster === undefined) throw new TypeError('The format has no cluster of three nodes.');
  return { ...scenario, cluster, lanes: fitted(scenario.lanes, cluster.nodes).lanes };
}

/** Without its cluster, and all that was in it. */
export function withoutCluster(scenario: Scenario): Changed {
  const { cluster, ...rest } = scenario;
  if (cluster === undefined) return { scenario, lost: NOTHING };
  const { lanes, lost } = fitted(scenario.lanes, DEFAULT_CLUSTER.nodes);
  return { scenario: { ...rest, lanes }, lost: { ...NOTHING, weights: lost } };
}

/**
 * With so many nodes from the start. Those that are added in the run come after them, with what is theirs; new ones have
 * the common latency, a clock that is right, and a weight of 1.
 */
export function withNodes(scenario: Scenario, nodes: number): Changed {
  const { cluster } = scenario;
  if (cluster === undefined || nodes === cluster.nodes) return { scenario, lost: NOTHING };
  const more = nodes - cluster.nodes;
  const { next, lost } = renumbered(cluster, (node) =>
    node >= cluster.nodes ? node + more : node < nodes ? node : null,
  );
  const { routing, links, latency } = next;
  const routed = typeof routing === 'object' ? sized(routing.weights, nodes) : null;
  const lanes = fitted(scenario.lanes, nodes);
  return {
    scenario: {
      ...scenario,
      lanes: lanes.lanes,
      cluster: {
        ...next,
        nodes,
        routing: routed === null ? routing : { weights: routed.weights },
        links: links.length === 0 ? links : resized(links, nodes, latency),
      },
    },
    lost: {
      ...lost,
      latencies: Math.max(0, links.length - nodes),
      weights: (routed?.lost ?? 0) + lanes.lost,
    },
  };
}

/** What every node that is named is called afterwards; `null`: it is gone, with what names it. */
function renumbered(cluster: Cluster, to: (node: number) => number | null): { next: Cluster; lost: Lost } {
  const renamed = <T extends { readonly node: number }>(entry: T): T | null => {
    const node = to(entry.node);
    return node === null || node >= MOST_NODES ? null : node === entry.node ? entry : { ...entry, node };
  };
  const faults = cluster.faults.flatMap((fault): readonly Fault[] =>
    'node' in fault ? listed(renamed(fault)) : [fault],
  );
  const skew = cluster.skew.flatMap((entry) => listed(renamed(entry)));
  return {
    next: { ...cluster, faults, skew },
    lost: { ...NOTHING, faults: cluster.faults.length - faults.length, clocks: cluster.skew.length - skew.length },
  };
}

function listed<T>(entry: T | null): readonly T[] {
  return entry === null ? [] : [entry];
}

/** A list that is cut, or filled up, to that length. */
function resized<T>(list: readonly T[], length: number, filler: T): readonly T[] {
  return Array.from({ length }, (_, index) => list[index] ?? filler);
}

/** Weights for so many nodes, and how many of the given ones are lost: all, when what is left is nothing but 0. */
function sized(
  given: readonly number[],
  nodes: number,
): { readonly weights: readonly number[]; readonly lost: number } {
  const weights = resized(given, nodes, EVEN);
  if (weights.every((weight) => weight === 0)) return { weights: weights.map(() => EVEN), lost: given.length };
  return { weights, lost: Math.max(0, given.length - nodes) };
}

type Option = Lane['options'][string];

/** Lanes whose schemes have a weight for each node, and how many of those were lost. */
function fitted(lanes: readonly Lane[], nodes: number): { readonly lanes: readonly Lane[]; readonly lost: number } {
  let lost = 0;
  /** A scheme within a scheme has weights of its own. */
  const fit = <T extends Pick<Lane, 'options'>>(limiting: T): T => {
    const changed = Object.entries(limiting.options).flatMap(([id, value]): readonly [string, Option][] => {
      if (typeof value !== 'object') return [];
      if ('limiter' in value) {
        const inner = fit(value);
        return inner === value ? [] : [[id, inner]];
      }
      if (value.length === nodes) return [];
      const { weights, lost: gone } = sized(value, nodes);
      lost += gone;
      return [[id, weights]];
    });
    if (changed.length === 0) return limiting;
    return { ...limiting, options: { ...limiting.options, ...Object.fromEntries(changed) } };
  };
  return { lanes: lanes.map(fit), lost };
}

/** With one fault more, the last. */
export function withFaultAdded(scenario: Scenario, fault: Fault): Scenario {
  return withCluster(scenario, (cluster) => ({ ...cluster, faults: [...cluster.faults, fault] }));
}

/** With another fault in that place, or none. Where a node is no longer added, what names it goes too. */
export function withFault(scenario: Scenario, index: number, fault: Fault | null): Changed {
  const { cluster } = scenario;
  const old = cluster?.faults[index];
  if (cluster === undefined || old === undefined || old === fault) return { scenario, lost: NOTHING };
  const own: readonly Fault[] = fault === null ? [] : [fault];
  const put = (faults: readonly Fault[]): readonly Fault[] => faults.toSpliced(index, 1, ...own);
  if (old.kind !== 'node-added' || fault?.kind === 'node-added') {
    return { scenario: { ...scenario, cluster: { ...cluster, faults: put(cluster.faults) } }, lost: NOTHING };
  }
  const gone = addedNode(cluster, index);
  const place = (node: number): number | null => (node === gone ? null : node > gone ? node - 1 : node);
  // The old one keeps the place: it names no node. The new one is neither renamed nor counted.
  const { next, lost } = renumbered(cluster, place);
  const faults = next.faults.flatMap((one) => (one === old ? own : [one]));
  return { scenario: { ...scenario, cluster: { ...next, faults } }, lost };
}

/** The number that a node gets which is added by the fault in that place: they count by time, after those of the start. */
export function addedNode({ nodes, faults }: Cluster, index: number): number {
  const at = faults[index]?.at ?? 0;
  const before = faults.filter(
    (fault, place) => fault.kind === 'node-added' && (fault.at < at || (fault.at === at && place < index)),
  );
  return nodes + before.length;
}

/** All nodes that there are at some time of the run, and may be named. */
export function nodesEver({ nodes, faults }: Cluster): number {
  return Math.min(MOST_NODES, nodes + faults.filter(({ kind }) => kind === 'node-added').length);
}

const RIGHT: Omit<Skew, 'node'> = { offset: 0, drift: 0 };

/** A node's clock; one that nobody has set is right. */
export function clockOf({ skew }: Cluster, node: number): Skew {
  return skew.find((one) => one.node === node) ?? { node, ...RIGHT };
}

/** With another clock for that node. One that is right is not written down. */
export function withClock(cluster: Cluster, clock: Skew): Cluster {
  const { node, offset, drift, step } = clock;
  const steps = step !== undefined && (step.at !== 0 || step.by !== 0);
  const kept: Skew = { node, offset, drift, ...(steps ? { step } : {}) };
  const some = offset !== 0 || drift !== 0 || steps ? [kept] : [];
  const place = cluster.skew.findIndex((one) => one.node === node);
  return { ...cluster, skew: cluster.skew.toSpliced(place < 0 ? cluster.skew.length : place, 1, ...some) };
}

/** The way between a node and the store. */
export function latencyOf({ links, latency }: Cluster, node: number): Latency {
  return links[node] ?? latency;
}

/** The same lanes in other places: what was moved by hand goes with its lane, into every copy of it. */
export function withLanesAt(
  scenario: Scenario,
  lanes: readonly Lane[],
  places: (lane: number) => readonly number[],
): Scenario {
  return withCluster({ ...scenario, lanes }, (cluster) => {
    if (cluster.moves.length === 0) return cluster;
    return {
      ...cluster,
      moves: cluster.moves.flatMap((move) => places(move.lane).map((lane) => ({ ...move, lane }))),
    };
  });
}

/** `Removed N3 and N4, and with them 2 faults and 1 clock.`; null when there is nothing to be said. */
export function lostWords(lost: Lost, from: number, to: number): string | null {
  const list = lostList(lost);
  if (list === '') return null;
  return `Removed ${nodesWords(from, to)}, and with ${to - from === 1 ? 'it' : 'them'} ${list}.`;
}

/** `2 faults, 1 clock and 3 weights`; empty when nothing is lost. */
export function lostList({ faults, clocks, latencies, weights }: Lost): string {
  const counted = (count: number, one: string, many = `${one}s`): readonly string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  const parts = [
    ...counted(faults, 'fault'),
    ...counted(clocks, 'clock'),
    ...counted(latencies, 'latency', 'latencies'),
    ...counted(weights, 'weight'),
  ];
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The nodes from `from` up to and without `to`. */
function nodesWords(from: number, to: number): string {
  const [first, last] = [nodeName(from), nodeName(to - 1)];
  return to - from === 1 ? first : `${first} ${to - from === 2 ? 'and' : 'to'} ${last}`;
}
