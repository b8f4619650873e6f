/** Fields shared by several kinds of phase: end, cost, label and timeout. */
import type { ReactElement } from 'react';
import { isCostDistribution, trafficKindOf, type EntryOfKind, type TrafficEntry } from '../../sim/index.ts';
import { TermButton } from '../text/TermButton.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { TWO_COLUMNS } from '../ui/FieldGrid.tsx';
import { FieldWithCheckbox } from '../ui/FieldWithCheckbox.tsx';
import { Select } from '../ui/Select.tsx';
import { PhaseNumberField, type PhaseNumberFieldProps, type PhaseEditProps } from './PhaseNumberField.tsx';
import { ListFields, type ListField } from './ListFields.tsx';
import { COST_FIELD, fieldValue, withFieldValue } from './phaseFields.ts';
import { costMixCodec, timeoutCodec } from './listCodecs.ts';
import styles from './CommonFields.module.css';

/** The fields of its kind. */
export function KindFields({ runEnd, ...edit }: PhaseEditProps & { readonly runEnd: number }): ReactElement {
  return (
    <>
      {trafficKindOf(edit.entry).form.fields.map((field) =>
        field.path === 'to' ? (
          <ToField key="to" field={field} runEnd={runEnd} {...edit} />
        ) : (
          <PhaseNumberField key={field.path} field={field} runEnd={runEnd} {...edit} />
        ),
      )}
    </>
  );
}

/** Without its own end a phase lasts until the run's, which the field then shows. */
function ToField(props: PhaseNumberFieldProps): ReactElement {
  const { entry, field, runEnd, gesture, onChange } = props;
  const openEnded = 'from' in entry && entry.to === undefined;
  return (
    <FieldWithCheckbox
      label="To the end"
      checked={openEnded}
      onChange={(checked) =>
        gesture.once(() =>
          onChange(checked ? withoutEnd(entry) : withFieldValue(entry, field, fieldValue(entry, field, runEnd))),
        )
      }
    >
      <PhaseNumberField {...props} muted={openEnded} />
    </FieldWithCheckbox>
  );
}

function withoutEnd(entry: TrafficEntry): TrafficEntry {
  const { to: _, ...rest } = entry as EntryOfKind<'steady'>;
  return rest;
}

const COST_MIX_FIELDS: readonly ListField[] = [
  { path: 'cost.of', label: 'Costs' },
  { path: 'cost.weights', label: 'Weights' },
];

/** One cost, or several drawn at random; in forms with lists, the cost is one of the lists. */
export function CostField(edit: PhaseEditProps): ReactElement {
  const { entry } = edit;
  const hasCostMix = isCostDistribution(entry.cost);
  const isListed = trafficKindOf(entry).form.layout === 'lists';
  return (
    <div className={hasCostMix ? TWO_COLUMNS : isListed ? styles['alignWithFields'] : undefined}>
      {hasCostMix && (
        <div className={styles['twoColumns']}>
          <ListFields {...edit} codec={costMixCodec} fields={COST_MIX_FIELDS} />
        </div>
      )}
      {!hasCostMix && !isListed && <PhaseNumberField {...edit} field={COST_FIELD} runEnd={0} />}
      <RandomCostCheckbox {...edit} />
      <p className={`label ${styles['underField'] ?? ''}`}>
        In <TermButton term="permit">permits</TermButton> a request.
      </p>
    </div>
  );
}

function RandomCostCheckbox({ entry, gesture, onChange }: PhaseEditProps): ReactElement {
  return (
    <Checkbox
      label="Random costs"
      small
      className={styles['underField'] ?? ''}
      checked={isCostDistribution(entry.cost)}
      onChange={(checked) =>
        gesture.once(() => onChange({ ...entry, cost: checked ? { of: [1, 5], weights: [9, 1] } : 1 } as TrafficEntry))
      }
    />
  );
}

const LABEL_OPTIONS = [
  { value: 'none', label: 'none' },
  { value: 'good', label: 'good' },
  { value: 'bad', label: 'bad' },
] as const;

const TIMEOUT_FIELDS: readonly ListField[] = [
  { path: 'timeout', label: 'Waiting timeout, s', numeric: true, placeholder: 'never' },
];

/** Rarely used fields: whether requests count as good or bad, and how long they wait where a limiter delays. */
export function CommonFields(edit: PhaseEditProps): ReactElement {
  const { entry, gesture, onChange } = edit;
  return (
    <>
      <Select
        label="Label"
        value={entry.label ?? 'none'}
        options={LABEL_OPTIONS}
        onChange={(label) => {
          const { label: _, ...rest } = entry;
          gesture.once(() => onChange(label === 'none' ? rest : { ...rest, label }));
        }}
      />
      <div>
        <ListFields {...edit} codec={timeoutCodec} fields={TIMEOUT_FIELDS} />
        <p className={`label ${styles['underField'] ?? ''}`}>Applies where a limiter delays requests.</p>
      </div>
    </>
  );
}
