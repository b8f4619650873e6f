/** The run as a link, copied as soon as the dialog opens; as a QR code, and as an element for another page. */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { currentLink } from '../../store/openScenario.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import type { ReadableStore } from '../../store/store.ts';
import { recordingNames } from '../text/linkText.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Later } from '../ui/Later.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { TextField } from '../ui/TextField.tsx';
import styles from './ShareDialog.module.css';
import { copiedText, tryCopy } from '../files/copyText.ts';
import { saveFile } from '../files/saveFile.ts';
import { LONG_LINK, NO_EMBED, shareText, type CopyState } from './shareText.ts';

const QrCode = lazyPart(() => import('../qr/QrCode.tsx'));
const EmbedPart = lazyPart(() => import('./EmbedPart.tsx'));

type Link = { readonly url: string } | { readonly tooLarge: string };

function linkOf(store: ReadableStore, withView: boolean): Link {
  try {
    return { url: `${location.origin}${location.pathname}${currentLink(store, withView)}` };
  } catch (error) {
    if (error instanceof RangeError) return { tooLarge: error.message };
    throw error;
  }
}

/** Selects backwards, so that the start of the link stays visible. */
function showStart(field: HTMLInputElement | null): void {
  if (field === null || document.activeElement !== field) return;
  field.setSelectionRange(0, field.value.length, 'backward');
  field.scrollLeft = 0;
}

export function ShareDialog(): ReactElement {
  const store = useStoreApi();
  const actions = useActions();
  const [withView, setWithView] = useState(true);
  const [copied, setCopied] = useState<CopyState>('not yet');
  const [more, setMore] = useState<'qr' | 'embed' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // Nothing changes behind an open dialog: the player was paused when it opened.
  const link = useMemo(() => linkOf(store, withView), [store, withView]);
  const inLesson = store.getState().lessonStep !== null;
  const url = 'url' in link ? link.url : null;
  const recordings = recordingNames(store.getState().scenario);

  const copy = useCallback(
    (text: string): void => {
      void tryCopy(text).then((done) => {
        setCopied(done ? 'yes' : 'refused');
        if (done) actions.say(copiedText(text.length));
        else field.current?.focus();
        showStart(field.current);
      });
    },
    [actions],
  );
  // Copies again whenever the link changes, so that the link shown is always the one copied.
  useEffect(() => {
    if (url !== null) copy(url);
  }, [url, copy]);

  const close = (): void => actions.openDialog(null);
  const send = async (to: string): Promise<void> => {
    try {
      await navigator.share({ title: store.getState().scenario.title, url: to });
      close();
    } catch (error) {
      // Thought better of it.
      if ((error as DOMException).name === 'AbortError') return;
      actions.say('The link could not be handed to another app. Copy it instead.');
    }
  };
  const saveButton = (
    <Button
      onClick={() => {
        saveFile(store.getState().scenario, actions);
        close();
      }}
    >
      Save file
    </Button>
  );
  const footer = (
    <>
      {url !== null && (
        <Button variant="primary" onClick={() => copy(url)}>
          Copy link
        </Button>
      )}
      {url !== null && 'share' in navigator && <Button onClick={() => void send(url)}>Send with an app…</Button>}
      <Button onClick={close}>Close</Button>
    </>
  );

  return (
    <Dialog
      open
      onClose={close}
      title="Share this run"
      width={more === 'embed' ? 720 : 480}
      hideClose
      initialFocus={field}
      actions={footer}
    >
      {'url' in link ? (
        <div className={styles['share']}>
          <TextField ref={field} label="Link" value={link.url} code />
          <p>{shareText(link.url.length, copied, recordings)}</p>
          {recordings.length > 0 && <div>{saveButton}</div>}
          {recordings.length === 0 && link.url.length > LONG_LINK && (
            <div className={styles['long']}>
              <p>Some programs cut links longer than 2,000 characters.</p>
              {saveButton}
            </div>
          )}
          <Checkbox
            label={`Include where I am (${inLesson ? 'step, ' : ''}playhead, zoom, selection)`}
            checked={withView}
            onChange={setWithView}
          />
          <div className={styles['more']}>
            <MoreButton label="QR code" open={more === 'qr'} onChange={(open) => setMore(open ? 'qr' : null)} />
            <MoreButton
              label="Embed in a page"
              open={more === 'embed'}
              onChange={(open) => setMore(open ? 'embed' : null)}
            />
            <Button size="small" onClick={() => actions.openDialog({ name: 'report' })}>
              Report…
            </Button>
          </div>
          <Later>
            {more === 'qr' && <QrCode link={link.url} />}
            {more === 'embed' && (recordings.length > 0 ? <p>{NO_EMBED}</p> : <EmbedPart />)}
          </Later>
        </div>
      ) : (
        <div className={styles['share']}>
          <p>{link.tooLarge}</p>
          <div>{saveButton}</div>
        </div>
      )}
    </Dialog>
  );
}

interface MoreButtonProps {
  readonly label: string;
  readonly open: boolean;
  readonly onChange: (open: boolean) => void;
}

function MoreButton({ label, open, onChange }: MoreButtonProps): ReactElement {
  return (
    <Button size="small" aria-expanded={open} onClick={() => onChange(!open)}>
      {label}
    </Button>
  );
}
