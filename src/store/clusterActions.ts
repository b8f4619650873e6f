/** Nodes, their store, and what goes wrong. */
import type { Cluster, Fault, Scenario, Skew } from '../sim/index.ts';
import * as cluster from './clusterEdits.ts';
import type { Desk } from './desk.ts';

export function clusterActions({ get, set, edit, say, undoable }: Desk) {
  /** What the number of nodes was typed over: whoever types 12 types 1 on the way, and loses nothing by it. */
  let typed: { readonly gesture: string; readonly before: Scenario; readonly made: Scenario } | null = null;

  const change = (label: string, make: (old: Cluster) => Cluster, gesture: string | null = null): void =>
    edit(label, (scenario) => cluster.withCluster(scenario, make), gesture);
  const put = (index: number, fault: Fault | null, label: string, gesture: string | null): string => {
    const { scenario, lost } = cluster.withFault(get().scenario, index, fault);
    edit(label, () => scenario, gesture);
    return cluster.lostList(lost);
  };

  return {
    addCluster: () => {
      edit('new cluster', cluster.withNewCluster);
      say('Added a cluster of 3 nodes. Ctrl+Z takes it away.');
    },
    removeCluster: () => {
      const { scenario, lost } = cluster.withoutCluster(get().scenario);
      edit('removal of the cluster', () => scenario);
      set({ clusterPart: null });
      const list = cluster.lostList(lost);
      undoable(`Removed the cluster${list === '' ? '' : `, and with it ${list}`}`);
    },
    changeCluster: change,
    setNodes: (nodes: number, gesture: string) => {
      const now = get().scenario;
      const before = typed?.gesture === gesture && typed.made === now ? typed.before : now;
      const { scenario, lost } = cluster.withNodes(before, nodes);
      edit('change of the nodes', () => scenario, gesture);
      typed = { gesture, before, made: scenario };
      const words = cluster.lostWords(lost, nodes, before.cluster?.nodes ?? nodes);
      say(words === null ? '' : `${words} Ctrl+Z brings them back.`);
    },
    setClock: (clock: Skew, gesture: string | null = null) =>
      change('change of a clock', (old) => cluster.withClock(old, clock), gesture),

    addFault: (fault: Fault) => {
      edit('new fault', (scenario) => cluster.withFaultAdded(scenario, fault));
      set({ clusterPart: { of: 'fault', index: (get().scenario.cluster?.faults.length ?? 1) - 1 } });
    },
    changeFault: (index: number, fault: Fault, gesture: string | null = null) => {
      const list = put(index, fault, `change of fault ${index + 1}`, gesture);
      if (list !== '') undoable(`The node is not added now; what was of it is removed: ${list}`);
    },
    removeFault: (index: number) => {
      const list = put(index, null, `removal of fault ${index + 1}`, null);
      set({ clusterPart: null });
      undoable(`Removed fault ${index + 1}${list === '' ? '' : `, and with its node ${list}`}`);
    },
    putMovesBack: () => {
      change('putting back what was moved', (old) => ({ ...old, moves: [] }));
      say('Every command is sent when its node sends it. Ctrl+Z moves them again.');
    },
    /** Opens the form of a fault, or of a node's clock. */
    editCluster: (part: { readonly of: 'fault' | 'clock'; readonly index: number } | null) =>
      set({ clusterPart: part, drawer: 'cluster' }),
  };
}
