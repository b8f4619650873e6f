/** How evenly each lane's permits are shared among keys, and how it treats traffic labelled as good or bad. */
import {
  openFairness,
  fairnessOfLane,
  type Fairness,
  type FairnessQuery,
  type LaneFairness,
} from '../metrics/fairness.ts';
import type { Label } from '../metrics/requestLabels.ts';
import type { Run } from '../run/runLanes.ts';
import { runToEnd } from '../slices.ts';

/** The labels, by entry. */
export function labelsOf({ plan }: Run): readonly (Label | undefined)[] {
  return plan.scenario.traffic.map(({ label }) => label);
}

export function openRunFairness(run: Run): (query: FairnessQuery) => Generator<undefined, Fairness> {
  return openFairness(run.lanes, labelsOf(run));
}

/** By lane. */
export function laneFairness(run: Run): readonly LaneFairness[] {
  return run.lanes.map((lane) => runToEnd(fairnessOfLane(lane, labelsOf(run))));
}
