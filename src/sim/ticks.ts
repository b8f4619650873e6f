/**
 * Ticks: the unit in which limiters count, so that the rate n/T never becomes a fraction.
 *
 * With n/T in lowest terms n′/T′ (T′ in microseconds), one microsecond is n′ ticks and one permit is T′ ticks. A bucket
 * then gains n′ ticks a microsecond and the emission interval is T′ ticks; tokens and a theoretical arrival time are
 * two views of one quantity, and every comparison is between whole numbers that a double holds exactly.
 */
import { divCeil, gcd, TWO_TO_53 } from './math.ts';
import type { Duration } from './time.ts';

/** A rate in lowest terms. */
export interface Rate {
  /** n′: ticks in one microsecond (or in one unit of the limiter's own clock). */
  readonly ticksPerUnit: number;
  /** T′: ticks in one permit. */
  readonly ticksPerPermit: number;
}

/** A policy that cannot be run exactly; the message says which product is too large. */
export class PrecisionLossError extends RangeError {
  override readonly name = 'PrecisionLossError';
}

/**
 * The rate of `n` permits per `T` microseconds, for a clock whose unit is `unit` microseconds (1 unless the limiter
 * reads a coarser clock).
 */
export function rateInTicks(n: number, T: Duration, unit = 1): Rate {
  const units = n * unit;
  const divisor = gcd(units, T);
  return { ticksPerUnit: units / divisor, ticksPerPermit: T / divisor };
}

/**
 * `a · b`; throws when a double cannot hold it exactly.
 * @throws {PrecisionLossError} naming the product
 */
export function exactProduct(a: number, b: number, description: string): number {
  const product = a * b;
  if (product >= TWO_TO_53) {
    throw new PrecisionLossError(
      `${description} is ${a} × ${b}, past 2^53, where whole numbers are no longer exact: ` +
        'shorten T or the run, lower the capacity, or choose n and T with a larger common divisor',
    );
  }
  return product;
}

/** Ticks as the shortest whole number of units in which they pass. */
export function unitsFromTicks(ticks: number, rate: Rate): number {
  return ticks <= 0 ? 0 : divCeil(ticks, rate.ticksPerUnit);
}
