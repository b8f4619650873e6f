import { useState, type ReactElement } from 'react';
import type { Traffic } from '../../sim/index.ts';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Field, type PartProps } from './Field.tsx';
import { KEYS } from './phaseFields.ts';

const POOLS = [
  { value: 'even', label: 'many, evenly' },
  { value: 'zipf', label: 'many, Zipf' },
  { value: 'noisy', label: 'many, one noisy' },
] as const;
const OF_REQUESTS = [{ value: 'one', label: 'one' }, ...POOLS] as const;
const OF_CLIENTS = [{ value: 'own', label: 'one each' }, { value: 'shared', label: 'one for all' }, ...POOLS] as const;

type Choice = (typeof OF_REQUESTS | typeof OF_CLIENTS)[number]['value'];

/** Whose requests these are: one key, or many that are made from it. */
export function KeyField(part: PartProps): ReactElement {
  const { entry, gesture, onChange } = part;
  const [empty, setEmpty] = useState(false);
  const key = typeof entry.key === 'string' ? entry.key : '';
  const { keys } = entry;
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
      <Select<Choice>
        label="Keys"
        value={typeof keys === 'object' ? keys.share : (keys ?? 'one')}
        options={entry.kind === 'clients' ? OF_CLIENTS : OF_REQUESTS}
        onChange={(choice) => {
          gesture.end();
          onChange(withKeys(entry, choice));
          gesture.end();
        }}
      />
      {typeof keys === 'object' && <Field {...part} field={KEYS} end={0} />}
    </>
  );
}

function withKeys(entry: Traffic, choice: Choice): Traffic {
  const { keys, ...rest } = entry;
  if (choice === 'one') return rest as Traffic;
  const pool = { count: typeof keys === 'object' ? keys.count : 10, share: choice };
  return { ...rest, keys: choice === 'own' || choice === 'shared' ? choice : pool } as Traffic;
}
