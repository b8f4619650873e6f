/** The traffic that everything is measured on. */
import { plan, type Plan } from '../sim/engine.ts';
import { parseScenario, type Edition, type Scenario } from '../sim/index.ts';

/** Twice what is admitted: about every other request is refused, in no order that a processor could foresee. */
export const RATE = 200;
export const POLICY = { n: 100, T: 1 };

export interface LaneChoice {
  readonly limiter: string;
  readonly edition: Edition;
}

/** A scenario of about so many requests at random instants. */
export function scenarioOf(requests: number, lanes: readonly LaneChoice[], more: object = {}, n = POLICY.n): Scenario {
  return read({
    duration: requests / RATE,
    policy: { ...POLICY, n },
    traffic: [{ kind: 'poisson', rate: RATE, ...more }],
    lanes,
  });
}

export function read(document: object): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

export function planOf(scenario: Scenario): Plan {
  const planned = plan(scenario);
  if (!planned.ok) throw new Error(planned.refusals.map(({ sentence }) => sentence).join(' '));
  return planned.plan;
}
