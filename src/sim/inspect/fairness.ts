/** How even the shares of each lane's keys are, and what it did to the good and the bad. */
import {
  openFairness,
  fairnessOfLane,
  type Fairness,
  type FairnessQuery,
  type Label,
  type LaneFairness,
} from '../metrics/fairness.ts';
import type { Run } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';

/** By entry. */
function labelsOf({ plan }: Run): readonly (Label | undefined)[] {
  return plan.scenario.traffic.map(({ label }) => label);
}

export function openRunFairness(run: Run): (look: FairnessQuery) => Generator<undefined, Fairness> {
  return openFairness(run.lanes, labelsOf(run));
}

/** By lane. */
export function laneFairness(run: Run): readonly LaneFairness[] {
  return run.lanes.map((lane) => runToEnd(fairnessOfLane(lane, labelsOf(run))));
}
