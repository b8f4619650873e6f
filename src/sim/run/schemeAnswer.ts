/** A node's answer to a request and the path on which it came about, including answers that no program gives. */
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

/** The answer of the scheme's program. */
export function programAnswer(decision: SchemeDecision): SchemeAnswer {
  return { decision, answerPath: decision.chargedInVain === true ? 'in-vain' : 'decided' };
}

/** The answer to requests whose node died. */
export const DIED: SchemeAnswer = plainAnswer(DENY, 'died');

/** The answer if no node takes the request or it costs more than can ever be admitted; null if a program decides. */
export function answerWithoutProgram(node: number | null, cost: number, maxCost: number): SchemeAnswer | null {
  if (node === null) return plainAnswer(DENY, 'no-node');
  return cost > maxCost ? plainAnswer(DENY_TOO_LARGE, 'decided') : null;
}

/**
 * A node's answer when its program failed: the store gave no answer in time, or an error. For the `local` fallback, the
 * node decides on its share, with its own state for each key.
 */
export function fallbackAnswer(
  { fallback, algorithm, params }: Pick<SchemePlan, 'fallback' | 'algorithm' | 'params'>,
  context: RequestContext,
): SchemeAnswer {
  if (fallback === 'allow') return plainAnswer(ALLOW, 'let-through');
  const embedded = fallback === 'local' ? algorithm.localFallback(params)(context.node) : null;
  if (embedded === null) return plainAnswer(DENY, 'refused');
  const decision = decideWith(embedded, nodeStateOf(embedded, 'by itself', context), context.now, context.cost);
  // The level is that of the store, which is unknown here.
  return { decision: { ...decision, level: null }, answerPath: 'by-itself' };
}

/** From the request to its release: the latency of the answer, plus the delay that the limiter imposes. */
export function totalWait({ verdict, wait = 0 }: SchemeDecision, latency: Duration): Duration {
  return latency + (verdict === DELAY ? wait : 0);
}

function plainAnswer(verdict: Verdict, answerPath: AnswerPath): SchemeAnswer {
  return { decision: { verdict, level: null, retryAfter: null }, answerPath };
}
