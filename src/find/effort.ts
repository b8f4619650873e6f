/** How far a search looks, and what people may ask for. */
import type { Policy } from '../sim/index.ts';

export interface Effort {
  /** The longest of the traffics that are all tried. */
  readonly requests: number;
  /** Random traffics. */
  readonly tries: number;
  readonly seed: number;
}

export const DEFAULT_EFFORT: Effort = { requests: 6, tries: 200_000, seed: 1 };
/** A run on a cluster takes as long as many decisions. */
export const RACE_EFFORT: Effort = { requests: 6, tries: 20_000, seed: 1 };
export const LEAST_EFFORT: Effort = { requests: 1, tries: 0, seed: 0 };
export const MOST_EFFORT: Effort = { requests: 12, tries: 100_000_000, seed: 4_294_967_295 };

/**
 * For each law, of which there are several. A random traffic is as long as its limit is large, so fewer are tried of a large
 * one: with n = 1,000, as many as with n = 10 would take hours.
 */
export function lawEffort({ n, capacity }: Pick<Policy, 'n' | 'capacity'>): Effort {
  return { requests: 5, tries: Math.max(200, Math.min(20_000, Math.ceil(400_000 / (n + capacity)))), seed: 1 };
}
