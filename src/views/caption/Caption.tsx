/** Under the policy: a notice, if there is one, and below it the sentence on what to watch, and how the charts are laid out. */
import { useState } from 'react';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { isCaptionValid } from '../../store/openScenario.ts';
import type { Notice as NoticeState, NoticeAction } from '../../store/state.ts';
import { saveFile } from '../files/saveFile.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { NoticeBar } from '../ui/NoticeBar.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import styles from './Caption.module.css';
import { closingText } from './captionText.ts';
import { ChartTools } from './ChartTools.tsx';
import { Disagreements } from './Disagreements.tsx';

const ACTION_LABELS: Readonly<Record<NoticeAction['do'], string>> = {
  'run-again': 'Run again',
  undo: 'Undo the last change',
  'edit-phase': 'Edit the phase',
  'edit-fault': 'Edit the fault',
  copy: 'Copy it',
  show: "Show the link's text",
  'open-work': 'Back to it',
  'copy-work': 'Go on in a copy',
  'take-over': 'Take it over',
  'save-file': 'Save file',
  reload: 'Reload',
  dismiss: 'Dismiss',
};

export function Caption({ layout }: { layout: Layout }) {
  const notice = useAppState((state) => state.notices[0] ?? null);
  const text = useCaption();
  const hidden = useAppState((state) => state.captionHidden);
  const hasNotes = useAppState((state) => state.scenario.notes !== '');
  const hasSeveralLanes = useAppState((state) => state.scenario.lanes.length > 1);
  const phone = layout.width === 'phone';
  const actions = useActions();
  const [linkText, setShown] = useState<string | null>(null);
  // The row stays when its sentence no longer holds, so that nothing jumps during a drag.
  const visible = (hasNotes || (hasSeveralLanes && !phone)) && !hidden && !layout.short;
  const hasTools = !phone && !layout.short;
  return (
    <>
      <NoticeLine notice={notice} onShow={setShown} />
      {(visible || hasTools) && (
        <div className={styles['caption']}>
          <p className={styles['text']}>{visible && text}</p>
          {visible && !phone && <Disagreements />}
          {hasTools && <ChartTools />}
          {visible && !phone && <IconButton glyph="close" label="Hide caption" onClick={actions.hideCaption} />}
        </div>
      )}
      <Dialog
        open={linkText !== null}
        onClose={() => setShown(null)}
        title="The link's text"
        actions={<Button onClick={() => setShown(null)}>Close</Button>}
        hideClose
      >
        <TextField label="Text" value={linkText ?? ''} rows={8} code />
      </Dialog>
    </>
  );
}

function NoticeLine({ notice, onShow }: { notice: NoticeState | null; onShow: (text: string) => void }) {
  const store = useStoreApi();
  const actions = useActions();
  const handlerFor = (action: NoticeAction, kind: NoticeState['kind']) => () => {
    if (action.do === 'show') onShow(action.text);
    else if (action.do === 'save-file') saveFile(store.getState().scenario, actions);
    else if (action.do === 'copy') {
      navigator.clipboard.writeText(action.text).then(
        () => actions.say('Copied.'),
        () => onShow(action.text),
      );
    } else actions.act(action, kind);
  };
  return (
    <NoticeBar
      text={notice?.text ?? null}
      actions={(notice?.actions ?? []).map((action) => ({
        label: ACTION_LABELS[action.do],
        onPress: handlerFor(action, (notice as NoticeState).kind),
      }))}
      className={styles['notice'] ?? ''}
    />
  );
}

/** Null where no caption holds for the scenario as edited. */
export function useCaption(): string | null {
  const store = useStoreApi();
  const holds = useAppState(() => isCaptionValid(store));
  const notes = useAppState((state) => state.scenario.notes);
  const closing = useAppState((state) =>
    state.playedThrough && state.result !== null ? closingText(state.result) : null,
  );
  return closing ?? (holds && notes !== '' ? notes : null);
}
