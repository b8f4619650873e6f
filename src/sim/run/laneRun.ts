/** One lane of a finished run: its requests, its decisions on them, and its figures. */
import type { LaneSummary } from '../metrics/summary.ts';
import type { ClusterTrace, LaneTrace } from '../metrics/trace.ts';
import type { ClusterCheckpoints } from './clusterCheckpoints.ts';
import type { ClosedLoopReport } from './eventLoop.ts';
import type { FirstLook, LaneCurves } from './levelTracer.ts';
import type { LimiterCheckpoints } from './limiterCheckpoints.ts';
import type { LanePlan, LimiterPlan, SchemePlan } from './lanePlan.ts';

export interface LaneRun extends LaneTrace {
  readonly plan: LanePlan;
  readonly summary: LaneSummary;
  /** Results for closed-loop clients; null in an open loop, where all lanes share the plan's arrivals. */
  readonly report: ClosedLoopReport | null;
  /** The curves that were recorded with the decisions, for a first look; absent if none were. */
  readonly firstCurves?: { readonly look: FirstLook; readonly curves: LaneCurves };
}

export interface LimiterRun extends LaneRun {
  readonly plan: LimiterPlan;
  /** Where the lane has one key; a replay begins from them. */
  readonly checkpoints?: LimiterCheckpoints;
}

export interface SchemeRun extends LaneRun {
  readonly plan: SchemePlan;
  readonly cluster: ClusterTrace;
  /** Where the run can be repeated from; absent if a real store decided. */
  readonly checkpoints?: ClusterCheckpoints;
}

export function isScheme(lane: LaneRun): lane is SchemeRun {
  return lane.plan.kind === 'scheme';
}
