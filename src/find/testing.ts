/** For tests only: limiters as contenders, and traffics without the search's tree. */
import type { LimiterPlan } from '../sim/engine.ts';
import { limiterById, SECOND, type Edition, type Limiter, type Policy } from '../sim/index.ts';
import { defaultsOf, type Limiter as AnyLimiter } from '../sim/limiters/limiter.ts';
import type { Contender } from './contender.ts';
import { limiterContender } from './limiterContender.ts';
import { reachOf } from './laws.ts';

/** T in seconds; the capacity is n unless it is given. */
export function policyOf(n: number, T: number, capacity = n): Policy {
  return { n, T: T * SECOND, capacity };
}

export function contenderFor(limiter: AnyLimiter, policy: Policy, edition = limiter.editions[0] as Edition): Contender {
  const { n, T, capacity } = policy;
  const options = defaultsOf(limiter.knobs);
  const params = limiter.prepare({ policy, options, edition, epoch: 0, horizon: reachOf(T, n, capacity) + T });
  const plan: LimiterPlan = {
    kind: 'limiter',
    algorithm: limiter,
    params,
    label: limiter.name,
    edition,
    policy,
    laneIndex: 0,
  };
  return limiterContender(plan);
}

export function contenderById(id: string, policy: Policy, edition?: Edition): Contender {
  return contenderFor(limiterById(id) as Limiter, policy, edition);
}
