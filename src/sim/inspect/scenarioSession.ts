/**
 * A session whose lanes are numbered as in the scenario, for the page: a lane that cannot run its policy has null in
 * every answer. Within a run only the lanes that ran are numbered.
 */
import type { ChartData } from '../metrics/chartData.ts';
import type { Fairness } from '../metrics/fairness.ts';
import type { LaneCounts } from '../metrics/runningCounts.ts';
import type { Run } from '../run/runLanes.ts';
import { mapResult } from '../slices.ts';
import type { LaneAnswer } from './disagreements.ts';
import type { LaneInfo } from './laneInfo.ts';
import type { SelectedRequest } from './positions.ts';
import type { LaneSnapshot } from './firstSession.ts';
import { openSession, type DecisionText, type Session, type Why } from './session.ts';
import type { LaneShape } from './shape.ts';
import type { TableRow } from './table.ts';

/** One element for each lane of the scenario. */
type ByLane<T> = readonly (T | null)[];

type WithLanes<T extends { readonly lanes: readonly unknown[] }> = Omit<T, 'lanes'> & {
  readonly lanes: ByLane<NonNullable<T['lanes'][number]>>;
};

export type ScenarioCharts = WithLanes<ChartData>;
export type ScenarioFairness = WithLanes<Fairness>;

export interface ScenarioSession extends Omit<
  Session,
  'laneInfos' | 'charts' | 'fairness' | 'snapshot' | 'counts' | 'admittedOf' | 'shapes'
> {
  readonly laneInfos: ByLane<LaneInfo>;
  charts(...query: Parameters<Session['charts']>): Generator<undefined, ScenarioCharts>;
  fairness(...query: Parameters<Session['fairness']>): Generator<undefined, ScenarioFairness>;
  snapshot(...query: Parameters<Session['snapshot']>): ByLane<LaneSnapshot>;
  counts(...query: Parameters<Session['counts']>): ByLane<LaneCounts>;
  admittedOf(...query: Parameters<Session['admittedOf']>): ByLane<number>;
  shapes(...query: Parameters<Session['shapes']>): Generator<undefined, ByLane<LaneShape>>;
}

/** @param session of the run, if there is one already */
export function openScenarioSession(run: Run, session = openSession(run)): ScenarioSession {
  if (run.plan.failedLanes.length === 0) return session;
  /** By lane of the scenario, its position in the run; −1 for one that failed. */
  const positions = run.plan.scenario.lanes.map((_, index) =>
    run.lanes.findIndex(({ plan }) => plan.laneIndex === index),
  );
  const positionOf = (lane: number): number => positions[lane] ?? -1;
  const failed = (lane: number): boolean => positionOf(lane) < 0;
  const byLane = <T>(ofRun: readonly T[]): ByLane<T> => positions.map((position) => ofRun[position] ?? null);
  const withLanes = <T extends { readonly lanes: readonly unknown[] }>(answer: T): WithLanes<T> =>
    ({ ...answer, lanes: byLane(answer.lanes) }) as WithLanes<T>;
  const inRun = (selected: SelectedRequest | null): SelectedRequest | null =>
    selected === null || failed(selected.lane) ? null : { ...selected, lane: positionOf(selected.lane) };
  const allInRun = (lanes: readonly number[]): readonly number[] =>
    lanes.filter((lane) => !failed(lane)).map(positionOf);

  const inScenario = (answer: LaneAnswer): LaneAnswer => ({ ...answer, lane: positions.indexOf(answer.lane) });

  return {
    ...session,
    laneInfos: byLane(session.laneInfos),
    charts: (query) => mapResult(session.charts({ ...query, comparedLanes: allInRun(query.comparedLanes) }), withLanes),
    fairness: (query) => mapResult(session.fairness({ ...query, lane: positionOf(query.lane) }), withLanes),
    snapshot: (at, through, key) => byLane(session.snapshot(at, inRun(through), key)),
    counts: (at, through) => byLane(session.counts(at, inRun(through))),
    admittedOf: (entry, requests) => byLane(session.admittedOf(entry, requests)),
    preview: (lane, at, through, key) => session.preview(lane, at, inRun(through), key),
    difference: (lane, other) => session.difference(positionOf(lane), other),
    decisions: (lane, from, to) => (failed(lane) ? [] : session.decisions(positionOf(lane), from, to)),
    shapes: (from, to, key) => mapResult(session.shapes(from, to, key), byLane),
    table: (lane, from, to) => (failed(lane) ? noRows() : session.table(positionOf(lane), from, to)),
    decisionText: (lane, format, from, to) =>
      failed(lane) ? noText() : session.decisionText(positionOf(lane), format, from, to),
    why: (lane, request) =>
      mapResult(session.why(positionOf(lane), request), (answer): Why => ({ ...answer, lanes: byLane(answer.lanes) })),
    step: (lane, at, selected, by) => (failed(lane) ? null : session.step(positionOf(lane), at, inRun(selected), by)),
    counterpart(selected, lane) {
      const own = inRun(selected);
      return own === null || failed(lane) ? null : session.counterpart(own, positionOf(lane));
    },
    nextDisagreement(compared, at, selected, by) {
      const found = session.nextDisagreement(allInRun(compared), at, inRun(selected), by);
      return found && { ...found, answers: found.answers.map(inScenario) };
    },
    nextWrong: (query, at, selected) =>
      failed(query.lane) ? null : session.nextWrong({ ...query, lane: positionOf(query.lane) }, at, inRun(selected)),
    nextRefusal: (lane, key, at) => (failed(lane) ? null : session.nextRefusal(positionOf(lane), key, at)),
  };
}

// oxlint-disable-next-line require-yield -- takes the place of rows that come in slices
function* noRows(): Generator<undefined, readonly TableRow[]> {
  return [];
}

// oxlint-disable-next-line require-yield -- takes the place of text that comes in slices
function* noText(): Generator<undefined, DecisionText> {
  return { head: '', text: '' };
}
