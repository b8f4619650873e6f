import { useState, type ReactElement } from 'react';
import { MAX_KEY_LENGTH, type TrafficEntry } from '../../sim/index.ts';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { PhaseNumberField, type PhaseEditProps } from './PhaseNumberField.tsx';
import { KEY_COUNT_FIELD } from './phaseFields.ts';

const KEY_POOL_OPTIONS = [
  { value: 'even', label: 'many, evenly' },
  { value: 'zipf', label: 'many, Zipf' },
  { value: 'noisy', label: 'many, one noisy' },
] as const;
const REQUEST_KEY_OPTIONS = [{ value: 'one', label: 'one' }, ...KEY_POOL_OPTIONS] as const;
const CLIENT_KEY_OPTIONS = [
  { value: 'own', label: 'one per client' },
  { value: 'shared', label: 'shared' },
  ...KEY_POOL_OPTIONS,
] as const;

type KeyChoice = (typeof REQUEST_KEY_OPTIONS | typeof CLIENT_KEY_OPTIONS)[number]['value'];

/** The requests' key, or the pool of keys derived from it. */
export function KeyField(edit: PhaseEditProps): ReactElement {
  const { entry, gesture, onChange } = edit;
  const [isEmpty, setEmpty] = useState(false);
  const key = typeof entry.key === 'string' ? entry.key : '';
  const { keys } = entry;
  return (
    <>
      <TextField
        label="Key"
        value={isEmpty ? '' : key}
        maxLength={MAX_KEY_LENGTH}
        error={isEmpty ? `Key is empty. It may be text of 1 to ${MAX_KEY_LENGTH} characters.` : undefined}
        onInput={(text) => {
          setEmpty(text === '');
          if (text !== '') onChange({ ...entry, key: text });
        }}
        onCommit={gesture.end}
        onBlur={() => setEmpty(false)}
      />
      <Select<KeyChoice>
        label="Key pattern"
        value={typeof keys === 'object' ? keys.share : (keys ?? 'one')}
        options={entry.kind === 'clients' ? CLIENT_KEY_OPTIONS : REQUEST_KEY_OPTIONS}
        onChange={(choice) => gesture.once(() => onChange(withKeys(entry, choice)))}
      />
      {typeof keys === 'object' && <PhaseNumberField {...edit} field={KEY_COUNT_FIELD} runEnd={0} />}
    </>
  );
}

function withKeys(entry: TrafficEntry, choice: KeyChoice): TrafficEntry {
  const { keys, ...rest } = entry;
  if (choice === 'one') return rest as TrafficEntry;
  const keyPool = { count: typeof keys === 'object' ? keys.count : 10, share: choice };
  return { ...rest, keys: choice === 'own' || choice === 'shared' ? choice : keyPool } as TrafficEntry;
}
