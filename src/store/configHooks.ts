/** The Config tab's part of the store for components. */
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Lane, LaneDifference } from '../sim/index.ts';
import { createConfigActions, type ConfigActions } from './configActions.ts';
import { configDraftsOf, type ConfigDrafts } from './configDrafts.ts';
import { useActions, useRestingState, useStoreApi } from './playgroundContext.tsx';
import { failedLaneIn } from './selectors.ts';
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

/** The run to compare with, once it is the scenario's and nothing changes any more; null until then. */
function restedResult(state: State): Result | null {
  const { result, scenario, busy, playing, canQuery } = state;
  return !busy && !playing && canQuery && result?.scenario === scenario ? result : null;
}

/**
 * On how many requests of the shown run a lane and another would decide differently. It is asked only once all is at rest:
 * the other lane has to be run, and a drag needs the worker for itself.
 * @returns null until it is known, and where the lane does not run
 */
export function useLaneDifference(index: number, other: Lane | null): LaneDifference | null {
  const { ask } = useStoreApi();
  const result = useRestingState(restedResult);
  const fails = useRestingState((state) => failedLaneIn(state, index) !== null);
  const wanted = JSON.stringify(fails ? null : other);
  const [shown, setShown] = useState<{
    result: Result;
    wanted: string;
    index: number;
    answer: LaneDifference | null;
  }>();
  useEffect(() => {
    const lane = JSON.parse(wanted) as Lane | null;
    if (result === null || lane === null) return undefined;
    let current = true;
    ask('difference', { lane: index, other: lane }, (answer) => {
      if (current) setShown({ result, wanted, index, answer });
    });
    return () => {
      current = false;
    };
  }, [ask, result, index, wanted]);
  const isCurrent = shown?.result === result && shown?.wanted === wanted && shown.index === index;
  return isCurrent ? shown.answer : null;
}
