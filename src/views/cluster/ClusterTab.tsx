/** The Cluster tab: nodes and store, faults, and each node's clock and link. */
import type { ReactElement } from 'react';
import { useClusterActions } from '../../store/clusterHooks.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ClusterFields } from './ClusterFields.tsx';
import styles from './ClusterTab.module.css';
import { FaultsEditor } from './FaultsEditor.tsx';
import { NodeSettingsTable } from './NodeSettingsTable.tsx';

export function ClusterTab(): ReactElement {
  const cluster = useAppState((state) => state.scenario.cluster);
  const { addCluster } = useClusterActions();
  if (cluster === undefined) {
    return (
      <EmptyState>
        Without a cluster, lanes with a distributed scheme run on one node.
        <Locked by="cluster">
          <Button onClick={addCluster}>Add a cluster</Button>
        </Locked>
      </EmptyState>
    );
  }
  return (
    <div className={styles['cluster']}>
      <Locked by="cluster">
        <ClusterFields cluster={cluster} />
        <FaultsEditor cluster={cluster} />
        <NodeSettingsTable cluster={cluster} />
      </Locked>
    </div>
  );
}
