/** How a limit is split among nodes. */
import type { Policy } from '../limiters/limiter.ts';

/** Node `node`'s part of a whole number: ⌊whole/nodes⌋, and one more for the first (whole mod nodes). */
function shareOf(whole: number, nodes: number, node: number): number {
  return Math.floor(whole / nodes) + (node < whole % nodes ? 1 : 0);
}

/**
 * What of a policy a node may use by itself; null for a share of nothing. Nodes that are added later get the smallest.
 * Source document 002; LIMITERS, `local-split`.
 */
export function shareOfPolicy({ n, T, capacity }: Policy, nodes: number, node: number): Policy | null {
  const place = Math.min(node, nodes);
  const part = place < nodes ? shareOf(n, nodes, place) : Math.floor(n / nodes);
  const size = place < nodes ? shareOf(capacity, nodes, place) : Math.floor(capacity / nodes);
  return part === 0 || size === 0 ? null : { n: part, T, capacity: size };
}
