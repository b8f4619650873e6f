/** The Cluster tab: nodes and store, faults, and each node's clock and link. */
import type { ReactElement } from 'react';
import { useClusterActions } from '../../store/clusterHooks.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { ExampleButton } from '../text/ExampleButton.tsx';
import type { State } from '../../store/state.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ClusterFields } from './ClusterFields.tsx';
import styles from './ClusterTab.module.css';
import { FaultsEditor } from './FaultsEditor.tsx';
import { NodeSettingsTable } from './NodeSettingsTable.tsx';

export function ClusterTab(): ReactElement {
  const cluster = useAppState((state) => state.scenario.cluster);
  const runsNowhere = useAppState(runsOnNoNodes);
  const { addCluster } = useClusterActions();
  if (cluster === undefined) {
    return (
      <EmptyState>
        Without a cluster, lanes with a distributed scheme run on one node.
        <Locked by="cluster">
          <Button onClick={addCluster}>Add a cluster</Button>
        </Locked>
        {runsNowhere && <ExampleButton preset="last-token" />}
      </EmptyState>
    );
  }
  return (
    <div className={styles['cluster']}>
      <div className={styles['common']}>
        {runsNowhere && <NoLaneOnNodes />}
        <Locked by="cluster">
          <ClusterFields cluster={cluster} />
        </Locked>
      </div>
      <Locked by="cluster">
        <FaultsEditor cluster={cluster} />
        <NodeSettingsTable cluster={cluster} />
      </Locked>
    </div>
  );
}

/** Whether no lane runs on nodes, as far as the run tells. */
function runsOnNoNodes({ result }: Pick<State, 'result'>): boolean {
  return result !== null && result.laneInfos.every((laneInfo) => laneInfo !== null && laneInfo.cluster === null);
}

/** Without such a lane, nothing of a cluster shows. */
function NoLaneOnNodes(): ReactElement {
  const { openDialog } = useActions();
  const noLanes = useAppState((state) => state.scenario.lanes.length === 0);
  return (
    <p className={styles['none']} role="note">
      {noLanes
        ? 'No lanes yet: nothing runs on these nodes.'
        : 'No lane runs on these nodes: each limiter is one ideal instance that all of them ask, and nothing set here changes what it decides.'}
      <Locked by="lanes">
        <Button size="small" onClick={() => openDialog({ name: 'limiter', lane: null, search: 'cluster' })}>
          Add {noLanes ? 'a lane on them' : 'a lane that does'}
        </Button>
      </Locked>
    </p>
  );
}
