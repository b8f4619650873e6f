import { useState, type ReactElement } from 'react';
import { TextField } from '../ui/TextField.tsx';
import type { Runnable } from './phaseFields.ts';
import { listProblems, type Lists, type Texts } from './phaseLists.ts';
import type { Gesture } from '../useGesture.ts';

export interface ListField {
  readonly list: string;
  readonly label: string;
  /** More than one line. */
  readonly long?: boolean;
  readonly className?: string | undefined;
}

export interface ListFieldsProps {
  readonly lists: Lists;
  /** In the order in which they stand; a list without a text is left out. */
  readonly fields: readonly ListField[];
  readonly entry: Runnable;
  readonly gesture: Gesture;
  readonly onChange: (entry: Runnable) => void;
}

/** What is being typed, and the entry that it was taken into last. */
interface Draft {
  readonly texts: Texts;
  readonly of: Runnable;
}

/**
 * Lists as text, several at once: two lists of one length cannot both be changed by one key, so what is typed stays
 * until all of it fits together, and only then becomes the phase.
 */
export function ListFields({ lists, fields, entry, gesture, onChange }: ListFieldsProps): ReactElement {
  const [draft, setDraft] = useState<Draft>(() => ({ texts: lists.texts(entry), of: entry }));
  // A phase that was not made here came from an undo, a link or another field: it replaces the texts.
  const foreign = draft.of !== entry;
  const texts = foreign ? lists.texts(entry) : draft.texts;
  if (foreign) setDraft({ texts, of: entry });
  const problems = listProblems(lists.entry(entry, texts), texts);

  function type(list: string, text: string): void {
    const typed = { ...texts, [list]: text };
    const next = lists.entry(entry, typed);
    const good = Object.keys(listProblems(next, typed)).length === 0;
    setDraft({ texts: typed, of: good ? next : entry });
    if (good) onChange(next);
  }

  return (
    <>
      {fields
        .filter(({ list }) => list in texts)
        .map(({ list, label, long = false, className }) => (
          <TextField
            key={list}
            label={label}
            value={texts[list] ?? ''}
            error={problems[list]}
            {...(long && { rows: 2 })}
            code
            className={className ?? ''}
            onInput={(text) => type(list, text)}
            onCommit={gesture.end}
          />
        ))}
    </>
  );
}
