/**
 * The kit that the format is written in. A shape reads one kind of value with reasons, and writes it back with every
 * default left out: one declaration is the reader, the writer and the words, so that they cannot disagree.
 */
import { brief, either, fieldPath, figure, nearest, type Report } from './problem.ts';

export interface Shape<T> {
  /** What may stand here, as it follows "It may be": `a whole number from 1 to 1,000,000`. */
  readonly may: string;
  /** The value with its defaults filled in; `undefined` once the reasons have been reported. Never throws. */
  read(value: unknown, path: string, report: Report): T | undefined;
  /** Plain JSON from which `read` makes an equal value. */
  write(value: T): unknown;
}

/** A shape whose values are their own JSON. `accepts` decides. */
function plain<T>(
  may: string,
  accepts: (value: unknown) => value is T,
  suggest?: (value: unknown) => string | undefined,
): Shape<T> {
  return {
    may,
    read(value, path, report) {
      if (accepts(value)) return value;
      const meant = suggest?.(value);
      report({ path, was: brief(value), may, ...(meant === undefined ? {} : { meant }) });
      return undefined;
    },
    write: (value) => value,
  };
}

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  /** Whether `min` itself is out of bounds. */
  readonly above?: boolean;
  /** `seconds` or another plural; empty for a bare number. */
  readonly unit?: string;
}

/** A finite number within bounds. */
export function number(limits: NumberLimits): Shape<number> {
  const { min, max, above = false } = limits;
  const shape = plain(numberWords(limits), (value): value is number => {
    if (typeof value !== 'number' || !(value <= max) || (limits.whole === true && !Number.isInteger(value)))
      return false;
    return above ? value > min : value >= min;
  });
  return {
    ...shape,
    // JSON writes −0 as 0: only one of the two may exist, or a link would not give back what was put in.
    read: (value, path, report) => shape.read(value === 0 ? 0 : value, path, report),
  };
}

function numberWords({ min, max, above = false, unit = '', ...rest }: NumberLimits): string {
  const what = `${rest.whole === true ? 'a whole number' : 'a number'}${unit === '' ? '' : ` of ${unit}`}`;
  return above
    ? `${what} above ${figure(min)}, at most ${figure(max)}`
    : `${what} from ${figure(min)} to ${figure(max)}`;
}

/** A whole number within bounds. */
export function whole(min: number, max: number): Shape<number> {
  return number({ min, max, whole: true });
}

/** Text of `min` to `max` UTF-16 units. */
export function text(min: number, max: number): Shape<string> {
  const may =
    min === 0 ? `text of at most ${figure(max)} characters` : `text of ${figure(min)} to ${figure(max)} characters`;
  return plain(
    may,
    (value): value is string => typeof value === 'string' && value.length >= min && value.length <= max,
  );
}

/** One of a list of words. */
export function choice<const T extends string>(words: readonly T[]): Shape<T> {
  return plain(
    either(words.map((word) => `"${word}"`)),
    (value): value is T => (words as readonly unknown[]).includes(value),
    (value) => {
      const near = typeof value === 'string' ? nearest(value, words) : undefined;
      return near === undefined ? undefined : `"${near}"`;
    },
  );
}

/** `true` or `false`. */
export const flag: Shape<boolean> = plain('true or false', (value): value is boolean => typeof value === 'boolean');

/** A list, every item of one shape. `items` names them in the plural. */
export function list<T>(item: Shape<T>, items: string, min: number, max: number): Shape<readonly T[]> {
  const size = max === Infinity ? '' : min === 0 ? `at most ${figure(max)} ` : `${figure(min)} to ${figure(max)} `;
  const may = `a list of ${size}${items}`;
  return {
    may,
    read(value, path, report) {
      if (!Array.isArray(value) || value.length < min || value.length > max) {
        report({ path, was: Array.isArray(value) ? `a list of ${figure(value.length)}` : brief(value), may });
        return undefined;
      }
      const result: T[] = [];
      let good = true;
      // By index: a hole in a list from code is a missing item, not a skipped one.
      for (let i = 0; i < value.length; i++) {
        const read = item.read(value[i], `${path}[${i}]`, report);
        if (read === undefined) good = false;
        else result.push(read);
      }
      return good ? result : undefined;
    },
    write: (value) => value.map((entry) => item.write(entry)),
  };
}

/** Several shapes in one place: `pick` knows by the value, in a document or read, which is meant. */
export function picked<T>(may: string, pick: (value: unknown) => Shape<T>): Shape<T> {
  return {
    may,
    read: (value, path, report) => inWords(pick(value), may).read(value, path, report),
    write: (value) => pick(value).write(value),
  };
}

/** The same shape, which says in other words what may stand here. What is wrong within keeps its own words. */
export function inWords<T>(shape: Shape<T>, may: string): Shape<T> {
  return {
    may,
    read: (value, path, report) =>
      shape.read(value, path, (problem) => report(problem.path === path ? { ...problem, may } : problem)),
    write: (value) => shape.write(value),
  };
}

/** A field that a value always has once read: its document must give it, or may leave out the default. */
export interface Given<T> {
  readonly shape: Shape<T>;
  readonly missing: (() => T) | 'is an error';
}

/** A field that may be absent for good, because absence means something. */
export interface Optional<T> {
  readonly shape: Shape<T>;
  readonly missing: 'means something';
}

export function required<T>(shape: Shape<T>): Given<T> {
  return { shape, missing: 'is an error' };
}

export function defaulted<T>(shape: Shape<T>, value: T): Given<T> {
  return { shape, missing: () => value };
}

/** A record whose own fields all have defaults: missing, it is the record of those. */
export function nested<T>(shape: Shape<T>): Given<T> {
  const value = shape.read({}, '', () => undefined);
  if (value === undefined) throw new TypeError('A nested record may have no required field.');
  return defaulted(shape, value);
}

export function optional<T>(shape: Shape<T>): Optional<T> {
  return { shape, missing: 'means something' };
}

type IsOptional<T, K extends keyof T> = Partial<Pick<T, K>> extends Pick<T, K> ? true : false;

/** The fields of a record, in the order in which they are written. */
export type Fields<T> = {
  readonly [K in keyof T]-?: IsOptional<T, K> extends true ? Optional<Exclude<T[K], undefined>> : Given<T[K]>;
};

type AnyField = Given<unknown> | Optional<unknown>;

/**
 * What belongs together: sees the fields that could be read, and reports what does not fit.
 * @param given as it was written: a field that is in it and not in `value` has been complained of
 */
export type Check<T> = (
  value: Partial<T>,
  path: string,
  report: Report,
  given: Readonly<Record<string, unknown>>,
) => void;

/** Fields of one object that are complained of: looking for what was meant takes time, and a document may have a million. */
const MOST_UNKNOWN = 100;

/** An object with these fields and no others. */
export function record<T extends object>(fields: Fields<T>, check?: Check<T>): Shape<T> {
  const entries = Object.entries<AnyField>(fields as Record<string, AnyField>);
  const names = entries.map(([name]) => name);
  const may = `an object with ${names.length === 0 ? 'no fields' : namesOf(names)}`;
  return {
    may,
    read(value, path, report) {
      if (!isObject(value)) {
        report({ path, was: brief(value), may });
        return undefined;
      }
      let good = true;
      const failed: Report = (problem) => {
        good = false;
        report(problem);
      };
      const result: Record<string, unknown> = {};
      for (const [name, field] of entries) {
        const given = Object.hasOwn(value, name) ? value[name] : undefined;
        const at = fieldPath(path, name);
        if (given !== undefined) {
          const read = field.shape.read(given, at, failed);
          if (read !== undefined) result[name] = read;
        } else if (field.missing === 'is an error') failed({ path: at, was: 'missing', may: field.shape.may });
        else if (field.missing !== 'means something') result[name] = field.missing();
      }
      const unknown = Object.keys(value).filter((name) => value[name] !== undefined && !Object.hasOwn(fields, name));
      for (const name of unknown.slice(0, MOST_UNKNOWN)) failed(unknownField(path, name, names));
      check?.(result as Partial<T>, path, failed, value);
      return good ? (result as T) : undefined;
    },
    write(value) {
      const result: Record<string, unknown> = {};
      for (const [name, { shape, missing }] of entries) {
        const own = (value as Record<string, unknown>)[name];
        if (own === undefined || (typeof missing === 'function' && alike(own, missing()))) continue;
        result[name] = shape.write(own);
      }
      return result;
    },
  };
}

function namesOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function unknownField(path: string, name: string, known: readonly string[]) {
  const meant = nearest(name, known);
  return {
    path: fieldPath(path, name),
    was: 'not a known field',
    may: known.length === 0 ? 'left out: there is nothing to set here' : either(known),
    ...(meant === undefined ? {} : { meant }),
  };
}

/** Records told apart by the word in their field `tag`; `fallback` is the word that a missing one means. */
export function tagged<T extends object>(
  tag: string,
  shapes: { readonly [word: string]: Shape<T> },
  fallback?: string,
): Shape<T> {
  const words = choice(Object.keys(shapes));
  const may = `an object whose ${tag} is ${words.may}`;
  const of = (word: string) => shapes[word] as Shape<T>;
  return {
    may,
    read(value, path, report) {
      if (!isObject(value)) {
        report({ path, was: brief(value), may });
        return undefined;
      }
      const given = (Object.hasOwn(value, tag) ? value[tag] : undefined) ?? fallback;
      const at = fieldPath(path, tag);
      if (given === undefined) report({ path: at, was: 'missing', may: words.may });
      const word = given === undefined ? undefined : words.read(given, at, report);
      return word === undefined ? undefined : of(word).read(value, path, report);
    },
    write: (value) => of((value as Record<string, string>)[tag] as string).write(value),
  };
}

/** A plain object, as JSON has them: not a list, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two read values are equal: numbers, text, lists and plain records of them. */
function alike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => alike(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && alike(a[key], b[key]));
}
