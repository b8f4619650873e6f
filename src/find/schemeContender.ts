/** A lane of a distributed scheme as a contender: on one node, with a store that answers at once. */
import { SoloScheme, type SchemePlan } from '../sim/engine.ts';
import { NEVER } from '../sim/index.ts';
import { silenceAfter, type Contender, type LaneState } from './contender.ts';

interface SoloState {
  solo: SoloScheme;
  /** How long after its request the last admission takes effect. */
  takes: number;
}

const of = (state: LaneState): SoloState => state as SoloState;
const nameOf = (key: number): string => `key ${key}`;

/** What a scheme cannot be asked without deciding is not known of it: a level, a breakpoint, a bound. */
export function schemeContender(plan: SchemePlan, silence = silenceAfter(plan.policy)): Contender {
  const { algorithm, params, label, policy, edition } = plan;
  return {
    name: `${label} on one node`,
    policy,
    edition,
    plan,
    silence,
    maxCost: algorithm.maxCost(params),
    keysShare: false,
    delays: algorithm.outcomes.includes('delay'),
    init: (): SoloState => ({ solo: new SoloScheme(plan), takes: 0 }),
    copy(from, into) {
      of(into).solo = of(from).solo.copy();
      of(into).takes = of(from).takes;
    },
    decide(state, key, at, cost) {
      const { verdict, takes } = of(state).solo.decide(nameOf(key), at, cost);
      of(state).takes = takes;
      return verdict;
    },
    waitOf: (state) => of(state).takes,
    retryAfter: (state, key, at, cost) => of(state).solo.copy().decide(nameOf(key), at, cost).retryAfter ?? NEVER,
    look: () => undefined,
    nextBreakpoint: () => NEVER,
    level: () => NaN,
    bound: () => Infinity,
    kept: (state, at) => ({ count: of(state).solo.keptAt(at), unit: 'values' }),
    isSame: () => true,
    hasNaN: () => false,
  };
}
