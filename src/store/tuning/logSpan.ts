/** Spans of a log, in whole Unix seconds: [from, to), of at most 30 days. */
import { MAX_SECONDS } from '../../sim/index.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export const MAX_SPAN = MAX_SECONDS;

/** The span with one end moved: the other one gives way where it would be empty or too long. */
export function movedSpan(span: Span, end: keyof Span, value: number, within: Span): Span {
  if (end === 'from') {
    const from = Math.max(within.from, Math.min(value, within.to - 1));
    return { from, to: Math.min(Math.max(span.to, from + 1), from + MAX_SPAN, within.to) };
  }
  const to = Math.min(within.to, Math.max(value, within.from + 1));
  return { from: Math.max(Math.min(span.from, to - 1), to - MAX_SPAN, within.from), to };
}

/**
 * The last 30 days of a longer log; undefined for all of a shorter one. A second less: the last request may have come up to a
 * second after its stamp.
 */
export function firstSpan({ from, to }: Span): Span | undefined {
  return to - from > MAX_SPAN ? { from: to - MAX_SPAN + 1, to } : undefined;
}
