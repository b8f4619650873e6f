/** A finished run and the queries to it. Each query is implemented in the file of its topic; this file is the table of them. */
import type { Fairness, FairnessQuery } from '../metrics/fairness.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Run } from '../run/runLanes.ts';
import type { Lane } from '../scenario/scenario.ts';
import type { Instant } from '../time.ts';
import type { Decision, DecisionLookup } from './decisions.ts';
import { csvHead, decisionText, type DecisionFormat } from './decisionText.ts';
import { laneDifference, type LaneDifference } from './difference.ts';
import type { Disagreement } from './disagreements.ts';
import { openRunFairness } from './fairness.ts';
import { openFirstSession, openRun, type FirstSession } from './firstSession.ts';
import type { LaneSession, WhyDetails } from './laneSession.ts';
import { nextTryOf } from './pairing.ts';
import type { RequestPosition, SelectedRequest } from './positions.ts';
import { Previewer, type LimiterPreview } from './preview.ts';
import { openSchemeLane } from './schemeLane.ts';
import { laneShape, type LaneShape } from './shape.ts';
import { tableRows, type TableRow } from './table.ts';
import { nextRefusal, nextWrongDecision, type WrongQuery } from './wrongDecisions.ts';

/** One decision, explained. */
export interface Why extends Decision, WhyDetails {
  readonly requestCount: number;
  /** The next try of the same job; null if there is none. */
  readonly nextTry: RequestPosition | null;
  /** Each lane's decision on the same request, or the same try of its job; null if that lane never received it. */
  readonly lanes: readonly (Decision | null)[];
}

/** A part of a file of decisions. */
export interface DecisionText {
  /** The line above all rows of CSV. */
  readonly head: string;
  readonly text: string;
}

export interface Session extends FirstSession {
  /** The share of each key, also in slices. */
  fairness(query: FairnessQuery): Generator<undefined, Fairness>;
  /** The state that a lane would have at `at` if it were in the scenario; in slices, because a closed loop has to be run. */
  preview(
    lane: Lane,
    at: Instant,
    through: SelectedRequest | null,
    key: string | null,
  ): Generator<undefined, LimiterPreview>;
  /** On how many requests a lane and another, which is not in the scenario, decide differently; in slices. */
  difference(lane: number, other: Lane): Generator<undefined, LaneDifference | null>;
  /** Requests [from, to) of a lane, for lists. */
  decisions(lane: number, from: number, to: number): readonly Decision[];
  /** The shape of every lane's charts in a range; in slices. */
  shapes(from: Instant, to: Instant, key: string | null): Generator<undefined, readonly LaneShape[]>;
  /** Requests [from, to) of a lane as rows of a table; in slices. */
  table(lane: number, from: number, to: number): Generator<undefined, readonly TableRow[]>;
  /** Requests [from, to) of a lane as text, and the columns' names of CSV; in slices. */
  decisionText(lane: number, format: DecisionFormat, from: number, to: number): Generator<undefined, DecisionText>;
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
  /** The lane's next request whose decision does not fit its label; wraps around after the last. */
  nextWrong(query: WrongQuery, at: Instant, selected: SelectedRequest | null): RequestPosition | null;
  /** A key's first request at or after `at` that the lane refuses. */
  nextRefusal(lane: number, key: string, at: Instant): RequestPosition | null;
}

/** @param open what `first` has of the run, so that nothing is worked out twice */
export function openSession(run: Run, open = openRun(run, openSchemeLane), first = openFirstSession(open)): Session {
  const { lanes, positions, disagreements, lookups } = open;
  const previewer = new Previewer(run, open.bytesPerReplay);
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
    ...first,
    fairness: openRunFairness(run),
    preview: (lane, at, through, key) => previewer.preview(lane, at, through, key),
    difference: (lane, other) => laneDifference(run, lane, other),
    decisions: (lane, from, to) => {
      const begin = Math.max(0, from);
      const length = Math.max(0, Math.min(to, (run.lanes[lane] as LaneRun).arrivals.count) - begin);
      return Array.from({ length }, (_, index) => decision(lane, begin + index));
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
    *decisionText(lane, format, from, to) {
      return {
        head: csvHead(run),
        text: yield* decisionText(run, run.lanes[lane] as LaneRun, format, from, to),
      };
    },
    why,
    step: (lane, at, selected, by) => positions.step(lane, at, selected, by),
    counterpart: (selected, lane) => positions.of(lane, positions.counterpart(selected, lane)),
    nextDisagreement: (compared, at, selected, by) => disagreements.next(compared, at, selected, by),
    nextWrong: (query, at, selected) => nextWrongDecision(run, positions, query, at, selected),
    nextRefusal: (lane, key, at) => nextRefusal(run, positions, lane, key, at),
  };
}
