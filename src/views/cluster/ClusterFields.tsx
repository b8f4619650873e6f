/** Nodes, which of them a request goes to, the way to the store, and what was moved by hand. */
import { useState, type ReactElement } from 'react';
import type { Cluster, Routing } from '../../sim/index.ts';
import { useActions } from '../../store/react.tsx';
import { counted } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useGesture, type Gesture } from '../hooks/useGesture.ts';
import {
  checkNodes,
  LIMITS,
  routingChoice,
  ROUTINGS,
  routingWords,
  weightsFromText,
  withRouting,
} from './clusterFields.ts';
import styles from './ClusterTab.module.css';
import { Group } from '../ui/Group.tsx';
import { LatencyFields, Milliseconds } from './LatencyFields.tsx';
import { textFromNumbers } from '../format/lists.ts';

export function ClusterFields({ cluster }: { readonly cluster: Cluster }): ReactElement {
  const { changeCluster, removeCluster, setNodes } = useActions();
  const gesture = useGesture();
  const { nodes, routing, latency, links, service } = cluster;
  return (
    <Group label="Nodes and store" heading="" className={styles['net']}>
      <div className={styles['fields']}>
        <NumberField
          label="Nodes"
          value={nodes}
          {...LIMITS.nodes}
          check={checkNodes}
          onInput={(value) => setNodes(value, gesture.name())}
          onCommit={gesture.end}
        />
        <Select
          label="Routing"
          value={routingChoice(routing)}
          options={ROUTINGS}
          onChange={(choice) => changeCluster('change of the routing', (old) => withRouting(old, choice))}
        />
        {typeof routing === 'object' && <Weights nodes={nodes} weights={routing.weights} gesture={gesture} />}
        <p className={styles['words']}>{routingWords(routing)}</p>
        <LatencyFields
          latency={latency}
          gesture={gesture}
          onChange={(next) =>
            changeCluster('change of the latency', (old) => ({ ...old, latency: next }), gesture.name())
          }
        />
        <Milliseconds
          label="A command takes"
          field={{ name: 'service', ...LIMITS.service }}
          value={service}
          gesture={gesture}
          onInput={(next) =>
            changeCluster('change of the service time', (old) => ({ ...old, service: next }), gesture.name())
          }
        />
        <p className={styles['words']}>
          {links.length > 0
            ? 'Each node has a latency of its own; one that is added later has this one.'
            : 'Each message to the store takes that time, and so does each reply. The store takes one command at a time.'}
        </p>
      </div>
      <Moves count={cluster.moves.length} />
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          // The button goes with the cluster: what it stands in takes the focus.
          currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
          removeCluster();
        }}
      >
        Remove the cluster
      </Button>
    </Group>
  );
}

interface WeightsProps {
  readonly nodes: number;
  readonly weights: readonly number[];
  readonly gesture: Gesture;
}

/** One weight for each node, as a list. What is typed stays while it is wrong, unless other weights take its place. */
function Weights({ nodes, weights, gesture }: WeightsProps): ReactElement {
  const { changeCluster } = useActions();
  const [draft, setDraft] = useState({ text: textFromNumbers(weights), of: weights });
  const foreign = draft.of !== weights && textFromNumbers(draft.of) !== textFromNumbers(weights);
  const text = foreign ? textFromNumbers(weights) : draft.text;
  if (foreign) setDraft({ text, of: weights });
  const checked = weightsFromText(text, nodes);
  return (
    <TextField
      label="Weights, one for each node"
      value={text}
      code
      error={'error' in checked ? checked.error : undefined}
      className={styles['both'] ?? ''}
      onInput={(typed) => {
        const meant = weightsFromText(typed, nodes);
        setDraft({ text: typed, of: 'weights' in meant ? meant.weights : weights });
        if (!('weights' in meant)) return;
        const next: Routing = { weights: meant.weights };
        changeCluster('change of the weights', (old) => ({ ...old, routing: next }), gesture.name());
      }}
      onCommit={gesture.end}
    />
  );
}

/** Commands that were made later by hand. */
function Moves({ count }: { readonly count: number }): ReactElement | null {
  const { putMovesBack } = useActions();
  if (count === 0) return null;
  return (
    <div className={styles['moves']}>
      <p>
        {counted(count, 'command')} {count === 1 ? 'is' : 'are'} moved by hand.
      </p>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
          putMovesBack();
        }}
      >
        Put {count === 1 ? 'it' : 'them'} back
      </Button>
    </div>
  );
}
