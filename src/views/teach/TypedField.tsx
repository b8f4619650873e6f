/** Text, or a number, that edits the lesson as it is typed, in one undo step, and says at its place what is wrong with it. */
import { useState, type ReactElement } from 'react';
import { useLearning } from '../../store/learning/learningContext.tsx';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { parseNumber } from '../format/numbers.ts';
import { TextField } from '../ui/TextField.tsx';

interface TypedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** What is wrong with a text, in a sentence; null for nothing. The lesson keeps what it has instead of such a text. */
  readonly problem?: (text: string) => string | null;
  /** What is wrong with a text that the lesson takes nevertheless. */
  readonly warning?: (text: string) => string | null;
  /** How the lesson has a text without a problem; it stays as it is typed. */
  readonly normalize?: (text: string) => string;
  /** Called with what has no problem. */
  readonly onChange: (text: string) => void;
}

export function TypedField({
  value,
  problem = noProblem,
  warning = noProblem,
  normalize = asTyped,
  onChange,
  ...field
}: TypedFieldProps): ReactElement {
  const { making } = useLearning();
  const gesture = useUndoGesture();
  // As it is typed, while the lesson has what that comes to.
  const [draft, setDraft] = useState<{ readonly text: string; readonly over: string } | null>(null);
  const text = draft !== null && draft.over === value ? draft.text : value;
  return (
    <TextField
      {...field}
      value={text}
      error={problem(text) ?? warning(text) ?? undefined}
      onInput={(typed) => {
        const next = problem(typed) === null ? normalize(typed) : value;
        setDraft({ text: typed, over: next });
        if (next !== value) making.inGesture(gesture.id(), () => onChange(next));
      }}
      onCommit={gesture.end}
    />
  );
}

function asTyped(text: string): string {
  return text;
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
    const number = parseNumber(text);
    if (number !== undefined && number >= min && number <= max && (!whole || Number.isInteger(number))) return null;
    const bounds = min === -1e15 ? '' : max === 1e15 ? ` of at least ${min}` : ` from ${min} to ${max}`;
    return `${label} may be a ${whole ? 'whole ' : ''}number${bounds}.`;
  };
  return (
    <TypedField
      label={label}
      value={String(value)}
      maxLength={20}
      problem={problem}
      normalize={(text) => String(parseNumber(text))}
      onChange={(text) => onChange(Number(text))}
    />
  );
}
