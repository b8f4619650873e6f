/** What a step of a lesson asks of its own run, which is not the one on the screen. */
import { hasScripts, planInSlices } from '../run/plan.ts';
import { simulate } from '../run/simulate.ts';
import type { Condition, Quantity } from '../scenario/lesson.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { conditionResults, quantitiesOf, type ConditionResult } from './quantity.ts';
import { openScenarioSession } from './scenarioSession.ts';

export interface StepQuestion {
  readonly scenario: Scenario;
  readonly quantities: readonly Quantity[];
  readonly conditions: readonly Condition[];
}

export interface StepAnswer {
  readonly values: readonly (number | null)[];
  readonly conditions: readonly ConditionResult[];
}

/** In slices, one run for each; null where it cannot be run. A script has its sandbox in the run on the screen only. */
export function* stepAnswers(questions: readonly StepQuestion[]): Generator<unknown, readonly (StepAnswer | null)[]> {
  const answers: (StepAnswer | null)[] = [];
  for (const question of questions) answers.push(yield* stepAnswer(question));
  return answers;
}

function* stepAnswer({ scenario, quantities, conditions }: StepQuestion): Generator<unknown, StepAnswer | null> {
  if (hasScripts(scenario)) return null;
  const planned = yield* planInSlices(scenario, null);
  if (!planned.ok) return null;
  const session = openScenarioSession(yield* simulate(planned.plan));
  return {
    values: yield* quantitiesOf(session, quantities),
    conditions: yield* conditionResults(session, conditions),
  };
}
