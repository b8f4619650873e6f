/** A lane's properties and its results over the whole run, computed once per run. */
import type { BoundSetting } from '../limiters/limiter.ts';
import type { LaneSummary } from '../metrics/summary.ts';
import type { ClosedLoopReport } from '../run/eventLoop.ts';
import { canDelay, gaugeOf, type LanePlan } from '../run/lanePlan.ts';
import { isScheme, type LaneRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import type { Duration } from '../time.ts';
import { abuserResultsOf, type AbuserResult } from './abuserResults.ts';
import { clusterStatsOf, isSharedIdeal, type ClusterStats } from './clusterStats.ts';
import { allowedPeakOf } from './allowedPeak.ts';
import { endingOf } from './ending.ts';
import { jobsByKeyOf, type KeyJobs } from './jobsByKey.ts';

/** The numbers that a lane's charts need for their axes, and the lane's results. */
export interface LaneInfo {
  readonly algorithmId: string;
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number;
  /** The level's unit, the side at which it denies, its bound and its lowest value. */
  readonly unit: readonly [one: string, many: string];
  readonly wall: 'floor' | 'ceiling';
  readonly full: number;
  readonly low: number;
  /** Whether the level may go lower all the same. */
  readonly goesLower: boolean;
  /** Whether there is a level to draw: a limiter that the user wrote may have none. */
  readonly hasLevel: boolean;
  /** The setting that is the bound, and how much of the level one of it is; null where T or an option decides the bound. */
  readonly bound: { readonly setting: BoundSetting; readonly levelPerUnit: number } | null;
  /** The second quantity's name, unit and bound; null if the limiter has no second quantity. */
  readonly second: {
    readonly name: string;
    readonly unit: readonly [one: string, many: string];
    readonly full: number | null;
  } | null;
  /** The length of its aligned windows; null if it has none. */
  readonly windowLength: Duration | null;
  readonly canDelay: boolean;
  readonly summary: LaneSummary;
  /** The most permits that the lane's rule allows within any T; null where it promises nothing, as while a fallback decides. */
  readonly allowedPeak: number | null;
  /** The results of clients with phases, by entry. */
  readonly phases: ClosedLoopReport['phases'];
  /** What became of each key's jobs, where clients of a few keys retry; else empty. */
  readonly jobsByKey: readonly KeyJobs[];
  /** How the lane ended, if clients left jobs unfinished or it was stopped early; otherwise null. */
  readonly ending: string | null;
  /** How well it withstood the abusers of its traffic, by entry. */
  readonly abuserResults: readonly AbuserResult[];
  /** Figures of a distributed lane; null for a single process. */
  readonly cluster: ClusterStats | null;
  /** Whether it is a single process in a scenario of several nodes: it runs as if all nodes shared it without delay. */
  readonly isSharedIdeal: boolean;
}

export function laneInfoOf(plan: Plan, lane: LaneRun): LaneInfo {
  const { plan: lanePlan, summary, report } = lane;
  const { algorithm, params, policy } = lanePlan;
  const gauge = gaugeOf(lanePlan);
  const cluster = isScheme(lane) ? clusterStatsOf(lane) : null;
  return {
    algorithmId: algorithm.id,
    n: policy.n,
    T: policy.T,
    capacity: policy.capacity,
    unit: gauge.unit,
    wall: gauge.denySide,
    full: gauge.full(params),
    low: gauge.low(params),
    goesLower: gauge.goesLower === true,
    hasLevel: lanePlan.kind === 'scheme' || lanePlan.algorithm.hasLevel?.(params) !== false,
    bound: boundOf(lanePlan),
    ...limiterOnlyInfo(lanePlan),
    canDelay: canDelay(lanePlan),
    summary,
    allowedPeak: cluster !== null && admitsOutsideRule(cluster) ? null : allowedPeakOf(plan, lanePlan, lane.arrivals),
    jobsByKey: jobsByKeyOf(plan, lane),
    phases: report?.phases ?? [],
    ending: endingOf(plan, lane),
    abuserResults: abuserResultsOf(plan, lane),
    cluster,
    isSharedIdeal: isSharedIdeal(lanePlan, plan.scenario),
  };
}

/** What nodes let through while the store was away is what the fallback is for, and no defect of the rule. */
function admitsOutsideRule({ answerPathCounts }: ClusterStats): boolean {
  return answerPathCounts['let-through'] + answerPathCounts['by-itself'] > 0;
}

function boundOf(plan: LanePlan): LaneInfo['bound'] {
  const gauge = gaugeOf(plan);
  const setting = gauge.boundBy?.(plan.params);
  return setting === undefined ? null : { setting, levelPerUnit: gauge.full(plan.params) / plan.policy[setting] };
}

/** Properties that only single-process limiters have. */
function limiterOnlyInfo(plan: LanePlan): Pick<LaneInfo, 'second' | 'windowLength'> {
  if (plan.kind === 'scheme') return { second: null, windowLength: null };
  const { algorithm, params } = plan;
  const { secondaryGauge } = algorithm;
  return {
    second:
      secondaryGauge === undefined
        ? null
        : { name: secondaryGauge.name, unit: secondaryGauge.unit, full: secondaryGauge.full(params) },
    windowLength: algorithm.windowLength?.(params) ?? null,
  };
}
