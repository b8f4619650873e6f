/** Times as configs write them, in microseconds, and back. */
import { DAY, MILLISECOND, SECOND, type Duration } from '../../sim/index.ts';
import { lookUp } from './lookUp.ts';

export const MINUTE: Duration = 60 * SECOND;
export const HOUR: Duration = 60 * MINUTE;
/** The units that products call by their names and agree on; on longer ones they do not. */
export const NAMED_UNITS = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY };

/** Every way in which somebody writes a unit; a product that does not take one refuses it by its own list. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-3,
  us: 1,
  µs: 1,
  μs: 1,
  ms: MILLISECOND,
  s: SECOND,
  sec: SECOND,
  second: SECOND,
  m: MINUTE,
  min: MINUTE,
  minute: MINUTE,
  h: HOUR,
  hour: HOUR,
  d: DAY,
  day: DAY,
  w: 7 * DAY,
  week: 7 * DAY,
};

/** Microseconds of so many of a unit; null for an unknown unit, or where they are not whole. */
export function microsOf(amount: number, unit: string): Duration | null {
  const factor = lookUp(UNITS, unit) ?? lookUp(UNITS, unit.replace(/s$/, ''));
  if (factor === undefined) return null;
  return wholeMicros(amount * factor);
}

/** A decimal as a double, times a unit, is off by less than this share of it. */
const ROUNDING = 1e-15;

export function wholeMicros(micros: number): Duration | null {
  const whole = Math.round(micros);
  return Number.isSafeInteger(whole) && Math.abs(whole - micros) <= ROUNDING * whole ? whole : null;
}

/**
 * `10s`, `500 ms`, `1h30m`, `PT1M30S`, or a number in the product's own unit. Null if it is none of them.
 * @param bare what a number without a unit counts; null if there has to be one
 */
export function parseDuration(text: string, bare: Duration | null): Duration | null {
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return bare === null ? null : wholeMicros(Number(trimmed) * bare);
  const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i.exec(trimmed);
  if (iso !== null && trimmed.length > 2) {
    const [, days = 0, hours = 0, minutes = 0, seconds = 0] = iso;
    return wholeMicros(Number(days) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND);
  }
  if (!/^(\d+(\.\d+)?\s*[a-zµμ]+\s*)+$/i.test(trimmed)) return null;
  let sum = 0;
  for (const [, amount = '', unit = ''] of trimmed.matchAll(/(\d+(?:\.\d+)?)\s*([a-zµμ]+)/gi)) {
    const part = microsOf(Number(amount), unit.toLowerCase());
    if (part === null) return null;
    sum += part;
  }
  return sum;
}

/** The largest of the units in which it is whole: `10s`, `500ms`. The last has to be one that always is. */
export function durationText(time: Duration, units: readonly string[], separator = ''): string {
  const unit = units.find((name) => time % (UNITS[name] ?? 1) === 0) ?? units.at(-1) ?? 'us';
  return `${decimal(time / (UNITS[unit] ?? 1))}${separator}${unit}`;
}

/** Seconds as a decimal: `10`, `0.5`. */
export function secondsText(time: Duration): string {
  return decimal(time / SECOND);
}

/** Milliseconds as a decimal. */
export function millisText(time: Duration): string {
  return decimal(time / MILLISECOND);
}

/** A number with all its digits and without an exponent. */
export function decimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const places = Number(exponent);
  const figures = digits.replace('.', '');
  return places < 0 ? `0.${'0'.repeat(-places - 1)}${figures}` : figures.padEnd(places + 1, '0');
}
