/** What goes wrong and when: the faults as a list, and the fields of the chosen one. */
import { useEffect, useRef, type ReactElement } from 'react';
import { COMMANDS, durationOf, nodeName, SECOND, type Cluster, type Fault } from '../../sim/index.ts';
import { nodesEver } from '../../store/clusterEdits.ts';
import { useActions, useApp, useStoreApi } from '../../store/react.tsx';
import { stepFigure, type Checked } from '../format/fields.ts';
import { counted } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { useGesture, type Gesture } from '../hooks/useGesture.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { checkFault, checkFaultAt, FAULTS, LIMITS, newFault, withFaultKind } from './clusterFields.ts';
import styles from './ClusterTab.module.css';
import { faultName, faultText, isLasting, unseenFault } from './faultText.ts';
import traffic from '../traffic/TrafficTab.module.css';

interface FaultsProps {
  readonly cluster: Cluster;
}

export function Faults({ cluster }: FaultsProps): ReactElement {
  const part = useApp((state) => state.clusterPart);
  const chosen = part?.of === 'fault' && part.index < cluster.faults.length ? part.index : null;
  // On a phone the fields stand below their own row, else beside the list.
  const inline = useLayout().width === 'phone';
  return (
    <div className={styles['wrong']}>
      <div>
        <Head cluster={cluster} />
        <List cluster={cluster} chosen={chosen} inline={inline} />
      </div>
      {!inline && (
        <div key={chosen} className={styles['beside']}>
          {chosen !== null && <FaultForm cluster={cluster} index={chosen} />}
          {chosen === null && cluster.faults.length > 0 && (
            <p className={traffic['hint']}>Choose a fault to change it.</p>
          )}
        </div>
      )}
    </div>
  );
}

function Head({ cluster }: FaultsProps): ReactElement {
  const { addFault } = useActions();
  const store = useStoreApi();
  const add = (): void => {
    const { range, scenario } = store.getState();
    const end = Math.min(range.to / SECOND, durationOf(scenario));
    addFault(newFault(range.from / SECOND, end));
  };
  return (
    <div className={traffic['head']}>
      <p className="label">{counted(cluster.faults.length, 'fault')}</p>
      <Button size="small" onClick={add}>
        Add a fault
      </Button>
    </div>
  );
}

interface ListProps extends FaultsProps {
  readonly chosen: number | null;
  readonly inline: boolean;
}

function List({ cluster, chosen, inline }: ListProps): ReactElement {
  const end = useApp((state) => durationOf(state.scenario));
  const { editCluster } = useActions();
  const row = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (chosen !== null) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  if (cluster.faults.length === 0) return <p className={traffic['hint']}>Nothing goes wrong.</p>;
  return (
    <ul aria-label="Faults">
      {cluster.faults.map((fault, index) => {
        const unseen = unseenFault(fault, index, end) === null ? '' : ', nothing of it is seen';
        return (
          // Faults have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} ref={index === chosen ? row : null}>
            <button
              type="button"
              className={traffic['phase']}
              aria-pressed={index === chosen}
              aria-label={`${faultName(fault, index, cluster)}${unseen}`}
              onClick={() => editCluster({ of: 'fault', index })}
            >
              <span className={traffic['number']}>{index + 1}</span>
              <span>
                {faultText(fault, index, cluster)}
                {unseen !== '' && <span className={traffic['unseen']}>{unseen}</span>}
              </span>
            </button>
            {inline && index === chosen && <FaultForm cluster={cluster} index={index} />}
          </li>
        );
      })}
    </ul>
  );
}

interface FormProps extends FaultsProps {
  readonly index: number;
}

function FaultForm({ cluster, index }: FormProps): ReactElement | null {
  const { removeFault } = useActions();
  const kind = cluster.faults[index]?.kind;
  if (kind === undefined) return null;
  return (
    <fieldset className={traffic['form']} aria-label={`Fault ${index + 1}`}>
      <div className={traffic['places']}>
        <p className={traffic['title']}>Fault {index + 1}</p>
        <Button
          size="small"
          onClick={({ currentTarget }) => {
            // The button goes with its fault: what it stands in takes the focus.
            currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
            removeFault(index);
          }}
        >
          Remove
        </Button>
      </div>
      <Fields key={`${index} ${kind}`} cluster={cluster} index={index} />
    </fieldset>
  );
}

function Fields({ cluster, index }: FormProps): ReactElement | null {
  const { changeFault } = useActions();
  const end = useApp((state) => durationOf(state.scenario));
  const gesture = useGesture();
  const fault = cluster.faults[index];
  if (fault === undefined) return null;
  const change = (next: Fault): void => changeFault(index, next, gesture.name());
  const part: PartProps = { gesture, change };
  const unseen = unseenFault(fault, index, end);
  return (
    <>
      {unseen !== null && <p className={traffic['unseen']}>{unseen}</p>}
      <div className={traffic['fields']}>
        <Select
          label="Kind"
          value={fault.kind}
          options={FAULTS}
          onChange={(kind) => changeFault(index, withFaultKind(fault, kind))}
        />
        {'node' in fault && (
          <Select
            label="Node"
            value={String(fault.node)}
            options={Array.from({ length: nodesEver(cluster) }, (_, node) => ({
              value: String(node),
              label: node < cluster.nodes ? nodeName(node) : `${nodeName(node)}, added`,
            }))}
            onChange={(node) => changeFault(index, { ...fault, node: Number(node) })}
          />
        )}
        {fault.kind === 'crash-after' && (
          <Select
            label="Command"
            value={fault.command}
            options={COMMANDS.map((command) => ({ value: command, label: command }))}
            onChange={(command) => changeFault(index, { ...fault, command })}
          />
        )}
        <Figure
          {...part}
          label={isLasting(fault) || fault.kind === 'crash-after' ? 'From' : 'At'}
          value={fault.at}
          {...LIMITS.faultAt}
          suffix="s"
          check={(text) => checkFaultAt(fault, text, end)}
          onInput={(at) => change({ ...fault, at })}
        />
        {isLasting(fault) && <Until {...part} fault={fault} end={end} />}
        {fault.kind === 'store-slow' && (
          <Figure
            {...part}
            label="Times slower"
            value={fault.factor}
            {...LIMITS.factor}
            suffix="×"
            check={(text) => checkFault(fault, 'factor', text)}
            onInput={(factor) => change({ ...fault, factor })}
          />
        )}
      </div>
    </>
  );
}

interface PartProps {
  readonly gesture: Gesture;
  readonly change: (fault: Fault) => void;
}

interface FigureProps extends PartProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly suffix: string;
  readonly muted?: boolean;
  readonly check: (text: string) => Checked;
  readonly onInput: (value: number) => void;
}

function Figure({ gesture, change: _, check, ...field }: FigureProps): ReactElement {
  /** A step to where the fault would not be one (its end before its beginning) is not taken. */
  const step = (value: number, direction: 1 | -1): number => {
    const next = Math.min(field.max, Math.max(field.min, stepFigure(value, direction)));
    return 'value' in check(String(next)) ? next : value;
  };
  return <NumberField {...field} check={check} step={step} onCommit={gesture.end} />;
}

type Lasting = Extract<Fault, { readonly until?: number }>;

/** Without an end of its own a fault goes on to the run's, which is what the field then shows. */
function Until({ fault, end, ...part }: PartProps & { readonly fault: Lasting; readonly end: number }): ReactElement {
  const open = fault.until === undefined;
  const until = fault.until ?? Math.max(fault.at, end);
  return (
    <div>
      <Figure
        {...part}
        label="Until"
        value={until}
        {...LIMITS.faultAt}
        suffix="s"
        muted={open}
        check={(text) => checkFault(fault, 'until', text)}
        onInput={(value) => part.change({ ...fault, until: value })}
      />
      <Checkbox
        label="To the end"
        small
        className={traffic['below'] ?? ''}
        checked={open}
        onChange={(checked) => {
          const { until: _, ...rest } = fault;
          part.gesture.end();
          part.change(checked ? rest : { ...fault, until });
          part.gesture.end();
        }}
      />
    </div>
  );
}
