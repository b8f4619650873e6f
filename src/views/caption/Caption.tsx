/** Under the policy: a notice, if there is one, and below it the sentence on what to watch, and how the charts are laid out. */
import { Suspense, useRef, useState, type ComponentProps } from 'react';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import type { Notice as NoticeState, NoticeAction, TitledText } from '../../store/state.ts';
import { tryCopy } from '../files/copyText.ts';
import { chooseFile } from '../files/fileOpener.ts';
import { saveFile } from '../files/saveFile.ts';
import { IconButton } from '../ui/Button.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { NoticeBar } from '../ui/NoticeBar.tsx';
import { typedPart } from '../hooks/typedPart.tsx';
import { useLayout, type Layout } from '../hooks/useLayout.ts';
import styles from './Caption.module.css';
import { closingText } from './captionText.ts';
import { ChartTools } from './ChartTools.tsx';
import { Disagreements } from './Disagreements.tsx';
import { plainNotes } from './notesMarkup.ts';
import { Sentence } from './Sentence.tsx';
import type SentenceEditor from './SentenceEditor.tsx';

const Editor = typedPart<ComponentProps<typeof SentenceEditor>>(() => import('./SentenceEditor.tsx'));

const UnreadTextDialog = lazyPart(() => import('./UnreadTextDialog.tsx'));

const ACTION_LABELS: Readonly<Record<NoticeAction['do'], string>> = {
  'run-again': 'Run again',
  undo: 'Undo the last change',
  'edit-phase': 'Edit the phase',
  'edit-fault': 'Edit the fault',
  'open-file': 'Open the file',
  copy: 'Copy it',
  show: 'Show the text',
  'open-work': 'Back to my work',
  'copy-work': 'Continue in a copy',
  'take-over': 'Take it over',
  'save-file': 'Save file',
  reload: 'Reload',
  dismiss: 'Dismiss',
};

export function Caption({ layout }: { layout: Layout }) {
  const editing = useAppState((state) => state.notesDraft !== null);
  const hidden = useAppState((state) => state.captionHidden);
  // It may say what a lesson's bet asks.
  const hasNotes = useAppState(
    ({ scenario, mode, futureHidden }) => scenario.notes !== '' && !(mode === 'learn' && futureHidden),
  );
  const phone = layout.width === 'phone';
  const drawerOpen = useAppState((state) => state.drawer !== null);
  // A lesson's text says what to watch.
  const learning = useAppState((state) => state.mode === 'learn');
  const actions = useActions();
  // What is being written is not lost when the window gets lower.
  const visible = editing || ((hasNotes || !(phone || learning)) && !hidden && !layout.short && !(phone && drawerOpen));
  const hasTools = !phone && !layout.short;
  return (
    <>
      <Notices />
      {(visible || hasTools) && (
        <div className={styles['caption']}>
          {visible ? <SentencePart editing={editing} /> : <span className={styles['sentence']} />}
          {visible && !editing && !phone && <Disagreements />}
          {hasTools && !editing && <ChartTools />}
          {visible && !editing && !phone && (
            <IconButton glyph="close" label="Hide caption" onClick={actions.hideCaption} />
          )}
        </div>
      )}
    </>
  );
}

/** The gravest notice, and the text that it speaks of: a link's or a file's. */
export function Notices() {
  const notice = useAppState((state) => state.notices[0] ?? null);
  const [shown, setShown] = useState<TitledText | null>(null);
  const actions = useActions();
  return (
    <>
      <NoticeLine notice={notice} onShow={setShown} />
      {shown !== null && (
        <ErrorBoundary
          fallback={null}
          onError={() => {
            setShown(null);
            actions.say('The text could not be shown. Reload the page to try again.');
          }}
        >
          <Suspense>
            <UnreadTextDialog {...shown} onClose={() => setShown(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function SentencePart({ editing }: { editing: boolean }) {
  const notes = useAppState((state) => state.scenario.notes);
  const closing = useClosing();
  const editButton = useRef<HTMLButtonElement>(null);
  const { draftNotes, say } = useActions();
  const read = <Sentence notes={notes} closing={closing} editButton={editButton} />;
  if (!editing) return read;
  return (
    <ErrorBoundary
      fallback={read}
      onError={() => {
        draftNotes(null);
        say('The editor could not be loaded. Reload the page to try again.');
      }}
    >
      <Suspense fallback={read}>
        <Editor onClosed={() => requestAnimationFrame(() => editButton.current?.focus())} />
      </Suspense>
    </ErrorBoundary>
  );
}

function NoticeLine({ notice, onShow }: { notice: NoticeState | null; onShow: (shown: TitledText) => void }) {
  const store = useStoreApi();
  const actions = useActions();
  const handlerFor = (action: NoticeAction, kind: NoticeState['kind']) => () => {
    if (action.do === 'show') onShow(action);
    else if (action.do === 'open-file') chooseFile(store, actions);
    else if (action.do === 'save-file') saveFile(store.getState().scenario, actions);
    else if (action.do === 'copy') {
      void tryCopy(action.text).then((done) => (done ? actions.say('Copied.') : onShow(action)));
    } else actions.act(action, kind);
  };
  return (
    <NoticeBar
      text={notice?.text ?? null}
      actions={(notice?.actions ?? []).map((action) => ({
        label: ACTION_LABELS[action.do],
        onPress: handlerFor(action, (notice as NoticeState).kind),
      }))}
      done={notice?.done}
      className={styles['notice'] ?? ''}
    />
  );
}

/** What came of the run, once it has been played through. */
export function useClosing(): string | null {
  const { width } = useLayout();
  return useAppState(({ playedThrough, result }) =>
    playedThrough && result !== null ? closingText(result, width) : null,
  );
}

/** The caption in one line of plain text; null where there is none. */
export function useCaption(): string | null {
  const notes = useAppState((state) => state.scenario.notes);
  const closing = useClosing();
  return closing ?? (notes === '' ? null : plainNotes(notes));
}
