/** What a server could tell a client about its quota after a decision: how much would be admitted now, and when more would be. */
import { cloneState, type Limiter, type Params, type KeyState } from '../limiters/limiter.ts';
import { ALLOW } from '../verdict.ts';
import { MAX_PERMITS } from '../scenario/policy.ts';
import { shortestWait } from '../search.ts';
import { NEVER, type Duration, type Instant } from '../time.ts';

export interface Quota {
  /** The largest cost that would be admitted without delay; `null` if any would. */
  readonly remaining: number | null;
  /** The shortest wait after which a larger cost would be, if no other request comes; `NEVER` if there is none. */
  readonly growsIn: Duration;
}

/** What admits this admits any cost: no limit holds more permits. */
const MAX_COST = MAX_PERMITS;

export function quotaAt(limiter: Limiter, params: Params, state: KeyState, now: Instant): Quota {
  const passes = (at: Instant, cost: number): boolean => limiter.decide(cloneState(state), params, at, cost) === ALLOW;
  const maxCost = Math.min(MAX_COST, limiter.maxCost(params));
  // Costs pass up to a threshold, which is found by bisection.
  let remaining = 0;
  for (let above = maxCost + 1; above - remaining > 1;) {
    const middle = Math.floor((remaining + above) / 2);
    if (passes(now, middle)) remaining = middle;
    else above = middle;
  }
  if (remaining >= MAX_COST) return { remaining: null, growsIn: NEVER };
  if (remaining >= maxCost) return { remaining, growsIn: NEVER };
  const nextCost = remaining + 1;
  // A shaper's retry-after time is when it would admit with a delay; admitting without delay comes later.
  const growsIn = limiter.outcomes.includes('delay')
    ? shortestWait((wait) => passes(now + wait, nextCost), LONGEST_WAIT)
    : limiter.retryAfter(state, params, now, nextCost);
  return { remaining, growsIn };
}

/** 71 years: doubled, it is still a safe integer with any instant added. */
const LONGEST_WAIT: Duration = Number.MAX_SAFE_INTEGER / 4;
