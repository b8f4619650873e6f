/**
 * The schema combinators that define the format. A schema parses one kind of value, reporting problems, and serializes it
 * with defaults left out: parser, writer and wording come from one declaration, so they cannot disagree.
 */
import {
  briefJson,
  joinWithAnd,
  joinWithOr,
  fieldPath,
  formatExactNumber,
  closestName,
  type Report,
} from './problem.ts';

export interface Schema<T> {
  /** What is allowed here, as it follows "It may be": `a whole number from 1 to 1,000,000`. */
  readonly expected: string;
  /** The value with its defaults filled in; `undefined` if problems were reported. Never throws. */
  parse(value: unknown, path: string, report: Report): T | undefined;
  /** Whether `parse` returns the value as it is; absent if it may not. For long lists: it needs no path. */
  holds?(value: unknown): boolean;
  /** Plain JSON from which `parse` makes an equal value. */
  serialize(value: T): unknown;
}

/** A schema whose values are their own JSON; `accepts` decides which are valid. */
function primitive<T>(
  may: string,
  accepts: (value: unknown) => value is T,
  suggest?: (value: unknown) => string | undefined,
): Schema<T> {
  return {
    expected: may,
    holds: accepts,
    parse(value, path, report) {
      if (accepts(value)) return value;
      const meant = suggest?.(value);
      report({ path, actual: briefJson(value), expected: may, ...(meant === undefined ? {} : { suggestion: meant }) });
      return undefined;
    },
    serialize: (value) => value,
  };
}

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
  /** Whether `min` itself is out of bounds. */
  readonly exclusiveMin?: boolean;
  /** `seconds` or another plural; empty for a bare number. */
  readonly unit?: string;
}

/** A finite number within bounds. */
export function number(limits: NumberLimits): Schema<number> {
  const { min, max, exclusiveMin = false } = limits;
  const schema = primitive(describeNumber(limits), (value): value is number => {
    if (typeof value !== 'number' || !(value <= max) || (limits.integer === true && !Number.isInteger(value)))
      return false;
    return exclusiveMin ? value > min : value >= min;
  });
  return {
    ...schema,
    holds: (value) => !Object.is(value, -0) && schema.holds?.(value) === true,
    // JSON writes −0 as 0: only one of the two may exist, or links would not round-trip.
    parse: (value, path, report) => schema.parse(value === 0 ? 0 : value, path, report),
  };
}

function describeNumber({ min, max, exclusiveMin = false, unit = '', ...rest }: NumberLimits): string {
  const what = `${rest.integer === true ? 'a whole number' : 'a number'}${unit === '' ? '' : ` of ${unit}`}`;
  return exclusiveMin
    ? `${what} above ${formatExactNumber(min)}, at most ${formatExactNumber(max)}`
    : `${what} from ${formatExactNumber(min)} to ${formatExactNumber(max)}`;
}

/** A whole number within bounds. */
export function integer(min: number, max: number): Schema<number> {
  return number({ min, max, integer: true });
}

/** Text of `min` to `max` UTF-16 code units. */
export function text(min: number, max: number): Schema<string> {
  const may =
    min === 0
      ? `text of at most ${formatExactNumber(max)} characters`
      : `text of ${formatExactNumber(min)} to ${formatExactNumber(max)} characters`;
  return primitive(
    may,
    (value): value is string => typeof value === 'string' && value.length >= min && value.length <= max,
  );
}

/** One of a list of words. `expected` is what may be there, in words: by default the whole list. */
export function oneOf<const T extends string>(
  words: readonly T[],
  expected = joinWithOr(words.map((word) => `"${word}"`)),
): Schema<T> {
  return primitive(
    expected,
    (value): value is T => (words as readonly unknown[]).includes(value),
    (value) => {
      const near = typeof value === 'string' ? closestName(value, words) : undefined;
      return near === undefined ? undefined : `"${near}"`;
    },
  );
}

/** `true` or `false`. */
export const boolean: Schema<boolean> = primitive(
  'true or false',
  (value): value is boolean => typeof value === 'boolean',
);

/** As many problems as a document reports at most, so that none of these is missed. */
const MAX_FAILED_ITEMS = 100;

/** A list whose items share one schema. `items` is their name in the plural. */
export function list<T>(item: Schema<T>, items: string, min: number, max: number): Schema<readonly T[]> {
  const size =
    max === Infinity
      ? ''
      : min === 0
        ? `at most ${formatExactNumber(max)} `
        : `${formatExactNumber(min)} to ${formatExactNumber(max)} `;
  const may = `a list of ${size}${items}`;
  return {
    expected: may,
    parse(value, path, report) {
      if (!Array.isArray(value) || value.length < min || value.length > max) {
        report({
          path,
          actual: Array.isArray(value) ? `a list of ${formatExactNumber(value.length)}` : briefJson(value),
          expected: may,
        });
        return undefined;
      }
      const result: T[] = [];
      let failed = 0;
      // By index: a hole in a list from code is a missing item, not a skipped one.
      for (let i = 0; i < value.length; i++) {
        const given: unknown = value[i];
        const read = item.holds?.(given) === true ? (given as T) : item.parse(given, `${path}[${i}]`, report);
        if (read !== undefined) result.push(read);
        // Each reported a problem, and nobody reads more of them.
        else if (++failed === MAX_FAILED_ITEMS) break;
      }
      return failed === 0 ? result : undefined;
    },
    serialize: (value) => value.map((entry) => item.serialize(entry)),
  };
}

/**
 * One of several schemas: `pick` chooses by the value, raw or parsed.
 * @param asText what of that can be typed into one field, where that is not all
 */
export function union<T>(may: string, pick: (value: unknown) => Schema<T>, asText?: string): Schema<T> {
  const expected = { expected: may, ...(asText !== undefined && { expectedAsText: asText }) };
  return {
    expected: may,
    parse: (value, path, report) =>
      pick(value).parse(value, path, (problem) =>
        report(problem.path === path ? { ...problem, ...expected } : problem),
      ),
    serialize: (value) => pick(value).serialize(value),
  };
}

/** The same schema with another `expected`. Problems at nested paths keep their own. */
export function withExpected<T>(schema: Schema<T>, may: string): Schema<T> {
  return {
    expected: may,
    parse: (value, path, report) =>
      schema.parse(value, path, (problem) => report(problem.path === path ? { ...problem, expected: may } : problem)),
    serialize: (value) => schema.serialize(value),
  };
}

/** A field that a parsed value always has: required in the document, or filled in with a default. */
export interface PresentField<T> {
  readonly schema: Schema<T>;
  readonly whenMissing: (() => T) | 'is an error';
}

/** A field that may be absent in a parsed value, because absence has a meaning. */
export interface OptionalField<T> {
  readonly schema: Schema<T>;
  readonly whenMissing: 'means something';
}

export function required<T>(schema: Schema<T>): PresentField<T> {
  return { schema, whenMissing: 'is an error' };
}

export function withDefault<T>(schema: Schema<T>, value: T): PresentField<T> {
  return { schema, whenMissing: () => value };
}

/** A record whose fields all have defaults; if it is missing, all of them apply. */
export function defaultedRecord<T>(schema: Schema<T>): PresentField<T> {
  const value = schema.parse({}, '', () => undefined);
  if (value === undefined) throw new TypeError('A nested record may have no required field.');
  return withDefault(schema, value);
}

export function optional<T>(schema: Schema<T>): OptionalField<T> {
  return { schema, whenMissing: 'means something' };
}

type IsOptional<T, K extends keyof T> = Partial<Pick<T, K>> extends Pick<T, K> ? true : false;

/** The fields of a record, in the order in which they are written. */
export type Fields<T> = {
  readonly [K in keyof T]-?: IsOptional<T, K> extends true
    ? OptionalField<Exclude<T[K], undefined>>
    : PresentField<T[K]>;
};

type AnyField = PresentField<unknown> | OptionalField<unknown>;

/**
 * A check across fields: sees those that parsed, and reports what does not fit together.
 * @param given the raw object: a field in it that is not in `value` has already been reported
 */
export type RecordCheck<T> = (
  value: Partial<T>,
  path: string,
  report: Report,
  given: Readonly<Record<string, unknown>>,
) => void;

/** Unknown fields reported per object: finding a suggestion takes time, and a document may have a million of them. */
const MAX_UNKNOWN_FIELDS = 100;

/** An object with these fields and no others. */
export function record<T extends object>(fields: Fields<T>, check?: RecordCheck<T>): Schema<T> {
  const entries = Object.entries<AnyField>(fields as Record<string, AnyField>);
  const names = entries.map(([name]) => name);
  const may = `an object with ${names.length === 0 ? 'no fields' : joinWithAnd(names)}`;
  return {
    expected: may,
    parse(value, path, report) {
      if (!isObject(value)) {
        report({ path, actual: briefJson(value), expected: may });
        return undefined;
      }
      let valid = true;
      const reportInvalid: Report = (problem) => {
        valid = false;
        report(problem);
      };
      const result: Record<string, unknown> = {};
      for (const [name, field] of entries) {
        const given = Object.hasOwn(value, name) ? value[name] : undefined;
        const at = fieldPath(path, name);
        if (given !== undefined) {
          const read = field.schema.parse(given, at, reportInvalid);
          if (read !== undefined) result[name] = read;
        } else if (field.whenMissing === 'is an error')
          reportInvalid({ path: at, actual: 'missing', expected: field.schema.expected });
        else if (field.whenMissing !== 'means something') result[name] = field.whenMissing();
      }
      const unknown = Object.keys(value).filter((name) => value[name] !== undefined && !Object.hasOwn(fields, name));
      for (const name of unknown.slice(0, MAX_UNKNOWN_FIELDS)) reportInvalid(unknownField(path, name, names));
      check?.(result as Partial<T>, path, reportInvalid, value);
      return valid ? (result as T) : undefined;
    },
    serialize(value) {
      const result: Record<string, unknown> = {};
      for (const [name, { schema, whenMissing }] of entries) {
        const own = (value as Record<string, unknown>)[name];
        if (own === undefined || (typeof whenMissing === 'function' && deepEqual(own, whenMissing()))) continue;
        result[name] = schema.serialize(own);
      }
      return result;
    },
  };
}

function unknownField(path: string, name: string, known: readonly string[]) {
  const meant = closestName(name, known);
  return {
    path: fieldPath(path, name),
    actual: 'not a known field',
    expected: known.length === 0 ? 'left out: there is nothing to set here' : joinWithOr(known),
    ...(meant === undefined ? {} : { suggestion: meant }),
  };
}

/** Records distinguished by their field `tag`; `fallback` applies if it is missing. */
export function taggedUnion<T extends object>(
  tag: string,
  schemas: { readonly [tagValue: string]: Schema<T> },
  fallback?: string,
): Schema<T> {
  const words = oneOf(Object.keys(schemas));
  const may = `an object whose ${tag} is ${words.expected}`;
  const schemaFor = (word: string) => schemas[word] as Schema<T>;
  return {
    expected: may,
    parse(value, path, report) {
      if (!isObject(value)) {
        report({ path, actual: briefJson(value), expected: may });
        return undefined;
      }
      const given = (Object.hasOwn(value, tag) ? value[tag] : undefined) ?? fallback;
      const at = fieldPath(path, tag);
      if (given === undefined) report({ path: at, actual: 'missing', expected: words.expected });
      const word = given === undefined ? undefined : words.parse(given, at, report);
      return word === undefined ? undefined : schemaFor(word).parse(value, path, report);
    },
    serialize: (value) => schemaFor((value as Record<string, string>)[tag] as string).serialize(value),
  };
}

/** A plain object as in JSON: not a list, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two parsed values are equal: numbers, text, lists and plain records of them. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  );
}
