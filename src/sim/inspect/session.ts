/** What is asked of a finished run: charts, the state at an instant, one decision explained, the next request. */
import type { Verdict } from '../verdict.ts';
import { thinnedInstants } from '../metrics/disagreements.ts';
import {
  densitiesIn,
  marksIn,
  overviewOf,
  requestRangeIn,
  retryDensitiesIn,
  trafficChartDataIn,
} from '../metrics/bins.ts';
import type { Fairness, FairnessQuery } from '../metrics/fairness.ts';
import type { LaneChartData, ChartQuery, ChartData, Overview } from '../metrics/chartData.ts';
import type { LaneSummary } from '../metrics/summary.ts';
import { admissionsOf, type Admissions } from '../metrics/trace.ts';
import { busiestKey } from '../arrivals.ts';
import { firstAtOrAfter, firstWhere } from '../search.ts';
import { windowCountAt, windowCountCurve } from '../metrics/windowCount.ts';
import { resolvePolicy, type Lane } from '../scenario/scenario.ts';
import type { Duration, Instant } from '../time.ts';
import { formatNumber } from '../numberFormat.ts';
import { abuserResultsOf, type AbuserResult } from './abuserResults.ts';
import type { ClosedLoopReport } from '../run/eventLoop.ts';
import type { EarlyStop } from '../run/budget.ts';
import { decisionLookup, type Decision, type DecisionLookup } from './decisions.ts';
import { endingOf } from './ending.ts';
import { clusterStatsOf, isSharedIdeal, type ClusterStats } from './clusterStats.ts';
import { gaugeOf, planLane, type LanePlan } from '../run/lanePlan.ts';
import { type LaneSession, type WhyDetails, type KeySnapshot } from './laneSession.ts';
import { isScheme, type LimiterRun } from '../run/laneRun.ts';
import { openLimiterLane, keySnapshotOf } from './limiterLane.ts';
import type { Plan } from '../run/plan.ts';
import { Replay, type ReplaySource } from './replay.ts';
import { openSchemeLane } from './schemeLane.ts';
import { ScriptFailure } from '../run/scriptActor.ts';
import { counterpart, pairedDisagreementsOf, firstTryInstants, nextTryOf } from './pairing.ts';
import { runEventDrivenLane, type Run } from '../run/simulate.ts';
import type { LaneRun } from '../run/laneRun.ts';
import { mapSlices } from '../slices.ts';
import { openRunFairness } from './fairness.ts';

/** What a lane is, for whoever draws it: the numbers that its charts' axes need. */
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

/** One lane at one instant. */
export interface LaneSnapshot extends KeySnapshot {
  /** Permits admitted for that key in the trailing T. */
  readonly count: number;
  /** The last request decided by then, of any key; null before the first. */
  readonly last: LastDecision | null;
}

/** A decision's position in its lane, its instant and verdict, and its node, from 0: null where none took it. */
export type LastDecision = Pick<Decision, 'request' | 'at' | 'node'> & { readonly verdict: Verdict };

/** The state that a limiter in no lane would have, or why it cannot run, as a sentence that begins with its name. */
export type LimiterPreview = KeySnapshot | { readonly problem: string };

/** A request of a lane. Where no clients answer back, requests are the same in every lane. */
export interface SelectedRequest {
  readonly lane: number;
  readonly request: number;
}

/** One decision, explained. */
export interface Why extends Decision, WhyDetails {
  readonly requestCount: number;
  /** The next try of the same job; null where none comes. */
  readonly nextTry: RequestPosition | null;
  /** What every lane said of the same request, or of its job, by lane; null where it never came to that. */
  readonly lanes: readonly (Decision | null)[];
}

/** A request of the run. */
export interface RequestPosition {
  readonly request: number;
  readonly at: Instant;
}

/** A request on which lanes disagree: which one, from 0, of how many. */
export interface Disagreement extends RequestPosition {
  readonly index: number;
  readonly count: number;
}

export interface Session {
  readonly run: Run;
  readonly laneInfos: readonly LaneInfo[];
  overview(bins: number): Overview;
  /** In slices of a few milliseconds, so that it can be left for a newer one. */
  charts(query: ChartQuery): Generator<undefined, ChartData>;
  /** Who got how much, likewise in slices. */
  fairness(query: FairnessQuery): Generator<undefined, Fairness>;
  /** The state at `at`: right after request `through` when given (of several at one instant), else after all by then. */
  snapshot(at: Instant, through: SelectedRequest | null, key: string | null): readonly LaneSnapshot[];
  /** The state that a lane would have at `at` if it were in the scenario, in slices: its clients may have much to ask. */
  preview(
    lane: Lane,
    at: Instant,
    through: SelectedRequest | null,
    key: string | null,
  ): Generator<undefined, LimiterPreview>;
  /** What each lane said of the last request up to `at`; empty before the first. */
  lastVerdicts(at: Instant): readonly Verdict[];
  /** Requests [from, to) of a lane, for lists. */
  decisions(lane: number, from: number, to: number): readonly Decision[];
  /** In slices: where several processes decide, the lane is run again for its messages. */
  why(lane: number, request: number): Generator<undefined, Why>;
  /** The lane's request before or after a selected one, else the nearest to `at` on that side; null at the ends. */
  step(lane: number, at: Instant, selected: SelectedRequest | null, direction: 1 | -1): RequestPosition | null;
  /** The same request, or the same try of its job, in another lane; null where it never came to that. */
  counterpart(selected: SelectedRequest, lane: number): RequestPosition | null;
  /**
   * The next request of the lane, likewise, on which the compared lanes decide differently; after the last comes the first.
   * @param lane one of those compared
   */
  nextDisagreement(
    compared: readonly number[],
    lane: number,
    at: Instant,
    selected: SelectedRequest | null,
    by: 1 | -1,
  ): Disagreement | null;
}

/** Replays and admissions are kept for as many keys as are looked at by turns: one or two, not a million. */
const MAX_KEYS_CACHED = 2;
/** What the states kept by all replays may take. */
const MAX_CHECKPOINT_BYTES = 128 * 1024 * 1024;

export function openSession(run: Run): Session {
  const { arrivals, end } = run.plan;
  /** When work comes. Where each lane has its own: as the first one sees it. */
  const firstTries = firstTryInstants(run.lanes[0]?.arrivals ?? arrivals);
  const maxCached = MAX_KEYS_CACHED * run.lanes.length;
  /** One is for the limiter that is auditioned. */
  const bytesPerReplay = MAX_CHECKPOINT_BYTES / (maxCached + 1);
  const replays = new Map<string, Replay>();
  const admissions = new Map<string, Admissions>();

  const keyIndexOf = (lane: Pick<LaneRun, 'arrivals'>, key: string | null): number => {
    const index = key === null ? -1 : lane.arrivals.keys.indexOf(key);
    return index < 0 ? busiestKey(lane.arrivals) : index;
  };
  const cached = <T>(kept: Map<string, T>, index: number, key: number, make: () => T): T => {
    const name = `${index}/${key}`;
    let known = kept.get(name);
    if (known === undefined) {
      if (kept.size >= maxCached) kept.clear();
      known = make();
      kept.set(name, known);
    }
    return known;
  };
  const sessions = run.lanes.map((lane, index): LaneSession => {
    if (isScheme(lane)) return openSchemeLane(run.plan, lane);
    const limiterLaneRun = lane as LimiterRun;
    return openLimiterLane(limiterLaneRun, (key) =>
      cached(replays, index, key, () => new Replay(limiterLaneRun, key, bytesPerReplay)),
    );
  });
  const admissionsOfKey = (index: number, key: number): Admissions =>
    cached(admissions, index, key, () => admissionsOf(run.lanes[index] as LaneRun, key));

  function* laneChartData(
    lane: LaneRun,
    index: number,
    { from, to, columns, key: wanted }: ChartQuery,
  ): Generator<undefined, LaneChartData> {
    const key = keyIndexOf(lane, wanted);
    const session = sessions[index] as LaneSession;
    const [first, last] = requestRangeIn(lane.arrivals.at, from, to);
    return {
      key: lane.arrivals.keys[key] ?? '',
      ...(yield* session.levelCurves(key, from, to, columns)),
      windowCount: windowCountCurve(admissionsOfKey(index, key), lane.plan.policy.T, from, to, columns),
      marks: marksIn(lane, from, to),
      densities: densitiesIn(lane, from, to, columns),
      retries: retryDensitiesIn(lane, from, to, columns),
      requestsInRange: last - first,
    };
  }

  /** The limiter that was tried last, since it is asked about again for every move of the playhead. */
  let lastPreview: { readonly name: string; readonly key: number; readonly replay: Replay | string } | null = null;

  let lastCompared: { readonly lanes: string; readonly requests: Uint32Array } | null = null;
  /** Positions in the first of these lanes. Kept for those that were compared last: every look asks again. */
  const disagreementsAmong = (lanes: readonly number[]): Uint32Array => {
    const name = lanes.join();
    if (lastCompared?.lanes !== name) {
      const traces = lanes.flatMap((lane) => run.lanes[lane] ?? []);
      lastCompared = { lanes: name, requests: pairedDisagreementsOf(traces) };
    }
    return lastCompared.requests;
  };
  /** When requests of a lane come; without lanes, those that any would get. */
  const arrivalInstants = (lane: number): Float64Array => run.lanes[lane]?.arrivals.at ?? arrivals.at;
  const counterpartIn = ({ lane, request }: SelectedRequest, other: number): number | null =>
    lane === other ? request : counterpart(run.lanes[lane] as LaneRun, request, run.lanes[other] as LaneRun);
  /** The last request that has been decided by `at`; of several at that very instant, the selected one. */
  const lastBy = (lane: number, at: Instant, through: SelectedRequest | null): number => {
    const same = through === null ? null : counterpartIn(through, lane);
    if (same !== null && arrivalInstants(lane)[same] === at) return same;
    return firstAtOrAfter(arrivalInstants(lane), at + 1) - 1;
  };

  /** What stands at the playhead has been seen; but nothing has at the very start. */
  const nextAfter = (lane: number, at: Instant): number => firstAtOrAfter(arrivalInstants(lane), at === 0 ? 0 : at + 1);

  const decisions = run.lanes.map((lane) => decisionLookup(run.plan, lane));
  const decision = (lane: number, request: number): Decision => (decisions[lane] as DecisionLookup)(request);
  const lastDecision = (lane: number, last: number): LastDecision => {
    const { request, at, node } = decision(lane, last);
    return { request, at, node, verdict: run.lanes[lane]?.verdicts[last] as number };
  };
  const positionOf = ({ arrivals: { at } }: LaneRun, request: number | null): RequestPosition | null =>
    request === null ? null : { request, at: at[request] as number };

  return {
    run,
    laneInfos: run.lanes.map((lane, index) => laneInfoOf(run.plan, lane, index)),
    overview: (bins) => overviewOf(firstTries, run.lanes, end, bins),
    *charts(query) {
      const { from, to, columns, trackColumns, comparedLanes } = query;
      const lanes: LaneChartData[] = [];
      for (const [index, lane] of run.lanes.entries()) {
        lanes.push(yield* laneChartData(lane, index, query));
        yield;
      }
      const requests = disagreementsAmong(comparedLanes);
      return {
        from,
        to,
        lanes,
        traffic: trafficChartDataIn(firstTries, from, to, trackColumns),
        disagreements: {
          count: requests.length,
          at: thinnedInstants(requests, arrivalInstants(comparedLanes[0] ?? 0), from, to, columns),
        },
      };
    },

    fairness: openRunFairness(run),

    snapshot: (at, through, wanted) =>
      run.lanes.map((lane, index) => {
        const key = keyIndexOf(lane, wanted);
        const last = lastBy(index, at, through);
        return {
          ...(sessions[index] as LaneSession).snapshot(key, last, at),
          count: windowCountAt(admissionsOfKey(index, key), lane.plan.policy.T, at),
          last: last < 0 ? null : lastDecision(index, last),
        };
      }),

    *preview(lane, at, through, wanted) {
      const name = JSON.stringify([lane, wanted]);
      if (lastPreview?.name !== name) {
        const source = yield* previewSource(run.plan, lane);
        const own = typeof source === 'string' ? { arrivals } : source;
        const key = keyIndexOf(own, wanted);
        lastPreview = {
          name,
          key,
          replay: typeof source === 'string' ? source : new Replay(source, key, bytesPerReplay),
        };
      }
      const { key, replay } = lastPreview;
      if (typeof replay === 'string') return { problem: replay };
      // Of several requests at one instant, that on which the selected one's lane stands, where both see the same.
      const sharesArrivals = through !== null && replay.lane.arrivals === run.lanes[through.lane]?.arrivals;
      const last = sharesArrivals ? through.request : firstAtOrAfter(replay.lane.arrivals.at, at + 1) - 1;
      return keySnapshotOf(replay, key, last, at);
    },

    lastVerdicts: (at) =>
      run.lanes.flatMap(({ arrivals: own, verdicts }) => {
        const last = firstAtOrAfter(own.at, at + 1, own.count) - 1;
        return last < 0 ? [] : [verdicts[last] as number];
      }),

    decisions(index, from, to) {
      const lane = run.lanes[index] as LaneRun;
      const first = Math.max(0, from);
      const length = Math.max(0, Math.min(to, lane.arrivals.count) - first);
      return Array.from({ length }, (_, i) => decision(index, first + i));
    },

    *why(index, request) {
      const lane = run.lanes[index] as LaneRun;
      return {
        ...decision(index, request),
        ...(yield* (sessions[index] as LaneSession).why(request)),
        requestCount: lane.arrivals.count,
        nextTry: positionOf(lane, nextTryOf(lane.arrivals, request)),
        lanes: run.lanes.map((_, place) => {
          const same = counterpartIn({ lane: index, request }, place);
          return same === null ? null : decision(place, same);
        }),
      };
    },

    step(lane, at, selected, by) {
      const laneInstants = arrivalInstants(lane);
      const here = selected === null ? null : counterpartIn(selected, lane);
      const request =
        here !== null ? here + by : by > 0 ? nextAfter(lane, at) : firstAtOrAfter(laneInstants, at + 1) - 1;
      return request < 0 || request >= laneInstants.length ? null : { request, at: laneInstants[request] as number };
    },

    counterpart(selected, lane) {
      return positionOf(run.lanes[lane] as LaneRun, counterpartIn(selected, lane));
    },

    nextDisagreement(compared, lane, at, selected, by) {
      const requests = disagreementsAmong(compared);
      const first = compared[0] ?? 0;
      const of = requests.length;
      if (of === 0) return null;
      const compareFrom = selected === null ? null : counterpartIn(selected, first);
      const next = compareFrom === null ? nextAfter(first, at) : compareFrom + 1;
      const before = compareFrom ?? firstAtOrAfter(arrivalInstants(first), at + 1);
      const here = by > 0 ? next : before;
      const passed = firstWhere(of, (index) => (requests[index] as number) >= here);
      const index = (passed + (by > 0 ? 0 : of - 1)) % of;
      // Lanes differ only on what all of them came to.
      const request = counterpartIn({ lane: first, request: requests[index] as number }, lane) as number;
      return { request, at: arrivalInstants(lane)[request] as number, index, count: of };
    },
  };
}

/** More decisions than this a limiter that is only tried out may not make. */
const MAX_PREVIEW_DECISIONS = 2_000_000;

/** A lane that is not in the scenario on its traffic, or why it cannot run, as a sentence that begins with its name. */
function* previewSource(plan: Plan, lane: Lane): Generator<undefined, ReplaySource | string> {
  const { scenario, arrivals } = plan;
  const policy = resolvePolicy({ policy: scenario.policy, lanes: [lane] }, 0);
  const planned = planLane(scenario, lane, policy, plan, plan.lanes.length);
  if (typeof planned === 'string') return planned;
  if (planned.kind === 'scheme')
    return `${planned.scheme.name} is no limiter of one process: it has no state of its own.`;
  if (!plan.isClosedLoop) return { arrivals, plan: planned };
  const { name } = planned.scheme;
  try {
    const laneRun = yield* mapSlices(runEventDrivenLane(plan, planned, MAX_PREVIEW_DECISIONS), () => undefined);
    const stopped = laneRun.report?.earlyStop ?? null;
    if (stopped === null) return { ...laneRun, plan: planned };
    return `${name} ${budgetSentence(stopped)}. Add it as a lane to see how far it comes.`;
  } catch (error) {
    if (error instanceof ScriptFailure) return `${name}: ${error.message}`;
    throw error;
  }
}

function budgetSentence({ by, limit }: EarlyStop): string {
  return {
    decisions: `makes more than ${formatNumber(limit)} decisions of this traffic`,
    permits: `keeps every permit, and this traffic asks for more than ${formatNumber(limit)}`,
    steps: `has the scripts of this traffic take more than ${formatNumber(limit)} steps`,
    stepsAtOnce: `has the scripts of this traffic take more than ${formatNumber(limit)} steps at one instant`,
  }[by];
}

function laneInfoOf(plan: Plan, lane: LaneRun, index: number): LaneInfo {
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
