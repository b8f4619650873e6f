/** For tests only: limiters as contenders, and searches without workers. */
import { runToEnd, type LimiterPlan } from '../sim/engine.ts';
import { limiterById, SECOND, type Edition, type Limiter, type Policy } from '../sim/index.ts';
import { defaultsOf, type Limiter as AnyLimiter } from '../sim/limiters/limiter.ts';
import { silenceAfter, type Contender } from './contender.ts';
import { Deal } from './deal.ts';
import { limiterContender } from './limiterContender.ts';
import { reachOf } from './laws.ts';
import { doTask, type Dealt, type FindResult, type FindTask, type TaskOutcome } from './search.ts';

/** T in seconds; the capacity is n unless it is given. */
export function policyOf(n: number, T: number, capacity = n): Policy {
  return { n, T: T * SECOND, capacity };
}

export function contenderFor(limiter: AnyLimiter, policy: Policy, edition = limiter.editions[0] as Edition): Contender {
  const options = defaultsOf(limiter.knobs);
  const params = limiter.prepare({
    policy,
    options,
    edition,
    epoch: 0,
    horizon: reachOf(policy.T, silenceAfter(policy)) + policy.T,
  });
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

/** The answer when tasks are done by so many at a time, the newest of them first. */
export function answerBy(workers: number, search: Dealt): FindResult {
  const deal = new Deal(search);
  const done: { readonly task: FindTask; readonly outcome: TaskOutcome }[] = [];
  for (;;) {
    while (done.length < workers) {
      const task = deal.next();
      if (task === null) break;
      done.push({ task, outcome: runToEnd(doTask(search, task)) });
    }
    const newest = done.pop();
    if (newest === undefined) return runToEnd(search.answer(deal.settled));
    deal.take(newest.task, newest.outcome);
  }
}
