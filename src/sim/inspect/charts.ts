/** The data of all charts of the visible range. */
import { keyOrBusiest } from '../arrivals.ts';
import { densitiesIn, marksIn, requestRangeIn, retryDensitiesIn, trafficChartDataIn } from '../metrics/bins.ts';
import type { ChartData, ChartQuery, Curve, LaneChartData } from '../metrics/chartData.ts';
import { disagreementChartData } from '../metrics/disagreements.ts';
import { windowCountCurve } from '../metrics/windowCount.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { LaneCurves } from '../run/levelTracer.ts';
import type { Run } from '../run/runLanes.ts';
import type { Disagreements } from './disagreements.ts';
import type { LaneSession } from './laneSession.ts';

const NONE = new Uint32Array();

/** @param firstTries instants of the first try of each job */
export function openCharts(
  run: Run,
  sessions: readonly LaneSession[],
  firstTries: Float64Array,
  disagreements: Disagreements,
): (query: ChartQuery) => Generator<undefined, ChartData> {
  return function* charts(query) {
    const { from, to, columns, trackColumns, comparedLanes } = query;
    const lanes: LaneChartData[] = [];
    for (const [index, lane] of run.lanes.entries()) {
      lanes.push(yield* laneChartData(lane, sessions[index] as LaneSession, query));
      yield;
    }
    // Of more than two lanes no chart marks where they disagree, so it is enough to count.
    const marked = comparedLanes.length === 2 ? disagreements.among(comparedLanes) : NONE;
    const { arrivals } = run.lanes[comparedLanes[0] ?? 0] ?? run.plan;
    return {
      from,
      to,
      lanes,
      traffic: trafficChartDataIn(firstTries, from, to, trackColumns),
      disagreements: {
        ...disagreementChartData(marked, arrivals.at, from, to, columns),
        count: disagreements.count(comparedLanes),
        requestsDiffer: disagreements.requestsDiffer(comparedLanes),
      },
    };
  };
}

function* laneChartData(
  lane: LaneRun,
  session: LaneSession,
  { from, to, columns, key: wantedKey }: ChartQuery,
): Generator<undefined, LaneChartData> {
  const { arrivals } = lane;
  const key = keyOrBusiest(arrivals, wantedKey);
  const [first, last] = requestRangeIn(arrivals.at, from, to);
  const curves = yield* curvesOf(lane, session, { from, to, columns, key });
  yield;
  return {
    key: arrivals.keys[key] ?? '',
    ...curves,
    marks: marksIn(lane, from, to),
    densities: densitiesIn(lane, from, to, columns),
    retries: retryDensitiesIn(lane, from, to, columns),
    requestsInRange: last - first,
  };
}

/** What a lane's curves depend on, besides its decisions. */
type CurveQuery = Pick<ChartQuery, 'from' | 'to' | 'columns'> & { readonly key: number };

/**
 * The curves that were asked for last, by the verdicts of their lane: a lane that the next run takes over brings them along.
 * Answers are transferred to another thread, so what is kept is copied.
 */
const lastCurves = new WeakMap<Uint8Array, { readonly query: CurveQuery; readonly curves: LaneCurves }>();

function* curvesOf(lane: LaneRun, session: LaneSession, query: CurveQuery): Generator<undefined, LaneCurves> {
  const { from, to, columns, key } = query;
  const last = lastCurves.get(lane.verdicts);
  if (last !== undefined && isSameQuery(last.query, query)) return copyOf(last.curves);
  const { firstCurves } = lane;
  const recorded =
    firstCurves !== undefined &&
    isSameQuery({ ...firstCurves.look, key: keyOrBusiest(lane.arrivals, firstCurves.look.key) }, query);
  const curves = recorded
    ? firstCurves.curves
    : {
        ...(yield* session.levelCurves(key, from, to, columns)),
        windowCount: windowCountCurve(session.admissions(key), lane.plan.policy.T, from, to, columns),
      };
  lastCurves.set(lane.verdicts, { query, curves });
  return copyOf(curves);
}

function isSameQuery(one: CurveQuery, other: CurveQuery): boolean {
  return one.from === other.from && one.to === other.to && one.columns === other.columns && one.key === other.key;
}

function copyOf({ level, secondaryLevel, windowCount }: LaneCurves): LaneCurves {
  return {
    level: copyOfCurve(level),
    secondaryLevel: secondaryLevel && copyOfCurve(secondaryLevel),
    windowCount: copyOfCurve(windowCount),
  };
}

function copyOfCurve({ at, value }: Curve): Curve {
  return { at: at.slice(), value: value.slice() };
}
