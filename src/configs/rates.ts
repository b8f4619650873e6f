/** Policies for a text that states a rate and no period: n per T where only the quotient is known. */
import { MAX_PERMITS, MAX_SECONDS, microsFromSeconds, MILLISECOND, SECOND, type Duration } from '../sim/index.ts';

export interface RatePolicy {
  readonly n: number;
  readonly T: Duration;
}

const LONGEST: Duration = microsFromSeconds(MAX_SECONDS);

/**
 * T as it was where that gives a whole n at the rate; else a second; else the smallest n that has a T. Null where no n and T of
 * a lane have this rate.
 * @param perMicro about the rate, in permits a microsecond
 * @param fits whether n per T is that rate, as the product computes it
 */
export function policyOfRate(
  perMicro: number,
  fits: (n: number, T: Duration) => boolean,
  keepT: Duration | undefined,
): RatePolicy | null {
  if (!(perMicro > 0) || !Number.isFinite(perMicro)) return null;
  const isPolicy = (n: number, T: Duration) =>
    n >= 1 && n <= MAX_PERMITS && T >= MILLISECOND && T <= LONGEST && fits(n, T);
  for (const T of [keepT, SECOND]) {
    if (T === undefined) continue;
    const around = Math.min(MAX_PERMITS, perMicro * T);
    for (const n of [Math.round(around), Math.floor(around)]) if (isPolicy(n, T)) return { n, T };
  }
  const most = Math.min(MAX_PERMITS, Math.floor(perMicro * LONGEST));
  for (let n = Math.max(1, Math.floor(perMicro * MILLISECOND)); n <= most; n++) {
    const around = n / perMicro;
    const T = Math.round(around);
    if (isPolicy(n, T)) return { n, T };
    const other = around > T ? T + 1 : T - 1;
    if (isPolicy(n, other)) return { n, T: other };
  }
  return null;
}

/**
 * The same for a rate that is a fraction: `count` permits in each `span`, both whole.
 * @param unit what the text counts in
 */
export function policyOfFraction(
  count: number,
  span: Duration,
  keepT: Duration | undefined,
  unit: Duration = span,
): RatePolicy | null {
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(span)) return null;
  const divisor = greatestCommon(count, span);
  const [least, shortest] = [count / divisor, span / divisor];
  const times = [keepT, unit, shortest * Math.ceil(MILLISECOND / shortest)];
  for (const T of times) {
    if (T === undefined || T % shortest !== 0 || T < MILLISECOND || T > LONGEST) continue;
    const n = (T / shortest) * least;
    if (n >= 1 && n <= MAX_PERMITS) return { n, T };
  }
  return null;
}

/** What is said of a rate that no lane can have. @param said as in `rateLimit is −10` */
export function noPolicyText(said: string): string {
  return `${said}: the rate of a lane is n in T, with n from 1 to 1,000,000 and T from 1 ms to 30 days.`;
}

/** Of two whole numbers below 2^53. */
export function greatestCommon(a: number, b: number): number {
  return b === 0 ? a : greatestCommon(b, a % b);
}

/** The policy of a rate a second that is a double, n/T as the product divides it. */
export function policyOfDoubleRate(rate: number, keepT: Duration | undefined): RatePolicy | null {
  return policyOfRate(rate / SECOND, (n, T) => n / (T / SECOND) === rate, keepT);
}
