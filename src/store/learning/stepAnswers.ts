/** What the shown run answers to the step's bet and task. */
import type { RunQuestion } from '../../sim/index.ts';
import { betOutcome, betQuestion } from './bets.ts';
import type { Keeping } from './keeping.ts';
import type { LearningParts } from './learningHost.ts';
import { currentStep, isChanged, isTaskDone, locksOf, meetsTask } from './learningState.ts';

const NOTHING: RunQuestion = { quantities: [], conditions: [] };

/** @returns asks, once the run is there, for what the step needs to know of it */
export function createStepAnswers({ store, host, state }: LearningParts, { keep }: Keeping): () => void {
  const { getState, setState } = store;
  const { getState: learning } = state;
  return () => {
    const step = currentStep(learning());
    const { index, bets } = learning();
    const isAsked = (): boolean => currentStep(learning()) === step && getState().mode === 'learn';
    if (step === null || !isAsked()) return;
    const placed = bets[index];
    host.whenRunSettled(() => {
      const { result, scenario } = getState();
      if (!isAsked() || result?.scenario !== scenario) return;
      const { outcome } = learning();
      const { task } = step;
      const bet = placed === undefined || outcome !== null || isChanged(learning(), scenario) ? undefined : step.bet;
      if (bet === undefined && task === undefined) return;
      const ofBet = bet === undefined ? NOTHING : betQuestion(bet);
      // The conditions of the bet's options come first.
      const count = ofBet.conditions.length;
      store.ask('quantities', { ...ofBet, conditions: [...ofBet.conditions, ...(task?.until ?? [])] }, (run) => {
        if (!isAsked()) return;
        if (bet !== undefined && placed !== undefined)
          state.setState({ outcome: betOutcome(bet, placed, { ...run, conditions: run.conditions.slice(0, count) }) });
        if (task === undefined || getState().result !== result) return;
        const conditions = run.conditions.slice(count);
        state.setState({ conditions });
        if (!meetsTask(learning()) || isTaskDone(learning())) return;
        state.setState({ tasks: [...learning().tasks, index] });
        setState({ locks: locksOf(learning()) });
        keep();
      });
    });
  };
}
