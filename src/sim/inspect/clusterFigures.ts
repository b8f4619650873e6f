/** What several processes made of a lane, in figures. */
import { NO_NODE, quantile, WAYS, type Way } from '../metrics/trace.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { SECOND, type Duration } from '../time.ts';
import { nodeName, seconds } from '../words.ts';
import type { LanePlan } from '../run/lanePlan.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import { nodesOf } from './schemeLane.ts';

export interface NodeFigures {
  /** From 0. */
  readonly node: number;
  readonly requests: number;
  readonly admitted: number;
  readonly denied: number;
}

export interface ClusterFigures {
  /** Whether the scenario has no cluster, so that this is one node. */
  readonly assumed: boolean;
  readonly nodes: readonly NodeFigures[];
  /** From the request to the answer, microseconds, of all that some node took. */
  readonly latency: { readonly median: Duration; readonly p99: Duration; readonly max: Duration };
  /** Messages sent, and how many a decision took on average; a script, and MULTI … EXEC, is one. */
  readonly messages: number;
  readonly messagesEach: number;
  /** Messages that the store ran, in bins of equal length from time 0 on. */
  readonly load: Uint32Array;
  readonly loadBin: Duration;
  /** The most that it ran in a bin, as a rate. */
  readonly peakLoad: number;
  /** How many were answered in each way. */
  readonly ways: Readonly<Record<Way, number>>;
  /** What is so and may surprise: sentences. */
  readonly notes: readonly string[];
}

export function isIdeal({ kind }: LanePlan, { cluster }: Pick<Scenario, 'cluster'>): boolean {
  return kind === 'limiter' && cluster !== undefined && nodesOf({ plan: { cluster } }) > 1;
}

export function clusterFiguresOf(lane: SchemeRun): ClusterFigures {
  const { arrivals, verdicts, cluster, plan } = lane;
  const nodes = Array.from({ length: nodesOf(lane) }, (_, node) => ({ node, requests: 0, admitted: 0, denied: 0 }));
  const ways = Object.fromEntries(WAYS.map((way) => [way, 0])) as Record<Way, number>;
  let messages = 0;
  for (let row = 0; row < arrivals.count; row++) {
    ways[WAYS[cluster.way[row] as number] as Way]++;
    messages += cluster.messages[row] as number;
    const own = nodes[cluster.node[row] as number];
    if (own === undefined) continue;
    own.requests++;
    if ((verdicts[row] as number) > 1) own.denied++;
    else own.admitted++;
  }
  const latency = cluster.latency.filter((_, row) => cluster.node[row] !== NO_NODE);
  const peak = cluster.load.reduce((most, count) => Math.max(most, count), 0);
  return {
    assumed: plan.assumed,
    nodes,
    latency: { median: quantile(latency, 0.5), p99: quantile(latency, 0.99), max: quantile(latency, 1) },
    messages,
    messagesEach: arrivals.count === 0 ? 0 : messages / arrivals.count,
    // The figures are handed over to another thread, the trace is kept.
    load: cluster.load.slice(),
    loadBin: cluster.loadBin,
    peakLoad: (peak * SECOND) / cluster.loadBin,
    ways,
    notes: notesOf(lane),
  };
}

function notesOf({ plan: { assumed, cluster, limiter } }: SchemeRun): readonly string[] {
  const steps = cluster.skew.flatMap(({ node, step }) =>
    step !== undefined && step.by < 0
      ? [`The clock of ${nodeName(node)} steps back by ${seconds(-step.by * SECOND)} at ${seconds(step.at * SECOND)}.`]
      : [],
  );
  const where = limiter.sharesMemory === true ? 'one thread' : 'one node';
  return [...(assumed ? [`The scenario has no cluster: this lane runs on ${where}.`] : []), ...steps];
}
