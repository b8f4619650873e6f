/** Expressions of source text, as far as a limit is written in them, and what they come to. */

export interface Place {
  readonly line: number;
  /** As it stands in the source. */
  readonly text: string;
  /** Where it ends in the source. */
  readonly to: number;
}

export type Value = Place &
  (
    | (Whole & { readonly kind: 'number'; readonly value: number; readonly suffix: string })
    | { readonly kind: 'string'; readonly value: string }
    /** A path: `time.Second`. A `::` is a dot here. */
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly on: Value; readonly name: string }
    | CallValue
    | { readonly kind: 'object'; readonly fields: Fields; readonly items: readonly Value[] }
    | (Whole & { readonly kind: 'binary'; readonly operator: string; readonly left: Value; readonly right: Value })
    | { readonly kind: 'unknown' }
  );

interface Whole {
  /** Of a language in which whole numbers have a whole quotient: whether it is one. */
  readonly isWhole: boolean;
}

export type Fields = ReadonlyMap<string, Value>;

interface CallValue extends Place {
  readonly kind: 'call';
  /** The last part of its name: `ofMillis`. */
  readonly name: string;
  /** What it is called on, if anything: `Duration`, or another call. */
  readonly on: Value | null;
  readonly args: readonly Value[];
  /** Arguments with names, and the fields of a literal of a struct. */
  readonly named: Fields;
}

export type Call = CallValue & Place;

/** The calls of a chain, the outermost last: `a().b().c()` gives a, b and c. */
export function chainOf(value: Value): readonly Call[] {
  const chain: Call[] = [];
  for (let at: Value | null = value; at?.kind === 'call'; at = at.on) chain.push(at);
  return chain.reverse();
}

/** A path of names, without calls: `Rack.Attack`; empty for anything else. */
export function pathOf(value: Value | null): string {
  return value?.kind === 'name' ? value.name : '';
}

/** Of a number that is no whole one in spite of its digits: `100f`. */
const REAL_SUFFIX = /^[fFdD]/;
const NUMBER_SUFFIX = /^(|[uif](8|16|32|64|128|size)|[lLfFdDn])$/;

/** What a conversion of Go converts: `int(n)`, `float64(n)`, `rate.Limit(n)`; undefined for anything else. */
function convertedOf(value: Value | undefined): Value | undefined {
  const isOne =
    value?.kind === 'call' &&
    /^(rate\.Limit|(u?int|float)\d*)$/.test(`${pathOf(value.on)}.${value.name}`.replace(/^\./, ''));
  return isOne && value.args.length === 1 ? value.args[0] : undefined;
}

const isToWhole = (value: Value | undefined): boolean => value?.kind === 'call' && value.name.includes('int');

/** Whether it is a whole number of a language in which those have a whole quotient. */
export function isWholeOf(value: Value): boolean {
  const converted = convertedOf(value);
  return converted === undefined ? 'isWhole' in value && value.isWhole : isToWhole(value) && isWholeOf(converted);
}

/** The number that it is worked out to, or null. */
export function numberOf(value: Value | undefined): number | null {
  if (value?.kind === 'number') return NUMBER_SUFFIX.test(value.suffix) ? value.value : null;
  const converted = convertedOf(value);
  if (converted !== undefined) {
    const number = numberOf(converted);
    // What becomes of a fraction differs between languages.
    return isToWhole(value) && !Number.isInteger(number) ? null : number;
  }
  if (value?.kind !== 'binary') return null;
  const [left, right] = [numberOf(value.left), numberOf(value.right)];
  if (left === null || right === null) return null;
  if (value.operator === '*') return left * right;
  if (value.operator === '/') return value.isWhole ? Math.trunc(left / right) : left / right;
  return value.operator === '+' ? left + right : left - right;
}

export function isWholeNumber({ text, suffix }: { readonly text: string; readonly suffix: string }): boolean {
  return /^\d+$/.test(text) && !REAL_SUFFIX.test(suffix);
}

/** The whole quotient of whole numbers, where that is not what a division gives; null for anything else. */
export function truncatedOf(value: Value): number | null {
  if (value.kind !== 'binary' || value.operator !== '/' || !value.isWhole) return null;
  const [whole, left, right] = [numberOf(value), numberOf(value.left), numberOf(value.right)];
  return left === null || right === null || right === 0 || whole === left / right ? null : whole;
}
