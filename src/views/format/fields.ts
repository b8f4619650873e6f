/** What somebody typed into a field: its value, or a sentence that says what it is and what it may be. */
import { count, numberFromText } from './numbers.ts';
import { duration, isUnit, secondsFromFigure, type Unit } from './time.ts';

/** A value, or the sentence to put under the field. */
export type Checked = { readonly value: number } | { readonly error: string };

export interface WholeField {
  /** How the sentence calls it: `n`. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** `n is 0. It may be a whole number from 1 to 1,000,000.` */
export function checkWhole({ name, min, max }: WholeField, text: string): Checked {
  const value = numberFromText(text);
  if (value !== undefined && Number.isInteger(value) && value >= min && value <= max) return { value };
  return { error: `${name} is ${quoted(text)}. It may be a whole number from ${count(min)} to ${count(max)}.` };
}

export interface DurationField {
  /** How the sentence calls it: `T`. */
  readonly name: string;
  /** Seconds. */
  readonly min: number;
  /** Seconds. */
  readonly max: number;
}

/** Seconds from a figure in `unit`; a unit of its own, as in `500 ms`, wins. `T is 0 s. It may be from 1 ms to 30 d.` */
export function checkDuration({ name, min, max }: DurationField, text: string, unit: Unit): Checked {
  const [, figure = '', suffix = ''] = /^(.*?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const own = suffix.toLowerCase();
  const number = numberFromText(own === '' || isUnit(own) ? figure : text);
  if (number !== undefined) {
    const value = secondsFromFigure(number, isUnit(own) ? own : unit);
    if (value >= min && value <= max) return { value };
  }
  const what = number === undefined ? quoted(text) : `${quoted(figure)} ${own === '' ? unit : own}`;
  return { error: `${name} is ${what}. It may be from ${duration(min)} to ${duration(max)}.` };
}

/** A figure as typed; anything else in quotation marks, so that it stands apart from the sentence. */
function quoted(text: string): string {
  const bare = text.trim();
  if (bare === '') return 'empty';
  const short = bare.length > 24 ? `${bare.slice(0, 23)}…` : bare;
  return numberFromText(bare) === undefined ? `“${short}”` : short.replace('-', '−');
}

/** The next figure up or down: whole steps of one, or of the figure's own size where it is below one. */
export function stepFigure(figure: number, direction: 1 | -1): number {
  const below = direction === 1 ? figure < 1 : figure <= 1;
  const size = below && figure > 0 ? 10 ** Math.floor(Math.log10(figure) - (direction === 1 ? 0 : 1e-9)) : 1;
  // 0.3 / 0.1 falls short of 3 by a rounding; it must not be its own next step.
  const steps = figure / size;
  const next = direction === 1 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1;
  return Number((next * size).toPrecision(12));
}
