/** The part of a chart's data that comes up to an instant: what lies beyond it is hidden. */
import type { Curve, Densities, Instant, LaneChartData, Marks, RetryDensities } from '../../sim/index.ts';

/** A lane's data up to an instant; all of it for infinity. Bins count if they begin at or before it. */
export function shownPartOf(chartData: LaneChartData, until: Instant): LaneChartData {
  if (until === Infinity) return chartData;
  const { level, secondaryLevel, windowCount, marks, densities, retries } = chartData;
  const shownBins = Math.max(0, Math.floor((until - densities.from) / densities.span) + 1);
  const shown = { ...densities, ...binsUpTo(densities, shownBins) };
  return {
    ...chartData,
    level: curveUpTo(level, until),
    secondaryLevel: secondaryLevel && curveUpTo(secondaryLevel, until),
    windowCount: curveUpTo(windowCount, until),
    marks: marks && marksUpTo(marks, until),
    densities: shown,
    retries: retries && binsUpTo(retries, shownBins),
    requestsInRange: marks === null ? requestsIn(shown) : countUpTo(marks.at, until),
  };
}

/** How many of the ascending instants are at or before one. */
function countUpTo(instants: Float64Array, until: Instant): number {
  const after = instants.findIndex((at) => at > until);
  return after < 0 ? instants.length : after;
}

/** It ends at the instant, at the height that it has there. */
function curveUpTo({ at, value }: Curve, until: Instant): Curve {
  const end = countUpTo(at, until);
  if (end === 0 || end === at.length) return { at: at.slice(0, end), value: value.slice(0, end) };
  const [before, after] = [at[end - 1] as number, at[end] as number];
  const [low, high] = [value[end - 1] as number, value[end] as number];
  return {
    at: Float64Array.of(...at.subarray(0, end), until),
    value: Float64Array.of(...value.subarray(0, end), low + ((high - low) * (until - before)) / (after - before)),
  };
}

function marksUpTo({ request, at, entry, verdict, wait, retry, node }: Marks, until: Instant): Marks {
  const end = countUpTo(at, until);
  return {
    request: request.slice(0, end),
    at: at.slice(0, end),
    entry: entry.slice(0, end),
    verdict: verdict.slice(0, end),
    wait: wait.slice(0, end),
    retry: retry && retry.slice(0, end),
    node: node && node.slice(0, end),
  };
}

function binsUpTo({ admitted, delayed, denied }: RetryDensities, bins: number): RetryDensities {
  const upTo = (counts: Uint32Array): Uint32Array => counts.map((count, bin) => (bin < bins ? count : 0));
  return { admitted: upTo(admitted), delayed: upTo(delayed), denied: upTo(denied) };
}

function requestsIn({ admitted, delayed, denied }: Densities): number {
  return [admitted, delayed, denied].reduce((sum, counts) => sum + counts.reduce((all, count) => all + count, 0), 0);
}
