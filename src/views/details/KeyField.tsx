import { useState, type ReactElement } from 'react';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Field, type PartProps } from './Field.tsx';
import { KEYS } from './phaseFields.ts';

const POOLS = [
  { value: 'one', label: 'one' },
  { value: 'even', label: 'many, evenly' },
  { value: 'zipf', label: 'many, Zipf' },
  { value: 'noisy', label: 'many, one noisy' },
] as const;

/** Whose requests these are: one key, or many that are made from it. */
export function KeyField(part: PartProps): ReactElement {
  const { entry, gesture, onChange } = part;
  const [empty, setEmpty] = useState(false);
  const key = typeof entry.key === 'string' ? entry.key : '';
  return (
    <>
      <TextField
        label="Key"
        value={empty ? '' : key}
        maxLength={200}
        error={empty ? 'key is empty. It may be text of 1 to 200 characters.' : undefined}
        onInput={(text) => {
          setEmpty(text === '');
          if (text !== '') onChange({ ...entry, key: text });
        }}
        onCommit={gesture.end}
        onBlur={() => setEmpty(false)}
      />
      <Select
        label="Keys"
        value={entry.keys?.share ?? 'one'}
        options={POOLS}
        onChange={(share) => {
          const { keys, ...rest } = entry;
          gesture.end();
          onChange(share === 'one' ? rest : { ...rest, keys: { count: keys?.count ?? 10, share } });
          gesture.end();
        }}
      />
      {entry.keys !== undefined && <Field {...part} field={KEYS} end={0} />}
    </>
  );
}
