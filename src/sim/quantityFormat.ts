/** Durations and rates as text. Scenarios give them in seconds and in requests per second. */
import { formatLength, formatNumber, formatSignificant } from './numberFormat.ts';

/** The units in which a duration can be written, smallest first. */
export const TIME_UNITS = ['ms', 's', 'min', 'h', 'd'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const MICROS_IN: Record<TimeUnit, number> = {
  ms: 1_000,
  s: 1_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
  d: 86_400_000_000,
};

/**
 * The largest unit in which this duration is a whole number; otherwise ms below a second, and s above: `90 s`, `1.5 s`.
 */
export function naturalUnit(seconds: number): TimeUnit {
  const micros = Math.round(seconds * 1e6);
  if (micros === 0) return 's';
  const whole = (['d', 'h', 'min', 's'] as const).find((unit) => micros % MICROS_IN[unit] === 0);
  return whole ?? (Math.abs(micros) < MICROS_IN.s ? 'ms' : 's');
}

/** Seconds converted to that unit. */
export function secondsToUnit(seconds: number, unit: TimeUnit): number {
  return Math.round(seconds * 1e6) / MICROS_IN[unit];
}

/** A duration in its natural unit: `100 ms`, `10 s`, `90 s`, `1 min`, `1.5 s`. */
export function formatDuration(seconds: number): string {
  const unit = naturalUnit(seconds);
  return `${formatNumber(secondsToUnit(seconds, unit), 6)} ${unit}`;
}

/** An instant or the end of a run, always in seconds: `24 s`, `9.95 s`, `3,600 s`. */
export function formatTime(seconds: number): string {
  return formatLength(seconds);
}

const RATE_UNITS = [
  { seconds: 1, words: 'a second', short: '/s' },
  { seconds: 60, words: 'a minute', short: '/min' },
  { seconds: 3_600, words: 'an hour', short: '/h' },
  { seconds: 86_400, words: 'a day', short: '/d' },
] as const;

export interface ScaledRate {
  readonly value: number;
  readonly figure: string;
  /** `a second`. */
  readonly words: string;
  /** `/s`. */
  readonly short: string;
}

/** A rate in the smallest unit of time in which it is at least 1, to avoid rates like `0.003 a second`. */
export function scaleRate(perSecond: number): ScaledRate {
  // In doubles, 1/60 times 60 falls just short of 1.
  const unit =
    RATE_UNITS.find(({ seconds }) => perSecond * seconds > 1 - 1e-9) ??
    (perSecond === 0 ? RATE_UNITS[0] : RATE_UNITS[3]);
  const value = perSecond * unit.seconds;
  return { ...unit, value, figure: formatNumber(value) };
}

/** `10 a second`, `16.667 a minute`, `5 an hour`. */
export function formatRate(perSecond: number): string {
  const { figure, words } = scaleRate(perSecond);
  return `${figure} ${words}`;
}

/** In three significant digits: `16.7 a minute`. */
export function formatRateRounded(perSecond: number): string {
  const { value, words } = scaleRate(perSecond);
  return `${formatSignificant(value)} ${words}`;
}

/** The same for narrow places: `10/s`, `16.7/min`. */
export function formatRateShort(perSecond: number): string {
  const { value, short } = scaleRate(perSecond);
  return `${formatSignificant(value)}${short}`;
}
