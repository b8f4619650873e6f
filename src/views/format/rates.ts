/** Policies and rates in words. */
import { formatRate, formatRateRounded, formatRateShort } from '../../sim/index.ts';
import { formatCount, pluralize } from './numbers.ts';
import { formatDuration } from './time.ts';

export { formatRate, formatRateShort };

export interface PolicyValues {
  /** Requests admitted within T. */
  readonly n: number;
  /** Seconds. */
  readonly T: number;
  readonly capacity: number;
}

/** Seconds whose unit has a name of its own: nobody says `per 1 min`. */
const PERIODS = new Map([
  [1, 'second'],
  [60, 'minute'],
  [3_600, 'hour'],
  [86_400, 'day'],
]);

function formatPeriod(T: number): string {
  return PERIODS.get(T) ?? formatDuration(T);
}

/** `10 requests per 10 s`, `10 requests per second`. */
export function formatLimit({ n, T }: Pick<PolicyValues, 'n' | 'T'>): string {
  return `${pluralize(n, 'request')} per ${formatPeriod(T)}`;
}

/** `10 per 10 s`, as a lane has it. */
export function formatLimitShort({ n, T }: Pick<PolicyValues, 'n' | 'T'>): string {
  return `${formatCount(n)} per ${formatPeriod(T)}`;
}

/** `1 a second in the long run, bursts up to 10`. */
export function formatLongRun({ n, T, capacity }: PolicyValues): string {
  return `${formatRateRounded(n / T)} in the long run, bursts up to ${formatCount(capacity)}`;
}
