/** A TimeSpan of .NET, by its constructors, `From…` and `Parse`, in microseconds. */
import { DAY, MILLISECOND, SECOND } from '../../sim/index.ts';
import { HOUR, MINUTE } from './durations.ts';
import { numberOf, pathOf, type Call } from './expressions.ts';

const MICROS: Readonly<Record<string, number>> = {
  days: DAY,
  hours: HOUR,
  minutes: MINUTE,
  seconds: SECOND,
  milliseconds: MILLISECOND,
  microseconds: 1,
};
const NAMES = Object.keys(MICROS);

/** Null for a call that makes no TimeSpan, or one of what is no number. */
export function timeSpanOf({ name, args, named, on }: Call): number | null {
  const [first] = args;
  if (pathOf(on) === 'TimeSpan' && name === 'Parse')
    return first?.kind === 'string' ? parsed(first.value.trim()) : null;
  if (/^(TimeSpan|new|FromTicks)$/.test(name) && args.length === 1) {
    const ticks = numberOf(first);
    return ticks === null ? null : ticks / 10;
  }
  const value = named.get('value');
  const values = value === undefined ? args : [value];
  // An argument counts the unit that follows that of the one before it.
  const units = NAMES.slice(beginOf(name, args.length + named.size));
  let sum: number | null = null;
  for (const [index, unit] of units.entries()) {
    const said = values[index] ?? named.get(unit);
    if (said === undefined) continue;
    const number = numberOf(said);
    if (number === null) return null;
    sum = (sum ?? 0) + number * MICROS[unit]!;
  }
  return sum;
}

const TIME_SPAN = /^(?:(\d{1,8})\.)?([01]?\d|2[0-3]):([0-5]?\d)(?::([0-5]?\d(?:\.\d{1,7})?))?$/;

/** `00:01:00`, `1.00:00:00`, or `7`, which are days; null for anything else. */
function parsed(text: string): number | null {
  if (/^\d{1,8}$/.test(text)) return Number(text) * DAY;
  const [, days = 0, hours, minutes, seconds = 0] = TIME_SPAN.exec(text) ?? [];
  return hours === undefined
    ? null
    : Number(days) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
}

/** With which of the units its arguments begin: none for another call. */
function beginOf(name: string, count: number): number {
  // Where its type is known: `Window = new(0, 1, 0)`
  if (/^(TimeSpan|new)$/.test(name)) return count < 3 ? NAMES.length : count === 3 ? 1 : 0;
  const at = NAMES.indexOf(name.replace('From', '').toLowerCase());
  return at === -1 ? NAMES.length : at;
}
