/**
 * Even spacing without rounding errors.
 *
 * "3 a second until 10" has a request at 9.666… s and none at 10 s, and a rate of 25.6 puts every second request on
 * half a microsecond. Doubles get some of these cases wrong: they represent neither k/rate nor most decimals exactly. So a
 * rate is interpreted as the decimal that was written, a ratio of integers, and so is the resulting interval.
 */
import { TWO_TO_53 } from '../math.ts';
import { SECOND, type Duration, type Instant } from '../time.ts';

/** numerator / denominator, the denominator positive. */
export type Ratio = readonly [numerator: bigint, denominator: bigint];

const MICROS_IN_SECOND = BigInt(SECOND);

/** The finite number x ≥ 0 as the shortest decimal that parses back to x: what its author wrote. */
export function decimalRatio(x: number): Ratio {
  const [mantissa = '', exponent = ''] = x.toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const zeros = Number(exponent) - (digits.length - 1);
  return zeros < 0 ? [BigInt(digits), BigInt('1' + '0'.repeat(-zeros))] : [BigInt(digits + '0'.repeat(zeros)), 1n];
}

/** ⌈a / b⌉ for a ≥ 0, b > 0; ∞ if a double cannot hold it. */
export function ceilRatio(a: bigint, b: bigint): number {
  return Number((a + b - 1n) / b);
}

/** How many k = 0, 1, … have k / rate < length, exactly. `rate` per second; 0 for a rate of 0. */
export function countWithin(length: Duration, rate: number): number {
  if (!(length > 0 && rate > 0)) return 0;
  const [requests, seconds] = decimalRatio(rate);
  return ceilRatio(BigInt(length) * requests, seconds * MICROS_IN_SECOND);
}

/** A length of `whole + numerator / denominator` microseconds, 0 ≤ numerator < denominator. */
export interface Interval {
  readonly whole: number;
  readonly numerator: number;
  readonly denominator: number;
}

/** Up to this denominator, and for the first 2^25 requests, the products in `fillEvenly` stay below 2^53. */
const MAX_EXACT_DENOMINATOR = 134_217_728;

/** `micros / requests`. */
export function intervalOf(micros: bigint, requests: bigint): Interval {
  const divisor = greatestCommonDivisor(micros, requests);
  const denominator = requests / divisor;
  const numerator = (micros / divisor) % denominator;
  // With an interval longer than any run there is one request, at 0 · whole: any finite number works.
  const whole = Math.min(Number(micros / requests), TWO_TO_53);
  // Above the limit, a double quotient: its error after 2^25 requests is below 10^−8 µs.
  return denominator <= MAX_EXACT_DENOMINATOR
    ? { whole, numerator: Number(numerator), denominator: Number(denominator) }
    : { whole, numerator: Number(numerator) / Number(denominator), denominator: 1 };
}

/** The interval between requests at `rate` per second. `rate` > 0. */
export function intervalForRate(rate: number): Interval {
  const [requests, seconds] = decimalRatio(rate);
  return intervalOf(seconds * MICROS_IN_SECOND, requests);
}

/** Writes start + k · interval for k = 0 … count − 1, to the nearest microsecond, halves up. */
export function fillEvenly(at: Float64Array, count: number, start: Instant, interval: Interval): void {
  for (let k = 0; k < count; k++) at[k] = evenInstant(start, k, interval);
}

/** start + k · interval to the nearest microsecond, halves up. */
export function evenInstant(start: Instant, k: number, { whole, numerator, denominator }: Interval): Instant {
  return start + k * whole + Math.floor((2 * k * numerator + denominator) / (2 * denominator));
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
