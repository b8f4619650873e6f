import { useState, type ReactElement } from 'react';
import type { Traffic } from '../../sim/index.ts';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/TextField.tsx';
import { listProblems, type Lists, type Texts } from './phaseLists.ts';
import type { Gesture } from '../hooks/useGesture.ts';
import styles from './TrafficTab.module.css';

export interface ListField {
  readonly list: string;
  readonly label: string;
  /** More than one line. */
  readonly long?: boolean;
  /** One figure and no list. */
  readonly figure?: boolean;
  /** What stands in it while it is empty. */
  readonly placeholder?: string;
  readonly className?: string | undefined;
}

export interface ListFieldsProps {
  readonly lists: Lists;
  /** In the order in which they stand; a list without a text is left out. */
  readonly fields: readonly ListField[];
  readonly entry: Traffic;
  readonly gesture: Gesture;
  readonly onChange: (entry: Traffic) => void;
}

/** What is being typed, and the entry that it was taken into last. */
interface Draft {
  readonly texts: Texts;
  readonly of: Traffic;
}

/**
 * Lists as text, several at once: two lists of one length cannot both be changed by one key, so what is typed stays
 * until all of it fits together, and only then becomes the phase.
 */
export function ListFields({ lists, fields, entry, gesture, onChange }: ListFieldsProps): ReactElement {
  const [draft, setDraft] = useState<Draft>(() => ({ texts: lists.texts(entry), of: entry }));
  // Lists that were not made here came from an undo or a link: they replace the texts, wrong or not.
  const foreign = draft.of !== entry && !sameTexts(lists.texts(draft.of), lists.texts(entry));
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
        .map(({ list, label, long = false, figure = false, placeholder, className }) => (
          <TextField
            key={list}
            label={label}
            value={texts[list] ?? ''}
            error={problems[list]}
            {...(long && { rows: 2 })}
            {...(placeholder !== undefined && { placeholder })}
            code={!figure}
            className={cx(className, figure && styles['figure'])}
            onInput={(text) => type(list, text)}
            onCommit={gesture.end}
          />
        ))}
    </>
  );
}

function sameTexts(a: Texts, b: Texts): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
