/**
 * The most that a lane's own rule allows within any T, which tells an excess by design from a defect: a bucket of ten lets
 * twenty through in T and keeps its word, while a race that lets twenty-one through does not.
 */
import { limiterById } from '../limiters/index.ts';
import { defaultsOf, type Limiter } from '../limiters/limiter.ts';
import { planLane, type LanePlan } from '../run/lanePlan.ts';
import type { Arrivals } from '../arrivals.ts';
import type { Plan } from '../run/plan.ts';
import type { LimiterSpec, OptionValue } from '../scenario/lanes.ts';
import { resolvePolicy, type Lane } from '../scenario/scenario.ts';

/** Permits; null where the rule promises nothing: for costs above 1, most limiters do not. */
export function allowedPeakOf(plan: Plan, lane: LanePlan, { cost }: Arrivals): number | null {
  const index = lane.laneIndex;
  const own = plan.scenario.lanes[index];
  const rule = own === undefined ? null : rulePlanOf(plan, lane, own, index);
  if (rule?.kind !== 'limiter' || (cost !== null && rule.algorithm.traits.boundsAnyCost !== true)) return null;
  const permits = rule.algorithm.bound(rule.params, lane.policy.T);
  return Number.isFinite(permits) ? permits : null;
}

/**
 * The limiter that keeps the rule: of a published edition the corrected one, or the limiter that corrects it; of a
 * scheme the single process.
 */
function rulePlanOf(plan: Plan, lane: LanePlan, own: Lane, index: number): LanePlan | null {
  if (lane.kind === 'limiter') {
    if (lane.edition === 'corrected') return lane;
    if (lane.algorithm.editions.includes('corrected')) return planned(plan, { ...own, edition: 'corrected' }, index);
    const correct = limiterById(lane.algorithm.errata.find(({ correctedBy }) => correctedBy)?.correctedBy ?? '');
    return correct === undefined ? lane : planned(plan, ruleOf(own, correct), index);
  }
  const inner = lane.algorithm.id === 'token-server' ? own.options['limiter'] : undefined;
  if (isLimiterSpec(inner)) return planned(plan, { ...inner, policy: { ...own.policy, ...inner.policy } }, index);
  const { id: ownId, story, singleProcess } = lane.algorithm;
  const id = story === undefined ? singleProcess : ownId;
  const limiter = id === undefined ? undefined : limiterById(id);
  return limiter === undefined ? null : planned(plan, ruleOf(own, limiter), index);
}

function isLimiterSpec(option: OptionValue | undefined): option is LimiterSpec {
  return typeof option === 'object' && 'limiter' in option;
}

/** Options that the two have in common, such as the number of slices, count for both. */
function ruleOf(own: Lane, limiter: Limiter): LimiterSpec {
  const shared = Object.entries(own.options).filter(([id]) => limiter.knobs.some((knob) => knob.id === id));
  return {
    limiter: limiter.id,
    edition: 'corrected',
    policy: own.policy,
    options: { ...defaultsOf(limiter.knobs), ...Object.fromEntries(shared) },
  };
}

/** Null if that limiter cannot run the policy. */
function planned(plan: Plan, spec: LimiterSpec, index: number): LanePlan | null {
  const policy = resolvePolicy({ policy: { ...plan.scenario.policy, ...spec.policy }, lanes: [] }, 0);
  // As one process, which a system is only without a cluster.
  const { cluster: _, ...scenario } = plan.scenario;
  const made = planLane(scenario, spec, policy, plan, index);
  return typeof made === 'string' ? null : made;
}
