/** Text, or a number, that is an edit of the lesson once it is finished, and says at its place what is wrong with it. */
import { useState, type ReactElement } from 'react';
import { TextField } from '../ui/TextField.tsx';

interface TypedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** What is wrong with a text, in a sentence; null for nothing. */
  readonly problem?: (text: string) => string | null;
  /** Called with what has no problem. */
  readonly onChange: (text: string) => void;
}

export function TypedField({ value, problem = noProblem, onChange, ...field }: TypedFieldProps): ReactElement {
  // What is being typed, while the lesson says something else.
  const [draft, setDraft] = useState<{ readonly text: string; readonly over: string } | null>(null);
  const text = draft !== null && draft.over === value ? draft.text : value;
  return (
    <TextField
      {...field}
      value={text}
      error={problem(text) ?? undefined}
      onInput={(typed) => setDraft({ text: typed, over: value })}
      onCommit={(typed) => {
        if (problem(typed) === null && typed !== value) onChange(typed);
      }}
    />
  );
}

function noProblem(): null {
  return null;
}

/** A sentence about a text that must not be empty. */
export function emptyText(what: string): (text: string) => string | null {
  return (text) => (text.trim() === '' ? `${what} is empty. Write a few words.` : null);
}

interface TypedNumberProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  readonly onChange: (value: number) => void;
}

export function TypedNumber({
  label,
  value,
  min = -1e15,
  max = 1e15,
  whole = false,
  onChange,
}: TypedNumberProps): ReactElement {
  const problem = (text: string): string | null => {
    const number = numberIn(text);
    if (number !== null && number >= min && number <= max && (!whole || Number.isInteger(number))) return null;
    const bounds = min === -1e15 ? '' : max === 1e15 ? ` of at least ${min}` : ` from ${min} to ${max}`;
    return `${label} may be a ${whole ? 'whole ' : ''}number${bounds}.`;
  };
  return (
    <TypedField
      label={label}
      value={String(value)}
      maxLength={20}
      problem={problem}
      onChange={(text) => onChange(numberIn(text) as number)}
    />
  );
}

function numberIn(text: string): number | null {
  const plain = text.trim().replaceAll(',', '').replace('−', '-');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}
