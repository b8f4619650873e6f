/** One lane of a finished run: its requests, its decisions on them, and its figures. */
import type { LaneSummary } from '../metrics/summary.ts';
import type { ClusterTrace, LaneTrace } from '../metrics/trace.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { ClosedLoopReport } from './eventLoop.ts';
import type { FirstLook, LevelCurves } from './levelTracer.ts';
import type { LanePlan, LimiterPlan, SchemePlan } from './lanePlan.ts';

export interface LaneRun extends LaneTrace {
  readonly plan: LanePlan;
  readonly summary: LaneSummary;
  /** Results for closed-loop clients; null in an open loop, where all lanes share the plan's arrivals. */
  readonly report: ClosedLoopReport | null;
  /** The level that was recorded while deciding, for a first look; absent if none was. */
  readonly firstLevels?: { readonly look: FirstLook; readonly curves: LevelCurves };
}

export interface LimiterRun extends LaneRun {
  readonly plan: LimiterPlan;
}

export interface SchemeRun extends LaneRun {
  readonly plan: SchemePlan;
  readonly cluster: ClusterTrace;
  /** Where the run can be repeated from; absent if a real store decided. */
  readonly checkpoints?: Checkpoints;
}

export function isScheme(lane: LaneRun): lane is SchemeRun {
  return lane.plan.kind === 'scheme';
}
