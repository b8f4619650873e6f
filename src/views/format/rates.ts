/** Policies and rates in words. */
import { count, counted, number } from './numbers.ts';
import { duration } from './time.ts';

const units = [
  { seconds: 1, words: 'a second', short: '/s' },
  { seconds: 60, words: 'a minute', short: '/min' },
  { seconds: 3_600, words: 'an hour', short: '/h' },
  { seconds: 86_400, words: 'a day', short: '/d' },
] as const;

/** A rate in the smallest unit of time in which it is 1 at least, so that nobody has to read `0.003 a second`. */
function inSensibleUnit(perSecond: number): {
  readonly figure: string;
  readonly words: string;
  readonly short: string;
} {
  // 1/60 times 60 falls short of 1 by a rounding.
  const unit = units.find(({ seconds }) => perSecond * seconds > 1 - 1e-9) ?? (perSecond === 0 ? units[0] : units[3]);
  return { ...unit, figure: number(perSecond * unit.seconds) };
}

/** `10 a second`, `16.667 a minute`, `5 an hour`. */
export function rateWords(perSecond: number): string {
  const { figure, words } = inSensibleUnit(perSecond);
  return `${figure} ${words}`;
}

/** For a narrow place: `10/s`, `5/h`. */
export function rateShort(perSecond: number): string {
  const { figure, short } = inSensibleUnit(perSecond);
  return `${figure}${short}`;
}

export interface PolicyFigures {
  /** Requests admitted within T. */
  readonly n: number;
  /** Seconds. */
  readonly T: number;
  readonly capacity: number;
}

/** `10 requests per 10 s`. */
export function limitWords({ n, T }: Pick<PolicyFigures, 'n' | 'T'>): string {
  return `${counted(n, 'request')} per ${duration(T)}`;
}

/** `10 per 10 s`, as a lane has it. */
export function limitShort({ n, T }: Pick<PolicyFigures, 'n' | 'T'>): string {
  return `${count(n)} per ${duration(T)}`;
}

/** `1 a second in the long run, bursts up to 10`. */
export function longRunWords({ n, T, capacity }: PolicyFigures): string {
  return `${rateWords(n / T)} in the long run, bursts up to ${count(capacity)}`;
}
