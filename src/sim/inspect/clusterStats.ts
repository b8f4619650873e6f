/** Figures of a distributed lane. */
import { isDenied } from '../verdict.ts';
import { NO_NODE, durationFigures, ANSWER_PATHS, type AnswerPath } from '../metrics/trace.ts';
import { nodeCountOf } from '../scenario/cluster.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { SECOND, type Duration } from '../time.ts';
import type { LanePlan } from '../run/lanePlan.ts';
import type { SchemeRun } from '../run/laneRun.ts';

export interface NodeStats {
  /** From 0. */
  readonly node: number;
  readonly requests: number;
  readonly admitted: number;
  readonly denied: number;
}

export interface ClusterStats {
  /** Whether the scenario has no cluster; the lane then runs on one node. */
  readonly clusterAssumed: boolean;
  readonly nodes: readonly NodeStats[];
  /** From the request to the answer, microseconds, of all requests that a node took. */
  readonly latency: { readonly median: Duration; readonly p99: Duration; readonly max: Duration };
  /** Messages sent, in total and per decision on average; a script, or a transaction from MULTI to EXEC, is one message. */
  readonly messages: number;
  readonly messagesPerDecision: number;
  /** Messages that the store executed, in bins of equal length from time 0. */
  readonly load: readonly number[];
  readonly loadBin: Duration;
  /** The highest rate in any bin, in messages per second. */
  readonly peakLoad: number;
  /** How many requests were answered on each path. */
  readonly answerPathCounts: Readonly<Record<AnswerPath, number>>;
  /** How many of them the lane's `fallback` answered. */
  readonly byFallback: number;
  /** Sentences about facts that may surprise. */
  readonly notes: readonly string[];
}

export function isSharedIdeal({ kind }: LanePlan, { cluster }: Pick<Scenario, 'cluster'>): boolean {
  return kind === 'limiter' && cluster !== undefined && nodeCountOf(cluster) > 1;
}

export function clusterStatsOf(lane: SchemeRun): ClusterStats {
  const { arrivals, verdicts, cluster, plan } = lane;
  const nodes = Array.from({ length: nodeCountOf(plan.cluster) }, (_, node) => ({
    node,
    requests: 0,
    admitted: 0,
    denied: 0,
  }));
  const answerPathCounts = Object.fromEntries(ANSWER_PATHS.map((answerPath) => [answerPath, 0])) as Record<
    AnswerPath,
    number
  >;
  let messages = 0;
  for (let row = 0; row < arrivals.count; row++) {
    answerPathCounts[ANSWER_PATHS[cluster.answerPath[row] as number] as AnswerPath]++;
    messages += cluster.messages[row] as number;
    const own = nodes[cluster.node[row] as number];
    if (own === undefined) continue;
    own.requests++;
    if (isDenied(verdicts[row] as number)) own.denied++;
    else own.admitted++;
  }
  const latency = cluster.latency.filter((_, row) => cluster.node[row] !== NO_NODE);
  const peak = cluster.load.reduce((max, count) => Math.max(max, count), 0);
  return {
    clusterAssumed: plan.clusterAssumed,
    nodes,
    latency: durationFigures(latency),
    messages,
    messagesPerDecision: arrivals.count === 0 ? 0 : messages / arrivals.count,
    // No typed array: more than one answer has the figures, and the first would transfer it to another thread.
    load: [...cluster.load],
    loadBin: cluster.loadBin,
    peakLoad: (peak * SECOND) / cluster.loadBin,
    answerPathCounts,
    byFallback: answerPathCounts.refused + answerPathCounts['let-through'] + answerPathCounts['by-itself'],
    notes: [
      ...plan.notes,
      ...(messages > 0 && answerPathCounts.decided === 0 ? plan.unansweredNotes : []),
      ...cluster.notes,
    ],
  };
}
