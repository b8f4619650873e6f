/** What goes wrong and when: the faults as a list, and the fields of the chosen one. */
import { useEffect, useRef, type ReactElement } from 'react';
import { COMMANDS, durationOf, nodeName, SECOND, type Cluster, type Fault } from '../../sim/index.ts';
import { totalNodes } from '../../store/clusterEdits.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { stepValue, type FieldResult } from '../format/fields.ts';
import { pluralize } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { useUndoGesture, type UndoGesture } from '../hooks/useUndoGesture.ts';
import { useLayout } from '../hooks/useLayout.ts';
import {
  parseFaultField,
  parseFaultAt,
  FAULT_OPTIONS,
  FIELD_RANGES,
  defaultFault,
  withFaultKind,
} from './clusterFields.ts';
import styles from './ClusterTab.module.css';
import { faultName, faultText, isIntervalFault, faultNoEffectText } from './faultText.ts';
import traffic from '../traffic/TrafficTab.module.css';

interface FaultsEditorProps {
  readonly cluster: Cluster;
}

export function FaultsEditor({ cluster }: FaultsEditorProps): ReactElement {
  const clusterPart = useAppState((state) => state.clusterPart);
  const chosen = clusterPart?.of === 'fault' && clusterPart.index < cluster.faults.length ? clusterPart.index : null;
  // On a phone the fields stand below their own row, else beside the list.
  const inline = useLayout().width === 'phone';
  return (
    <div className={styles['wrong']}>
      <div>
        <FaultListHeader cluster={cluster} />
        <FaultList cluster={cluster} chosen={chosen} inline={inline} />
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

function FaultListHeader({ cluster }: FaultsEditorProps): ReactElement {
  const { addFault } = useActions();
  const store = useStoreApi();
  const add = (): void => {
    const { range, scenario } = store.getState();
    const end = Math.min(range.to / SECOND, durationOf(scenario));
    addFault(defaultFault(range.from / SECOND, end));
  };
  return (
    <div className={traffic['head']}>
      <p className="label">{pluralize(cluster.faults.length, 'fault')}</p>
      <Button size="small" onClick={add}>
        Add a fault
      </Button>
    </div>
  );
}

interface FaultListProps extends FaultsEditorProps {
  readonly chosen: number | null;
  readonly inline: boolean;
}

function FaultList({ cluster, chosen, inline }: FaultListProps): ReactElement {
  const end = useAppState((state) => durationOf(state.scenario));
  const { editCluster } = useActions();
  const row = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (chosen !== null) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  if (cluster.faults.length === 0) return <p className={traffic['hint']}>Nothing goes wrong.</p>;
  return (
    <ul aria-label="Faults">
      {cluster.faults.map((fault, index) => {
        const noEffect = faultNoEffectText(fault, index, end) === null ? '' : ', nothing of it is seen';
        return (
          // Faults have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} ref={index === chosen ? row : null}>
            <button
              type="button"
              className={traffic['phase']}
              aria-pressed={index === chosen}
              aria-label={`${faultName(fault, index, cluster)}${noEffect}`}
              onClick={() => editCluster({ of: 'fault', index })}
            >
              <span className={traffic['number']}>{index + 1}</span>
              <span>
                {faultText(fault, index, cluster)}
                {noEffect !== '' && <span className={traffic['unseen']}>{noEffect}</span>}
              </span>
            </button>
            {inline && index === chosen && <FaultForm cluster={cluster} index={index} />}
          </li>
        );
      })}
    </ul>
  );
}

interface FaultFormProps extends FaultsEditorProps {
  readonly index: number;
}

function FaultForm({ cluster, index }: FaultFormProps): ReactElement | null {
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
      <FaultFields key={`${index} ${kind}`} cluster={cluster} index={index} />
    </fieldset>
  );
}

function FaultFields({ cluster, index }: FaultFormProps): ReactElement | null {
  const { changeFault } = useActions();
  const end = useAppState((state) => durationOf(state.scenario));
  const gesture = useUndoGesture();
  const fault = cluster.faults[index];
  if (fault === undefined) return null;
  const change = (next: Fault): void => changeFault(index, next, gesture.id());
  const edit: FaultEditProps = { gesture, change };
  const noEffect = faultNoEffectText(fault, index, end);
  return (
    <>
      {noEffect !== null && <p className={traffic['unseen']}>{noEffect}</p>}
      <div className={traffic['fields']}>
        <Select
          label="Kind"
          value={fault.kind}
          options={FAULT_OPTIONS}
          onChange={(kind) => changeFault(index, withFaultKind(fault, kind))}
        />
        {'node' in fault && (
          <Select
            label="Node"
            value={String(fault.node)}
            options={Array.from({ length: totalNodes(cluster) }, (_, node) => ({
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
        <FaultNumberField
          {...edit}
          label={isIntervalFault(fault) || fault.kind === 'crash-after' ? 'From' : 'At'}
          value={fault.at}
          {...FIELD_RANGES.faultAt}
          suffix="s"
          check={(text) => parseFaultAt(fault, text, end)}
          onInput={(at) => change({ ...fault, at })}
        />
        {isIntervalFault(fault) && <FaultEndField {...edit} fault={fault} end={end} />}
        {fault.kind === 'store-slow' && (
          <FaultNumberField
            {...edit}
            label="Times slower"
            value={fault.factor}
            {...FIELD_RANGES.factor}
            suffix="×"
            check={(text) => parseFaultField(fault, 'factor', text)}
            onInput={(factor) => change({ ...fault, factor })}
          />
        )}
      </div>
    </>
  );
}

interface FaultEditProps {
  readonly gesture: UndoGesture;
  readonly change: (fault: Fault) => void;
}

interface FaultNumberFieldProps extends FaultEditProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly suffix: string;
  readonly muted?: boolean;
  readonly check: (text: string) => FieldResult;
  readonly onInput: (value: number) => void;
}

function FaultNumberField({ gesture, change: _, check, ...field }: FaultNumberFieldProps): ReactElement {
  /** A step to where the fault would not be one (its end before its beginning) is not taken. */
  const step = (value: number, direction: 1 | -1): number => {
    const next = Math.min(field.max, Math.max(field.min, stepValue(value, direction)));
    return 'value' in check(String(next)) ? next : value;
  };
  return <NumberField {...field} parse={check} step={step} onCommit={gesture.end} />;
}

type IntervalFault = Extract<Fault, { readonly until?: number }>;

/** Without an end of its own a fault goes on to the run's, which is what the field then shows. */
function FaultEndField({
  fault,
  end,
  ...edit
}: FaultEditProps & { readonly fault: IntervalFault; readonly end: number }): ReactElement {
  const openEnded = fault.until === undefined;
  const until = fault.until ?? Math.max(fault.at, end);
  return (
    <div>
      <FaultNumberField
        {...edit}
        label="Until"
        value={until}
        {...FIELD_RANGES.faultAt}
        suffix="s"
        muted={openEnded}
        check={(text) => parseFaultField(fault, 'until', text)}
        onInput={(value) => edit.change({ ...fault, until: value })}
      />
      <Checkbox
        label="To the end"
        small
        className={traffic['below'] ?? ''}
        checked={openEnded}
        onChange={(checked) => {
          const { until: _, ...rest } = fault;
          edit.gesture.end();
          edit.change(checked ? rest : { ...fault, until });
          edit.gesture.end();
        }}
      />
    </div>
  );
}
