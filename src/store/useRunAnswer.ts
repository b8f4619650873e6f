/** A question about the run that is shown, for components. */
import { useEffect, useState } from 'react';
import type { QuestionKind, WorkerQuestions } from '../worker/simulationClient.ts';
import { useAppState, useStoreApi } from './playgroundContext.tsx';
import type { Result, State } from './state.ts';

interface RunAnswer<Answer> {
  readonly result: Result | null;
  /** Null until it is there: what was said of the run before is not said of this one. */
  readonly answer: Answer | null;
  /** Whether there will be none. */
  readonly lost: boolean;
}

/** @param questionOf always the same function: it is asked anew for each run */
export function useRunAnswer<K extends QuestionKind>(
  kind: K,
  questionOf: (state: State) => WorkerQuestions[K]['params'],
): RunAnswer<WorkerQuestions[K]['result']> {
  type Answer = WorkerQuestions[K]['result'];
  const store = useStoreApi();
  const result = useAppState((state) => state.result);
  const [settled, setSettled] = useState<{ readonly of: typeof result; readonly answer: Answer | null } | null>(null);
  useEffect(() => {
    let wanted = true;
    let answer: Answer | null = null;
    store.ask(
      kind,
      questionOf(store.getState()),
      (given) => {
        answer = given;
      },
      () => wanted && setSettled({ of: result, answer }),
    );
    return () => {
      wanted = false;
    };
  }, [store, kind, questionOf, result]);
  const mine = settled?.of === result ? settled : null;
  return { result, answer: mine?.answer ?? null, lost: mine !== null && mine.answer === null };
}
