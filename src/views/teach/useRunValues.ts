/** What a step's bet and task have on the run that is shown: one question for all, since a newer one replaces those that wait. */
import { useEffect, useState } from 'react';
import type { Condition, ConditionResult, LessonStep, Quantity } from '../../sim/index.ts';
import { betQuestion } from '../../store/learning/bets.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';

export interface RunValues {
  /** Of a bet on a number or a time. */
  readonly value: number | null;
  /** Of the options of a choice, one after another. */
  readonly options: readonly ConditionResult[];
  readonly task: readonly ConditionResult[];
}

/** Null until the run has answered to the step as it is now. */
export function useRunValues({ bet, task }: LessonStep): RunValues | null {
  const store = useStoreApi();
  const result = useAppState((state) => state.result);
  const bets = bet === undefined || bet.kind === 'line' ? { quantities: [], conditions: [] } : betQuestion(bet);
  const until = task?.until ?? [];
  const question = JSON.stringify({ ...bets, until });
  const [answer, setAnswer] = useState<{ readonly question: string; readonly values: RunValues } | null>(null);
  useEffect(() => {
    const asked = JSON.parse(question) as { quantities: Quantity[]; conditions: Condition[]; until: Condition[] };
    if (result === null || asked.quantities.length + asked.conditions.length + asked.until.length === 0)
      return undefined;
    let wanted = true;
    const conditions = [...asked.conditions, ...asked.until];
    store.ask('quantities', { quantities: asked.quantities, conditions }, (run) => {
      if (!wanted) return;
      const options = run.conditions.slice(0, asked.conditions.length);
      const ofTask = run.conditions.slice(asked.conditions.length);
      setAnswer({ question, values: { value: run.values[0] ?? null, options, task: ofTask } });
    });
    return () => {
      wanted = false;
    };
  }, [store, result, question]);
  return answer?.question === question ? answer.values : null;
}
