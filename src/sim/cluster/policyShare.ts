/** How a limit is split among nodes. */
import type { Policy } from '../limiters/limiter.ts';
import type { EmbeddedLimiter } from './scheme.ts';

/** Node `node`'s part of a whole number: ⌊whole/nodes⌋, and one more for the first (whole mod nodes). */
function wholeShare(whole: number, nodes: number, node: number): number {
  return Math.floor(whole / nodes) + (node < whole % nodes ? 1 : 0);
}

/**
 * What of a policy a node may use by itself: n and capacity may come out as 0. Nodes that are added later get the smallest
 * share.
 */
export function shareOfPolicy({ n, T, capacity }: Policy, nodes: number, node: number): Policy {
  const share = (whole: number): number => (node < nodes ? wholeShare(whole, nodes, node) : Math.floor(whole / nodes));
  return { n: share(n), T, capacity: share(capacity) };
}

/** A share that a limiter can be prepared with, though it may admit nothing. */
export function clampToMinimum({ n, T, capacity }: Policy): Policy {
  return { n: Math.max(1, n), T, capacity: Math.max(1, capacity) };
}

/** Whether a limiter on that share can never admit anything: where it has no capacity, that only counts if it has one. */
export function neverAdmits({ n, capacity }: Policy, { limiter }: Pick<EmbeddedLimiter, 'limiter'>): boolean {
  return n === 0 || (limiter.usesCapacity && capacity === 0);
}
