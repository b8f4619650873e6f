/** The results of a distributed lane, as they are printed. */
import { clusterStatsOf, isSharedIdeal, isScheme, type Plan, type LaneRun, type Run } from '../sim/engine.ts';
import { IDEAL_NOTE, secondsFromMicros, type ClusterStats } from '../sim/index.ts';
import type { TableColumns } from './fairness.ts';
import type { CommandStatsByLane } from './redisCommandStats.ts';

/** This part of a lane's JSON summary, times in seconds; empty for a limiter, except for a note if it is a shared ideal. */
export function clusterAsJson({ scenario }: Plan, lane: LaneRun) {
  if (!isScheme(lane)) return isSharedIdeal(lane.plan, scenario) ? { notes: [IDEAL_NOTE] } : {};
  const { nodes, latency, messages, messagesPerDecision, peakLoad, answerPathCounts, notes } = clusterStatsOf(lane);
  return {
    nodes,
    latencyMedian: secondsFromMicros(latency.median),
    latencyP99: secondsFromMicros(latency.p99),
    latencyMax: secondsFromMicros(latency.max),
    messages,
    messagesEach: messagesPerDecision,
    peakLoad,
    answeredWithoutStore: answeredWithoutStore(answerPathCounts),
    died: answerPathCounts.died,
    noNode: answerPathCounts['no-node'],
    chargedInVain: answerPathCounts['in-vain'],
    notes,
  };
}

/** Requests that were answered by the lane's `fallback`. */
function answeredWithoutStore(ways: ClusterStats['answerPathCounts']): number {
  return ways.refused + ways['let-through'] + ways['by-itself'];
}

/** Columns for the table of all lanes; empty if no lane is distributed. */
export function clusterColumns({ lanes }: Run, commands: CommandStatsByLane): TableColumns {
  if (!lanes.some(isScheme)) return { head: [], cells: [] };
  return {
    head: ['Messages', 'Latency'],
    cells: lanes.map((lane) => {
      if (!isScheme(lane)) return ['–', '–'];
      const { messages, latency } = clusterStatsOf(lane);
      const mark = commands.get(lane)?.unansweredMark() ?? '';
      return [`${messages}${mark}`, `${secondsFromMicros(latency.median)} s`];
    }),
  };
}

/** Notes about assumptions and surprises in a lane, one per line. */
export function clusterNotes({ plan: { scenario }, lanes }: Run, commands: CommandStatsByLane): readonly string[] {
  return lanes.flatMap((lane) => {
    const ideal = isSharedIdeal(lane.plan, scenario) ? [IDEAL_NOTE] : [];
    const notes = isScheme(lane) ? clusterStatsOf(lane).notes : ideal;
    const unanswered = commands.get(lane)?.unansweredNote() ?? null;
    return [...notes, ...(unanswered === null ? [] : [unanswered])].map(
      (note) => `Lane ${lane.plan.laneIndex + 1}: ${note}`,
    );
  });
}
