/** The lanes of a scenario as contenders, and what was found as a scenario. */
import { planLane } from '../sim/engine.ts';
import { MAX_SECONDS, minimalDocument, parseScenario, resolvePolicy, secondsFromMicros } from '../sim/index.ts';
import type { Lane, Scenario } from '../sim/index.ts';
import { contenderOf, type Contender } from './contender.ts';
import { reachOf } from './laws.ts';
import type { Request } from './trial.ts';

/** A lane by its position, or a sentence that says why it cannot be searched. */
export function contenderAt(scenario: Scenario, laneIndex: number): Contender | string {
  const policies = scenario.lanes.map((_, index) => resolvePolicy(scenario, index));
  const end = Math.max(...policies.map(({ n, T, capacity }) => reachOf(T, n, capacity)));
  const lane = scenario.lanes[laneIndex] as Lane;
  const policy = resolvePolicy(scenario, laneIndex);
  const plan = planLane(scenario, lane, policy, { end }, laneIndex);
  if (typeof plan === 'string') return `Lane ${laneIndex + 1}, ${plan}`;
  if (plan.kind === 'scheme')
    return `Lane ${laneIndex + 1}, ${plan.label}: a distributed scheme. The finder and the laws are for limiters of one process.`;
  return contenderOf(plan);
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
  const { policy, lanes, epoch, cluster } = minimalDocument(scenario);
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
