/** Actions on the cluster for components. */
import { useMemo } from 'react';
import { createClusterActions, type ClusterActions } from './clusterActions.ts';
import { useActions, useStoreApi } from './playgroundContext.tsx';

export function useClusterActions(): ClusterActions {
  const store = useStoreApi();
  const actions = useActions();
  return useMemo(() => createClusterActions(store, actions), [store, actions]);
}
