/** A node's answer to a request, and how it came about; those that no program gives are made here. */
import type { RequestContext, SchemeDecision } from '../cluster/scheme.ts';
import { decideWith, nodeStateOf } from '../cluster/schemes/embeddedLimiter.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { Duration } from '../time.ts';
import { ALLOW, DELAY, DENY, DENY_TOO_LARGE, type Verdict } from '../verdict.ts';
import type { SchemePlan } from './lanePlan.ts';

export interface SchemeAnswer {
  readonly decision: SchemeDecision;
  readonly answerPath: AnswerPath;
}

/** Decided by the scheme's own program. */
export function programAnswer(decision: SchemeDecision): SchemeAnswer {
  return { decision, answerPath: decision.chargedInVain === true ? 'in-vain' : 'decided' };
}

/** Its node died meanwhile. */
export const DIED: SchemeAnswer = plainAnswer(DENY, 'died');

/** Where no node takes the request, or it costs more than there ever is; null where a program decides. */
export function answerWithoutProgram(node: number | null, cost: number, maxCost: number): SchemeAnswer | null {
  if (node === null) return plainAnswer(DENY, 'no-node');
  return cost > maxCost ? plainAnswer(DENY_TOO_LARGE, 'decided') : null;
}

/** What a node answers when the store gave it no answer: of its own, it decides on its share, with a state for each key. */
export function answerWithoutStore(
  { fallback, scheme, params }: Pick<SchemePlan, 'fallback' | 'scheme' | 'params'>,
  context: RequestContext,
): SchemeAnswer {
  if (fallback === 'allow') return plainAnswer(ALLOW, 'let-through');
  const embedded = fallback === 'local' ? scheme.localFallback(params)(context.node) : null;
  if (embedded === null) return plainAnswer(DENY, 'refused');
  const decision = decideWith(embedded, nodeStateOf(embedded, 'by itself', context), context.now, context.cost);
  // The level is the store's, and that was not seen.
  return { decision: { ...decision, level: null }, answerPath: 'by-itself' };
}

/** From the request on: until the answer came, and for as long as the limiter then holds it back. */
export function totalWait({ verdict, wait = 0 }: SchemeDecision, latency: Duration): Duration {
  return latency + (verdict === DELAY ? wait : 0);
}

function plainAnswer(verdict: Verdict, answerPath: AnswerPath): SchemeAnswer {
  return { decision: { verdict, level: null, retryAfter: null }, answerPath };
}
