/** Whether the lanes meet the scenario's goals. */
import {
  allReadings,
  resolvePolicy,
  secondsFromMicros,
  type Goal,
  type ReportData,
  type Scenario,
} from '../../sim/index.ts';
import { goalSentence, meets, rangeOver, rangeText } from '../../tune/goals.ts';
import { coarsestStamps, decidingTime, isFigureIdentifiable } from '../../tune/identifiable.ts';
import { NOT_IDENTIFIABLE } from '../text/stampsText.ts';
import type { ReportBlock } from './blocks.ts';

/** A lane of a scenario, and what the goals are about; null where it cannot run. */
export interface GoalsLane {
  readonly scenario: Scenario;
  readonly lane: number;
  readonly figures: ReportData['goalFigures'][number];
}

/** A goal a row and a lane a column. @param name of the table @param heads of the lanes */
export function goalsTable(
  name: string,
  goals: readonly Goal[],
  heads: readonly string[],
  lanes: readonly GoalsLane[],
): ReportBlock {
  const [T = null, ...others] = new Set(lanes.map(windowOf));
  // A goal is about each lane's own T.
  const shared = others.length === 0 ? T : null;
  return {
    kind: 'table',
    name,
    head: ['Goal', ...heads],
    rows: goals.map((goal) => [goalSentence(goal, shared), ...lanes.map((lane) => cellText(goal, lane))]),
    figuresFrom: 1,
  };
}

/** What a reader of the table must know of a log whose stamps are coarse; null where there is none. */
export function readingsNote(lanes: readonly GoalsLane[]): string | null {
  const measured = lanes.filter(({ figures }) => figures !== null);
  if (measured.every(({ scenario }) => allReadings(scenario).length === 1)) return null;
  return measured.every(({ figures }) => figures?.length === 1)
    ? 'The log’s timestamps were read in one way only: in another, other goals may be met.'
    : 'A goal is met if it holds in every reading of the log’s timestamps.';
}

/** Seconds. */
function windowOf({ scenario, lane }: GoalsLane): number {
  return secondsFromMicros(resolvePolicy(scenario, lane).T);
}

/** `Met: 0.05 %`, `Not met: 1 % to 4 %`. */
function cellText(goal: Goal, { scenario, lane, figures }: GoalsLane): string {
  if (figures === null) return '–';
  const { measure, value } = goal;
  const isMet = figures.every((each) => meets(goal, each));
  const text = rangeText(measure, rangeOver(figures, measure), value);
  const own = scenario.lanes[lane];
  const isKnown =
    own === undefined || isFigureIdentifiable(measure, decidingTime(scenario, own), coarsestStamps(scenario));
  return `${isMet ? 'Met' : 'Not met'}: ${text}${isKnown ? '' : NOT_IDENTIFIABLE}`;
}
