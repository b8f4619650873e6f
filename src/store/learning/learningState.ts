/** What Learn knows of the lesson that is open, and what follows from it. */
import { minimalDocument, type ConditionResult, type Lock, type ReadStep, type Scenario } from '../../sim/index.ts';
import type { BetOutcome, PlacedBet } from './bets.ts';
import type { OpenLesson } from './openLesson.ts';
import type { HandoutState } from './prepareHandout.ts';

export interface LearningState extends HandoutState {
  readonly lesson: OpenLesson | null;
  /** The step, from 0. */
  readonly index: number;
  /** What was placed at each step. */
  readonly bets: Readonly<Record<number, PlacedBet>>;
  /** Of the bet of this step; null before it is placed, and until its run has answered. */
  readonly outcome: BetOutcome | null;
  /** Of the task of this step, on the run that is shown; null until that has answered. */
  readonly conditions: readonly ConditionResult[] | null;
  /** The steps whose task has been done, even if what did it is no longer so. */
  readonly tasks: readonly number[];
  /** What could not be opened, a sentence. */
  readonly problem: string | null;
  /** While the teacher shows how a task is done: the scenario before that. */
  readonly shownFrom: Scenario | null;
}

/** While no lesson is open. */
export const NO_LESSON: LearningState = {
  lesson: null,
  index: 0,
  bets: {},
  outcome: null,
  conditions: null,
  tasks: [],
  answers: null,
  questionsOnly: false,
  problem: null,
  shownFrom: null,
};

export function currentStep({ lesson, index }: Pick<LearningState, 'lesson' | 'index'>): ReadStep | null {
  return lesson?.steps[index] ?? null;
}

/** Whether the run is hidden, because the step's bet has not been placed. */
export function isBetOpen(state: LearningState): boolean {
  return currentStep(state)?.bet !== undefined && state.bets[state.index] === undefined;
}

/**
 * What is locked now. The locks keep the question as it was asked: once it is answered, what the lesson suggests can be
 * tried in its place.
 */
export function locksOf(state: LearningState): readonly Lock[] {
  const { bet, task, locks = [] } = currentStep(state) ?? {};
  const asked = bet !== undefined || task !== undefined;
  return asked && isAnswered(state) ? [] : locks;
}

/** Whether nothing is open at the step: its bet is placed, and its task has been done. */
function isAnswered(state: LearningState): boolean {
  return !isBetOpen(state) && (currentStep(state)?.task === undefined || isTaskDone(state));
}

/** Whether the task of the step has been done, now or before. */
export function isTaskDone({ tasks, index }: Pick<LearningState, 'tasks' | 'index'>): boolean {
  return tasks.includes(index);
}

/** Whether the run that is shown does what the task of the step asks. */
export function meetsTask({ conditions }: Pick<LearningState, 'conditions'>): boolean {
  return conditions?.every(({ holds }) => holds) === true;
}

/** Whether the lesson's last step is answered. */
export function isFinished(state: LearningState): boolean {
  return state.index === (state.lesson?.steps.length ?? 0) - 1 && isAnswered(state);
}

const documentTexts = new WeakMap<Scenario, string>();

/** Two scenarios with the same text are the same document. */
export function documentText(scenario: Scenario): string {
  let text = documentTexts.get(scenario);
  if (text === undefined) documentTexts.set(scenario, (text = JSON.stringify(minimalDocument(scenario))));
  return text;
}

/** Whether the scenario is no longer what the step began with, be it by the learner's hand or by Show me. */
export function isChanged(state: LearningState, scenario: Scenario): boolean {
  const step = currentStep(state);
  return step !== null && documentText(step.scenario) !== documentText(scenario);
}
