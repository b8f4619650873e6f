/** Hold out: the same policy and lanes on another log. */
import type { Scenario } from '../sim/index.ts';

/** The scenario on the traffic of another one: its requests, their length, their calendar and their chance. */
export function heldOut(scenario: Scenario, other: Scenario): Scenario {
  const { traffic, epoch, seed, duration } = other;
  const { duration: _own, ...rest } = scenario;
  return { ...rest, traffic, epoch, seed, ...(duration === undefined ? {} : { duration }) };
}
