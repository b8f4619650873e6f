import { useCallback } from 'react';
import type { Scenario } from '../../sim/index.ts';
import { recorded } from '../../store/history.ts';
import { useStoreApi } from '../../store/react.tsx';

/**
 * Changes seed or duration as one undo step a gesture. The actions have nothing for these two yet: once they do, they
 * take the place of this.
 */
export function useEditRun(): (label: string, change: (scenario: Scenario) => Scenario, gesture: string) => void {
  const store = useStoreApi();
  return useCallback(
    (label, change, gesture) => {
      const { scenario, history } = store.getState();
      store.setState({
        scenario: change(scenario),
        history: recorded(history, scenario, label, gesture),
        selection: null,
        playedThrough: false,
      });
    },
    [store],
  );
}
