/**
 * What a key of the store may hold, and how text is read as a number. Errors are Redis 7's, word for word; where Redis
 * counts to 2^63, the simulated store counts to 2^53 and then gives the same error.
 */
import { StoreError } from './command.ts';

/** Text, or a whole number below 2^53 that stands for its digits. */
export type Scalar = string | number;

/** Only its length: no command here reads what a list holds. */
export class ListValue {
  length = 0;
}

/** Fields in the order in which they were first written. */
export type Hash = Map<string, Scalar>;

const WHOLE = /^(?:0|-?[1-9]\d*)$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

export function scalarText(value: Scalar): string {
  return typeof value === 'string' ? value : String(value);
}

/** What is kept for an argument: its number where its text is that number's, so that counting needs no parsing. */
export function normalized(value: Scalar): Scalar {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? String(value) : value;
}

/** A whole number written as Redis writes it: no plus, no leading zeros, no spaces. NaN for anything else. */
export function parseWhole(value: Scalar): number {
  const number = typeof value === 'number' ? value : WHOLE.test(value) ? Number(value) : NaN;
  return Number.isSafeInteger(number) ? number : NaN;
}

/** A decimal number or an infinity; NaN for anything else. */
export function parseDecimal(value: Scalar): number {
  if (typeof value === 'number') return value;
  if (DECIMAL.test(value)) return Number(value);
  const sign = INFINITE.exec(value)?.[1];
  return sign === undefined ? NaN : sign === '-' ? -Infinity : Infinity;
}

/** @throws {StoreError} */
export function requireInteger(value: Scalar): number {
  const number = parseWhole(value);
  if (Number.isNaN(number)) throw new StoreError('ERR value is not an integer or out of range');
  return number;
}

/** @throws {StoreError} where a double counts no longer */
export function checkedSum(left: number, right: number): number {
  const total = left + right;
  if (!Number.isSafeInteger(total)) throw new StoreError('ERR increment or decrement would overflow');
  return total;
}

export function wrongTypeError(): StoreError {
  return new StoreError('WRONGTYPE Operation against a key holding the wrong kind of value');
}

export function wrongArityError(command: string): StoreError {
  return new StoreError(`ERR wrong number of arguments for '${command.toLowerCase()}' command`);
}
