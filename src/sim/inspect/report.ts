/** What a report says of a run besides its lanes' figures, and of two lanes, before and after a change. */
import type { Figures } from '../metrics/measures.ts';
import { isScheme } from '../run/laneRun.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { clientChanges, type ClientChanges } from './clientChanges.ts';
import { goalFigures, laneOf, runsByReading } from './goalFigures.ts';
import type { LaneInfo } from './laneInfo.ts';
import { countRaces } from './raceCount.ts';
import { refusedMost, type RefusedMost } from './refusedMost.ts';
import { runBeside } from './runBeside.ts';
import type { ScenarioCharts, ScenarioFairness, ScenarioSession } from './scenarioSession.ts';

export interface ReportData {
  /** Of the whole run, with all lanes compared. */
  readonly charts: ScenarioCharts;
  readonly fairness: ScenarioFairness['lanes'];
  /** By lane of the scenario, in the lane's own T; null where nothing was refused, or the lane cannot run. */
  readonly refusedMost: readonly (RefusedMost | null)[];
  /** By lane of the scenario, how many admissions came from races; null where there is no atomic version to tell. */
  readonly races: readonly (number | null)[];
  /** By lane of the scenario, what its goals are about; null where the lane cannot run. */
  readonly goalFigures: readonly (FiguresByReading | null)[];
}

/** Under each reading of a log whose stamps are coarse, that of the run first; else one. */
export type FiguresByReading = readonly Figures[];

/** In slices. @param columns of the charts, CSS pixels */
export function* reportDataOf(session: ScenarioSession, columns: number): Generator<unknown, ReportData> {
  const { scenario, end } = session.run.plan;
  const range = { from: 0, to: end };
  const comparedLanes = [...scenario.lanes.keys()];
  const charts = yield* session.charts({ ...range, columns, trackColumns: columns, key: null, comparedLanes });
  // Only the figures of whole lanes are wanted, but a query is of one lane's keys too.
  const { lanes: fairness } = yield* session.fairness({ ...range, lane: 0, columns: 1, maxKeys: 1 });
  const refused: (RefusedMost | null)[] = [];
  const races: (number | null)[] = [];
  const ofGoals: (FiguresByReading | null)[] = [];
  const runs = scenario.goals.length === 0 ? [session.run] : yield* runsByReading(session.run);
  for (const index of comparedLanes) {
    const lane = laneOf(session.run, index);
    refused.push(lane === undefined ? null : yield* refusedMost(lane, lane.plan.policy.T));
    races.push(lane !== undefined && isScheme(lane) ? yield* countRaces(session.run.plan, lane) : null);
    ofGoals.push(yield* goalFigures(runs, index, scenario.goals));
  }
  return { charts, fairness, refusedMost: refused, races, goalFigures: ofGoals };
}

/** A lane of the run on the screen, or of another scenario, where `scenario` is not null; numbered from 0. */
export interface ChangedLane {
  readonly scenario: Scenario | null;
  readonly lane: number;
}

export type BeforeAfter =
  | {
      readonly ok: true;
      readonly before: LaneInfo;
      readonly after: LaneInfo;
      readonly clients: ClientChanges;
      /** What the goals of the scenario after the change are about, with the lane before it; that after it is in the report. */
      readonly goalFiguresBefore: FiguresByReading;
    }
  /** Why there is nothing to compare: what cannot be run, and a sentence about it. */
  | { readonly ok: false; readonly which: 'before' | 'after'; readonly problem: string };

/** In slices. @param after a lane of the session's own run */
export function* beforeAfterOf(
  session: ScenarioSession,
  before: ChangedLane,
  after: number,
): Generator<unknown, BeforeAfter> {
  const other = before.scenario === null ? session : yield* runBeside(before.scenario);
  if (typeof other === 'string') return { ok: false, which: 'before', problem: other };
  const [earlier, later] = [laneOf(other.run, before.lane), laneOf(session.run, after)];
  const [beforeInfo, afterInfo] = [other.laneInfos[before.lane], session.laneInfos[after]];
  if (earlier === undefined || !beforeInfo) return { ok: false, which: 'before', problem: whyNot(other, before.lane) };
  if (later === undefined || !afterInfo) return { ok: false, which: 'after', problem: whyNot(session, after) };
  const { goals } = session.run.plan.scenario;
  const runs = goals.length === 0 ? [other.run] : yield* runsByReading(other.run);
  const goalFiguresBefore = (yield* goalFigures(runs, before.lane, goals)) ?? [];
  const clients = yield* clientChanges(earlier, later);
  return { ok: true, before: beforeInfo, after: afterInfo, clients, goalFiguresBefore };
}

function whyNot({ run }: ScenarioSession, lane: number): string {
  return run.plan.failedLanes.find(({ laneIndex }) => laneIndex === lane)?.error ?? 'There is no such lane.';
}
