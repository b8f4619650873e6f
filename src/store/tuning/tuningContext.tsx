/** Tune's part of the store for components. */
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Scenario } from '../../sim/index.ts';
import { DROPPED } from '../../worker/workerClient.ts';
import { useAppState, usePlayground, useStoreApi } from '../playgroundContext.tsx';
import type { LogsState } from './logsState.ts';
import { showOneByOne } from './showOneByOne.ts';
import { tuningProblem, type TuneQuestionKind, type TuneQuestions, type Tuning } from './tuning.ts';

const TuningContext = createContext<Tuning | null>(null);

/** Suspends until it is loaded, and throws where that fails. */
export function WithTuning({ children }: { children: ReactNode }) {
  const tuning = use(usePlayground().loadTuning());
  return <TuningContext value={tuning}>{children}</TuningContext>;
}

export function useTuning(): Tuning {
  const tuning = use(TuningContext);
  if (tuning === null) throw new Error('There is no WithTuning above this component.');
  return tuning;
}

/** A selected part of what is known of the log that was opened. */
export function useLogs<T>(select: (state: LogsState) => T): T {
  return useStore(useTuning().logs.state, select);
}

/** An answer, with what it is an answer to. */
export interface Answered<K extends TuneQuestionKind> {
  readonly answer: TuneQuestions[K]['result'] | null;
  /** The scenario that it is about; null before the first. */
  readonly scenario: Scenario | null;
  /** Why there is none, a sentence. */
  readonly problem: string | null;
  /** Whether it is about the scenario and the query of now. */
  readonly isCurrent: boolean;
}

const identical = (before: Scenario, now: Scenario): boolean => before === now;

/**
 * The answer to a question about the scenario that is shown, asked again when either changes. The last answer stays until
 * the next one is there: while a limit is dragged, each is about some recent one.
 * @param query null while there is nothing to ask
 * @param isSame whether an answer about one scenario is that about the other: it is then not asked again
 */
export function useTuneAnswer<K extends TuneQuestionKind>(
  kind: K,
  query: TuneQuestions[K]['params'] | null,
  isSame = identical,
): Answered<K> {
  const tuning = useTuning();
  const { getState } = useStoreApi();
  const scenario = useAppState((state) => state.scenario);
  const text = JSON.stringify(query);
  const [shown, setShown] = useState<Omit<Answered<K>, 'isCurrent'> & { readonly text: string }>({
    answer: null,
    scenario: null,
    problem: null,
    text: 'null',
  });
  const [asked, setAsked] = useState(scenario);
  const about = isSame(asked, scenario) ? asked : scenario;
  if (asked !== about) setAsked(about);
  const hasShown = useRef(false);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  useEffect(() => {
    if (text === 'null') return;
    // The worker has the newest scenario at hand, and what is the same for both need not be that of `about`.
    const now = getState().scenario;
    tuning.ask(kind, JSON.parse(text) as TuneQuestions[K]['params'], now).then(
      (answer) => {
        if (answer === DROPPED) return;
        const show = (): void => {
          hasShown.current = true;
          if (mounted.current) setShown({ answer, scenario: now, problem: null, text });
        };
        if (hasShown.current) show();
        else showOneByOne(show);
      },
      (error: Error) => {
        if (mounted.current) setShown((before) => ({ ...before, scenario: now, problem: tuningProblem(error), text }));
      },
    );
  }, [tuning, getState, kind, text, about]);
  const isAbout = shown.scenario !== null && isSame(shown.scenario, scenario);
  return { ...shown, isCurrent: isAbout && shown.text === text };
}
