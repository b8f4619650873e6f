/**
 * A real system: a limiter that decides as a named product does, on the product's own settings, and the story of how
 * that is known. Where a product decides like a limiter of the catalogue, it is that limiter with other settings.
 *
 * All that is said here of a product holds for the release named in its story.
 */
import {
  cloneState,
  UnsupportedPolicyError,
  type Explanation,
  type KeyState,
  type Limiter,
  type Params,
} from '../limiters/limiter.ts';
import type { SystemStory } from '../limiters/story.ts';
import { formatComparison, formatNumber } from '../numberFormat.ts';
import { firstInstant, shortestWait } from '../search.ts';
import { DAY, MILLISECOND, NEVER, SECOND, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { isDenied, type Verdict } from '../verdict.ts';
import { withTexts, type OptionTexts } from './texts.ts';
import { systemWordsById, type SystemId, type SystemOption, type SystemWords } from './words.ts';

export interface System<P extends Params = Params, S extends KeyState = KeyState> extends Limiter<P, S> {
  readonly story: SystemStory;
}

const COMMON = {
  family: 'Real systems',
  sources: [],
  errata: [],
  traits: { monotone: null },
} as const satisfies Partial<Limiter>;

type TextsOf<Option extends string> = [Option] extends [never] ? [] : [texts: OptionTexts<Option>];

/**
 * What a system is to the format, and what all systems have in common: each is as its source is, in one edition, and has no
 * traits but those that it says itself.
 * @param texts of its options, where it has any
 */
export function systemOf<Id extends SystemId>(id: Id, ...[texts]: TextsOf<SystemOption<Id>>) {
  return { ...COMMON, ...withTexts<string>(systemWordsById(id) as SystemWords, texts ?? {}) };
}

/** The same of one of the rules between which a system's option chooses: it has no texts, for it is never shown. */
export function ruleWithin(id: SystemId) {
  return { ...COMMON, ...(systemWordsById(id) as SystemWords), summary: '', rule: '' };
}

/** A rule that several systems may follow: all but what a system is called, and how it reads its settings. */
export type SystemRule<P extends Params, S extends KeyState> = Omit<
  Limiter<P, S>,
  keyof ReturnType<typeof ruleWithin> | 'prepare'
>;

/** Longer than any wait that a limiter asks for. */
const LONGEST_WAIT: Duration = 800 * DAY;

/**
 * The shortest wait after which the rule itself admits the request, for rules that have no closed form of it. Once it
 * would be admitted, it would be admitted later too.
 */
export function searchRetryAfter<P extends Params, S extends KeyState>(
  limiter: Pick<Limiter<P, S>, 'decide' | 'maxCost'>,
  state: S,
  params: P,
  now: Instant,
  cost: number,
): Duration {
  if (cost > limiter.maxCost(params)) return NEVER;
  const admits = (wait: Duration) => !isDenied(limiter.decide(cloneState(state), params, now + wait, cost));
  return shortestWait(admits, LONGEST_WAIT);
}

/** The first instant after `now`, and at most `end`, at which a level that moves in steps, one way, has another value. */
export function nextStep(level: (at: Instant) => number, now: Instant, end: Instant): Instant {
  const value = level(now);
  return firstInstant(now, Math.max(end, now + 1), (at) => level(at) !== value);
}

/** An explanation of what `decide` does: the rule is run on a copy, and described from the states before and after. */
export function explainDecision<P extends Params, S extends KeyState>(
  { decide }: Pick<Limiter<P, S>, 'decide'>,
  state: S,
  params: P,
  now: Instant,
  cost: number,
  describe: (verdict: Verdict, after: S) => Omit<Explanation, 'verdict' | 'holds'>,
): Explanation {
  const after = cloneState(state);
  const verdict = decide(after, params, now, cost);
  return { verdict, holds: !isDenied(verdict), ...describe(verdict, after) };
}

/** `0.9999 ≥ 1`: two numbers with the sign between them, told apart as far as decimals can. */
export function compared(left: number, sign: '≤' | '<' | '≥' | '>', right: number): string {
  const texts = formatComparison(left, right, left - right);
  return `${texts[0]} ${sign} ${texts[1]}`;
}

/** `61.2 − 1.2 ≥ 60`: a difference compared, each of its numbers as it is. */
export function comparedDifference(
  from: number,
  taken: number,
  sign: '≤' | '≥',
  limit: number,
  excess = from - taken - limit,
): string {
  const [left, right, offset] = formatComparison(from, limit, excess, taken);
  return `${left} − ${offset} ${sign} ${right}`;
}

/** `9.4 + 1 ≤ 10`: a sum compared, each of its numbers as it is. */
export function comparedSum(one: number, other: number, limit: number): string {
  const [left, right, offset] = formatComparison(one, limit, one + other - limit, -other);
  return `${left} + ${offset} ≤ ${right}`;
}

/**
 * Refuses a T that the product's setting cannot hold, naming the nearest that it can.
 * @param setting as the product calls it
 * @throws {UnsupportedPolicyError}
 */
export function requireWhole(T: Duration, unit: Duration, setting: string, least: Duration = unit): void {
  const up = Math.max(least, Math.ceil(T / unit) * unit);
  const down = Math.max(least, Math.floor(T / unit) * unit);
  if (up === T) return;
  const units = unit === SECOND ? 'seconds' : 'milliseconds';
  throw new UnsupportedPolicyError(
    `${setting} must be a whole number of ${units}${least > unit ? ` and at least ${formatT(least)}` : ''}; ` +
      `nearest to T = ${formatT(T)}: ${[...new Set([formatT(down), formatT(up)])].join(' and ')}`,
  );
}

/** The same where the product offers a few spans only. */
export function requireOneOf(T: Duration, seconds: readonly number[], setting: string): void {
  const spans = seconds.map((span) => span * SECOND);
  if (spans.includes(T)) return;
  const below = spans.filter((span) => span < T).slice(-1);
  const above = spans.find((span) => span > T);
  throw new UnsupportedPolicyError(
    `${setting} must be ${listed(spans.map((span) => formatNumber(secondsFromMicros(span))))} s; nearest to T = ${formatT(T)}: ` +
      [...below, ...(above === undefined ? [] : [above])].map(formatT).join(' and '),
  );
}

/** @throws {UnsupportedPolicyError} for a T beyond the longest that the setting takes */
export function requireAtMost(T: Duration, longest: Duration, setting: string): void {
  if (T <= longest) return;
  throw new UnsupportedPolicyError(`${setting} is at most ${formatT(longest)}, and T is ${formatT(T)}`);
}

const formatT = (T: Duration) => `${formatNumber(secondsFromMicros(T), 6)} s`;

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The longest time that a timer of Node holds: 2^31 − 1 ms. A longer one fires after a millisecond. */
export const LONGEST_TIMER: Duration = 2_147_483_647 * MILLISECOND;

/** Microseconds by which virtual time 0 is past the last multiple of T since 1970. */
export function offsetOf(epoch: number, T: Duration): Duration {
  // Both factors of the remainder are below 2^53: T is at most 30 days, so seconds are reduced first where T is whole.
  return Number((BigInt(epoch) * 1_000_000n) % BigInt(T));
}

/** The wait after which something that takes so many nanoseconds is over, in whole microseconds. */
export function microsFromNanos(nanos: number): Duration {
  return Math.ceil(nanos / 1_000);
}
