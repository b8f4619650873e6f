/** The list of faults, and the fields of the chosen one. */
import type { ReactElement } from 'react';
import { isIntervalFault, durationOf, nodeName, SECOND, type Cluster, type Fault } from '../../sim/index.ts';
import { totalNodes } from '../../store/clusterEdits.ts';
import { useClusterActions } from '../../store/clusterHooks.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { stepValue, type FieldResult } from '../format/fields.ts';
import { pluralize } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { FieldGrid, TWO_COLUMNS } from '../ui/FieldGrid.tsx';
import { FieldWithCheckbox } from '../ui/FieldWithCheckbox.tsx';
import { ItemForm } from '../ui/ItemForm.tsx';
import { ListWithForm } from '../ui/ListWithForm.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { focusTabPanel } from '../ui/Tabs.tsx';
import { useUndoGesture, type UndoGesture } from '../hooks/useUndoGesture.ts';
import { useLayout } from '../hooks/useLayout.ts';
import {
  crashCommandOptions,
  defaultCrashCommand,
  faultFieldLabel,
  parseFaultFactor,
  parseFaultUntil,
  parseFaultAt,
  FAULT_OPTIONS,
  FIELD_RANGES,
  defaultFault,
  withFaultKind,
} from './clusterFields.ts';
import styles from './FaultsEditor.module.css';
import { faultName, faultText } from '../text/faultText.ts';
import { faultNoEffectText, faultNote } from '../text/noEffectText.ts';

interface FaultsEditorProps {
  readonly cluster: Cluster;
}

export function FaultsEditor({ cluster }: FaultsEditorProps): ReactElement {
  const { addFault } = useClusterActions();
  const { editCluster } = useActions();
  const store = useStoreApi();
  const end = useAppState((state) => durationOf(state.scenario));
  const lanes = useAppState((state) => state.scenario.lanes);
  const clusterPart = useAppState((state) => state.clusterPart);
  const chosen = clusterPart?.of === 'fault' && clusterPart.index < cluster.faults.length ? clusterPart.index : null;
  const inline = useLayout().width === 'phone';
  const add = (): void => {
    const { range, scenario } = store.getState();
    addFault(defaultFault({ from: range.from / SECOND, to: range.to / SECOND }, durationOf(scenario)));
  };
  return (
    <div className={styles['faults']} data-form={chosen !== null}>
      <ListWithForm
        label="Faults"
        items={cluster.faults.map((fault, index) => ({
          name: faultName(fault, index, cluster),
          text: faultText(fault, index, cluster),
          note: faultNote(fault, index, end, lanes, cluster),
        }))}
        chosen={chosen}
        onChoose={(index) => editCluster({ of: 'fault', index })}
        summary={pluralize(cluster.faults.length, 'fault')}
        addLabel="Add fault"
        onAdd={add}
        emptyText="No faults yet. Add one to stop or slow a node or the store."
        hint="Choose a fault to edit it."
        form={chosen !== null && <FaultForm cluster={cluster} index={chosen} />}
        inline={inline}
        formClassName={styles['form']}
      />
    </div>
  );
}

interface FaultFormProps extends FaultsEditorProps {
  readonly index: number;
}

function FaultForm({ cluster, index }: FaultFormProps): ReactElement | null {
  const { removeFault } = useClusterActions();
  const kind = cluster.faults[index]?.kind;
  if (kind === undefined) return null;
  return (
    <ItemForm
      title={`Fault ${index + 1}`}
      buttons={
        <Button
          size="small"
          onClick={({ currentTarget }) => {
            focusTabPanel(currentTarget);
            removeFault(index);
          }}
        >
          Remove
        </Button>
      }
    >
      <FaultFields key={`${index} ${kind}`} cluster={cluster} index={index} />
    </ItemForm>
  );
}

/** Kinds whose names need the width of two fields; they have fewer fields, or shorter ones, than a slow store. */
const LONG_KINDS: ReadonlySet<Fault['kind']> = new Set(['crash-after', 'store-flush']);

function FaultFields({ cluster, index }: FaultFormProps): ReactElement | null {
  const { changeFault } = useClusterActions();
  const end = useAppState((state) => durationOf(state.scenario));
  const lanes = useAppState((state) => state.scenario.lanes);
  const gesture = useUndoGesture();
  const fault = cluster.faults[index];
  if (fault === undefined) return null;
  const change = (next: Fault): void => changeFault(index, next, gesture.id());
  const edit: FaultEditProps = { gesture, change };
  const noEffect = faultNoEffectText(fault, index, end, lanes, cluster);
  return (
    <>
      {noEffect !== null && <p className={styles['noEffect']}>{noEffect}</p>}
      <FieldGrid>
        <Select
          label="Kind"
          className={LONG_KINDS.has(fault.kind) ? TWO_COLUMNS : undefined}
          value={fault.kind}
          options={FAULT_OPTIONS}
          onChange={(kind) => changeFault(index, withFaultKind(fault, kind, defaultCrashCommand(lanes)))}
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
            options={crashCommandOptions(lanes, fault.command)}
            onChange={(command) => changeFault(index, { ...fault, command })}
          />
        )}
        <FaultNumberField
          {...edit}
          label={faultFieldLabel(fault, 'at')}
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
            label={faultFieldLabel(fault, 'factor')}
            value={fault.factor}
            {...FIELD_RANGES.factor}
            suffix="×"
            check={(text) => parseFaultFactor(fault, text)}
            onInput={(factor) => change({ ...fault, factor })}
          />
        )}
      </FieldGrid>
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
  /** A step that would make the fault invalid (its end before its beginning) is ignored. */
  const step = (value: number, direction: 1 | -1): number => {
    const next = Math.min(field.max, Math.max(field.min, stepValue(value, direction)));
    return 'value' in check(String(next)) ? next : value;
  };
  return <NumberField {...field} parse={check} step={step} onCommit={gesture.end} />;
}

type IntervalFault = Extract<Fault, { readonly until?: number }>;

/** Without its own end a fault lasts until the run's, which the field then shows. */
function FaultEndField({
  fault,
  end,
  ...edit
}: FaultEditProps & { readonly fault: IntervalFault; readonly end: number }): ReactElement {
  const openEnded = fault.until === undefined;
  const until = fault.until ?? Math.max(fault.at, end);
  return (
    <FieldWithCheckbox
      label="To the end"
      checked={openEnded}
      onChange={(checked) => {
        const { until: _, ...rest } = fault;
        edit.gesture.once(() => edit.change(checked ? rest : { ...fault, until }));
      }}
    >
      <FaultNumberField
        {...edit}
        label={faultFieldLabel(fault, 'until')}
        value={until}
        {...FIELD_RANGES.faultAt}
        suffix="s"
        muted={openEnded}
        check={(text) => parseFaultUntil(fault, text)}
        onInput={(value) => edit.change({ ...fault, until: value })}
      />
    </FieldWithCheckbox>
  );
}
