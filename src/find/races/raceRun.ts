/**
 * Requests on a small cluster, with messages that are delayed by hand and at most one fault: a run of the search is a run of
 * the page, so what is found shows when it is opened.
 */
import { recordOnCluster, type ClusterRecord, type SchemePlan } from '../../sim/engine.ts';
import { DEFAULT_CLUSTER, microsFromSeconds, secondsFromMicros } from '../../sim/index.ts';
import type { Cluster, Duration, Instant } from '../../sim/index.ts';

/** One way between a node and the store. */
export const LATENCY: Duration = microsFromSeconds(0.001);

export interface RaceCase {
  /** When requests come, non-decreasing. */
  readonly at: readonly Instant[];
  readonly moves: readonly Delay[];
  readonly faults: Cluster['faults'];
}

/** A command of a request that arrives at the store so much later than it could, microseconds. */
export interface Delay {
  readonly request: number;
  readonly command: number;
  readonly delay: Duration;
}

/** How it came out. */
export interface RaceRun extends RaceCase, ClusterRecord {}

/** The nodes of a search, alike and in turn. */
export function raceCluster(nodes: number): Cluster {
  return { ...DEFAULT_CLUSTER, nodes, latency: { kind: 'fixed', mean: secondsFromMicros(LATENCY) } };
}

/** The cluster on which a lane shows it. */
export function clusterOf({ cluster, laneIndex }: SchemePlan, { moves, faults }: RaceCase): Cluster {
  return {
    ...cluster,
    faults,
    moves: moves.map((move) => ({ lane: laneIndex, ...move, delay: secondsFromMicros(move.delay) })),
  };
}

export function runRace(plan: SchemePlan, one: RaceCase): RaceRun {
  return { ...one, ...recordOnCluster({ ...plan, cluster: clusterOf(plan, one) }, one.at) };
}
