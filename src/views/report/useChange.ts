/** What a report compares: a lane of the run, of an earlier state or of a work that is kept, with a lane of the run. */
import { useEffect, useState } from 'react';
import type { Scenario } from '../../sim/index.ts';
import { useAppState, useStoreApi, useWorks } from '../../store/playgroundContext.tsx';
import type { Result } from '../../store/state.ts';
import { errorText } from '../works/workRows.ts';
import type { Change } from './beforeAfter.ts';

export interface ChosenChange {
  /** The id of the work that was before; null for none. */
  readonly work: string | null;
  /** The state that undo would bring back; null for none. With neither, the run on the screen. */
  readonly earlier: Scenario | null;
  /** Lanes, from 0. */
  readonly before: number;
  readonly after: number;
}

interface ChangeAnswer {
  /** Null while there is none, or none is wanted. */
  readonly change: Change | null;
  /** Of another scenario than the run's, once it was read. */
  readonly other: Scenario | null;
  /** Why there is none, a sentence. */
  readonly problem: string | null;
}

/** @param chosen null where nothing is compared */
export function useChange(chosen: ChosenChange | null): ChangeAnswer {
  const store = useStoreApi();
  const result = useAppState((state) => state.result);
  const { scenario: work, problem } = useWorkScenario(chosen?.work ?? null);
  const other = chosen?.earlier ?? work;
  // A comparison is with the run that it was asked for.
  const [answered, setAnswered] = useState<{
    readonly to: ChosenChange;
    readonly of: Result;
    /** Null if there will be none. */
    readonly change: Change | null;
  } | null>(null);
  useEffect(() => {
    if (chosen === null || result === null || (chosen.work !== null && other === null)) return;
    const before = { scenario: other, lane: chosen.before };
    let wanted = true;
    let change: Change | null = null;
    store.ask(
      'beforeAfter',
      { before, after: chosen.after },
      (answer) => {
        const { scenario } = result;
        change = {
          before: { scenario: before.scenario ?? scenario, lane: chosen.before },
          after: { scenario, lane: chosen.after },
          answer,
        };
      },
      () => wanted && setAnswered({ to: chosen, of: result, change }),
    );
    return () => {
      wanted = false;
    };
  }, [store, result, chosen, other]);
  const mine = chosen !== null && answered?.to === chosen && answered.of === result ? answered : null;
  return {
    change: mine?.change ?? null,
    other,
    problem: problem ?? (mine !== null && mine.change === null ? LOST : null),
  };
}

const LOST = 'The comparison has gone, because the page was asked for something else. Choose it again.';

/** The newest state of a work. */
function useWorkScenario(id: string | null): { readonly scenario: Scenario | null; readonly problem: string | null } {
  const works = useWorks();
  const [read, setRead] = useState<{ id: string; scenario: Scenario | null; problem: string | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let wanted = true;
    works.states(id).then(
      ([newest]) => {
        const { scenario = null, problem = 'This work is empty.' } = newest ?? {};
        if (wanted) setRead({ id, scenario, problem });
      },
      (error: unknown) => wanted && setRead({ id, scenario: null, problem: errorText(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [works, id]);
  return id !== null && read?.id === id ? read : { scenario: null, problem: null };
}
