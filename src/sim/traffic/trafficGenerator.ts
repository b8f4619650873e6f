/**
 * What all kinds of traffic draw by: the fields that say whose requests these are, the arrivals that come of them, the
 * random numbers of each purpose, and an entry's range in whole microseconds.
 *
 * Entries come normalized and checked (finite numbers, 0 ≤ from, rate ≥ 0, whole counts and costs), in seconds.
 */
import type { CostDistribution, EntryFields, KeyDistribution, RangeFields } from '../scenario/entryFields.ts';
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';

/** What says whose requests these are and what they cost. */
export interface KeysAndCosts extends Pick<EntryFields, 'stream'> {
  /** The key of every request, or one each (`times` only). With `keys`: the stem of their names. */
  readonly key: string | readonly string[];
  /** Keys to draw from, named `<key>-1` and on. */
  readonly keys?: KeyDistribution;
  /** The cost of every request, one each (`times` only), or a choice. */
  readonly cost: number | readonly number[] | CostDistribution;
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

export function rangeOf(entry: RangeFields, horizon: Instant): TimeRange {
  const from = microsFromSeconds(entry.from);
  const to = entry.to === undefined ? horizon : microsFromSeconds(entry.to);
  const end = Math.min(to, horizon);
  return { from, to, end, length: Math.max(0, end - from) };
}
