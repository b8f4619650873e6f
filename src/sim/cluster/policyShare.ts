/** Splits a policy among nodes. */
import type { Policy } from '../limiters/limiter.ts';
import type { EmbeddedLimiter } from './scheme.ts';

/** A node's share of a whole number: ⌊whole/nodes⌋, plus 1 on the first (whole mod nodes) nodes. */
function wholeShare(whole: number, nodes: number, node: number): number {
  return Math.floor(whole / nodes) + (node < whole % nodes ? 1 : 0);
}

/**
 * A node's share of a policy, whose n and capacity may be 0. Nodes that are added later get the smallest share.
 */
export function shareOfPolicy({ n, T, capacity }: Policy, nodes: number, node: number): Policy {
  const share = (whole: number): number => (node < nodes ? wholeShare(whole, nodes, node) : Math.floor(whole / nodes));
  return { n: share(n), T, capacity: share(capacity) };
}

/** Raises n and capacity to at least 1, so that a limiter can be prepared even for an empty share. */
export function clampToMinimum({ n, T, capacity }: Policy): Policy {
  return { n: Math.max(1, n), T, capacity: Math.max(1, capacity) };
}

/** Whether a limiter on this share can never admit anything. A capacity of 0 counts only if the limiter uses it. */
export function neverAdmits({ n, capacity }: Policy, { limiter }: Pick<EmbeddedLimiter, 'limiter'>): boolean {
  return n === 0 || (limiter.usesCapacity && capacity === 0);
}
