/** What the page needs of a cluster before any part of it is edited. */
import type { Cluster, Lane, Scenario } from '../sim/index.ts';

/** Changes the cluster; a scenario without one is returned unchanged. */
export function withCluster(scenario: Scenario, change: (cluster: Cluster) => Cluster): Scenario {
  const { cluster } = scenario;
  if (cluster === undefined) return scenario;
  const next = change(cluster);
  return next === cluster ? scenario : { ...scenario, cluster: next };
}

/** The number of the node that the fault at that index adds: added nodes are numbered by time, after the initial ones. */
export function addedNodeNumber({ nodes, faults }: Cluster, index: number): number {
  const at = faults[index]?.at ?? 0;
  const before = faults.filter(
    (fault, place) => fault.kind === 'node-added' && (fault.at < at || (fault.at === at && place < index)),
  );
  return nodes + before.length;
}

/** Rearranges lanes: delayed messages follow their lane, into every copy of it. */
export function withLanesRearranged(
  scenario: Scenario,
  lanes: readonly Lane[],
  newIndexesOf: (lane: number) => readonly number[],
): Scenario {
  return withCluster({ ...scenario, lanes }, (cluster) => {
    if (cluster.moves.length === 0) return cluster;
    return {
      ...cluster,
      moves: cluster.moves.flatMap((move) => newIndexesOf(move.lane).map((lane) => ({ ...move, lane }))),
    };
  });
}
