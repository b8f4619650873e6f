/** What kinds with a time range have in common: track, description and conversion. */
import { MAX_RATE, type RangeFields } from '../scenario/entryFields.ts';
import { formatTime } from '../quantityFormat.ts';
import { microsFromSeconds, secondsFromMicros, shiftSeconds, type Duration, type Instant } from '../time.ts';
import type { Pace, RunContext, TimeSpan, Track } from './kind.ts';

export const rangeTrack = {
  shape: 'box',
  span(entry: RangeFields, runEnd: Instant): TimeSpan {
    const from = microsFromSeconds(entry.from);
    return { from, to: entry.to === undefined ? Math.max(from, runEnd) : microsFromSeconds(entry.to) };
  },
  namesInstants: false,
  lastNamedInstant: () => undefined,
  moved: <E extends RangeFields>(entry: E, by: Duration): E => ({
    ...entry,
    from: shiftSeconds(entry.from, by),
    ...(entry.to === undefined ? {} : { to: shiftSeconds(entry.to, by) }),
  }),
  ends: {
    mayMeet: false,
    put: <E extends RangeFields>(entry: E, side: 'from' | 'to', span: TimeSpan): E => ({
      ...entry,
      [side]: secondsFromMicros(span[side]),
    }),
  },
} as const satisfies Track<RangeFields>;

/** `9 s to 9.95 s`, `0 s to the end`. */
export function rangeText({ from, to }: RangeFields): string {
  return `${formatTime(from)} to ${to === undefined ? 'the end' : formatTime(to)}`;
}

/** @param rate requests a second, on average */
export function rangePace({ from, to }: RangeFields, rate: number, { end }: RunContext): Pace {
  const count = Math.min(MAX_RATE, rate * Math.max(0, (to ?? end) - from));
  return { from, count, rate, ...(to === undefined ? {} : { to }) };
}

/** For a kind with a single rate, in the field `rate`. */
export const oneRate = {
  of: ({ rate }: { readonly rate: number }): readonly [number] => [rate],
  set: <E extends { readonly rate: number }>(entry: E, _which: 0 | 1, rate: number): E => ({ ...entry, rate }),
  count: null,
} as const;
