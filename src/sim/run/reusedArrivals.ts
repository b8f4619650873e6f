/** The arrivals that a plan can take over from an earlier one, while only the policy changes. */
import type { Arrivals } from '../arrivals.ts';
import { durationOf, type Scenario } from '../scenario/scenario.ts';

interface EarlierPlan {
  readonly scenario: Scenario;
  readonly arrivals: Arrivals;
  /** By index of the entry. */
  readonly scripts: ReadonlyMap<number, unknown>;
}

const trafficTexts = new WeakMap<Scenario['traffic'], string>();

/** A scenario that comes from another thread is always another object, so traffic is compared as text. */
function trafficText({ traffic }: Scenario): string {
  let text = trafficTexts.get(traffic);
  if (text === undefined) trafficTexts.set(traffic, (text = JSON.stringify(traffic)));
  return text;
}

/** The arrivals of an earlier plan, if this scenario has the same; otherwise null. A script may depend on the policy too. */
export function reusableArrivals(previous: EarlierPlan | null, scenario: Scenario): Arrivals | null {
  if (previous === null || previous.scripts.size > 0) return null;
  const same =
    previous.scenario.seed === scenario.seed &&
    durationOf(previous.scenario) === durationOf(scenario) &&
    trafficText(previous.scenario) === trafficText(scenario);
  return same ? previous.arrivals : null;
}
