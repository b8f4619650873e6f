/** Which column of the file is what: guessed from their names. A change reads the file again. */
import type { ReactElement } from 'react';
import type { CommonField, LogSummary, Mapping } from '../../../logs/index.ts';
import { useTuning } from '../../../store/tuning/tuningContext.tsx';
import { Group } from '../../ui/Group.tsx';
import { Select } from '../../ui/Select.tsx';
import { NONE } from './fieldOptions.ts';
import styles from './LogDialog.module.css';

const FIELD_LABELS: readonly (readonly [CommonField, string])[] = [
  ['address', 'Address'],
  ['user', 'User'],
  ['path', 'Path'],
  ['status', 'Status'],
  ['method', 'Method'],
  ['bytes', 'Bytes'],
  ['agent', 'Agent'],
];

const UNITS = ['s', 'ms', 'µs', 'ns'] as const;
const ORDERS = ['day', 'month'] as const;

export function MappingFields({ summary: { mapping, fields } }: { readonly summary: LogSummary }): ReactElement {
  const { logs } = useTuning();
  const names = [
    ...new Set([
      mapping.time,
      ...(mapping.duration === null ? [] : [mapping.duration]),
      ...fields.map(({ name }) => name),
    ]),
  ];
  const columns = names.map((name) => ({ value: name, label: name }));
  const withNone = [{ value: NONE, label: 'none' }, ...columns];
  const change = (part: Partial<Mapping>): void => logs.readAgain({ mapping: { ...mapping, ...part } });
  return (
    <Group label="Columns of the file">
      <div className={styles['fields']}>
        <Select
          label="Time"
          value={mapping.time}
          options={columns}
          onChange={(time) => change({ time, dateOrder: undefined })}
        />
        {mapping.dateOrder !== undefined && (
          <Select
            label="Dates with slashes"
            value={mapping.dateOrder}
            options={ORDERS.map((order) => ({ value: order, label: `${order} first` }))}
            onChange={(dateOrder) => change({ dateOrder })}
          />
        )}
        <Select
          label="Stamped when"
          value={mapping.timeIs}
          options={[
            { value: 'arrival', label: 'the request comes' },
            { value: 'end', label: 'the response ends' },
          ]}
          onChange={(timeIs) => change({ timeIs })}
        />
        <Select
          label="Duration"
          value={mapping.duration ?? NONE}
          options={withNone}
          onChange={(name) => change({ duration: name === NONE ? null : name })}
        />
        {mapping.duration !== null && (
          <Select
            label="Unit of the duration"
            value={mapping.durationUnit}
            options={UNITS.map((unit) => ({ value: unit, label: unit }))}
            onChange={(durationUnit) => change({ durationUnit })}
          />
        )}
        {FIELD_LABELS.map(([field, label]) => (
          <Select
            key={field}
            label={label}
            value={mapping.fields[field] ?? NONE}
            options={withNone}
            onChange={(name) => change({ fields: { ...mapping.fields, [field]: name === NONE ? null : name } })}
          />
        ))}
      </div>
    </Group>
  );
}
