/** What several processes made of a lane, as it is printed. */
import { clusterFiguresOf, isIdeal, isScheme, type Plan, type LaneRun, type Run } from '../sim/engine.ts';
import { IDEAL_NOTE, secondsFromMicros, type ClusterFigures } from '../sim/index.ts';
import type { Columns } from './shares.ts';

/** The part of a lane's JSON summary, in seconds; nothing where one process decides and none of several nodes asks it. */
export function nodesAsJson({ scenario }: Plan, lane: LaneRun) {
  if (!isScheme(lane)) return isIdeal(lane.plan, scenario) ? { notes: [IDEAL_NOTE] } : {};
  const { nodes, latency, messages, messagesEach, peakLoad, ways, notes } = clusterFiguresOf(lane);
  return {
    nodes,
    latencyMedian: secondsFromMicros(latency.median),
    latencyP99: secondsFromMicros(latency.p99),
    latencyMax: secondsFromMicros(latency.max),
    messages,
    messagesEach,
    peakLoad,
    answeredWithoutStore: withoutStore(ways),
    died: ways.died,
    noNode: ways['no-node'],
    chargedInVain: ways['in-vain'],
    notes,
  };
}

/** Requests that were answered as the lane's `fallback` says. */
function withoutStore(ways: ClusterFigures['ways']): number {
  return ways.refused + ways['let-through'] + ways['by-itself'];
}

/** The field of a row: its node, from 0, or null where none took it; nothing where one process decides. */
export function nodeAsJson(lane: LaneRun, node: number | null) {
  return isScheme(lane) ? { node } : {};
}

/** Columns for the table of all lanes, where several processes decide in any. */
export function nodeColumns({ lanes }: Run): Columns {
  if (!lanes.some(isScheme)) return { head: [], cells: [] };
  return {
    head: ['Messages', 'Latency'],
    cells: lanes.map((lane) => {
      if (!isScheme(lane)) return ['–', '–'];
      const { messages, latency } = clusterFiguresOf(lane);
      return [`${messages}`, `${secondsFromMicros(latency.median)} s`];
    }),
  };
}

/** A line each of what is so of a lane and may surprise. */
export function nodeNotes({ plan: { scenario }, lanes }: Run): readonly string[] {
  return lanes.flatMap((lane, index) => {
    const ideal = isIdeal(lane.plan, scenario) ? [IDEAL_NOTE] : [];
    const notes = isScheme(lane) ? clusterFiguresOf(lane).notes : ideal;
    return notes.map((note) => `Lane ${index + 1}: ${note}`);
  });
}
