/** A finished run and the queries to it. Each query is implemented in the file of its topic; this file is the table of them. */
import type { Verdict } from '../verdict.ts';
import { keyOrBusiest } from '../arrivals.ts';
import { overviewOf } from '../metrics/bins.ts';
import type { ChartData, ChartQuery, Overview } from '../metrics/chartData.ts';
import type { Fairness, FairnessQuery } from '../metrics/fairness.ts';
import { RunningCounts, type LaneCounts } from '../metrics/runningCounts.ts';
import { windowCountIn } from '../metrics/windowCount.ts';
import { isScheme, type LaneRun, type LimiterRun } from '../run/laneRun.ts';
import { timeoutsOf, type Run } from '../run/simulate.ts';
import type { Lane } from '../scenario/scenario.ts';
import type { Instant } from '../time.ts';
import { openCharts } from './charts.ts';
import { decisionLookup, type Decision, type DecisionLookup } from './decisions.ts';
import { Disagreements, type Disagreement } from './disagreements.ts';
import { openRunFairness } from './fairness.ts';
import { laneInfoOf, type LaneInfo } from './laneInfo.ts';
import { MAX_KEYS_CACHED, type KeySnapshot, type LaneSession, type WhyDetails } from './laneSession.ts';
import { openLimiterLane } from './limiterLane.ts';
import { firstTryInstants, nextTryOf } from './pairing.ts';
import { lastAtOrBefore, RequestPositions, type RequestPosition, type SelectedRequest } from './positions.ts';
import { Previewer, type LimiterPreview } from './preview.ts';
import { openSchemeLane } from './schemeLane.ts';
import { laneShape, type LaneShape } from './shape.ts';
import { tableRows, type TableRow } from './table.ts';

/** One lane at one instant. */
export interface LaneSnapshot extends KeySnapshot {
  /** Permits admitted for that key in the trailing T. */
  readonly count: number;
  /** The last request decided by then, of any key; null before the first. */
  readonly last: LastDecision | null;
}

/** A decision's position in its lane, its instant, its verdict, and its node, from 0 (null if none took it). */
export type LastDecision = Pick<Decision, 'request' | 'at' | 'node'> & { readonly verdict: Verdict };

/** One decision, explained. */
export interface Why extends Decision, WhyDetails {
  readonly requestCount: number;
  /** The next try of the same job; null if there is none. */
  readonly nextTry: RequestPosition | null;
  /** Each lane's decision on the same request, or the same try of its job; null if that lane never received it. */
  readonly lanes: readonly (Decision | null)[];
}

export interface Session {
  readonly run: Run;
  readonly laneInfos: readonly LaneInfo[];
  overview(bins: number): Overview;
  /** In slices of a few milliseconds, so that a newer query can replace it. */
  charts(query: ChartQuery): Generator<undefined, ChartData>;
  /** The share of each key, also in slices. */
  fairness(query: FairnessQuery): Generator<undefined, Fairness>;
  /**
   * The state at `at`: if `through` is one of several requests at that instant, right after it; otherwise after all
   * requests up to `at`.
   */
  snapshot(at: Instant, through: SelectedRequest | null, key: string | null): readonly LaneSnapshot[];
  /** What each lane has done by `at`, with requests at that instant as in `snapshot`. */
  counts(at: Instant, through: SelectedRequest | null): readonly LaneCounts[];
  /** The state that a lane would have at `at` if it were in the scenario; in slices, because a closed loop has to be run. */
  preview(
    lane: Lane,
    at: Instant,
    through: SelectedRequest | null,
    key: string | null,
  ): Generator<undefined, LimiterPreview>;
  /** Each lane's verdict on its last request up to `at`; empty before the first. */
  lastVerdicts(at: Instant): readonly Verdict[];
  /** Requests [from, to) of a lane, for lists. */
  decisions(lane: number, from: number, to: number): readonly Decision[];
  /** The shape of every lane's charts in a range; in slices. */
  shapes(from: Instant, to: Instant, key: string | null): Generator<undefined, readonly LaneShape[]>;
  /** Requests [from, to) of a lane as rows of a table; in slices. */
  table(lane: number, from: number, to: number): Generator<undefined, readonly TableRow[]>;
  /** In slices, because the run of a distributed lane is repeated for its messages. */
  why(lane: number, request: number): Generator<undefined, Why>;
  /** The lane's request before or after the selected one, or else the nearest to `at` on that side; null at the ends. */
  step(lane: number, at: Instant, selected: SelectedRequest | null, by: 1 | -1): RequestPosition | null;
  /** The same request, or the same try of its job, in another lane; null if that lane never received it. */
  counterpart(selected: SelectedRequest, lane: number): RequestPosition | null;
  /** Like `step`, but to the next request on which the compared lanes decide differently; wraps around after the last. */
  nextDisagreement(
    compared: readonly number[],
    at: Instant,
    selected: SelectedRequest | null,
    by: 1 | -1,
  ): Disagreement | null;
}

/** Maximum size of the checkpoints of all replays. */
const MAX_CHECKPOINT_BYTES = 128 * 1024 * 1024;

export function openSession(run: Run): Session {
  // One share is for the preview.
  const bytesPerReplay = MAX_CHECKPOINT_BYTES / (MAX_KEYS_CACHED * run.lanes.length + 1);
  const lanes = run.lanes.map((lane): LaneSession =>
    isScheme(lane) ? openSchemeLane(run.plan, lane) : openLimiterLane(lane as LimiterRun, bytesPerReplay),
  );
  /** First tries of jobs; in a closed loop, those of the first lane. */
  const firstTries = firstTryInstants((run.lanes[0] ?? run.plan).arrivals);
  const positions = new RequestPositions(run);
  const disagreements = new Disagreements(run, positions);
  const previewer = new Previewer(run, bytesPerReplay);
  const lookups = run.lanes.map((lane) => decisionLookup(run.plan, lane));
  const countsOf = runningCountsOf(run);
  const decision = (lane: number, request: number): Decision => (lookups[lane] as DecisionLookup)(request);

  function* why(index: number, request: number): Generator<undefined, Why> {
    const { arrivals } = run.lanes[index] as LaneRun;
    return {
      ...decision(index, request),
      ...(yield* (lanes[index] as LaneSession).why(request)),
      requestCount: arrivals.count,
      nextTry: positions.of(index, nextTryOf(arrivals, request)),
      lanes: run.lanes.map((_, lane) => {
        const same = positions.counterpart({ lane: index, request }, lane);
        return same === null ? null : decision(lane, same);
      }),
    };
  }

  return {
    run,
    laneInfos: run.lanes.map((lane) => laneInfoOf(run.plan, lane)),
    overview: (bins) => overviewOf(firstTries, run.lanes, run.plan.end, bins),
    charts: openCharts(run, lanes, firstTries, disagreements),
    fairness: openRunFairness(run),
    snapshot: (at, through, wantedKey) =>
      run.lanes.map((lane, index) => {
        const key = keyOrBusiest(lane.arrivals, wantedKey);
        const last = positions.lastBy(index, at, through);
        const session = lanes[index] as LaneSession;
        return {
          ...session.snapshot(key, last, at),
          count: windowCountIn(lane, key, lane.summary.wait.max, lane.plan.policy.T, at),
          last: last < 0 ? null : lastDecisionOf(lane, decision(index, last)),
        };
      }),
    counts: (at, through) =>
      run.lanes.map((_, index) => countsOf(index).through(positions.lastBy(index, at, through), at)),
    preview: (lane, at, through, key) => previewer.preview(lane, at, through, key),
    lastVerdicts: (at) =>
      run.lanes.flatMap(({ arrivals, verdicts }) => verdicts[lastAtOrBefore(arrivals.at, at, arrivals.count)] ?? []),
    decisions: (lane, from, to) => {
      const first = Math.max(0, from);
      const length = Math.max(0, Math.min(to, (run.lanes[lane] as LaneRun).arrivals.count) - first);
      return Array.from({ length }, (_, index) => decision(lane, first + index));
    },
    *shapes(from, to, key) {
      const shapes: LaneShape[] = [];
      for (const [index, lane] of run.lanes.entries()) {
        shapes.push(yield* laneShape(lane, lanes[index] as LaneSession, key, from, to));
        yield;
      }
      return shapes;
    },
    table: (lane, from, to) =>
      tableRows(run.lanes[lane] as LaneRun, lanes[lane] as LaneSession, lookups[lane] as DecisionLookup, from, to),
    why,
    step: (lane, at, selected, by) => positions.step(lane, at, selected, by),
    counterpart: (selected, lane) => positions.of(lane, positions.counterpart(selected, lane)),
    nextDisagreement: (compared, at, selected, by) => disagreements.next(compared, at, selected, by),
  };
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
