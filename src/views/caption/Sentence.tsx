/** The sentence under the policy as it is read: two lines until all is shown, and what it was written for. */
import { useLayoutEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isCaptionValid } from '../../store/openScenario.ts';
import { observeSize } from '../charts/observers.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Caption.module.css';
import { NotesText } from './NotesText.tsx';
import { writtenForText } from './sentenceText.ts';

interface SentenceProps {
  readonly notes: string;
  /** What came of the run, once it has been played through. */
  readonly closing: string | null;
  /** The button that a key press finds again after editing. */
  readonly editButton: RefObject<HTMLButtonElement | null>;
}

export function Sentence({ notes, closing, editButton }: SentenceProps): ReactElement {
  const { editNotes } = useActions();
  const text = useRef<HTMLDivElement>(null);
  const { overflows, open, setOpen } = useClamp(text, notes);
  const edit = (
    <Button
      ref={editButton}
      size="small"
      variant="quiet"
      className={notes === '' ? (styles['write'] ?? '') : ''}
      label={notes === '' ? 'Write a sentence' : 'Edit the sentence'}
      onClick={editNotes}
    >
      {notes === '' ? 'Write a sentence' : 'Edit'}
    </Button>
  );
  return (
    <div className={styles['part']}>
      <div className={styles['sentence']}>
        {notes !== '' && (
          <div
            ref={text}
            role="group"
            aria-label="Sentence"
            dir="auto"
            // It scrolls where it is long, and Enter edits it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className={styles['text']}
            data-open={open || undefined}
            onClick={() => {
              // A press that selected some of the text copies it.
              if (getSelection()?.isCollapsed !== false) editNotes();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
              event.preventDefault();
              editNotes();
            }}
            onFocus={(event) => {
              // A link may be in a line that is cut off.
              if (event.target !== event.currentTarget && overflows) setOpen(true);
            }}
          >
            <NotesText notes={notes} />
          </div>
        )}
        {notes === '' && edit}
        {closing !== null && <p className={styles['closing']}>{closing}</p>}
      </div>
      {overflows && (
        <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </Button>
      )}
      <WrittenFor />
      {notes !== '' && edit}
    </div>
  );
}

/** Whether the text is longer than the lines it has, and whether all of it is shown. */
function useClamp(text: RefObject<HTMLElement | null>, notes: string) {
  const [overflows, setOverflows] = useState(false);
  const [shownNotes, setShownNotes] = useState<string | null>(null);
  const open = shownNotes === notes;
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return undefined;
    const measure = (): void => {
      // An open text has all the room it needs; that it once had too little still holds.
      if (!open) setOverflows(element.scrollHeight > element.clientHeight + 1);
    };
    measure();
    return observeSize(element, measure);
  }, [text, notes, open]);
  return { overflows: overflows && notes !== '', open, setOpen: (all: boolean) => setShownNotes(all ? notes : null) };
}

/** That the policy is no longer the one of the sentence, and the way back; or that lanes or traffic are not. */
function WrittenFor(): ReactElement | null {
  const { restorePolicy } = useActions();
  const policy = useAppState(({ scenario }) => writtenForText(scenario));
  const stale = useAppState(
    ({ scenario, opened }) =>
      scenario.notes !== '' && scenario.notes === opened.notes && !isCaptionValid({ scenario, opened }),
  );
  if (policy !== null) {
    return (
      <span className={styles['mark']}>
        <span>Written for {policy}.</span>
        <Button size="small" onClick={restorePolicy}>
          Set {policy}
        </Button>
      </span>
    );
  }
  return stale ? <span className={styles['mark']}>Lanes or traffic have changed since this was written.</span> : null;
}
