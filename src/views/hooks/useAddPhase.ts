import { useCallback } from 'react';
import { SECOND } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { newPhase } from '../../store/scenarioEdits.ts';

/** Adds a phase that is visible at once: at the limit's own rate, over the middle half of the visible range. */
export function useAddPhase(): () => void {
  const store = useStoreApi();
  const actions = useActions();
  return useCallback(() => {
    const { range, scenario } = store.getState();
    const quarter = (range.to - range.from) / 4;
    const tenth = (at: number): number => Math.round((at / SECOND) * 10) / 10;
    actions.addPhase(newPhase(scenario, tenth(range.from + quarter), tenth(range.to - quarter)));
  }, [store, actions]);
}
