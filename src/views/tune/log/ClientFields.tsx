/** What a client is, what a request costs, and what counts as bad: changeable while the log is held. */
import { useRef, useState, type ReactElement } from 'react';
import type { LogSummary, RecordingChoice } from '../../../logs/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { costOptions, keyOptions, keyText, NONE } from './fieldOptions.ts';

interface ClientFieldsProps {
  readonly summary: LogSummary;
  readonly choice: RecordingChoice;
  readonly onChange: (part: Partial<RecordingChoice>) => void;
}

export function ClientFields({ summary, choice, onChange }: ClientFieldsProps): ReactElement {
  const [first = NONE, second = NONE] = choice.key;
  const keys = keyOptions(summary);
  const count = keyText(summary, choice.key);
  const chooseKey = (...key: readonly string[]): void => onChange({ key: key.filter((field) => field !== NONE) });
  return (
    <>
      <Select
        label="Key"
        value={first}
        options={[...keys, { value: NONE, label: 'all requests together' }]}
        onChange={(field) => chooseKey(field, field === NONE ? NONE : second)}
      />
      {count !== null && <p className="label">{count}</p>}
      {first !== NONE && (
        <Select
          label="And"
          value={second}
          options={[{ value: NONE, label: 'nothing else' }, ...keys.filter(({ value }) => value !== first)]}
          onChange={(field) => chooseKey(first, field)}
        />
      )}
      <Select
        label="Cost"
        value={choice.cost ?? NONE}
        options={[{ value: NONE, label: '1 a request' }, ...costOptions(summary)]}
        onChange={(cost) => onChange({ cost: cost === NONE ? null : cost })}
      />
      <BadField bad={choice.bad} onChange={(bad) => onChange({ bad })} />
      <KeyList choice={choice} onChange={onChange} />
      <Checkbox
        label="Keep the clients’ names"
        checked={choice.keepsNames === true}
        onChange={(keepsNames) => onChange({ keepsNames })}
      />
    </>
  );
}

interface BadFieldProps {
  readonly bad: string;
  readonly onChange: (bad: string) => void;
}

function BadField({ bad, onChange }: BadFieldProps): ReactElement {
  // What is typed stays until the field is left: meanwhile a part of it may be committed, and found to be wrong.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      label="Counts as bad"
      placeholder="status=401,403 or path=/login*"
      code
      value={draft ?? bad}
      onInput={setDraft}
      onCommit={(text) => {
        if (text !== bad) onChange(text);
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

/** A file with keys that count as bad, one a line. */
function KeyList({ choice, onChange }: Pick<ClientFieldsProps, 'choice' | 'onChange'>): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const add = async (file: File): Promise<void> => {
    const keys = (await file.text()).split(/\r?\n/).map((line) => line.trim());
    const name = file.name.replaceAll(/\s/g, '_');
    const term = `key=@${name}`;
    onChange({
      bad: choice.bad.split(/\s+/).includes(term)
        ? choice.bad
        : [choice.bad, term].filter((part) => part.trim() !== '').join(' or '),
      keyLists: new Map([...(choice.keyLists ?? []), [name, keys.filter((key) => key !== '')]]),
    });
  };
  return (
    <div>
      <Button onClick={() => input.current?.click()}>Add a list of bad keys</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="List of bad keys"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file !== undefined) void add(file);
        }}
      />
    </div>
  );
}
