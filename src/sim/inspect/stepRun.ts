/** What a step of a lesson asks of a run: the one on the screen, or one of its own. */
import type { Curve } from '../metrics/chartData.ts';
import type { Bet, Condition, Quantity } from '../scenario/lesson.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { microsFromSeconds } from '../time.ts';
import { conditionResults, quantitiesOf, type ConditionResult } from './quantity.ts';
import { runBeside } from './runBeside.ts';
import type { ScenarioSession } from './scenarioSession.ts';

export interface RunQuestion {
  readonly quantities: readonly Quantity[];
  readonly conditions: readonly Condition[];
  readonly curve?: CurveSpan;
}

/** A part of one of a lane's curves, in seconds. */
export type CurveSpan = Pick<Extract<Bet, { kind: 'line' }>, 'lane' | 'curve' | 'from' | 'to'>;

export interface RunAnswer {
  readonly values: readonly (number | null)[];
  readonly conditions: readonly ConditionResult[];
  /** As the charts draw it; null if none was asked for, or its lane did not run. */
  readonly curve: Curve | null;
}

export interface StepQuestion extends RunQuestion {
  readonly scenario: Scenario;
}

/** In slices, one run for each; null where it cannot be run. */
export function* stepAnswers(questions: readonly StepQuestion[]): Generator<unknown, readonly (RunAnswer | null)[]> {
  const answers: (RunAnswer | null)[] = [];
  for (const question of questions) {
    const session = yield* runBeside(question.scenario);
    answers.push(typeof session === 'string' ? null : yield* runAnswer(session, question));
  }
  return answers;
}

export function* runAnswer(session: ScenarioSession, question: RunQuestion): Generator<undefined, RunAnswer> {
  const { quantities, conditions, curve } = question;
  return {
    values: yield* quantitiesOf(session, quantities),
    conditions: yield* conditionResults(session, conditions),
    curve: curve === undefined ? null : yield* curveOf(session, curve),
  };
}

/** More than a lesson's text is wide. */
const COLUMNS = 800;

function* curveOf(session: ScenarioSession, { lane, curve, from, to }: CurveSpan): Generator<undefined, Curve | null> {
  const { lanes } = yield* session.charts({
    from: microsFromSeconds(from),
    to: microsFromSeconds(to),
    columns: COLUMNS,
    trackColumns: COLUMNS,
    key: null,
    comparedLanes: [],
  });
  return lanes[lane]?.[curve] ?? null;
}
