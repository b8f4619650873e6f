/** Sentences about a distributed lane that may surprise. */
import type { Crash } from '../cluster/faults.ts';
import type { Latency } from '../cluster/networkLink.ts';
import type { SchemeInfo } from '../cluster/scheme.ts';
import { formatNumber, formatSeconds, nodeName, pluralize } from '../numberFormat.ts';
import { formatDuration, formatTime } from '../quantityFormat.ts';
import { nodeCountOf, type Cluster } from '../scenario/cluster.ts';
import { SECOND, type Duration } from '../time.ts';
import type { SchemePlan } from './lanePlan.ts';

/** From its plan alone. */
export function planNotes({ skew }: Cluster, clusterAssumed: boolean, { sharesMemory }: SchemeInfo): readonly string[] {
  const where = sharesMemory === true ? 'one thread' : 'one node';
  const steps = skew.flatMap(({ node, step }) =>
    step !== undefined && step.by < 0
      ? [
          `The clock of ${nodeName(node)} steps back by ${formatSeconds(-step.by * SECOND)} at ${formatSeconds(step.at * SECOND)}.`,
        ]
      : [],
  );
  return [...(clusterAssumed ? [`The scenario has no cluster: this lane runs on ${where}.`] : []), ...steps];
}

/** Why the store answers nothing, where no reply can come within the timeout. */
export function unansweredNotes(cluster: Cluster, timeout: Duration): readonly string[] {
  const oneWay = Array.from({ length: nodeCountOf(cluster) }, (_, node) =>
    leastLatency(cluster.links[node] ?? cluster.latency),
  );
  const least = 2 * Math.min(...oneWay) + cluster.service;
  if (least * SECOND <= timeout) return [];
  return [
    `No reply comes in time: a round trip takes at least ${formatDuration(least)}, and the timeout is ${formatDuration(timeout / SECOND)}.`,
  ];
}

/** Of crashes that did not happen by the end of the run. Where none can, the fault itself is said to have no effect. */
export function missedCrashNotes(
  crashes: readonly Crash[],
  { crashPoints }: Pick<SchemePlan, 'crashPoints'>,
): readonly string[] {
  return crashes
    .filter(({ command }) => crashPoints.includes(command))
    .sort((a, b) => a.fault - b.fault)
    .map(
      ({ fault, node, command, at }) =>
        `Fault ${fault + 1} does not happen in this lane: from ${formatTime(at / SECOND)} on, ${nodeName(node)} sends nothing after ${command}.`,
    );
}

/** Of delays by hand of messages that were never sent. @param messages sent, by request */
export function unsentMoveNotes(
  messages: ArrayLike<number>,
  { cluster, laneIndex }: Pick<SchemePlan, 'cluster' | 'laneIndex'>,
): readonly string[] {
  return cluster.moves.flatMap(({ lane, request, command }) => {
    const sent = messages[request];
    if (lane !== laneIndex || (sent !== undefined && command < sent)) return [];
    const number = formatNumber(request + 1);
    const why =
      sent === undefined
        ? `There is no request ${number} in this lane`
        : `Request ${number} sends ${pluralize(sent, 'message')} in this lane`;
    return [`${why}; the delay by hand of its message ${formatNumber(command + 1)} has no effect.`];
  });
}

/** Of one message, seconds. */
function leastLatency(latency: Latency): number {
  if (latency.kind === 'exponential') return 0;
  return latency.kind === 'fixed' ? latency.mean : latency.from;
}
