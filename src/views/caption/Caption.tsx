/** One sentence under the policy: a notice when there is one, else what to watch. */
import { useState } from 'react';
import { useActions, useApp, useStoreApi } from '../../store/react.tsx';
import { captionHolds } from '../../store/opening.ts';
import type { Notice as NoticeState, NoticeAction } from '../../store/state.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import styles from './Caption.module.css';
import { closingWords } from './captionText.ts';
import { Disagreements } from './Disagreements.tsx';

const LABELS: Readonly<Record<NoticeAction['do'], string>> = {
  'run-again': 'Run again',
  undo: 'Undo the last change',
  'edit-phase': 'Edit the phase',
  'edit-fault': 'Edit the fault',
  copy: 'Copy it',
  show: "Show the link's text",
  'back-to-work': 'Back to my work',
  dismiss: 'Dismiss',
};

export function Caption({ layout }: { layout: Layout }) {
  const notice = useApp((state) => state.notices[0] ?? null);
  const text = useCaption();
  const hidden = useApp((state) => state.captionHidden);
  const noted = useApp((state) => state.scenario.notes !== '');
  const compares = useApp((state) => state.scenario.lanes.length > 1);
  const phone = layout.width === 'phone';
  const actions = useActions();
  const [shown, setShown] = useState<string | null>(null);
  // The row stays when its sentence is no longer true: nothing jumps under a hand that drags.
  const visible = notice === null && (noted || (compares && !phone)) && !hidden && !layout.low;
  return (
    <>
      <NoticeLine notice={notice} onShow={setShown} />
      {visible && (
        <div className={styles['caption']}>
          <p className={styles['text']}>{text}</p>
          {!phone && <Disagreements />}
          {!phone && <IconButton glyph="close" label="Hide caption" onClick={actions.hideCaption} />}
        </div>
      )}
      <Dialog
        open={shown !== null}
        onClose={() => setShown(null)}
        title="The link's text"
        actions={<Button onClick={() => setShown(null)}>Close</Button>}
        hideClose
      >
        <TextField label="Text" value={shown ?? ''} rows={8} code />
      </Dialog>
    </>
  );
}

function NoticeLine({ notice, onShow }: { notice: NoticeState | null; onShow: (text: string) => void }) {
  const actions = useActions();
  const press = (action: NoticeAction, kind: NoticeState['kind']) => () => {
    if (action.do === 'show') onShow(action.text);
    else if (action.do === 'copy') {
      navigator.clipboard.writeText(action.text).then(
        () => actions.say('Copied.'),
        () => onShow(action.text),
      );
    } else actions.act(action, kind);
  };
  return (
    <Notice
      text={notice?.text ?? null}
      actions={(notice?.actions ?? []).map((action) => ({
        label: LABELS[action.do],
        onPress: press(action, (notice as NoticeState).kind),
      }))}
      className={styles['notice'] ?? ''}
    />
  );
}

/** Null where there is nothing true to say. */
export function useCaption(): string | null {
  const store = useStoreApi();
  const holds = useApp(() => captionHolds(store));
  const notes = useApp((state) => state.scenario.notes);
  const closing = useApp((state) => (state.playedThrough && state.result !== null ? closingWords(state.result) : null));
  return closing ?? (holds && notes !== '' ? notes : null);
}
