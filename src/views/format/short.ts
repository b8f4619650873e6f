/** Counts and times in few characters, for narrow places. */
import { formatCount, formatNumber } from './numbers.ts';

/** `9,999`, then with two or three digits: `12k`, `143k`, `1.2M`. */
export function formatCountShort(value: number): string {
  if (value < 1e4) return formatCount(value);
  const [size, letter] = value < 999_500 ? [1e3, 'k'] : [1e6, 'M'];
  return `${formatTwoDigits(value / size)}${letter}`;
}

function formatTwoDigits(value: number): string {
  return formatNumber(value, value < 9.95 ? 1 : 0);
}

export const NBSP = '\u00a0';
/** Does not break from the text before it. */
export const SEPARATOR = `${NBSP}· `;

/** Each unit is used from `least` microseconds on; seconds and minutes are kept beyond one of the next unit. */
const UNITS = [
  { unit: 'd', size: 86_400e6, least: 2 * 86_400e6 },
  { unit: 'h', size: 3_600e6, least: 2 * 3_600e6 },
  { unit: 'min', size: 60e6, least: 600e6 },
  { unit: 's', size: 1e6, least: 999.5e3 },
  { unit: 'ms', size: 1e3, least: 0 },
] as const;

/** A duration likewise: `0 s`, `0.4 ms`, `250 ms`, `1.2 s`, `98 s`, `25 min`, `3.5 h`. */
export function formatDurationShort(micros: number): string {
  if (micros === 0) return '0 s';
  const { unit, size } = UNITS.find(({ least }) => micros >= least) ?? UNITS[4];
  return `${formatTwoDigits(micros / size)} ${unit}`;
}
