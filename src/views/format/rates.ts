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

/** `10 requests per 10 s`. */
export function formatLimit({ n, T }: Pick<PolicyValues, 'n' | 'T'>): string {
  return `${pluralize(n, 'request')} per ${formatDuration(T)}`;
}

/** `10 per 10 s`, as a lane has it. */
export function formatLimitShort({ n, T }: Pick<PolicyValues, 'n' | 'T'>): string {
  return `${formatCount(n)} per ${formatDuration(T)}`;
}

/** `1 a second in the long run, bursts up to 10`. */
export function formatLongRun({ n, T, capacity }: PolicyValues): string {
  return `${formatRateRounded(n / T)} in the long run, bursts up to ${formatCount(capacity)}`;
}
