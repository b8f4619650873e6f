/** Each node's clock and, if set per node, its latency to the store. */
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { nodeName, type Cluster, type Latency } from '../../sim/index.ts';
import { nodeClock, nodeLatency, totalNodes } from '../../store/clusterEdits.ts';
import { useClusterActions } from '../../store/clusterHooks.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { stepValue } from '../format/fields.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { parseDrift, parseStepAt, FIELD_RANGES, withClockStep } from './clusterFields.ts';
import styles from './NodeSettingsTable.module.css';
import { LatencyFields, MillisecondsField } from './LatencyFields.tsx';

export function NodeSettingsTable({ cluster }: { readonly cluster: Cluster }): ReactElement {
  const { changeCluster } = useClusterActions();
  const cards = useLayout().width === 'phone';
  const perNode = cluster.links.length > 0;
  const nodes = Array.from({ length: totalNodes(cluster) }, (_, node) => node);
  const columnTitles = [
    ...(perNode ? ['One-way latency, ms'] : []),
    'Clock offset, ms',
    'Drift, s/s',
    'Step at, s',
    'Step by, ms',
  ];
  const perNodeCheckbox = (
    <Checkbox
      label="Latency per node"
      small
      checked={perNode}
      onChange={(checked) =>
        changeCluster('change of the latencies', (old) => ({
          ...old,
          links: checked ? Array.from({ length: old.nodes }, () => old.latency) : [],
        }))
      }
    />
  );
  const row = (node: number): ReactElement => (
    <NodeRow key={node} node={node} cluster={cluster} columnTitles={columnTitles} perNode={perNode} asCard={cards} />
  );
  return (
    <div className={styles['nodes']}>
      <div className={styles['perNode']}>{perNodeCheckbox}</div>
      {cards ? (
        <div className={styles['cards']}>{nodes.map(row)}</div>
      ) : (
        <table className={styles['table']} aria-label="Nodes">
          <thead>
            <tr className="label">
              <th scope="col">Node</th>
              {columnTitles.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{nodes.map(row)}</tbody>
        </table>
      )}
    </div>
  );
}

interface NodeRowProps {
  readonly node: number;
  readonly cluster: Cluster;
  readonly columnTitles: readonly string[];
  readonly perNode: boolean;
  /** Whether it is a card of labelled fields instead of a table row. */
  readonly asCard: boolean;
}

function NodeRow({ node, cluster, columnTitles, perNode, asCard }: NodeRowProps): ReactElement {
  const isChosen = useAppState(({ clusterPart }) => clusterPart?.of === 'clock' && clusterPart.index === node);
  const rowRef = useRef<HTMLElement | null>(null);
  const name = nodeName(node);
  useEffect(() => {
    if (isChosen) rowRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const cells: readonly ReactNode[] = [
    ...(perNode ? [<NodeLatencyCell key="way" node={node} cluster={cluster} errorFloats={!asCard} />] : []),
    ...useClockCells(node, cluster, !asCard),
  ];
  if (asCard) {
    return (
      <fieldset
        className={styles['card']}
        aria-label={name}
        data-chosen={isChosen || undefined}
        ref={(element) => {
          rowRef.current = element;
        }}
      >
        <p className={styles['name']}>{name}</p>
        {cells.map((cell, index) => (
          <div key={columnTitles[index]} className={styles['cell']}>
            <p className="label" aria-hidden>
              {columnTitles[index]}
            </p>
            {cell}
          </div>
        ))}
      </fieldset>
    );
  }
  return (
    <tr
      data-chosen={isChosen || undefined}
      ref={(element) => {
        rowRef.current = element;
      }}
    >
      <th scope="row" className={styles['name']}>
        {name}
      </th>
      {cells.map((cell, index) => (
        <td key={columnTitles[index]}>{cell}</td>
      ))}
    </tr>
  );
}

/** A node added during the run has the shared latency. */
function NodeLatencyCell({
  node,
  cluster,
  errorFloats,
}: Pick<NodeRowProps, 'node' | 'cluster'> & { readonly errorFloats: boolean }): ReactElement {
  const { changeCluster } = useClusterActions();
  const gesture = useUndoGesture();
  if (node >= cluster.nodes) return <p className={styles['sharedLatency']}>Shared</p>;
  const change = (latency: Latency): boolean =>
    changeCluster(
      `change of the latency of ${nodeName(node)}`,
      (old) => ({ ...old, links: old.links.with(node, latency) }),
      gesture.id(),
    );
  return (
    <div className={styles['latency']}>
      <LatencyFields
        latency={nodeLatency(cluster, node)}
        gesture={gesture}
        onChange={change}
        owner={nodeName(node)}
        errorFloats={errorFloats}
      />
    </div>
  );
}

/**
 * Offset, drift, and the step with its instant.
 * @param errorFloats whether error messages overlay the rows below
 */
function useClockCells(node: number, cluster: Cluster, errorFloats: boolean): readonly ReactNode[] {
  const { setClock } = useClusterActions();
  const gesture = useUndoGesture();
  const clock = nodeClock(cluster, node);
  const { offset, drift, step } = clock;
  const name = nodeName(node);
  const isAccurate = offset === 0 && drift === 0 && step === undefined;
  const common = { hideLabel: true, errorFloats, muted: isAccurate, onCommit: gesture.end };
  return [
    <MillisecondsField
      key="offset"
      label={`Offset of ${name}`}
      field={{ name: 'Offset', ...FIELD_RANGES.offset }}
      value={offset}
      gesture={gesture}
      inTable
      errorFloats={errorFloats}
      muted={isAccurate}
      onInput={(value) => setClock({ ...clock, offset: value }, gesture.id())}
    />,
    <NumberField
      key="drift"
      {...common}
      label={`Drift of ${name}`}
      value={drift}
      unit="seconds a second"
      {...FIELD_RANGES.drift}
      parse={parseDrift}
      step={(value, by) => stepValue(value, by)}
      onInput={(value) => setClock({ ...clock, drift: value }, gesture.id())}
    />,
    <NumberField
      key="at"
      {...common}
      label={`Step of ${name} at`}
      value={step?.at ?? 0}
      unit="seconds"
      {...FIELD_RANGES.stepAt}
      parse={parseStepAt}
      step={stepValue}
      onInput={(at) => setClock(withClockStep(clock, { at }), gesture.id())}
    />,
    <MillisecondsField
      key="by"
      label={`Step of ${name} by`}
      field={{ name: 'Step by', ...FIELD_RANGES.stepBy }}
      value={step?.by ?? 0}
      gesture={gesture}
      inTable
      errorFloats={errorFloats}
      muted={isAccurate}
      onInput={(by) => setClock(withClockStep(clock, { by }), gesture.id())}
    />,
  ];
}
