/** The answers of a whole lesson: those of its bets on the runs of their steps, and of its tasks on their solutions. */
import type { ConditionResult, ReadStep, RunAnswer, StepQuestion } from '../../sim/index.ts';
import { betOutcome, betQuestion, type BetOutcome } from './bets.ts';

export interface HandoutAnswer {
  /** Null where the step has no bet, or its run cannot be had. */
  readonly bet: BetOutcome | null;
  /** Of the conditions of its task, on the run of its solution; null in the same cases. */
  readonly task: readonly ConditionResult[] | null;
}

/** By step, from 0. */
export type HandoutAnswers = readonly HandoutAnswer[];

export function isAsked({ bet, task }: ReadStep): boolean {
  return bet !== undefined || task !== undefined;
}

/** Those of the bet first, then those of the task. */
function questionsOf({ scenario, solved, bet, task }: ReadStep): readonly StepQuestion[] {
  return [
    ...(bet === undefined ? [] : [{ scenario, ...betQuestion(bet) }]),
    ...(task === undefined ? [] : [{ scenario: solved ?? scenario, quantities: [], conditions: task.until }]),
  ];
}

export function handoutQuestions(steps: readonly ReadStep[]): readonly StepQuestion[] {
  return steps.flatMap(questionsOf);
}

/** @param results of `handoutQuestions` */
export function answersFrom(steps: readonly ReadStep[], results: readonly (RunAnswer | null)[]): HandoutAnswers {
  let next = 0;
  return steps.map(({ bet, task }) => {
    const ofBet = bet === undefined ? null : (results[next++] ?? null);
    const ofTask = task === undefined ? null : (results[next++] ?? null);
    return {
      bet: bet && ofBet ? betOutcome(bet, { kind: 'none' }, ofBet) : null,
      task: ofTask?.conditions ?? null,
    };
  });
}
