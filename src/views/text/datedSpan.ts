/** When something of a known date was, in words. */
import { MONTHS } from './clockText.ts';

interface DatedSpan {
  /** Unix seconds. */
  readonly start: number;
  /** Seconds. */
  readonly length: number;
}

/** `5 January 2026, 10:00:00 to 10:59:59 UTC`; the end has a date of its own where that is another day. */
export function datedSpanText({ start, length }: DatedSpan): string {
  const [from, to] = [new Date(start * 1_000), new Date((start + length) * 1_000)];
  const sameDay = dateText(from) === dateText(to);
  return `${dateText(from)}, ${clockText(from)} to ${sameDay ? '' : `${dateText(to)}, `}${clockText(to)} UTC`;
}

/** `5 January 2026` */
function dateText(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function clockText(date: Date): string {
  return date.toISOString().slice(11, 19);
}
