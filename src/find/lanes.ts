/** The lanes of a scenario as contenders, and what was found as a scenario. */
import { planLane } from '../sim/engine.ts';
import {
  DEFAULT_CLUSTER,
  MAX_SECONDS,
  minimalDocument,
  parseScenario,
  resolvePolicy,
  schemeById,
  secondsFromMicros,
} from '../sim/index.ts';
import type { Lane, Scenario } from '../sim/index.ts';
import type { Contender } from './contender.ts';
import { limiterContender } from './limiterContender.ts';
import { schemeContender } from './schemeContender.ts';
import { reachOf } from './laws.ts';
import type { Request } from './trial.ts';

/** The cluster of a lane with a distributed scheme: nothing can race, and nothing takes time. */
const SOLO_CLUSTER = { ...DEFAULT_CLUSTER, nodes: 1, latency: { kind: 'fixed', mean: 0 } } as const;

/** A lane by its position, or a sentence that says why it cannot be searched. */
export function contenderAt(scenario: Scenario, laneIndex: number): Contender | string {
  const policies = scenario.lanes.map((_, index) => resolvePolicy(scenario, index));
  const end = Math.max(...policies.map(({ n, T, capacity }) => reachOf(T, n, capacity)));
  const { options, ...lane } = scenario.lanes[laneIndex] as Lane;
  const { weights: _, ...withoutWeights } = options;
  const plan = planLane(
    { ...scenario, cluster: SOLO_CLUSTER },
    { ...lane, options: withoutWeights },
    resolvePolicy(scenario, laneIndex),
    { end },
    laneIndex,
  );
  if (typeof plan === 'string') return `Lane ${laneIndex + 1}, ${plan}`;
  return plan.kind === 'scheme' ? schemeContender(plan) : limiterContender(plan);
}

/** Names of keys, by number. */
const KEYS = ['a', 'b'];

/**
 * The scenario with that traffic in place of its own, and the sentence as its notes; null for a traffic that steps back in
 * time, or is longer than a scenario may be.
 */
export function scenarioWith(
  scenario: Scenario,
  requests: readonly Request[],
  title: string,
  notes: string,
): Scenario | null {
  const at = requests.map((request) => secondsFromMicros(request.at));
  if (at.some((one, index) => one > MAX_SECONDS || one < (at[index - 1] ?? 0))) return null;
  const solo = scenario.lanes.some(({ limiter }) => schemeById(limiter) !== undefined);
  const { policy, lanes, epoch, cluster } = minimalDocument({ ...scenario, ...(solo && { cluster: SOLO_CLUSTER }) });
  const key = requests.map((request) => KEYS[request.key] as string);
  const cost = requests.map((request) => request.cost);
  const times = {
    kind: 'times',
    at,
    ...(key.some((name) => name !== key[0]) && { key }),
    ...(cost.some((one) => one !== 1) && { cost }),
  };
  const document = { title, notes, policy, epoch, cluster, lanes, traffic: [times] };
  const parsed = parseScenario(JSON.parse(JSON.stringify(document)));
  if (!parsed.ok) throw new TypeError(JSON.stringify(parsed.problems));
  return parsed.scenario;
}
