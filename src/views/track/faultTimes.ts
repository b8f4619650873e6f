/**
 * When faults begin and end: that alone says how many rows they take, so the room for them is there before what draws them
 * has been loaded.
 */
import { isIntervalFault, microsFromSeconds, type Cluster, type Fault, type Instant } from '../../sim/index.ts';

export interface FaultTime {
  readonly from: Instant;
  /** Null for an instant; ∞ without an end: requests after the run's duration meet such a fault, too. */
  readonly to: Instant | null;
}

/** Height of a row, px; the stylesheet repeats it. */
export const FAULT_ROW_HEIGHT = 16;

/** Where more faults come at once, some overlap: the lanes need the height. */
export const MAX_ROWS = 4;

export function faultTime(fault: Fault): FaultTime {
  const from = microsFromSeconds(fault.at);
  if (!isIntervalFault(fault)) return { from, to: null };
  return { from, to: fault.until === undefined ? Infinity : microsFromSeconds(fault.until) };
}

/** The clocks that step, by node. */
export function clockSteps({ skew }: Cluster) {
  return skew.flatMap(({ node, step }) => (step === undefined || step.by === 0 ? [] : [{ node, step }]));
}

/** Number of rows for all faults and clock steps. */
export function faultRowCount(cluster: Cluster): number {
  const steps = clockSteps(cluster).map(({ step }): FaultTime => ({ from: microsFromSeconds(step.at), to: null }));
  return rowCount([...cluster.faults.map(faultTime), ...steps].sort((a, b) => a.from - b.from));
}

/**
 * As many as there are at one time, so that none hides another; at most `MAX_ROWS`.
 * @param times by their beginning
 */
export function rowCount(times: readonly FaultTime[]): number {
  let rows = 0;
  let ends: readonly Instant[] = [];
  for (const { from, to } of times) {
    ends = [...ends.filter((end) => end >= from), to ?? from];
    rows = Math.max(rows, ends.length);
    if (rows === MAX_ROWS) break;
  }
  return rows;
}
