/** Number of nodes, routing, latency to the store, and manual delays. */
import type { ReactElement } from 'react';
import type { Cluster } from '../../sim/index.ts';
import { useClusterActions } from '../../store/clusterHooks.ts';
import { pluralize } from '../format/numbers.ts';
import { NumberListField } from '../text/NumberListField.tsx';
import { Button } from '../ui/Button.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { focusTabPanel } from '../ui/Tabs.tsx';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import {
  parseNodes,
  FIELD_RANGES,
  routingChoice,
  ROUTING_OPTIONS,
  routingText,
  parseRoutingWeights,
  withRouting,
} from './clusterFields.ts';
import styles from './ClusterFields.module.css';
import { Group } from '../ui/Group.tsx';
import { LatencyFields, MillisecondsField } from './LatencyFields.tsx';

export function ClusterFields({ cluster }: { readonly cluster: Cluster }): ReactElement {
  const { changeCluster, removeCluster, setNodes } = useClusterActions();
  const gesture = useUndoGesture();
  const { nodes, routing, latency, links, service } = cluster;
  return (
    <Group label="Nodes and store" heading="" className={styles['nodesAndStore']}>
      <div className={styles['fields']}>
        <NumberField
          label="Nodes"
          value={nodes}
          {...FIELD_RANGES.nodes}
          parse={parseNodes}
          onInput={(value) => setNodes(value, gesture.id())}
          onCommit={gesture.end}
        />
        <Select
          label="Routing"
          value={routingChoice(routing)}
          options={ROUTING_OPTIONS}
          onChange={(choice) => changeCluster('change of the routing', (old) => withRouting(old, choice))}
        />
        {typeof routing === 'object' && (
          <NumberListField
            label="Weights, one per node"
            className={styles['spanAll']}
            value={routing.weights}
            parse={(text) => parseRoutingWeights(text, nodes)}
            onInput={(weights) =>
              changeCluster('change of the weights', (old) => ({ ...old, routing: { weights } }), gesture.id())
            }
            onCommit={gesture.end}
          />
        )}
        <p className={styles['explanation']}>{routingText(routing)}</p>
        <LatencyFields
          latency={latency}
          gesture={gesture}
          onChange={(next) =>
            changeCluster('change of the latency', (old) => ({ ...old, latency: next }), gesture.id())
          }
        />
        <MillisecondsField
          label="Service time"
          field={{ name: 'Service time', ...FIELD_RANGES.service }}
          value={service}
          gesture={gesture}
          onInput={(next) =>
            changeCluster('change of the service time', (old) => ({ ...old, service: next }), gesture.id())
          }
        />
        <p className={styles['explanation']}>
          {links.length > 0
            ? 'Each node has its own latency; nodes added later use this one.'
            : 'Each message to the store takes this long, and so does each reply. The store runs one command at a time, for the service time.'}
        </p>
      </div>
      <MovedCommands count={cluster.moves.length} />
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          focusTabPanel(currentTarget);
          removeCluster();
        }}
      >
        Remove the cluster
      </Button>
    </Group>
  );
}

/** Commands that were delayed manually. */
function MovedCommands({ count }: { readonly count: number }): ReactElement | null {
  const { putMovesBack } = useClusterActions();
  if (count === 0) return null;
  return (
    <div className={styles['movedCommands']}>
      <p>
        {pluralize(count, 'command')} {count === 1 ? 'is' : 'are'} delayed manually.
      </p>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          focusTabPanel(currentTarget);
          putMovesBack();
        }}
      >
        Put {count === 1 ? 'it' : 'them'} back
      </Button>
    </div>
  );
}
