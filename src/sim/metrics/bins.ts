/** Requests as individual marks or as counts per bin. */
import type { Duration, Instant } from '../time.ts';
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

/** Width of a bin in pixel columns. */
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
  const { bins, span } = binning(from, to, columns);
  return { from, span, ...decisionsPerBin(trace, binEdges(trace.arrivals.at, from, to, span, bins)) };
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
  const { bins, span } = binning(from, to, columns);
  const densities = { admitted: new Uint32Array(bins), delayed: new Uint32Array(bins), denied: new Uint32Array(bins) };
  const edges = binEdges(at, from, to, span, bins);
  for (let bin = 0; bin < bins; bin++) {
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
  const { bins, span } = binning(from, to, columns);
  const [first, end] = requestRangeIn(at, from, to);
  return {
    at: end - first > MAX_MARKS_SENT ? null : at.slice(first, end),
    counts: countsPerBin(binEdges(at, from, to, span, bins)),
    span,
    requestsInRange: end - first,
    nextArrival: end < at.length ? (at[end] as number) : null,
  };
}

/**
 * The whole run [0, end] in `bins` bins: all arrivals of the traffic, and each lane's decisions.
 * @param at arrivals, ascending
 */
export function overviewOf(at: Float64Array, lanes: readonly LaneTrace[], end: Instant, bins: number): Overview {
  const span = Math.max(1, end) / bins;
  const overviews = lanes.map((lane) => decisionsPerBin(lane, binEdges(lane.arrivals.at, 0, Infinity, span, bins)));
  const denials = new Uint32Array(bins);
  for (const { denied } of overviews) for (let bin = 0; bin < bins; bin++) denials[bin]! += denied[bin] as number;
  return { span, arrivals: countsPerBin(binEdges(at, 0, Infinity, span, bins)), denials, lanes: overviews };
}

export function binning(from: Instant, to: Instant, columns: number): { bins: number; span: Duration } {
  const bins = Math.max(1, Math.floor(columns / COLUMNS_PER_BIN));
  return { bins, span: Math.max(1, to - from) / bins };
}

/**
 * The requests in [from, to) in bins of `span`: those of bin b are at positions [edges[b], edges[b + 1]). The last bin
 * holds the rest. Requests are in order of time, so a binary search per bin replaces a division per request.
 */
function binEdges(at: Float64Array, from: Instant, to: Instant, span: Duration, bins: number): Uint32Array {
  const wanted = [from, to, span, bins].join();
  const known = edgesOf.get(at) ?? [];
  const found = known.find(({ of }) => of === wanted);
  if (found !== undefined) return found.edges;
  const edges = searchEdges(at, from, to, span, bins);
  edgesOf.set(at, [{ of: wanted, edges }, ...known].slice(0, EDGES_KEPT));
  return edges;
}

/**
 * The edges in these arrivals that were asked for last: those of the overview, of the lanes and of the traffic. Lanes share
 * their arrivals, and while only the policy changes, so do runs.
 */
const edgesOf = new WeakMap<Float64Array, readonly { readonly of: string; readonly edges: Uint32Array }[]>();
const EDGES_KEPT = 3;

function searchEdges(at: Float64Array, from: Instant, to: Instant, span: Duration, bins: number): Uint32Array {
  const [first, end] = requestRangeIn(at, from, to);
  const edges = new Uint32Array(bins + 1);
  edges[0] = first;
  for (let bin = 1; bin < bins; bin++) edges[bin] = firstAtOrAfter(at, from + bin * span, end);
  edges[bins] = end;
  return edges;
}

function countsPerBin(edges: Uint32Array): Uint32Array {
  return Uint32Array.from(
    { length: edges.length - 1 },
    (_, bin) => (edges[bin + 1] as number) - (edges[bin] as number),
  );
}
