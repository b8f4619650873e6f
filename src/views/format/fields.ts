/** Parses text typed into a field: its value, or a sentence that says what it is and what it may be. */
import { formatCount, parseNumber } from './numbers.ts';
import { formatDuration, isTimeUnit, unitToSeconds, type TimeUnit } from './time.ts';

/** A field's name in a sentence, from its label: `Waiting timeout` of `Waiting timeout, s`, `Key` of `Key (one for all)`. */
export function fieldName(label: string): string {
  return label.replace(/,.*| \(.*/, '');
}

/** Where in a list a problem is, by the document's path to it: `Weights`, `Weights: number 2`, `Phases: the rate of number 2`. */
export function listPath(label: string, path: string): string {
  const [, item, part] = /\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
  const which = item && `: ${part ? `the ${part} of ` : ''}number ${formatCount(Number(item) + 1)}`;
  return fieldName(label) + (which ?? '');
}

/** A value, or the sentence to put under the field. */
export type FieldResult = { readonly value: number } | { readonly error: string };

export interface WholeFieldLimits {
  /** The field's name in error messages: `n`. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** `n is 0. It may be a whole number from 1 to 1,000,000.` */
export function parseWholeField({ name, min, max }: WholeFieldLimits, text: string): FieldResult {
  const value = parseNumber(text);
  if (value !== undefined && Number.isInteger(value) && value >= min && value <= max) return { value };
  return {
    error: `${name} is ${quoteInput(text)}. It may be a whole number from ${formatCount(min)} to ${formatCount(max)}.`,
  };
}

export interface DurationFieldLimits {
  /** The field's name in error messages: `T`. */
  readonly name: string;
  /** Seconds. */
  readonly min: number;
  /** Seconds. */
  readonly max: number;
  /** Why that is the most or the least, as it follows a colon; `undefined` if nothing is to be said of that length. */
  readonly reasonOf?: (seconds: number) => string | undefined;
}

/** Seconds from a figure in `unit`, or in a typed unit, as in `500 ms`. `T is 0 s. It may be from 1 ms to 30 d.` */
export function parseDurationField(
  { name, min, max, reasonOf }: DurationFieldLimits,
  text: string,
  unit: TimeUnit,
): FieldResult {
  const [, figure = '', suffix = ''] = /^(.*?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const typedUnit = suffix.toLowerCase();
  const number = parseNumber(typedUnit === '' || isTimeUnit(typedUnit) ? figure : text);
  let reason: string | undefined;
  if (number !== undefined) {
    const value = unitToSeconds(number, isTimeUnit(typedUnit) ? typedUnit : unit);
    if (value >= min && value <= max) return { value };
    reason = reasonOf?.(value);
  }
  const what = number === undefined ? quoteInput(text) : `${quoteInput(figure)} ${typedUnit === '' ? unit : typedUnit}`;
  const because = reason === undefined ? '' : `: ${reason}`;
  return { error: `${name} is ${what}. It may be from ${formatDuration(min)} to ${formatDuration(max)}${because}.` };
}

/** A number as typed; anything else in quotation marks, to set it apart from the sentence. */
function quoteInput(text: string): string {
  const bare = text.trim();
  if (bare === '') return 'empty';
  const short = bare.length > 24 ? `${bare.slice(0, 23)}…` : bare;
  return parseNumber(bare) === undefined ? `“${short}”` : short.replace('-', '−');
}

/** The next figure up or down: in steps of 1, or of the figure's own power of ten where it is below 1. */
export function stepValue(figure: number, direction: 1 | -1): number {
  const belowOne = direction === 1 ? figure < 1 : figure <= 1;
  const size = belowOne && figure > 0 ? 10 ** Math.floor(Math.log10(figure) - (direction === 1 ? 0 : 1e-9)) : 1;
  // 0.3 / 0.1 is just below 3 by rounding; without a tolerance 0.3 would be its own next step.
  const steps = figure / size;
  const next = direction === 1 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1;
  return Number((next * size).toPrecision(12));
}
