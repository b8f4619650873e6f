/** What the scenario's goals are about: lanes of a run, measured under each reading of its log. */
import { measureLane, type Figures } from '../metrics/measures.ts';
import { requestLabelsOf } from '../metrics/requestLabels.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Run } from '../run/runLanes.ts';
import type { Goal } from '../scenario/goals.ts';
import { allReadings } from '../scenario/logReadings.ts';
import { labelsOf } from './fairness.ts';
import { runBeside } from './runBeside.ts';

/**
 * By reading, that of the run first: of a log whose stamps are coarse the others are run as well. In slices.
 * @returns only the first, where the others cannot be run
 */
export function* runsByReading(run: Run): Generator<unknown, readonly Run[]> {
  const [, ...others] = allReadings(run.plan.scenario);
  const runs = [run];
  for (const scenario of others) {
    const session = yield* runBeside(scenario);
    if (typeof session === 'string') return [run];
    runs.push(session.run);
  }
  return runs;
}

/** By run; null if the lane cannot run. In slices. @param lane of the scenario */
export function* goalFigures(
  runs: readonly Run[],
  lane: number,
  goals: readonly Goal[],
): Generator<unknown, readonly Figures[] | null> {
  const measures = [...new Set(goals.map(({ measure }) => measure))];
  const figures: Figures[] = [];
  for (const run of runs) {
    const found = laneOf(run, lane);
    if (found === undefined) return null;
    const context = { T: found.plan.policy.T, labels: requestLabelsOf(found.arrivals, labelsOf(run)) };
    figures.push(yield* measureLane(found, measures, context));
  }
  return figures;
}

/** Undefined if the lane cannot run. */
export function laneOf({ lanes }: Run, lane: number): LaneRun | undefined {
  return lanes.find(({ plan }) => plan.laneIndex === lane);
}
