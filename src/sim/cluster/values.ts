/**
 * The types of values in the store, and how text is parsed as a number. Error messages are those of Redis 7. Redis counts
 * up to 2^63; the simulated store counts up to 2^53 and then replies with the same error.
 */
import { StoreError } from './command.ts';

/** Text, or a whole number below 2^53 in place of its digits. */
export type Scalar = string | number;

/** A list, of which only the length is kept: no command here reads its content. */
export class ListValue {
  length = 0;
}

/** Fields, in the order in which they were first written. */
export type Hash = Map<string, Scalar>;

const WHOLE = /^(?:0|-?[1-9]\d*)$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

export function scalarText(value: Scalar): string {
  return typeof value === 'string' ? value : String(value);
}

/** The stored form of an argument: a safe integer stays a number, so that counting needs no parsing. */
export function normalized(value: Scalar): Scalar {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? String(value) : value;
}

/** Parses a whole number in canonical form: no plus, no leading zeros, no spaces. NaN for anything else. */
export function parseWhole(value: Scalar): number {
  const number = typeof value === 'number' ? value : WHOLE.test(value) ? Number(value) : NaN;
  return Number.isSafeInteger(number) ? number : NaN;
}

/** Parses a decimal number or an infinity. NaN for anything else. */
export function parseDecimal(value: Scalar): number {
  if (typeof value === 'number') return value;
  if (DECIMAL.test(value)) return Number(value);
  const sign = INFINITE.exec(value)?.[1];
  return sign === undefined ? NaN : sign === '-' ? -Infinity : Infinity;
}

/** @throws {StoreError} if it is not a whole number */
export function requireInteger(value: Scalar): number {
  const number = parseWhole(value);
  if (Number.isNaN(number)) throw new StoreError('ERR value is not an integer or out of range');
  return number;
}

/** @throws {StoreError} if the sum is not exact in a double */
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
