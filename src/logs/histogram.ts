/** Requests over time, coarse: on it the user chooses a span. */
import type { LogTable } from './logTable.ts';
import { arrivalsOf } from './recordingOf.ts';

export interface Histogram {
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  /** Requests in each of the bins, which are equally long. */
  readonly counts: readonly number[];
}

export function histogramOf(table: LogTable, bins = 200): Histogram {
  const times = arrivalsOf(table);
  let first = Infinity;
  let last = -Infinity;
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  const from = Math.floor(first / 1e6);
  const to = Math.max(from + 1, Math.floor(last / 1e6) + 1);
  const counts = Array<number>(bins).fill(0);
  const perBin = ((to - from) * 1e6) / bins;
  for (const time of times) counts[Math.min(bins - 1, Math.floor((time - from * 1e6) / perBin))]!++;
  return { from, to, counts };
}
