/** The Config tab's part of the store for components. */
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Lane, LaneDifference } from '../sim/index.ts';
import { createConfigActions, type ConfigActions } from './configActions.ts';
import { configDraftsOf, type ConfigDrafts } from './configDrafts.ts';
import { useActions, useAppState, useRestingState, useStoreApi } from './playgroundContext.tsx';
import type { Result, State } from './state.ts';

export function useConfigActions(): ConfigActions {
  const store = useStoreApi();
  const actions = useActions();
  return useMemo(() => createConfigActions(store, actions), [store, actions]);
}

/** Renders again when a draft changes. */
export function useConfigDrafts(): ConfigDrafts & { readonly nearest: string } {
  const drafts = configDraftsOf(useStoreApi());
  const { nearest } = useStore(drafts.state);
  return { ...drafts, nearest };
}

/** The run to compare with; null while the shown one is not the scenario's. */
function currentResult({ result, scenario, busy, canQuery }: State): Result | null {
  return !busy && canQuery && result?.scenario === scenario ? result : null;
}

export interface AnsweredDifference {
  /** The last answer; null before the first, and where the lane does not run. */
  readonly difference: LaneDifference | null;
  /** Whether it is of these lanes and the run that is shown. */
  readonly isCurrent: boolean;
}

/**
 * On how many requests of the shown run a lane and another would decide differently. It is asked only once all is at rest:
 * the other lane has to be run, and a drag needs the worker for itself.
 */
export function useLaneDifference(index: number, other: Lane): AnsweredDifference {
  const { ask } = useStoreApi();
  const now = useAppState(currentResult);
  const rested = useRestingState(currentResult);
  const wanted = JSON.stringify([index, other]);
  const [shown, setShown] = useState<{ result: Result; wanted: string; difference: LaneDifference | null }>();
  useEffect(() => {
    if (rested === null) return undefined;
    const [lane, beside] = JSON.parse(wanted) as [number, Lane];
    let current = true;
    ask('difference', { lane, other: beside }, (difference) => {
      if (current) setShown({ result: rested, wanted, difference });
    });
    return () => {
      current = false;
    };
  }, [ask, rested, wanted]);
  return {
    difference: shown?.difference ?? null,
    isCurrent: shown !== undefined && shown.result === now && shown.wanted === wanted,
  };
}
