/** The charts of a small scenario that is not the one on the screen: its first lane, from the beginning to the end. */
import type { LaneChartData } from '../metrics/chartData.ts';
import { planToEnd } from '../run/plan.ts';
import { simulateToEnd } from '../run/simulate.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Instant } from '../time.ts';
import { openSession } from './session.ts';

export interface Sketch {
  readonly end: Instant;
  readonly lane: LaneChartData;
  /** The lane's limit. */
  readonly n: number;
}

/** Null where it cannot be run. It runs in one piece: a sketch is of a few requests. */
export function* sketchOf(scenario: Scenario, columns: number): Generator<undefined, Sketch | null> {
  const planned = planToEnd(scenario);
  if (!planned.ok) return null;
  const run = simulateToEnd(planned.plan);
  yield;
  const { end } = planned.plan;
  const query = { from: 0, to: end, columns, trackColumns: columns, key: null, comparedLanes: [] };
  const [lane] = (yield* openSession(run).charts(query)).lanes;
  const n = run.lanes[0]?.plan.policy.n;
  return lane === undefined || n === undefined ? null : { end, lane, n };
}
