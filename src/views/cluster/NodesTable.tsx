/** Each node's clock and, where they differ, its way to the store. */
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { nodeName, type Cluster, type Latency } from '../../sim/index.ts';
import { clockOf, latencyOf, nodesEver } from '../../store/clusterEdits.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { stepFigure } from '../format/fields.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { useGesture } from '../hooks/useGesture.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { checkDrift, checkStepAt, LIMITS, withStep } from './clusterFields.ts';
import styles from './ClusterTab.module.css';
import { LatencyFields, Milliseconds } from './LatencyFields.tsx';

export function NodesTable({ cluster }: { readonly cluster: Cluster }): ReactElement {
  const { changeCluster } = useActions();
  const cards = useLayout().width === 'phone';
  const own = cluster.links.length > 0;
  const nodes = Array.from({ length: nodesEver(cluster) }, (_, node) => node);
  const heads = [
    ...(own ? ['Latency, one way, ms'] : []),
    'Clock offset, ms',
    'Drift, s a second',
    'Step at, s',
    'Step by, ms',
  ];
  const choose = (
    <Checkbox
      label="A latency for each node"
      small
      checked={own}
      onChange={(each) =>
        changeCluster('change of the latencies', (old) => ({
          ...old,
          links: each ? Array.from({ length: old.nodes }, () => old.latency) : [],
        }))
      }
    />
  );
  const row = (node: number): ReactElement => (
    <Row key={node} node={node} cluster={cluster} heads={heads} own={own} cards={cards} />
  );
  return (
    <div className={styles['nodes']}>
      <div className={styles['choose']}>{choose}</div>
      {cards ? (
        <div className={styles['cards']}>{nodes.map(row)}</div>
      ) : (
        <table className={styles['table']} aria-label="Nodes" data-own={own || undefined}>
          <thead>
            <tr className="label">
              <th scope="col">Node</th>
              {heads.map((head) => (
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

interface RowProps {
  readonly node: number;
  readonly cluster: Cluster;
  readonly heads: readonly string[];
  readonly own: boolean;
  /** Whether it is a card of labelled fields, and no row of a table. */
  readonly cards: boolean;
}

function Row({ node, cluster, heads, own, cards }: RowProps): ReactElement {
  const chosen = useApp(({ clusterPart }) => clusterPart?.of === 'clock' && clusterPart.index === node);
  const place = useRef<HTMLElement | null>(null);
  const name = nodeName(node);
  useEffect(() => {
    if (chosen) place.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const cells: readonly ReactNode[] = [
    ...(own ? [<Way key="way" node={node} cluster={cluster} floats={!cards} />] : []),
    ...useClockCells(node, cluster, !cards),
  ];
  if (cards) {
    return (
      <fieldset
        className={styles['card']}
        aria-label={name}
        data-chosen={chosen || undefined}
        ref={(element) => {
          place.current = element;
        }}
      >
        <p className={styles['name']}>{name}</p>
        {cells.map((cell, index) => (
          <div key={heads[index]} className={styles['cell']}>
            <p className="label" aria-hidden>
              {heads[index]}
            </p>
            {cell}
          </div>
        ))}
      </fieldset>
    );
  }
  return (
    <tr
      data-chosen={chosen || undefined}
      ref={(element) => {
        place.current = element;
      }}
    >
      <th scope="row" className={styles['name']}>
        {name}
      </th>
      {cells.map((cell, index) => (
        <td key={heads[index]}>{cell}</td>
      ))}
    </tr>
  );
}

/** A node that is added in the run comes with the common latency. */
function Way({
  node,
  cluster,
  floats,
}: Pick<RowProps, 'node' | 'cluster'> & { readonly floats: boolean }): ReactElement {
  const { changeCluster } = useActions();
  const gesture = useGesture();
  if (node >= cluster.nodes) return <p className={styles['common']}>The common one</p>;
  const change = (latency: Latency): void =>
    changeCluster(
      `change of the latency of ${nodeName(node)}`,
      (old) => ({ ...old, links: old.links.with(node, latency) }),
      gesture.name(),
    );
  return (
    <div className={styles['way']}>
      <LatencyFields
        latency={latencyOf(cluster, node)}
        gesture={gesture}
        onChange={change}
        of={nodeName(node)}
        floats={floats}
      />
    </div>
  );
}

/**
 * Offset, drift, and the step with its instant.
 * @param floats what is wrong lies over the rows below
 */
function useClockCells(node: number, cluster: Cluster, floats: boolean): readonly ReactNode[] {
  const { setClock } = useActions();
  const gesture = useGesture();
  const clock = clockOf(cluster, node);
  const { offset, drift, step } = clock;
  const name = nodeName(node);
  const right = offset === 0 && drift === 0 && step === undefined;
  const common = { hideLabel: true, errorFloats: floats, muted: right, onCommit: gesture.end };
  return [
    <Milliseconds
      key="offset"
      label={`Offset of ${name}`}
      field={{ name: 'offset', ...LIMITS.offset }}
      value={offset}
      gesture={gesture}
      bare
      floats={floats}
      muted={right}
      onInput={(value) => setClock({ ...clock, offset: value }, gesture.name())}
    />,
    <NumberField
      key="drift"
      {...common}
      label={`Drift of ${name}`}
      value={drift}
      {...LIMITS.drift}
      check={checkDrift}
      step={(value, by) => stepFigure(value, by)}
      onInput={(value) => setClock({ ...clock, drift: value }, gesture.name())}
    />,
    <NumberField
      key="at"
      {...common}
      label={`Step of ${name} at`}
      value={step?.at ?? 0}
      {...LIMITS.stepAt}
      check={checkStepAt}
      step={stepFigure}
      onInput={(at) => setClock(withStep(clock, { at }), gesture.name())}
    />,
    <Milliseconds
      key="by"
      label={`Step of ${name} by`}
      field={{ name: 'by', ...LIMITS.stepBy }}
      value={step?.by ?? 0}
      gesture={gesture}
      bare
      floats={floats}
      muted={right}
      onInput={(by) => setClock(withStep(clock, { by }), gesture.name())}
    />,
  ];
}
