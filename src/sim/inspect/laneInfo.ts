/** What a lane is, and what the run as a whole made of it: known once, however often it is drawn. */
import type { LaneSummary } from '../metrics/summary.ts';
import type { ClosedLoopReport } from '../run/eventLoop.ts';
import { gaugeOf, type LanePlan } from '../run/lanePlan.ts';
import { isScheme, type LaneRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import type { Duration } from '../time.ts';
import { abuserResultsOf, type AbuserResult } from './abuserResults.ts';
import { clusterStatsOf, isSharedIdeal, type ClusterStats } from './clusterStats.ts';
import { endingOf } from './ending.ts';

/** A lane: the numbers that its charts' axes need, and what became of its requests as a whole. */
export interface LaneInfo {
  readonly algorithmId: string;
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number;
  /** The level's unit, wall, own bound and lowest value. */
  readonly unit: readonly [one: string, many: string];
  readonly wall: 'floor' | 'ceiling';
  readonly full: number;
  readonly low: number;
  /** The second quantity's name, unit and own bound, where the limiter has one. */
  readonly second: {
    readonly name: string;
    readonly unit: readonly [one: string, many: string];
    readonly full: number | null;
  } | null;
  /** The length of its aligned windows, or null. */
  readonly windowLength: Duration | null;
  readonly canDelay: boolean;
  readonly summary: LaneSummary;
  /** How clients in phases fared, by entry. */
  readonly phases: ClosedLoopReport['phases'];
  /** How it ended, where clients left work undone or the run was cut short. */
  readonly ending: string | null;
  /** How long it withstood the abusers of its traffic, by entry. */
  readonly abuserResults: readonly AbuserResult[];
  /** What several processes made of it; null where one decides. */
  readonly cluster: ClusterStats | null;
  /** One process in a scenario of several nodes: it runs as if all shared it, and asking took no time. */
  readonly isSharedIdeal: boolean;
}

export function laneInfoOf(plan: Plan, lane: LaneRun, index: number): LaneInfo {
  const { plan: lanePlan, summary, report } = lane;
  const { scheme, params, policy } = lanePlan;
  const gauge = gaugeOf(lanePlan);
  return {
    algorithmId: scheme.id,
    n: policy.n,
    T: policy.T,
    capacity: policy.capacity,
    unit: gauge.unit,
    wall: gauge.denySide,
    full: gauge.full(params),
    low: gauge.low(params),
    ...limiterOnlyInfo(lanePlan),
    canDelay: scheme.outcomes.includes('delay'),
    summary,
    phases: report?.phases ?? [],
    ending: endingOf(plan, lane),
    abuserResults: abuserResultsOf(plan, lane, index),
    cluster: isScheme(lane) ? clusterStatsOf(lane) : null,
    isSharedIdeal: isSharedIdeal(lanePlan, plan.scenario),
  };
}

/** What only a limiter of one process has. */
function limiterOnlyInfo(plan: LanePlan): Pick<LaneInfo, 'second' | 'windowLength'> {
  if (plan.kind === 'scheme') return { second: null, windowLength: null };
  const { scheme, params } = plan;
  const { secondaryGauge } = scheme;
  return {
    second:
      secondaryGauge === undefined
        ? null
        : { name: secondaryGauge.name, unit: secondaryGauge.unit, full: secondaryGauge.full(params) },
    windowLength: scheme.windowLength?.(params) ?? null,
  };
}
