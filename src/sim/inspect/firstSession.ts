/**
 * What the page asks of every run as soon as it is there. It needs little code, and none of distributed lanes; the queries
 * of somebody who looks closer are in `session.ts`.
 */
import { keyOrBusiest } from '../arrivals.ts';
import { overviewOf } from '../metrics/bins.ts';
import type { ChartData, ChartQuery, Overview } from '../metrics/chartData.ts';
import { RunningCounts, type LaneCounts } from '../metrics/runningCounts.ts';
import { windowCountIn } from '../metrics/windowCount.ts';
import { timeoutsOf } from '../run/laneFigures.ts';
import { isScheme, type LaneRun, type LimiterRun, type SchemeRun } from '../run/laneRun.ts';
import type { Plan } from '../run/plan.ts';
import type { Run } from '../run/runLanes.ts';
import type { Instant } from '../time.ts';
import { isDenied, type Verdict } from '../verdict.ts';
import { openCharts } from './charts.ts';
import { decisionLookup, type Decision, type DecisionLookup } from './decisions.ts';
import { Disagreements } from './disagreements.ts';
import { laneInfoOf, type LaneInfo } from './laneInfo.ts';
import { MAX_KEYS_CACHED, type KeySnapshot, type LaneSession } from './laneSession.ts';
import { openLimiterLane } from './limiterLane.ts';
import { firstTryInstants } from './pairing.ts';
import { lastAtOrBefore, RequestPositions, type SelectedRequest } from './positions.ts';

/** One lane at one instant. */
export interface LaneSnapshot extends KeySnapshot {
  /** Permits admitted for that key in the trailing T. */
  readonly count: number;
  /** The last request decided by then, of any key; null before the first. */
  readonly last: LastDecision | null;
}

/** A decision's position in its lane, its instant, its verdict, and its node, from 0 (null if none took it). */
export type LastDecision = Pick<Decision, 'request' | 'at' | 'node'> & { readonly verdict: Verdict };

/** The last requests of an entry up to an instant, by their number. */
export type LastRequests = readonly [at: Instant, count: number];

export interface FirstSession {
  readonly run: Run;
  readonly laneInfos: readonly LaneInfo[];
  overview(bins: number): Overview;
  /** In slices of a few milliseconds, so that a newer query can replace it. */
  charts(query: ChartQuery): Generator<undefined, ChartData>;
  /**
   * The state at `at`: if `through` is one of several requests at that instant, right after it; otherwise after all
   * requests up to `at`.
   */
  snapshot(at: Instant, through: SelectedRequest | null, key: string | null): readonly LaneSnapshot[];
  /** What each lane has done by `at`, with requests at that instant as in `snapshot`. */
  counts(at: Instant, through: SelectedRequest | null): readonly LaneCounts[];
  /** How many of these requests of an entry each lane admitted. */
  admittedOf(entry: number, requests: readonly LastRequests[]): readonly number[];
}

/** A run and what its queries share: it is worked out when it is first needed, and kept. */
export interface OpenRun {
  readonly run: Run;
  readonly lanes: readonly LaneSession[];
  /** First tries of jobs; in a closed loop, those of the first lane. */
  readonly firstTries: Float64Array;
  readonly positions: RequestPositions;
  readonly disagreements: Disagreements;
  readonly lookups: readonly DecisionLookup[];
  /** Maximum size of the checkpoints of one replay. */
  readonly bytesPerReplay: number;
}

/** Maximum size of the checkpoints of all replays. */
const MAX_CHECKPOINT_BYTES = 128 * 1024 * 1024;

/** @param openScheme opens a distributed lane; without it, there must be none */
export function openRun(run: Run, openScheme: ((plan: Plan, lane: SchemeRun) => LaneSession) | null = null): OpenRun {
  // One share is for the preview.
  const bytesPerReplay = MAX_CHECKPOINT_BYTES / (MAX_KEYS_CACHED * run.lanes.length + 1);
  const positions = new RequestPositions(run);
  return {
    run,
    lanes: run.lanes.map((lane) => {
      if (!isScheme(lane)) return openLimiterLane(lane as LimiterRun, bytesPerReplay);
      if (openScheme === null) throw new TypeError('a distributed lane, and nothing to open it with');
      return openScheme(run.plan, lane);
    }),
    firstTries: firstTryInstants((run.lanes[0] ?? run.plan).arrivals),
    positions,
    disagreements: new Disagreements(run, positions),
    lookups: run.lanes.map((lane) => decisionLookup(run.plan, lane)),
    bytesPerReplay,
  };
}

export function openFirstSession({ run, lanes, firstTries, positions, disagreements, lookups }: OpenRun): FirstSession {
  const countsOf = runningCountsOf(run);
  return {
    run,
    laneInfos: run.lanes.map((lane) => laneInfoOf(run.plan, lane)),
    overview: (bins) => overviewOf(firstTries, run.lanes, run.plan.end, bins),
    charts: openCharts(run, lanes, firstTries, disagreements),
    snapshot: (at, through, wantedKey) =>
      run.lanes.map((lane, index) => {
        const key = keyOrBusiest(lane.arrivals, wantedKey);
        const last = positions.lastBy(index, at, through);
        const session = lanes[index] as LaneSession;
        return {
          ...session.snapshot(key, last, at),
          count: windowCountIn(lane, key, lane.summary.wait.max, lane.plan.policy.T, at, last),
          last: last < 0 ? null : lastDecisionOf(lane, (lookups[index] as DecisionLookup)(last)),
        };
      }),
    counts: (at, through) =>
      run.lanes.map((_, index) => countsOf(index).through(positions.lastBy(index, at, through), at)),
    admittedOf: (entry, requests) =>
      run.lanes.map((lane) => requests.reduce((sum, some) => sum + admittedIn(lane, entry, some), 0)),
  };
}

/** Requests of other entries may come at the same instant, before these or after. */
function admittedIn({ arrivals, verdicts }: LaneRun, entry: number, [at, count]: LastRequests): number {
  let admitted = 0;
  let left = count;
  for (let i = lastAtOrBefore(arrivals.at, at, arrivals.count); left > 0 && i >= 0; i--) {
    if (arrivals.entry[i] !== entry) continue;
    left--;
    if (!isDenied(verdicts[i] as Verdict)) admitted++;
  }
  return admitted;
}

function lastDecisionOf({ verdicts }: LaneRun, { request, at, node }: Decision): LastDecision {
  return { request, at, node, verdict: verdicts[request] as number };
}

/** Made for a lane when it is first asked for: 20 million decisions take a moment. */
function runningCountsOf(run: Run): (lane: number) => RunningCounts {
  const timeouts = timeoutsOf(run.plan);
  const made: RunningCounts[] = [];
  return (lane) => (made[lane] ??= new RunningCounts(run.lanes[lane] as LaneRun, timeouts));
}
