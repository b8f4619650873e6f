/** Spans of a log, in whole Unix seconds: [from, to), of at most 30 days. */
import { MAX_SECONDS } from '../../sim/index.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export const MAX_SPAN = MAX_SECONDS;

/** The span with one end moved: the other one gives way where it would be empty or too long. */
export function movedSpan(span: Span, end: keyof Span, value: number, within: Span, resolution: number): Span {
  const most = longest(within, resolution);
  if (end === 'from') {
    const from = Math.max(within.from, Math.min(value, within.to - 1));
    return { from, to: Math.min(Math.max(span.to, from + 1), from + most, within.to) };
  }
  const to = Math.min(within.to, Math.max(value, within.from + 1));
  return { from: Math.max(Math.min(span.from, to - 1), to - most, within.from), to };
}

/** The last 30 days of a longer log; undefined for all of a shorter one. @param resolution seconds between two stamps */
export function firstSpan(log: Span, resolution: number): Span | undefined {
  const { from, to } = log;
  return to - from > MAX_SPAN ? { from: to - longest(log, resolution), to } : undefined;
}

/**
 * How long a span may be: as long as the log, if a scenario holds that. A part is shorter by what the last request may have
 * come after its stamp, up to a second or the time between two stamps.
 */
function longest({ from, to }: Span, resolution: number): number {
  return to - from > MAX_SPAN ? MAX_SPAN - Math.max(1, resolution) : to - from;
}
