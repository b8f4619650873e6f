/** Durations in state pictures, from nanoseconds (T/n of a million per millisecond) to 30 days. Arguments are in seconds. */
import { formatQuantity } from './shapes.ts';

const UNITS = [
  { under: 1e-6, seconds: 1e-9, name: 'ns' },
  { under: 1e-3, seconds: 1e-6, name: 'µs' },
  { under: 0.1, seconds: 1e-3, name: 'ms' },
  { under: 180, seconds: 1, name: 's' },
  { under: 10_800, seconds: 60, name: 'min' },
  { under: 259_200, seconds: 3_600, name: 'h' },
  { under: Infinity, seconds: 86_400, name: 'd' },
] as const;
const [, , , SECONDS] = UNITS;
const DAYS = UNITS[6];

/** Rounded: `40 ms`, `0.45 s`, `12.5 s`, `3.3 min`. */
export function formatBriefDuration(length: number): string {
  const size = Math.abs(length);
  const unit = size === 0 ? SECONDS : (UNITS.find(({ under }) => size < under) ?? DAYS);
  const value = length / unit.seconds;
  const decimals = unit.seconds < 1 || Math.abs(value) >= 100 ? 0 : Math.abs(value) < 1 ? 2 : 1;
  return `${formatQuantity(value, decimals)} ${unit.name}`;
}

/**
 * In full: to the microsecond, and to the nanosecond where `scale`, the longest duration of its kind, is under a second.
 * T/n is under a microsecond only there, since no capacity exceeds a million.
 */
export function formatFullDuration(length: number, scale = length): string {
  const fine = length !== 0 && Math.abs(scale) < 1 && Math.abs(length) < 1;
  return fine ? `${formatQuantity(length * 1e3, 6)} ms` : `${formatQuantity(length, 6)} s`;
}

/** An instant, given in microseconds: `10 s`, `10.05 s`. */
export function formatPictureInstant(micros: number): string {
  return `${formatQuantity(micros / 1e6, 6)} s`;
}
