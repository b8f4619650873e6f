/** The traffic that everything is measured on. */
import { scenarioOf, type Edition, type Scenario } from '../sim/index.ts';

/** Twice what is admitted: about every other request is refused, in no order that a processor could foresee. */
export const RATE = 200;
export const POLICY = { n: 100, T: 1 };

export interface LaneChoice {
  readonly limiter: string;
  readonly edition: Edition;
  /** Where it cannot run everybody's. */
  readonly policy?: typeof POLICY;
}

/** A scenario of about `requests` requests at random instants. */
export function poissonScenario(
  requests: number,
  lanes: readonly LaneChoice[],
  trafficOptions: object = {},
  n = POLICY.n,
): Scenario {
  return scenarioOf({
    duration: requests / RATE,
    policy: { ...POLICY, n },
    traffic: [{ kind: 'poisson', rate: RATE, ...trafficOptions }],
    lanes,
  });
}
