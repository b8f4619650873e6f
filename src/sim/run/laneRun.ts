/** One lane of a finished run: its requests, its decisions on them, and its figures. */
import type { LaneSummary } from '../metrics/summary.ts';
import type { ClusterTrace, LaneTrace } from '../metrics/trace.ts';
import type { ClosedLoopReport } from './eventLoop.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { FirstLook, LaneCurves } from './levelTracer.ts';
import type { LanePlan, LimiterPlan, SchemePlan } from './lanePlan.ts';

export interface LaneRun extends LaneTrace {
  readonly plan: LanePlan;
  readonly summary: LaneSummary;
  /** Results for closed-loop clients; null in an open loop, where all lanes share the plan's arrivals. */
  readonly report: ClosedLoopReport | null;
  /** Where the lane has one key; a replay begins from them. */
  readonly checkpoints?: Checkpoints;
  /** The curves that were recorded with the decisions, for a first look; absent if none were. */
  readonly firstCurves?: { readonly look: FirstLook; readonly curves: LaneCurves };
}

export interface LimiterRun extends LaneRun {
  readonly plan: LimiterPlan;
}

export interface SchemeRun extends LaneRun {
  readonly plan: SchemePlan;
  readonly cluster: ClusterTrace;
}

export function isScheme(lane: LaneRun): lane is SchemeRun {
  return lane.plan.kind === 'scheme';
}
