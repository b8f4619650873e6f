/** Requests as individual marks or as counts per bin. */
import { floorTo, niceStep, type Duration, type Instant } from '../time.ts';
import {
  MAX_MARKS_SENT,
  type Densities,
  type LaneOverview,
  type Marks,
  type Overview,
  type RetryDensities,
  type TrafficChartData,
} from './chartData.ts';
import type { LaneTrace } from './trace.ts';
import { VerdictCounter } from './verdictCounts.ts';
import { firstAtOrAfter } from '../search.ts';
import { DELAY, isDenied } from '../verdict.ts';

/** The least width of a bin, in pixel columns. */
export const COLUMNS_PER_BIN = 2;

/** Positions [first, end) of the requests in [from, to). @param at arrivals, ascending */
export function requestRangeIn(at: Float64Array, from: Instant, to: Instant): readonly [first: number, end: number] {
  return [firstAtOrAfter(at, from), firstAtOrAfter(at, to)];
}

export function marksIn(trace: LaneTrace, from: Instant, to: Instant): Marks | null {
  const [first, end] = requestRangeIn(trace.arrivals.at, from, to);
  if (end - first > MAX_MARKS_SENT) return null;
  return {
    request: Uint32Array.from({ length: end - first }, (_, i) => first + i),
    at: trace.arrivals.at.slice(first, end),
    entry: trace.arrivals.entry.slice(first, end),
    verdict: trace.verdicts.slice(first, end),
    wait: Float64Array.from({ length: end - first }, (_, i) =>
      trace.verdicts[first + i] === DELAY ? (trace.waits?.[first + i] ?? 0) : 0,
    ),
    retry:
      trace.arrivals.tries &&
      Uint8Array.from(trace.arrivals.tries.number.subarray(first, end), (one) => Number(one > 1)),
    node: trace.cluster?.node.slice(first, end) ?? null,
  };
}

export function densitiesIn(trace: LaneTrace, from: Instant, to: Instant, columns: number): Densities {
  const bins = binning(from, to, columns);
  return { from: bins.from, span: bins.span, ...decisionsPerBin(trace, binEdges(trace.arrivals.at, bins)) };
}

function decisionsPerBin({ verdicts, waits }: LaneTrace, edges: Uint32Array): LaneOverview {
  const bins = edges.length - 1;
  const counter = new VerdictCounter(verdicts);
  const densities = { admitted: new Uint32Array(bins), delayed: new Uint32Array(bins), denied: new Uint32Array(bins) };
  for (let bin = 0; bin < bins; bin++) {
    const [first, end] = [edges[bin] as number, edges[bin + 1] as number];
    const denied = counter.denied(first, end);
    const delayed = waits === null ? 0 : counter.delayed(first, end);
    densities.denied[bin] = denied;
    densities.delayed[bin] = delayed;
    densities.admitted[bin] = end - first - denied - delayed;
  }
  return densities;
}

/** Retries (all tries but the first of a job) in the same bins as `densitiesIn`; null without clients. */
export function retryDensitiesIn(trace: LaneTrace, from: Instant, to: Instant, columns: number): RetryDensities | null {
  const { arrivals, verdicts } = trace;
  const { at, tries } = arrivals;
  if (tries === null) return null;
  const edges = binEdges(at, binning(from, to, columns));
  const count = edges.length - 1;
  const densities = {
    admitted: new Uint32Array(count),
    delayed: new Uint32Array(count),
    denied: new Uint32Array(count),
  };
  for (let bin = 0; bin < count; bin++) {
    let [all, delayed, denied] = [0, 0, 0];
    for (let i = edges[bin] as number; i < (edges[bin + 1] as number); i++) {
      // Without branches, as in `VerdictCounter`.
      const isRetry = Number((tries.number[i] as number) > 1);
      all += isRetry;
      delayed += isRetry & Number(verdicts[i] === DELAY);
      denied += isRetry & Number(isDenied(verdicts[i] as number));
    }
    densities.admitted[bin] = all - delayed - denied;
    densities.delayed[bin] = delayed;
    densities.denied[bin] = denied;
  }
  return densities;
}

/** @param at arrivals, ascending */
export function trafficChartDataIn(at: Float64Array, from: Instant, to: Instant, columns: number): TrafficChartData {
  const bins = binning(from, to, columns);
  const [first, end] = requestRangeIn(at, from, to);
  return {
    at: end - first > MAX_MARKS_SENT ? null : at.slice(first, end),
    from: bins.from,
    span: bins.span,
    counts: countsPerBin(binEdges(at, bins)),
    requestsInRange: end - first,
    nextArrival: end < at.length ? (at[end] as number) : null,
  };
}

/**
 * The whole run [0, end] in at most `most` bins: all arrivals of the traffic, and each lane's decisions.
 * @param at arrivals, ascending
 */
export function overviewOf(at: Float64Array, lanes: readonly LaneTrace[], end: Instant, most: number): Overview {
  const bins = binning(0, end, most * COLUMNS_PER_BIN);
  const edgesIn = (all: Float64Array): Uint32Array => {
    const edges = binEdges(all, bins).slice();
    // What comes at the very end of the run, or after it, is in the last bin.
    edges[bins.count] = all.length;
    return edges;
  };
  const overviews = lanes.map((lane) => decisionsPerBin(lane, edgesIn(lane.arrivals.at)));
  const denials = new Uint32Array(bins.count);
  for (const { denied } of overviews) for (let bin = 0; bin < bins.count; bin++) denials[bin]! += denied[bin] as number;
  return { span: bins.span, arrivals: countsPerBin(edgesIn(at)), denials, lanes: overviews };
}

/** Bins [from, from + span), [from + span, from + 2 × span), … */
export interface Bins {
  readonly from: Instant;
  readonly span: Duration;
  readonly count: number;
}

/**
 * The bins that a range [from, to) touches. They have a round duration and begin at its multiples. If they were a fixed
 * number of pixels wide, one bin of steady traffic would hold two requests and the next three, which looks like bursts, and
 * they would change while the range slides.
 */
export function binning(from: Instant, to: Instant, columns: number): Bins {
  const span = niceStep(((to - from) * COLUMNS_PER_BIN) / Math.max(COLUMNS_PER_BIN, columns));
  const first = floorTo(from, span);
  return { from: first, span, count: Math.max(1, Math.ceil((to - first) / span)) };
}

/**
 * The requests of bin b are at positions [edges[b], edges[b + 1]). Requests are in order of time, so a binary search per bin
 * replaces a division per request.
 */
function binEdges(at: Float64Array, bins: Bins): Uint32Array {
  const known = edgesOf.get(at) ?? [];
  const found = known.find(({ of }) => isSameBins(of, bins));
  if (found !== undefined) return found.edges;
  const edges = searchEdges(at, bins);
  edgesOf.set(at, [{ of: bins, edges }, ...known].slice(0, EDGES_KEPT));
  return edges;
}

function isSameBins(one: Bins, other: Bins): boolean {
  return one.from === other.from && one.span === other.span && one.count === other.count;
}

/**
 * The edges in these arrivals that were asked for last: those of the overview, of the lanes and of the traffic. Lanes share
 * their arrivals, and while only the policy changes, so do runs.
 */
const edgesOf = new WeakMap<Float64Array, readonly { readonly of: Bins; readonly edges: Uint32Array }[]>();
const EDGES_KEPT = 3;

function searchEdges(at: Float64Array, { from, span, count }: Bins): Uint32Array {
  const edges = new Uint32Array(count + 1);
  for (let bin = 0; bin <= count; bin++) edges[bin] = firstAtOrAfter(at, from + bin * span);
  return edges;
}

function countsPerBin(edges: Uint32Array): Uint32Array {
  return Uint32Array.from(
    { length: edges.length - 1 },
    (_, bin) => (edges[bin + 1] as number) - (edges[bin] as number),
  );
}
