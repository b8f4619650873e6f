/** The run: what the worker last computed, and its answers to what the page asked about it. */
import type {
  FailedLane,
  Instant,
  LaneCounts,
  LaneInfo,
  LaneShape,
  LaneSnapshot,
  Overview,
  PlanProblem,
  Scenario,
  ScenarioCharts,
  ScenarioFairness,
  Why,
} from '../../sim/index.ts';
import type { WorkerQuestions } from '../../worker/simulationClient.ts';
import type { Range } from './view.ts';

/** What the page needs of a finished run, all of one scenario. */
export interface Result {
  readonly scenario: Scenario;
  /** By lane; null for one that failed. */
  readonly laneInfos: readonly (LaneInfo | null)[];
  /** The lanes that could not run their policy. */
  readonly failedLanes: readonly FailedLane[];
  readonly end: Instant;
  /** Whether clients react to answers: then requests, and their numbers, differ from lane to lane. */
  readonly isClosedLoop: boolean;
  /** The number of requests that do not depend on answers. */
  readonly openLoopRequests: number;
  readonly keyNames: readonly string[];
  readonly overview: Overview;
}

/** A limiter's measured profile. */
export type MeasuredProfile = WorkerQuestions['profile']['result'];

/** One decision explained, with the question that it answers. */
export interface ExplainedDecision {
  /** The run that was asked, and the lane's index in it. */
  readonly result: Result;
  readonly lane: number;
  readonly answer: Why;
}

/** How much each key got, with the question that it answers. */
export interface FairnessAnswer {
  /** The run that was asked, and the lane's index in it. */
  readonly result: Result;
  readonly lane: number;
  readonly range: Range;
  readonly answer: ScenarioFairness;
}

/** Each lane at an instant of a run. */
export interface MomentsAnswer {
  readonly result: Result;
  readonly at: Instant;
  readonly answer: readonly (LaneSnapshot | null)[];
}

/** The shape of each lane's charts, with the question that it answers. */
export interface ShapesAnswer {
  readonly result: Result;
  readonly range: Range;
  readonly key: string | null;
  readonly answer: readonly (LaneShape | null)[];
}

export interface RunProgress {
  readonly done: number;
  readonly total: number | null;
}

export interface RunSlice {
  /** The last whole run, and the charts' data of the range that was last asked for. */
  readonly result: Result | null;
  readonly chartData: ScenarioCharts | null;
  /** From a change until its result has arrived. */
  readonly busy: boolean;
  /** Decisions of a run that takes longer than half a second. */
  readonly progress: RunProgress | null;
  readonly refusals: readonly PlanProblem[];
  /** Whether the worker holds the shown run and can answer questions about it. */
  readonly canQuery: boolean;
  /** The last explanation; it may be of an earlier selection: read it through `selectedWhy`. */
  readonly why: ExplainedDecision | null;
  /** Each lane at `momentsAt`, where the playhead or the pointer was when the worker was asked. */
  readonly moments: readonly (LaneSnapshot | null)[] | null;
  readonly momentsAt: Instant;
  /** The last of them that were at the playhead; of an earlier run, or while hovering of an earlier instant: read them through `momentAtPlayhead`. */
  readonly playheadMoments: MomentsAnswer | null;
  /** What each lane has done up to the playhead. */
  readonly counts: readonly (LaneCounts | null)[] | null;
  /** Asked for while the drawer shows it. */
  readonly fairness: FairnessAnswer | null;
  /** Asked for once all is at rest; it may be of an earlier range or run: read it through `shapeOf`. */
  readonly shapes: ShapesAnswer | null;
  /** Limiters as measured on this machine, by `profileKey`: one by one, while the picker is open. */
  readonly profiles: ReadonlyMap<string, MeasuredProfile>;
}

export const initialRun: RunSlice = {
  result: null,
  chartData: null,
  busy: true,
  progress: null,
  refusals: [],
  canQuery: true,
  why: null,
  moments: null,
  momentsAt: 0,
  playheadMoments: null,
  counts: null,
  fairness: null,
  shapes: null,
  profiles: new Map(),
};
