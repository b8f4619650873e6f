/** What a node answers when the store gave it no answer. */
import type { Context, Ruling } from '../cluster/scheme.ts';
import { decideBy, stateOf } from '../cluster/schemes/part.ts';
import { ALLOW, DENY } from '../limiters/limiter.ts';
import type { Way } from '../metrics/trace.ts';
import type { SchemePlan } from './lanePlan.ts';

type Fallback = Pick<SchemePlan, 'fallback' | 'limiter' | 'params'>;

/** By itself, a node decides on its share, with a state that it keeps for each key. */
export function fallBack({ fallback, limiter, params }: Fallback, context: Context): { ruling: Ruling; way: Way } {
  const nothing = { level: null, retryAfter: null };
  if (fallback === 'allow') return { ruling: { verdict: ALLOW, ...nothing }, way: 'let-through' };
  const part = fallback === 'local' ? limiter.local(params)(context.node) : null;
  if (part === null) return { ruling: { verdict: DENY, ...nothing }, way: 'refused' };
  const ruling = decideBy(part, stateOf(part, 'by itself', context), context.now, context.cost);
  // The level is the store's, and that was not seen.
  return { ruling: { ...ruling, level: null }, way: 'by-itself' };
}
