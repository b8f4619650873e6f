/** The steps of a built-in lesson: one file of data and prose, whose sentences are held against its runs by `lessons.test.ts`. */
import type { Condition, JsonObject, LessonStep, Quantity, QuantityName } from '../sim/index.ts';

/** A number in a step's words, and what makes it true. */
export interface Claim {
  /** A piece of the step's text, question, options, task or `after`, as it is read: without markup. */
  readonly says: string;
  readonly is: Condition | readonly Condition[];
  /** The run that it holds on: that of the step; that of its task's solution; or the step's with a merge patch. */
  readonly on?: 'solution' | { readonly change: JsonObject };
}

export interface BuiltInStep extends LessonStep {
  readonly claims: readonly [Claim, ...Claim[]];
  /** Numbers in the words that are given, not found out: each occurs in the step's document. */
  readonly given?: readonly string[];
}

type Where = Omit<Quantity, 'of' | 'lane'>;

/** `exactly('admitted', 0, 20)`: lane 0 admits 20. */
export function exactly(of: QuantityName, lane: number, value: number | Quantity, where: Where = {}): Condition {
  return { quantity: { of, lane, ...where }, at: 'exactly', value };
}

export function atLeast(of: QuantityName, lane: number, value: number | Quantity, where: Where = {}): Condition {
  return { quantity: { of, lane, ...where }, at: 'least', value };
}

export function atMost(of: QuantityName, lane: number, value: number | Quantity, where: Where = {}): Condition {
  return { quantity: { of, lane, ...where }, at: 'most', value };
}
