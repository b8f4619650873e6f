/** What an entry keeps when it is converted to another kind. */
import { DEFAULT_KEY, MAX_RATE, MIN_SECONDS, type EntryFields } from '../scenario/entryFields.ts';
import { isCostDistribution } from './costs.ts';
import type { AnyEntryFields } from './kind.ts';

/** About as many instants as a user may want to edit individually. */
export const MAX_LISTED_INSTANTS = 100;

/** More would block the page while they are laid out as text. */
export const MAX_LISTED_REQUESTS = 5_000;

/** Rounded to the microsecond; never 0 unless `value` is 0, and never more than the format accepts. */
export function roundToFormat(value: number): number {
  const rounded = Math.min(MAX_RATE, Math.round(value * 1e6) / 1e6);
  return rounded === 0 && value > 0 ? MIN_SECONDS : rounded;
}

/** `count` instants, `gap` seconds apart; null if there are none, or too many to list. */
export function fewInstants(from: number, count: number, gap: number): readonly number[] | null {
  if (count < 1 || count > MAX_LISTED_INSTANTS) return null;
  return Array.from({ length: count }, (_, k) => roundToFormat(from + k * gap));
}

/** The fields that every kind has. Where the entry had one key or cost per request, the first one. */
export function commonFieldsOf(entry: AnyEntryFields): EntryFields {
  const { key, cost = 1, label, timeout, stream } = entry;
  const keys = keyDistributionOf(entry);
  return {
    key: typeof key === 'string' ? key : (key[0] ?? DEFAULT_KEY),
    ...(keys === undefined ? {} : { keys }),
    cost: typeof cost === 'number' || isCostDistribution(cost) ? cost : (cost[0] ?? 1),
    ...(label === undefined ? {} : { label }),
    ...(timeout === undefined ? {} : { timeout }),
    stream,
  };
}

/** Clients with their own keys become a pool of as many keys. */
function keyDistributionOf({ keys, count = 1 }: AnyEntryFields): EntryFields['keys'] {
  if (typeof keys !== 'string') return keys;
  return keys === 'own' && count > 1 ? { count, share: 'even' } : undefined;
}
