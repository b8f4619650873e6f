/** The results of a distributed lane, as they are printed. */
import { clusterStatsOf, isSharedIdeal, isScheme, type Plan, type LaneRun, type Run } from '../sim/engine.ts';
import { IDEAL_NOTE, secondsFromMicros, type ClusterStats } from '../sim/index.ts';
import type { TableColumns } from './fairness.ts';
import type { CommandStatsByLane } from './redisCommandStats.ts';

/** This part of a lane's JSON summary, times in seconds; empty for a limiter, except for a note if it is a shared ideal. */
export function clusterAsJson({ scenario }: Plan, lane: LaneRun) {
  if (!isScheme(lane)) return isSharedIdeal(lane.plan, scenario) ? { notes: [IDEAL_NOTE] } : {};
  const { nodes, latency, messages, messagesPerDecision, peakLoad, answerPathCounts, byFallback, notes } =
    clusterStatsOf(lane);
  return {
    nodes,
    latencyMedian: secondsFromMicros(latency.median),
    latencyP99: secondsFromMicros(latency.p99),
    latencyMax: secondsFromMicros(latency.max),
    messages,
    messagesEach: messagesPerDecision,
    peakLoad,
    answeredWithoutStore: byFallback,
    died: answerPathCounts.died,
    noNode: answerPathCounts['no-node'],
    chargedInVain: answerPathCounts['in-vain'],
    notes,
  };
}

/** What went wrong with requests: a column each, if that happened in any lane. */
const FAILURES: readonly (readonly [head: string, count: (stats: ClusterStats) => number])[] = [
  ['By fallback', ({ byFallback }) => byFallback],
  ['Node died', ({ answerPathCounts }) => answerPathCounts.died],
  ['No node', ({ answerPathCounts }) => answerPathCounts['no-node']],
];

/** Columns for the table of all lanes; empty if no lane is distributed. */
export function clusterColumns({ lanes }: Run, commands: CommandStatsByLane): TableColumns {
  if (!lanes.some(isScheme)) return { head: [], cells: [] };
  const stats = lanes.map((lane) => (isScheme(lane) ? clusterStatsOf(lane) : null));
  const failures = FAILURES.filter(([, count]) => stats.some((one) => one !== null && count(one) > 0));
  const head = ['Messages', 'Latency', ...failures.map(([title]) => title)];
  return {
    head,
    cells: lanes.map((lane, index) => {
      const one = stats[index] ?? null;
      if (one === null) return head.map(() => '–');
      const mark = commands.get(lane)?.unansweredMark() ?? '';
      const latency = `${secondsFromMicros(one.latency.median)} s`;
      return [`${one.messages}${mark}`, latency, ...failures.map(([, count]) => `${count(one)}`)];
    }),
  };
}

/** Notes about assumptions and surprises in a lane, one per line. */
export function clusterNotes({ plan: { scenario }, lanes }: Run, commands: CommandStatsByLane): readonly string[] {
  return lanes.flatMap((lane) => {
    const ideal = isSharedIdeal(lane.plan, scenario) ? [IDEAL_NOTE] : [];
    const notes = isScheme(lane) ? clusterStatsOf(lane).notes : ideal;
    const stats = commands.get(lane);
    const ofServer = [stats?.unansweredNote() ?? null, stats?.errorNote() ?? null].filter((note) => note !== null);
    return [...notes, ...ofServer].map((note) => `Lane ${lane.plan.laneIndex + 1}: ${note}`);
  });
}
