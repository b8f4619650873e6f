/** The sentence under the policy as it is written, where it stands. */
import { useEffect, useId, useRef, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './Caption.module.css';

const MIN_ROWS = 3;
const MAX_ROWS = 10;
/** As the format has it. */
const MAX_CHARACTERS = 100_000;

interface SentenceEditorProps {
  /** Called when it is closed by key or button, which leave the focus to be placed. */
  readonly onClosed: () => void;
}

export default function SentenceEditor({ onClosed }: SentenceEditorProps): ReactElement {
  const { draftNotes, keepNotes } = useActions();
  const draft = useAppState((state) => state.notesDraft) ?? '';
  const field = useRef<HTMLTextAreaElement>(null);
  const help = useId();

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);

  const closeHere = (keep: boolean): void => {
    if (keep) keepNotes();
    else draftNotes(null);
    onClosed();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // These keys are the input method's.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      closeHere(event.key === 'Enter');
    }
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) keepNotes();
  };
  const lines = draft.split('\n').length;

  return (
    <div role="group" aria-label="Sentence" className={styles['editor']} onBlur={onBlur} onKeyDown={onKeyDown}>
      <textarea
        ref={field}
        className="field"
        aria-label="Sentence"
        aria-describedby={help}
        rows={Math.max(MIN_ROWS, Math.min(MAX_ROWS, lines + 1))}
        maxLength={MAX_CHARACTERS}
        value={draft}
        onChange={({ target }) => draftNotes(target.value)}
      />
      <div className={styles['editorFoot']}>
        <p id={help} className={styles['help']}>
          *emphasis*; “- ” starts a list item, an empty line a paragraph; [10.05 s] links to that instant. Ctrl+Enter
          saves, Esc discards your changes.
        </p>
        <Button size="small" keepsFocus onClick={() => closeHere(false)}>
          Cancel
        </Button>
        <Button size="small" variant="primary" keepsFocus onClick={() => closeHere(true)}>
          Save
        </Button>
      </div>
    </div>
  );
}
