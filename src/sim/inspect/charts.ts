/** The data of all charts of the visible range. */
import { densitiesIn, marksIn, requestRangeIn, retryDensitiesIn, trafficChartDataIn } from '../metrics/bins.ts';
import type { ChartData, ChartQuery, LaneChartData } from '../metrics/chartData.ts';
import { thinnedInstants } from '../metrics/disagreements.ts';
import { windowCountCurve } from '../metrics/windowCount.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Run } from '../run/simulate.ts';
import type { Disagreements } from './disagreements.ts';
import type { LaneSession } from './laneSession.ts';
import { keyOrBusiest } from './positions.ts';

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
    const requests = disagreements.among(comparedLanes);
    const { arrivals } = run.lanes[comparedLanes[0] ?? 0] ?? run.plan;
    return {
      from,
      to,
      lanes,
      traffic: trafficChartDataIn(firstTries, from, to, trackColumns),
      disagreements: {
        count: requests.length,
        requestsDiffer: disagreements.requestsDiffer(comparedLanes),
        at: thinnedInstants(requests, arrivals.at, from, to, columns),
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
  return {
    key: arrivals.keys[key] ?? '',
    ...(yield* session.levelCurves(key, from, to, columns)),
    windowCount: windowCountCurve(session.admissions(key), lane.plan.policy.T, from, to, columns),
    marks: marksIn(lane, from, to),
    densities: densitiesIn(lane, from, to, columns),
    retries: retryDensitiesIn(lane, from, to, columns),
    requestsInRange: last - first,
  };
}
