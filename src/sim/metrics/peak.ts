/** The most permits in effect within any window [t, t + T), exactly. */
import type { Duration, Instant } from '../time.ts';
import type { Admissions } from './trace.ts';

export interface PeakWindow {
  readonly permits: number;
  /** Where the window begins: at an admission. */
  readonly from: Instant;
}

/**
 * Some worst window begins at an admission (moving its start forward to the next one loses nothing), so two pointers over
 * the sorted admissions find it. The earliest of equally bad windows; null without admissions.
 */
export function peakInWindow({ at, cost }: Admissions, T: Duration): PeakWindow | null {
  if (at.length === 0) return null;
  return cost === null ? peakOfUnitCosts(at, T) : peakOfCosts(at, cost, T);
}

/** If all costs are 1, only a larger window matters: for each admission, checks whether its window holds one more. */
function peakOfUnitCosts(at: Float64Array, T: Duration): PeakWindow {
  let permits = 0;
  let from = 0;
  for (let begin = 0; begin + permits < at.length; begin++) {
    while (begin + permits < at.length && (at[begin + permits] as number) - (at[begin] as number) < T) {
      permits++;
      from = at[begin] as number;
    }
  }
  return { permits, from };
}

function peakOfCosts(at: Float64Array, cost: Float64Array, T: Duration): PeakWindow {
  let peak: PeakWindow = { permits: 0, from: 0 };
  let permits = 0;
  let end = 0;
  for (let begin = 0; begin < at.length; begin++) {
    const from = at[begin] as number;
    while (end < at.length && (at[end] as number) - from < T) permits += cost[end++] as number;
    if (permits > peak.permits) peak = { permits, from };
    permits -= cost[begin] as number;
  }
  return peak;
}
