/** Requests that lanes with the same traffic decided differently: allow, delay or deny. */
import { binning, COLUMNS_PER_BIN } from './bins.ts';
import type { DisagreementChartData } from './chartData.ts';
import type { Instant } from '../time.ts';
import type { LaneTrace } from './trace.ts';
import { firstWhere } from '../search.ts';
import { DENY } from '../verdict.ts';

/** Positions of the requests on which these lanes disagree, ascending; none for fewer than two lanes. */
export function findDisagreements(lanes: readonly LaneTrace[]): Uint32Array {
  const [first, ...others] = lanes;
  if (first === undefined || others.length === 0) return new Uint32Array();
  const { count } = first.arrivals;
  // Lane by lane, so that each pass reads only two columns, without branches.
  const differs = new Uint8Array(count);
  for (const { verdicts } of others) {
    for (let i = 0; i < count; i++) {
      const [one, other] = [Math.min(DENY, verdicts[i] as number), Math.min(DENY, first.verdicts[i] as number)];
      differs[i]! |= Number(one !== other);
    }
  }
  let length = 0;
  for (let i = 0; i < count; i++) length += differs[i] as number;
  const positions = new Uint32Array(length);
  for (let i = 0, next = 0; next < length; i++) if (differs[i] === 1) positions[next++] = i;
  return positions;
}

/** What a chart of the range [from, to) shows of them. @param at the arrivals that the positions refer to */
export function disagreementChartData(
  requests: Uint32Array,
  at: Float64Array,
  from: Instant,
  to: Instant,
  columns: number,
): DisagreementChartData {
  const { bins, span } = binning(from, to, columns);
  const perBin = new Uint32Array(bins);
  const before = (instant: Instant): number =>
    firstWhere(requests.length, (index) => (at[requests[index] as number] as number) >= instant);
  let first = before(from);
  for (let bin = 0; bin < bins; bin++) {
    const end = before(bin === bins - 1 ? to : from + (bin + 1) * span);
    perBin[bin] = end - first;
    first = end;
  }
  return { count: requests.length, at: thinnedInstants(requests, at, from, to, columns), from, span, perBin };
}

/**
 * Their instants in [from, to), at most one per bin of two pixel columns, which is all a chart can show. Requests and
 * instants are ascending, so binary searches replace a scan.
 */
export function thinnedInstants(
  requests: Uint32Array,
  at: Float64Array,
  from: Instant,
  to: Instant,
  columns: number,
): Float64Array {
  const instantOf = (index: number): Instant => at[requests[index] as number] as number;
  const end = firstWhere(requests.length, (index) => instantOf(index) >= to);
  const minGap = ((to - from) / Math.max(1, columns)) * COLUMNS_PER_BIN;
  const shown: Instant[] = [];
  let next = firstWhere(end, (index) => instantOf(index) >= from);
  while (next < end) {
    const last = instantOf(next);
    shown.push(last);
    next = firstWhere(end, (index) => instantOf(index) - last >= minGap, next + 1);
  }
  return Float64Array.from(shown);
}
