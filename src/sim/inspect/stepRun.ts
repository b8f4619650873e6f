/** What a step of a lesson asks of its own run, which is not the one on the screen. */
import type { Condition, Quantity } from '../scenario/lesson.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { conditionResults, quantitiesOf, type ConditionResult } from './quantity.ts';
import { runBeside } from './runBeside.ts';

export interface StepQuestion {
  readonly scenario: Scenario;
  readonly quantities: readonly Quantity[];
  readonly conditions: readonly Condition[];
}

export interface StepAnswer {
  readonly values: readonly (number | null)[];
  readonly conditions: readonly ConditionResult[];
}

/** In slices, one run for each; null where it cannot be run. */
export function* stepAnswers(questions: readonly StepQuestion[]): Generator<unknown, readonly (StepAnswer | null)[]> {
  const answers: (StepAnswer | null)[] = [];
  for (const question of questions) answers.push(yield* stepAnswer(question));
  return answers;
}

function* stepAnswer({ scenario, quantities, conditions }: StepQuestion): Generator<unknown, StepAnswer | null> {
  const session = yield* runBeside(scenario);
  if (typeof session === 'string') return null;
  return {
    values: yield* quantitiesOf(session, quantities),
    conditions: yield* conditionResults(session, conditions),
  };
}
