/** A TimeSpan of .NET: its constructors, `From…` and what `Parse` reads, in microseconds. */
import { DAY, MILLISECOND, SECOND } from '../../sim/index.ts';
import { HOUR, MINUTE } from './durations.ts';
import { numberOf, type Call, type Value } from './expressions.ts';

/** From the longest on: an argument counts the unit that follows that of the one before it. */
const UNITS = {
  days: DAY,
  hours: HOUR,
  minutes: MINUTE,
  seconds: SECOND,
  milliseconds: MILLISECOND,
  microseconds: 1,
} as const;
const NAMES = Object.keys(UNITS) as (keyof typeof UNITS)[];
const TICK = 0.1;

/** Null for a call that makes no TimeSpan, or one of what is no number. */
export function timeSpanOf({ name, args, named }: Call): number | null {
  // Where its type is known: `Window = new(0, 1, 0)`
  if (name === 'TimeSpan' || name === 'new') {
    const count = args.length + named.size;
    if (count === 1) return ticks(args[0] ?? named.get('ticks'));
    return count < 3 || count > 6 ? null : sumOf(count === 3 ? NAMES.slice(1) : NAMES, args, named);
  }
  if (name === 'FromTicks') return ticks(args[0] ?? named.get('value'));
  if (name === 'Parse') return args[0]?.kind === 'string' ? parse(args[0].value) : null;
  const unit = NAMES.findIndex((one) => name.toLowerCase() === `from${one}`);
  const value = named.get('value');
  return unit === -1 ? null : sumOf(NAMES.slice(unit), value === undefined ? args : [value], named);
}

function ticks(value: Value | undefined): number | null {
  const count = numberOf(value);
  return count === null ? null : count * TICK;
}

function sumOf(
  units: readonly (keyof typeof UNITS)[],
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): number | null {
  let sum: number | null = null;
  for (const [index, unit] of units.entries()) {
    const value = args[index] ?? named.get(unit);
    if (value === undefined) continue;
    const number = numberOf(value);
    if (number === null) return null;
    sum = (sum ?? 0) + number * UNITS[unit];
  }
  return sum;
}

/** `00:01:00`, `1.00:00:00`, `0:0:0.25`; a number alone is days. */
function parse(text: string): number | null {
  const match = /^(?:(\d+)\.)?(\d{1,2}):(\d{1,2})(?::(\d{1,2}(?:\.\d{1,7})?))?$|^(\d+)$/.exec(text.trim());
  if (match === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match[5] === undefined ? match.slice(1, 5) : [match[5]];
  return Number(days) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
}
