/** The lanes of a scenario as contenders, and what was found as a scenario. */
import { hasPrograms, planLane, type LanePlan, type SchemePlan } from '../sim/engine.ts';
import {
  catalogueEntryById,
  DEFAULT_CLUSTER,
  MAX_SECONDS,
  microsFromSeconds,
  minimalDocument,
  scenarioOf,
  resolvePolicy,
  resolveStackedPolicy,
  schemeById,
  secondsFromMicros,
} from '../sim/index.ts';
import type { Cluster, Duration, Lane, Policy, Scenario } from '../sim/index.ts';
import { silenceAfter, type Contender } from './contender.ts';
import { limiterContender } from './limiterContender.ts';
import { schemeContender } from './schemeContender.ts';
import { reachOf } from './laws.ts';
import { raceCluster } from './races/raceRun.ts';
import type { Request } from './trial.ts';

/** The cluster of a lane with a distributed scheme: nothing can race, and nothing takes time. */
const SOLO_CLUSTER = { ...DEFAULT_CLUSTER, nodes: 1, latency: { kind: 'fixed', mean: 0 } } as const;

/**
 * A lane by its position, or a sentence that says why it cannot be searched. A real system runs as a limiter in one process: it
 * decides the same as on one node, and its state can be looked at.
 */
export function contenderAt(scenario: Scenario, laneIndex: number): Contender | string {
  const isScheme = schemeById((scenario.lanes[laneIndex] as Lane).limiter) !== undefined;
  const plan = planAt(scenario, laneIndex, isScheme ? SOLO_CLUSTER : undefined);
  if (typeof plan === 'string') return plan;
  const silence = silenceOf(scenario, laneIndex);
  return plan.kind === 'scheme' ? schemeContender(plan, silence) : limiterContender(plan, silence);
}

/** Nodes of a search over races in a scenario that has no more. */
const FEWEST_NODES = 2;

/** A lane on several nodes, or a sentence that says why nothing can race there. */
export function racingLaneAt(scenario: Scenario, laneIndex: number): SchemePlan | string {
  const nodes = Math.max(FEWEST_NODES, scenario.cluster?.nodes ?? 0);
  const plan = planAt(scenario, laneIndex, raceCluster(nodes));
  if (typeof plan === 'string' || plan.kind === 'scheme') return plan;
  return `Lane ${laneIndex + 1}, ${plan.label}: it decides in one process, where nothing can race.`;
}

/** After which all limits of a lane are as new. */
function silenceOf(scenario: Scenario, laneIndex: number): Duration {
  const lane = scenario.lanes[laneIndex] as Lane;
  const silence = ({ limiter, options }: Pick<Lane, 'limiter' | 'options'>, policy: Policy) => {
    const spans = (catalogueEntryById(limiter)?.knobs ?? []).flatMap((knob) => {
      const value = options[knob.id];
      return knob.kind === 'number' && knob.unit === 's' && typeof value === 'number' ? microsFromSeconds(value) : [];
    });
    return silenceAfter(policy, spans);
  };
  return Math.max(
    silence(lane, resolvePolicy(scenario, laneIndex)),
    ...(lane.of ?? []).map((limit) => silence(limit, resolveStackedPolicy(scenario, lane, limit))),
  );
}

function planAt({ cluster: _cluster, ...scenario }: Scenario, laneIndex: number, cluster?: Cluster): LanePlan | string {
  const reaches = scenario.lanes.map((_, index) =>
    reachOf(resolvePolicy(scenario, index).T, silenceOf(scenario, index)),
  );
  const end = Math.max(...reaches);
  const { options, ...lane } = scenario.lanes[laneIndex] as Lane;
  const { weights: _weights, ...withoutWeights } = options;
  const plan = planLane(
    { ...scenario, ...(cluster && { cluster }) },
    { ...lane, options: withoutWeights },
    resolvePolicy(scenario, laneIndex),
    { end },
    laneIndex,
  );
  return typeof plan === 'string' ? `Lane ${laneIndex + 1}, ${plan}` : plan;
}

/** Names of keys, by number. */
const KEYS = ['a', 'b'];

/**
 * The scenario with that traffic in place of its own, and the sentence as its notes; null for a traffic that steps back in
 * time, or is longer than a scenario may be.
 * @param races on which a race was found
 */
export function scenarioWith(
  scenario: Scenario,
  requests: readonly Request[],
  title: string,
  notes: string,
  races?: Cluster,
): Scenario | null {
  const at = requests.map((request) => secondsFromMicros(request.at));
  if (at.some((one, index) => one > MAX_SECONDS || one < (at[index - 1] ?? 0))) return null;
  // It was found on one node, and shows on one.
  const solo = hasPrograms(scenario) ? SOLO_CLUSTER : undefined;
  const shown = races ?? solo;
  const { policy, lanes, epoch, cluster } = minimalDocument({ ...scenario, ...(shown && { cluster: shown }) });
  const key = requests.map((request) => KEYS[request.key] as string);
  const cost = requests.map((request) => request.cost);
  const times = {
    kind: 'times',
    at,
    ...(key.some((name) => name !== key[0]) && { key }),
    ...(cost.some((one) => one !== 1) && { cost }),
  };
  const document = { title, notes, policy, epoch, cluster, lanes, traffic: [times] };
  return scenarioOf(JSON.parse(JSON.stringify(document)));
}
