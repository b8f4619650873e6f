/** The values that a parameter is tried with: `1:100`, `1:100:5`, `1:1000:*2`, `1,10,60`. */
import { formatNumber, type Lane } from '../sim/index.ts';
import { valueProblem, type Parameter } from './setting.ts';

/** Values in ascending order. They are computed when asked for: T in whole milliseconds may have a thousand million. */
export interface Axis {
  readonly parameter: string;
  readonly count: number;
  at(index: number): number;
}

/** The most values of a range with a factor: they are computed beforehand. */
const MAX_FACTORS = 100_000;

/** An axis as plain data: its values, or both ends and the step between neighbours. */
export type AxisRange =
  | { readonly parameter: string; readonly values: readonly number[] }
  | { readonly parameter: string; readonly from: number; readonly to: number; readonly step: number };

export function axisFrom(range: AxisRange): Axis {
  if ('values' in range) return axisOf(range.parameter, range.values);
  return steppedAxis(range.parameter, range.from, range.to, range.step);
}

export function axisOf(parameter: string, values: readonly number[]): Axis {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  return { parameter, count: sorted.length, at: (index) => sorted[index] as number };
}

/** Both ends included, whether or not `step` leads from one to the other. */
function steppedAxis(parameter: string, from: number, to: number, step: number): Axis {
  const whole = Math.floor(rounded((to - from) / step));
  const count = whole + 1 + Number(rounded(from + whole * step) < to);
  return { parameter, count, at: (index) => (index === count - 1 ? to : rounded(from + index * step)) };
}

/** As `readRange`. */
function factorAxis({ id, step }: Parameter, from: number, to: number, factor: number): Axis | string {
  const values: number[] = [];
  for (let value = from; value < to; value *= factor) {
    if (values.length === MAX_FACTORS)
      return `This makes more than ${formatNumber(MAX_FACTORS)} values. Use a larger factor.`;
    values.push(rounded(Math.round(value / step) * step));
  }
  return axisOf(id, [...values, to]);
}

/** To a millionth: 0.1 + 0.2 is meant to be 0.3. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/**
 * An axis as it is typed: `n=1:100`; or, as a string, the rest of an error that begins with the option and what it was.
 * @param stepLeftOut the step of a range without one: 1 in a sweep, and the parameter's own where an optimum is sought
 */
export function parseAxis(
  text: string,
  lane: Lane,
  parameters: readonly Parameter[],
  stepLeftOut: 'one' | 'own',
): Axis | string {
  const [, id = '', range = ''] = /^\s*([^=\s]+)\s*=\s*(\S.*?)\s*$/.exec(text) ?? [];
  if (id === '') return 'It may be a range like n=1:100, T=1:60:5 or n=1:1000:*2, or a list like T=1,10,60.';
  const parameter = parameters.find((each) => each.id === id);
  if (parameter === undefined) return `The parameter may be ${parameters.map((each) => each.id).join(', ')}.`;
  const axis = readRange(range, parameter, stepLeftOut === 'one' ? 1 : parameter.step);
  if (typeof axis === 'string') return axis;
  // Between two values that a lane can have, it can have all: fields and options have bounds. Lists are short.
  const checked = range.includes(':') ? [0, 1, axis.count - 1] : [...Array(axis.count).keys()];
  for (const index of checked) {
    const problem = valueProblem(lane, id, axis.at(Math.min(index, axis.count - 1)));
    if (problem !== null) return problem;
  }
  return axis;
}

function readRange(range: string, parameter: Parameter, stepLeftOut: number): Axis | string {
  const { id } = parameter;
  const wrong = `The values of ${id} may be a range like 1:100, 1:100:5 or 1:1000:*2, or a list like 1,10,60.`;
  if (!range.includes(':')) {
    const values = range.split(',').map(readNumber);
    return values.some((value) => value === null) ? wrong : axisOf(id, values as number[]);
  }
  const [first = '', last = '', by = '', ...more] = range.split(':');
  const [from, to] = [readNumber(first), readNumber(last)];
  if (from === null || to === null || more.length > 0) return wrong;
  if (to < from) return `The end may be any number from its start, ${from}, on.`;
  if (range.split(':').length === 2) return steppedAxis(id, from, to, stepLeftOut);
  const step = readNumber(by.replace(/^\*/, ''));
  if (step === null) return wrong;
  if (!by.startsWith('*')) return step > 0 ? steppedAxis(id, from, to, step) : 'The step may be any number above 0.';
  if (step <= 1) return 'The factor may be any number above 1.';
  return from > 0 ? factorAxis(parameter, from, to, step) : 'With a factor, the start may be any number above 0.';
}

function readNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : null;
}
