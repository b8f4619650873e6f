import { useState, type ReactElement } from 'react';
import type { TrafficEntry } from '../../sim/index.ts';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/TextField.tsx';
import { listErrors, type ListCodec, type ListTexts } from './listCodecs.ts';
import type { UndoGesture } from '../hooks/useUndoGesture.ts';
import styles from './ListFields.module.css';

export interface ListField {
  readonly path: string;
  readonly label: string;
  /** More than one line. */
  readonly multiline?: boolean;
  /** A single number, not a list. */
  readonly numeric?: boolean;
  /** Placeholder while empty. */
  readonly placeholder?: string;
  readonly className?: string | undefined;
}

export interface ListFieldsProps {
  readonly codec: ListCodec;
  /** In display order; a list without a text is omitted. */
  readonly fields: readonly ListField[];
  readonly entry: TrafficEntry;
  readonly gesture: UndoGesture;
  readonly onChange: (entry: TrafficEntry) => void;
}

/** The draft texts, and the entry that they were last applied to. */
interface Draft {
  readonly texts: ListTexts;
  readonly entry: TrafficEntry;
}

/**
 * Several lists as text. Two lists of equal length cannot change length in the same keystroke, so drafts are kept
 * until they are consistent, and only then applied to the phase.
 */
export function ListFields({ codec, fields, entry, gesture, onChange }: ListFieldsProps): ReactElement {
  const [draft, setDraft] = useState<Draft>(() => ({ texts: codec.toTexts(entry), entry: entry }));
  // An entry from elsewhere (undo, a link) replaces the drafts, valid or not.
  const changedElsewhere = draft.entry !== entry && !sameTexts(codec.toTexts(draft.entry), codec.toTexts(entry));
  const texts = changedElsewhere ? codec.toTexts(entry) : draft.texts;
  if (changedElsewhere) setDraft({ texts, entry: entry });
  const labels = Object.fromEntries(fields.map(({ path, label }) => [path, label]));
  const problems = listErrors(codec.fromTexts(entry, texts), texts, labels);

  function handleInput(list: string, text: string): void {
    const typed = { ...texts, [list]: text };
    const next = codec.fromTexts(entry, typed);
    const isValid = Object.keys(listErrors(next, typed, labels)).length === 0;
    setDraft({ texts: typed, entry: isValid ? next : entry });
    if (isValid) onChange(next);
  }

  return (
    <>
      {fields
        .filter(({ path }) => path in texts)
        .map(({ path: list, label, multiline = false, numeric = false, placeholder, className }) => (
          <TextField
            key={list}
            label={label}
            value={texts[list] ?? ''}
            error={problems[list]}
            {...(multiline && { rows: 2 })}
            {...(placeholder !== undefined && { placeholder })}
            code={!numeric}
            className={cx(className, numeric && styles['numeric'])}
            onInput={(text) => handleInput(list, text)}
            onCommit={gesture.end}
          />
        ))}
    </>
  );
}

function sameTexts(a: ListTexts, b: ListTexts): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
