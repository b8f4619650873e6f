/** What a node answers when the store gave it no answer. */
import type { RequestContext, SchemeDecision } from '../cluster/scheme.ts';
import { decideWith, nodeStateOf } from '../cluster/schemes/embeddedLimiter.ts';
import { ALLOW, DENY } from '../verdict.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { SchemePlan } from './lanePlan.ts';

type FallbackPlan = Pick<SchemePlan, 'fallback' | 'scheme' | 'params'>;

/** By itself, a node decides on its share, with a state that it keeps for each key. */
export function decideByFallback(
  { fallback, scheme, params }: FallbackPlan,
  context: RequestContext,
): { decision: SchemeDecision; way: AnswerPath } {
  const nothingKnown = { level: null, retryAfter: null };
  if (fallback === 'allow') return { decision: { verdict: ALLOW, ...nothingKnown }, way: 'let-through' };
  const embedded = fallback === 'local' ? scheme.localFallback(params)(context.node) : null;
  if (embedded === null) return { decision: { verdict: DENY, ...nothingKnown }, way: 'refused' };
  const decision = decideWith(embedded, nodeStateOf(embedded, 'by itself', context), context.now, context.cost);
  // The level is the store's, and that was not seen.
  return { decision: { ...decision, level: null }, way: 'by-itself' };
}
