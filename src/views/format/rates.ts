/** Policies and rates in words. */
import { formatCount, pluralize, formatNumber } from './numbers.ts';
import { formatDuration } from './time.ts';

const RATE_UNITS = [
  { seconds: 1, words: 'a second', short: '/s' },
  { seconds: 60, words: 'a minute', short: '/min' },
  { seconds: 3_600, words: 'an hour', short: '/h' },
  { seconds: 86_400, words: 'a day', short: '/d' },
] as const;

/** A rate in the smallest unit of time in which it is 1 at least, so that nobody has to read `0.003 a second`. */
function scaleRate(perSecond: number): {
  readonly figure: string;
  readonly words: string;
  readonly short: string;
} {
  // 1/60 times 60 falls short of 1 by a rounding.
  const unit =
    RATE_UNITS.find(({ seconds }) => perSecond * seconds > 1 - 1e-9) ??
    (perSecond === 0 ? RATE_UNITS[0] : RATE_UNITS[3]);
  return { ...unit, figure: formatNumber(perSecond * unit.seconds) };
}

/** `10 a second`, `16.667 a minute`, `5 an hour`. */
export function formatRate(perSecond: number): string {
  const { figure, words } = scaleRate(perSecond);
  return `${figure} ${words}`;
}

/** For a narrow place: `10/s`, `5/h`. */
export function formatRateShort(perSecond: number): string {
  const { figure, short } = scaleRate(perSecond);
  return `${figure}${short}`;
}

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
  return `${formatRate(n / T)} in the long run, bursts up to ${formatCount(capacity)}`;
}
