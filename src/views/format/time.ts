/** Time as text. A scenario's durations are in seconds, the simulator's instants in microseconds; parameters say which. */
import {
  formatDuration,
  formatSignificant,
  formatTime as formatSeconds,
  MICROS_IN,
  naturalUnit,
  secondsToUnit,
  TIME_UNITS,
  type TimeUnit,
} from '../../sim/index.ts';
import { withThousandsSeparators, formatNumber, trimZeros } from './numbers.ts';

export { formatDuration, formatSeconds, naturalUnit, secondsToUnit, TIME_UNITS, type TimeUnit };

const UNIT_NAMES: Record<TimeUnit, string> = { ms: 'millisecond', s: 'second', min: 'minute', h: 'hour', d: 'day' };

export function isTimeUnit(text: string): text is TimeUnit {
  return (TIME_UNITS as readonly string[]).includes(text);
}

/** A figure in that unit, as seconds, to the nearest microsecond. */
export function unitToSeconds(figure: number, unit: TimeUnit): number {
  return Math.round(figure * MICROS_IN[unit]) / 1e6;
}

/** The same figure in another unit, 10 min for 10 s, within these bounds; all but the units in seconds. */
export function figureInUnit(
  seconds: number,
  from: TimeUnit,
  to: TimeUnit,
  { min, max }: { readonly min: number; readonly max: number },
): { readonly value: number; readonly limited: boolean } {
  const wanted = unitToSeconds(secondsToUnit(seconds, from), to);
  const value = Math.max(min, Math.min(max, wanted));
  return { value, limited: value !== wanted };
}

/** The figure for a field, without commas, with at most seven significant digits: 10 s in hours is `0.002777778`. */
export function formatForField(seconds: number, unit: TimeUnit): string {
  const figure = secondsToUnit(seconds, unit);
  const decimals = figure === 0 ? 0 : Math.min(12, Math.max(0, 6 - Math.floor(Math.log10(Math.abs(figure)))));
  return trimZeros(figure.toFixed(decimals));
}

/** A duration with its unit spelled out: `100 milliseconds`, `1 minute`. */
export function formatDurationLong(seconds: number): string {
  const unit = naturalUnit(seconds);
  const figure = secondsToUnit(seconds, unit);
  return `${formatNumber(figure, 6)} ${UNIT_NAMES[unit]}${figure === 1 ? '' : 's'}`;
}

/** `seconds`, for a field whose figure is in that unit. */
export function timeUnitInWords(unit: TimeUnit): string {
  return `${UNIT_NAMES[unit]}s`;
}

/** How many decimals of a second, 3 to 6, a pixel of `pixelMicros` microseconds resolves. */
export function instantDecimals(pixelMicros: number): number {
  return [3, 4, 5].find((decimals) => pixelMicros >= 10 ** (6 - decimals)) ?? 6;
}

/** An instant in full, with three decimals, or six where it needs them: `10.050 s`, `0.000333 s`. */
export function formatInstantExact(micros: number): string {
  return formatInstant(micros, Math.round(micros) % 1_000 === 0 ? 1_000 : 1);
}

/** An instant for a read-out, with the decimals that a pixel resolves: `14.200 s`, `14.20005 s`. */
export function formatInstant(micros: number, pixelMicros = Infinity): string {
  return `${withThousandsSeparators((micros / 1e6).toFixed(instantDecimals(pixelMicros)))} s`;
}

/**
 * A figure derived from many times, such as a percentile, with three significant digits: `13.9 s`, in milliseconds below a
 * second: `6 ms`, `0.25 ms`.
 */
export function formatDerivedTime(micros: number): string {
  const rounded = Number(micros.toPrecision(3));
  return rounded === 0 || rounded >= 1e6
    ? `${formatSignificant(micros / 1e6)} s`
    : `${formatNumber(rounded / 1e3, 6)} ms`;
}
