/** Requests that lanes with the same traffic decided differently: allow, delay or deny. */
import { binning, COLUMNS_PER_BIN } from './bins.ts';
import type { DisagreementChartData } from './chartData.ts';
import type { Instant } from '../time.ts';
import type { LaneTrace } from './trace.ts';
import { firstWhere } from '../search.ts';
import { DENY } from '../verdict.ts';
import { countLowBits, LOW_BITS, wordsOf } from './verdictCounts.ts';

/** Positions of the requests on which these lanes disagree, ascending; none for fewer than two lanes. */
export function findDisagreements(lanes: readonly LaneTrace[]): Uint32Array {
  const differs = differencesOf(lanes);
  const count = differs.length;
  let length = 0;
  for (let i = 0; i < count; i++) length += Number(differs[i] !== 0);
  // One more, because a request without a disagreement is overwritten by the next one.
  const positions = new Uint32Array(length + 1);
  for (let i = 0, next = 0; i < count; i++) {
    positions[next] = i;
    next += Number(differs[i] !== 0);
  }
  return positions.subarray(0, length);
}

/** How many these are, in a tenth of the time. */
export function countDisagreements(lanes: readonly LaneTrace[]): number {
  const differs = differencesOf(lanes);
  const words = wordsOf(differs);
  let count = 0;
  for (let word = 0; word < words.length; word++) {
    const bits = words[word] as number;
    count += countLowBits((bits | (bits >>> 1)) & LOW_BITS);
  }
  for (let i = 4 * words.length; i < differs.length; i++) count += Number(differs[i] !== 0);
  return count;
}

/** By request, 0 where these lanes agree; empty for fewer than two. A difference is in the lowest two bits. */
function differencesOf([first, ...others]: readonly LaneTrace[]): Uint8Array {
  if (first === undefined || others.length === 0) return new Uint8Array();
  // Lane by lane, so that each pass reads only two columns, without branches.
  const differs = new Uint8Array(first.arrivals.count);
  for (const { verdicts } of others) markDifferences(differs, verdicts, first.verdicts);
  return differs;
}

/** Of each of four bytes, the bits above the lowest two. */
const HIGH_BITS = 0xfc_fc_fc_fc;

/**
 * Sets those bytes of `differs` at which the answers differ. Compares four at a time where that is possible: nearly all
 * verdicts are below 4, and then clearing the low bit of a denial leaves its outcome.
 */
function markDifferences(differs: Uint8Array, one: Uint8Array, other: Uint8Array): void {
  const [ones, others] = [wordsOf(one), wordsOf(other)];
  const words = areBelow4(ones) && areBelow4(others) ? Math.min(ones.length, others.length) : 0;
  const marks = wordsOf(differs);
  for (let word = 0; word < words; word++) {
    const [a, b] = [ones[word] as number, others[word] as number];
    marks[word]! |= (a & ~((a >>> 1) & LOW_BITS)) ^ (b & ~((b >>> 1) & LOW_BITS));
  }
  for (let i = 4 * words; i < differs.length; i++)
    differs[i]! |= Number(Math.min(DENY, one[i] as number) !== Math.min(DENY, other[i] as number));
}

function areBelow4(verdicts: Uint32Array): boolean {
  let bits = 0;
  for (let word = 0; word < verdicts.length; word++) bits |= verdicts[word] as number;
  return (bits & HIGH_BITS) === 0;
}

/** What a chart of the range [from, to) shows of them. @param at the arrivals that the positions refer to */
export function disagreementChartData(
  requests: Uint32Array,
  at: Float64Array,
  from: Instant,
  to: Instant,
  columns: number,
): Omit<DisagreementChartData, 'requestsDiffer'> {
  const bins = binning(from, to, columns);
  const perBin = new Uint32Array(bins.count);
  const before = (instant: Instant): number =>
    firstWhere(requests.length, (index) => (at[requests[index] as number] as number) >= instant);
  let first = before(bins.from);
  for (let bin = 0; bin < bins.count; bin++) {
    const end = before(bins.from + (bin + 1) * bins.span);
    perBin[bin] = end - first;
    first = end;
  }
  return {
    count: requests.length,
    at: thinnedInstants(requests, at, from, to, columns),
    from: bins.from,
    span: bins.span,
    perBin,
  };
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
