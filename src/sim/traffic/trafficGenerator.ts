/**
 * The contract of open-loop traffic: what an entry of a scenario's `traffic` looks like here, and the arrivals it makes.
 *
 * Entries come normalized and checked (finite numbers, 0 ≤ from, rate ≥ 0, whole counts and costs), in seconds. The
 * types name only what traffic reads, so the scenario's own entries fit them without either side importing the other.
 */
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';

/** `even`: all alike. `zipf`: key i has weight 1/i. `noisy`: key 1 has half, the others share the rest evenly. */
export interface KeyDistribution {
  readonly count: number;
  readonly share: 'even' | 'zipf' | 'noisy';
}

/** Each request's cost is drawn from `of`, with a probability in proportion to its weight. */
export interface CostDistribution {
  readonly of: readonly number[];
  readonly weights: readonly number[];
}

/** What every entry may carry. */
export interface BaseEntry {
  readonly kind: string;
  /** Names the entry's random numbers; kept when the entry moves, so that other entries never reshuffle it. */
  readonly stream: number;
  /** The key of every request, or one each (`times` only). With `keys`: the stem of their names. */
  readonly key: string | readonly string[];
  /** Keys to draw from, named `<key>-1` and on. */
  readonly keys?: KeyDistribution | undefined;
  /** The cost of every request, one each (`times` only), or a choice. */
  readonly cost: number | readonly number[] | CostDistribution;
}

/** An entry that lasts from `from` up to but not including `to` (missing: the end), seconds. */
export interface RangedEntry extends BaseEntry {
  readonly from: number;
  readonly to?: number | undefined;
}

/**
 * One kind of entry. Methods, not function properties, so that a `Source<Steady>` stands in a list of `Source`s: each
 * is only ever handed entries of its kind.
 */
export interface TrafficGenerator<E extends BaseEntry = BaseEntry> {
  readonly kind: E['kind'];
  /**
   * How many requests it makes, without making them, in constant time and memory; ∞ if a double cannot hold it. Exact,
   * but for random kinds: theirs is passed about once in 10^9 runs.
   */
  count(entry: E, horizon: Instant): number;
  /** Whole microseconds in the order of the entry, which need not be that of time. The caller has looked at `count`. */
  generate(entry: E, horizon: Instant, seed: number): Float64Array;
}

/**
 * What an entry draws random numbers for. Each purpose has a stream of its own, so that giving an entry keys does not move
 * its arrivals; and so has each client (from 1; 0 is the entry itself), so that one more leaves the others alone.
 */
const PURPOSES = ['arrivals', 'keys', 'costs', 'retries'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The actor within an entry's stream. */
export function substreamOf(purpose: Purpose, client = 0): number {
  return PURPOSES.length * client + PURPOSES.indexOf(purpose);
}

/** The range of an entry in microseconds. `to` is its own, which shapes it; `end` is where it is cut. */
export interface TimeRange {
  readonly from: Instant;
  readonly to: Instant;
  readonly end: Instant;
  /** From `from` to `end`; 0 for a range that is empty or turned round. */
  readonly length: Duration;
}

export function rangeOf(entry: Pick<RangedEntry, 'from' | 'to'>, horizon: Instant): TimeRange {
  const from = microsFromSeconds(entry.from);
  const to = entry.to === undefined ? horizon : microsFromSeconds(entry.to);
  const end = Math.min(to, horizon);
  return { from, to, end, length: Math.max(0, end - from) };
}
