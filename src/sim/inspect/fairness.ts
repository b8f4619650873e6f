/** How even the shares of each lane's keys are, and what it did to the good and the bad. */
import {
  openFairness,
  standingOf,
  type Fairness,
  type FairnessLook,
  type Label,
  type Standing,
} from '../metrics/fairness.ts';
import type { Run } from '../run/simulate.ts';
import { atOnce } from '../slices.ts';

/** By entry. */
function labelsOf({ plan }: Run): readonly (Label | undefined)[] {
  return plan.scenario.traffic.map(({ label }) => label);
}

export function fairnessOf(run: Run): (look: FairnessLook) => Generator<undefined, Fairness> {
  return openFairness(run.lanes, labelsOf(run));
}

/** By lane. */
export function standingsOf(run: Run): readonly Standing[] {
  return run.lanes.map((lane) => atOnce(standingOf(lane, labelsOf(run))));
}
