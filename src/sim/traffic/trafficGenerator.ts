/**
 * What all kinds of traffic share to generate requests: the key and cost fields, the random streams by purpose, and an
 * entry's range in whole microseconds.
 *
 * Entries are normalized and validated (finite numbers, 0 ≤ from, rate ≥ 0, whole counts and costs), in seconds.
 */
import type { CostDistribution, EntryFields, KeyDistribution, RangeFields } from '../scenario/entryFields.ts';
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';

/** The fields that determine the keys and costs of an entry's requests. */
export interface KeysAndCosts extends Pick<EntryFields, 'stream'> {
  /** The key of every request, or one each (`times` only). With `keys`: the prefix of their names. */
  readonly key: string | readonly string[];
  /** Keys to draw from, named `<key>-1`, `<key>-2`, …. */
  readonly keys?: KeyDistribution;
  /** The cost of every request, one each (`times` only), or a distribution. */
  readonly cost: number | readonly number[] | CostDistribution;
}

/**
 * What an entry draws random numbers for. Each purpose has its own stream, so that giving an entry keys does not change
 * its arrivals; so does each client (from 1; 0 is the entry itself), so that adding one does not affect the others.
 */
const PURPOSES = ['arrivals', 'keys', 'costs', 'retries'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The number of the substream within an entry's stream. */
export function substreamOf(purpose: Purpose, client = 0): number {
  return PURPOSES.length * client + PURPOSES.indexOf(purpose);
}

/** The range of an entry in microseconds. `to` is the entry's own end, which determines its shape; `end` is where it is cut. */
export interface TimeRange {
  readonly from: Instant;
  readonly to: Instant;
  readonly end: Instant;
  /** From `from` to `end`; 0 for an empty or inverted range. */
  readonly length: Duration;
}

export function rangeOf(entry: RangeFields, horizon: Instant): TimeRange {
  const from = microsFromSeconds(entry.from);
  const to = entry.to === undefined ? horizon : microsFromSeconds(entry.to);
  const end = Math.min(to, horizon);
  return { from, to, end, length: Math.max(0, end - from) };
}
