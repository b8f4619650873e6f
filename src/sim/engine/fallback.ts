/** What a node answers when the store gave it no answer. */
import type { Context, Ruling } from '../cluster/scheme.ts';
import { ALLOW, DELAY, DENY, outcomeOf } from '../limiters/limiter.ts';
import type { Way } from '../metrics/trace.ts';
import { NEVER } from '../time.ts';
import type { SchemePlan } from './lanePlan.ts';

type Fallback = Pick<SchemePlan, 'fallback' | 'limiter' | 'params'>;

/** By itself, a node decides on its share, with a state that it keeps for each key. */
export function fallBack({ fallback, limiter, params }: Fallback, context: Context): { ruling: Ruling; way: Way } {
  const nothing = { level: null, retryAfter: null };
  if (fallback === 'allow') return { ruling: { verdict: ALLOW, ...nothing }, way: 'let-through' };
  const part = fallback === 'local' ? limiter.local(params)(context.node) : null;
  if (part === null) return { ruling: { verdict: DENY, ...nothing }, way: 'refused' };
  const { memory, key, now, cost } = context;
  const name = `by itself/${key}`;
  let state = memory.get(name);
  if (state === undefined) memory.set(name, (state = part.limiter.init(part.params)));
  const verdict = part.limiter.decide(state, part.params, now, cost);
  const promised = outcomeOf(verdict) === 'deny' ? part.limiter.retryAfter(state, part.params, now, cost) : NEVER;
  const retryAfter = promised === NEVER ? null : promised;
  const wait = verdict === DELAY ? (state['wait'] as number) : 0;
  return { ruling: { verdict, level: null, retryAfter, wait }, way: 'by-itself' };
}
