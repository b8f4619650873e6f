/** Requests as single marks or as counts per bin. */
import type { Duration, Instant } from '../time.ts';
import { MOST_MARKS_SENT, type Densities, type Marks, type Overview, type Retries, type TrafficLook } from './look.ts';
import { firstAtOrAfter, type LaneTrace } from './trace.ts';

/** One bin is this many pixel columns. */
export const COLUMNS_A_BIN = 2;

/** Positions [first, end) of the requests in [from, to), of requests that come at rising instants. */
export function requestsIn(at: Float64Array, from: Instant, to: Instant): readonly [first: number, end: number] {
  return [firstAtOrAfter(at, from), firstAtOrAfter(at, to)];
}

export function marksIn(trace: LaneTrace, from: Instant, to: Instant): Marks | null {
  const [first, end] = requestsIn(trace.arrivals.at, from, to);
  if (end - first > MOST_MARKS_SENT) return null;
  return {
    request: Uint32Array.from({ length: end - first }, (_, i) => first + i),
    at: trace.arrivals.at.slice(first, end),
    verdict: trace.verdicts.slice(first, end),
    wait: Float64Array.from({ length: end - first }, (_, i) =>
      trace.verdicts[first + i] === 1 ? (trace.waits?.[first + i] ?? 0) : 0,
    ),
    retry:
      trace.arrivals.tries &&
      Uint8Array.from(trace.arrivals.tries.number.subarray(first, end), (one) => Number(one > 1)),
    nodes: trace.cluster?.node.slice(first, end) ?? null,
  };
}

export function densitiesIn(trace: LaneTrace, from: Instant, to: Instant, columns: number): Densities {
  const { verdicts } = trace;
  const { bins, span } = binning(from, to, columns);
  const densities = {
    from,
    span,
    admitted: new Uint32Array(bins),
    delayed: new Uint32Array(bins),
    denied: new Uint32Array(bins),
  };
  const edges = edgesOf(trace.arrivals.at, from, to, span, bins);
  for (let bin = 0; bin < bins; bin++) {
    const [first, end] = [edges[bin] as number, edges[bin + 1] as number];
    const denied = deniedAmong(verdicts, first, end);
    let delayed = 0;
    if (trace.waits !== null) for (let i = first; i < end; i++) delayed += Number(verdicts[i] === 1);
    densities.denied[bin] = denied;
    densities.delayed[bin] = delayed;
    densities.admitted[bin] = end - first - denied - delayed;
  }
  return densities;
}

/** Of the same requests in the same bins those that are not the first try of their job; null without clients. */
export function retriesIn(trace: LaneTrace, from: Instant, to: Instant, columns: number): Retries | null {
  const { arrivals, verdicts } = trace;
  const { at, tries } = arrivals;
  if (tries === null) return null;
  const { bins, span } = binning(from, to, columns);
  const retries = { admitted: new Uint32Array(bins), delayed: new Uint32Array(bins), denied: new Uint32Array(bins) };
  const edges = edgesOf(at, from, to, span, bins);
  for (let bin = 0; bin < bins; bin++) {
    let [all, delayed, denied] = [0, 0, 0];
    for (let i = edges[bin] as number; i < (edges[bin + 1] as number); i++) {
      // Without a branch, as `deniedAmong`.
      const again = Number((tries.number[i] as number) > 1);
      all += again;
      delayed += again & Number(verdicts[i] === 1);
      denied += again & Number((verdicts[i] as number) > 1);
    }
    retries.admitted[bin] = all - delayed - denied;
    retries.delayed[bin] = delayed;
    retries.denied[bin] = denied;
  }
  return retries;
}

/** @param at when requests come, rising */
export function trafficIn(at: Float64Array, from: Instant, to: Instant, columns: number): TrafficLook {
  const { bins, span } = binning(from, to, columns);
  const [first, end] = requestsIn(at, from, to);
  return {
    at: end - first > MOST_MARKS_SENT ? null : at.slice(first, end),
    counts: countsBetween(edgesOf(at, from, to, span, bins)),
    span,
    inRange: end - first,
    next: end < at.length ? (at[end] as number) : null,
  };
}

/**
 * The whole run [0, end] in `bins` bins: all arrivals of the traffic, and denials of any lane.
 * @param at when requests come, rising
 */
export function overviewOf(at: Float64Array, lanes: readonly LaneTrace[], end: Instant, bins: number): Overview {
  const span = Math.max(1, end) / bins;
  const denials = new Uint32Array(bins);
  for (const lane of lanes) {
    const edges = edgesOf(lane.arrivals.at, 0, Infinity, span, bins);
    for (let bin = 0; bin < bins; bin++) {
      denials[bin]! += deniedAmong(lane.verdicts, edges[bin] as number, edges[bin + 1] as number);
    }
  }
  return { span, arrivals: countsBetween(edgesOf(at, 0, Infinity, span, bins)), denials };
}

export function binning(from: Instant, to: Instant, columns: number): { bins: number; span: Duration } {
  const bins = Math.max(1, Math.floor(columns / COLUMNS_A_BIN));
  return { bins, span: Math.max(1, to - from) / bins };
}

/**
 * The requests in [from, to) by bins of `span`: those of bin b are at positions edges[b] to edges[b + 1]. The last bin
 * has what is left. Requests are in order of time, so a few searches stand for a division of every one of them.
 */
function edgesOf(at: Float64Array, from: Instant, to: Instant, span: Duration, bins: number): Uint32Array {
  const [first, end] = requestsIn(at, from, to);
  const edges = new Uint32Array(bins + 1);
  edges[0] = first;
  for (let bin = 1; bin < bins; bin++) edges[bin] = firstAtOrAfter(at, from + bin * span, end);
  edges[bins] = end;
  return edges;
}

function countsBetween(edges: Uint32Array): Uint32Array {
  return Uint32Array.from(
    { length: edges.length - 1 },
    (_, bin) => (edges[bin + 1] as number) - (edges[bin] as number),
  );
}

/** Added up without a branch: a processor cannot guess verdicts (a million of them: 1 ms instead of 4). */
function deniedAmong(verdicts: Uint8Array, first: number, end: number): number {
  let denied = 0;
  for (let i = first; i < end; i++) denied += Number((verdicts[i] as number) > 1);
  return denied;
}
