import { useCallback } from 'react';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';

/** Adds a phase that is visible at once; what places it is loaded with the first. */
export function useAddPhase(): () => void {
  const store = useStoreApi();
  const actions = useActions();
  return useCallback(() => {
    import('../../store/newPhase.ts').then(
      ({ newPhase }) => {
        const { scenario, range } = store.getState();
        actions.addPhase(newPhase(scenario, range));
      },
      () => actions.say('No phase was added: a part of the page could not be loaded. Reload the page to try again.'),
    );
  }, [store, actions]);
}
