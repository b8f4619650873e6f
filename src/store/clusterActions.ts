/** Actions on the cluster: nodes, store and faults. They are loaded with the tabs that edit them. */
import { MAX_NODES, type Cluster, type Fault, type Scenario, type ClockSkew } from '../sim/index.ts';
import type { Actions } from './actions.ts';
import { withCluster } from './cluster.ts';
import * as cluster from './clusterEdits.ts';
import type { ReadableStore } from './store.ts';

export type ClusterActions = ReturnType<typeof createClusterActions>;

export function createClusterActions(
  { getState: get }: Pick<ReadableStore, 'getState'>,
  { editLanes: edit, editCluster, say }: Pick<Actions, 'editLanes' | 'editCluster' | 'say'>,
) {
  /** The scenario before the number of nodes was typed: typing 12 passes through 1, which must lose nothing. */
  let typedOver: { readonly gesture: string; readonly before: Scenario; readonly made: Scenario } | null = null;

  const changeCluster = (label: string, make: (old: Cluster) => Cluster, gesture: string | null = null): boolean =>
    edit(label, (scenario) => withCluster(scenario, make), gesture);
  /** @returns what was removed with it; null if it was not replaced */
  const replaceFault = (index: number, fault: Fault | null, label: string, gesture: string | null): string | null => {
    const { scenario, removed } = cluster.withFault(get().scenario, index, fault);
    if (scenario === get().scenario && fault?.kind === 'node-added') say(`A run has at most ${MAX_NODES} nodes.`);
    return edit(label, () => scenario, gesture) ? cluster.removedListText(removed) : null;
  };

  return {
    addCluster: () => {
      if (edit('new cluster', cluster.withNewCluster)) say('Added a cluster of 3 nodes.', 'undoes this');
    },
    removeCluster: () => {
      const { scenario, removed: lost } = cluster.withoutCluster(get().scenario);
      if (!edit('removal of the cluster', () => scenario)) return;
      editCluster(null);
      const list = cluster.removedListText(lost);
      say(`Removed the cluster${list === '' ? '' : `, and with it ${list}`}.`, 'undoes this');
    },
    changeCluster,
    setNodes: (nodes: number, gesture: string) => {
      const current = get().scenario;
      const before = typedOver?.gesture === gesture && typedOver.made === current ? typedOver.before : current;
      const { scenario, removed: lost } = cluster.withNodes(before, nodes);
      if (!edit('change of the number of nodes', () => scenario, gesture)) return;
      typedOver = { gesture, before, made: scenario };
      const text = cluster.removedNodesText(lost, nodes, before.cluster?.nodes ?? nodes);
      say(text ?? '', 'undoes this');
    },
    setClock: (clock: ClockSkew, gesture: string | null) =>
      changeCluster('change of a clock', (old) => cluster.withClock(old, clock), gesture),

    addFault: (fault: Fault) => {
      if (!edit('new fault', (scenario) => cluster.withNewFault(scenario, fault))) return;
      const count = get().scenario.cluster?.faults.length ?? 1;
      editCluster({ of: 'fault', index: count - 1 });
      say(`Added fault ${count}.`, 'undoes this');
    },
    changeFault: (index: number, fault: Fault, gesture: string | null = null) => {
      const list = replaceFault(index, fault, `change of fault ${index + 1}`, gesture);
      if (list) say(`The node is no longer added. Also removed: ${list}.`, 'undoes this');
    },
    removeFault: (index: number) => {
      const list = replaceFault(index, null, `removal of fault ${index + 1}`, null);
      if (list === null) return;
      editCluster(null);
      say(`Removed fault ${index + 1}${list === '' ? '' : `, and with its node ${list}`}.`, 'undoes this');
    },
    putMovesBack: () => {
      if (changeCluster('removal of all message delays', (old) => ({ ...old, moves: [] })))
        say('Removed all message delays.', 'undoes this');
    },
  };
}
