/** In Share: the run as an element for another page, with what that will look like. */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement, type RefObject } from 'react';
import { encodeLink, type Embed } from '../../sim/index.ts';
import { currentView } from '../../store/openScenario.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { observeSize } from '../charts/observers.ts';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { TextField } from '../ui/TextField.tsx';
import { tryCopy } from '../files/copyText.ts';
import styles from './EmbedPart.module.css';
import { embedWords, SANDBOX, snippetText } from './embedText.ts';

const READERS: readonly { readonly value: Embed; readonly label: string }[] = [
  { value: 'watch', label: 'Watch only' },
  { value: 'try', label: 'Try other limits' },
];

const WIDTHS = ['360', '640', '960'] as const;
type Width = (typeof WIDTHS)[number];

/** Before the preview has told its own. */
const FIRST_HEIGHT = 480;

export default function EmbedPart(): ReactElement {
  const store = useStoreApi();
  const [embed, setEmbed] = useState<Embed>('watch');
  const [width, setWidth] = useState<Width>('640');
  const frame = useRef<HTMLIFrameElement>(null);
  const height = useToldHeight(frame);
  const { scenario, mode } = store.getState();
  const address = useMemo(() => {
    const { scenario: shared } = store.getState();
    return `${location.origin}${location.pathname}${encodeLink(shared, { ...currentView(store), embed })}`;
  }, [store, embed]);
  const words = embedWords(mode, embed);
  return (
    <section className={styles['part']} aria-label="Embed">
      {mode !== 'learn' && (
        <div className={styles['choice']}>
          <span className="label" aria-hidden="true">
            Readers
          </span>
          <SegmentedControl label="Readers" options={READERS} value={embed} onChange={setEmbed} />
        </div>
      )}
      <dl className={styles['words']}>
        <dt>Shown</dt>
        <dd>{words.shown}</dd>
        <dt>Hidden</dt>
        <dd>{words.hidden}</dd>
        <dt>Locked</dt>
        <dd>{words.locked}</dd>
      </dl>
      <Snippet text={snippetText({ address, title: scenario.title, height })} />
      <div className={styles['choice']}>
        <span className="label" aria-hidden="true">
          Preview, pixels wide
        </span>
        <SegmentedControl
          label="Width of the preview"
          options={WIDTHS.map((value) => ({ value, label: value }))}
          value={width}
          onChange={setWidth}
        />
      </div>
      <Preview frame={frame} address={address} width={Number(width)} height={height} />
      <p className={styles['note']}>
        {`At ${width} pixels wide it is now ${formatCount(height)} pixels high. A page that listens can follow its height: the frame posts `}
        <code>{`{ "type": "spillway:height", "height": ${height} }`}</code>.
      </p>
    </section>
  );
}

function Snippet({ text }: { readonly text: string }): ReactElement {
  const { say } = useActions();
  const field = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState<{ readonly text: string; readonly copied: boolean } | null>(null);
  const copy = (): void => {
    void tryCopy(text).then((copied) => {
      setDone({ text, copied });
      if (copied) say('Snippet copied.');
      else field.current?.select();
    });
  };
  // The frame may tell another height meanwhile: what is to be copied by hand stays selected.
  useEffect(() => {
    if (done?.copied === false && document.activeElement === field.current) field.current?.select();
  }, [done, text]);
  const words =
    done?.copied === false
      ? 'The browser does not allow copying: with the snippet selected, press Ctrl+C.'
      : done?.text === text
        ? 'Copied.'
        : '';
  return (
    <div className={styles['snippet']}>
      <TextField ref={field} label="Snippet" value={text} code className={styles['field'] ?? ''} />
      <Button onClick={copy}>Copy snippet</Button>
      <p className={styles['note']}>{words}</p>
    </div>
  );
}

interface PreviewProps {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly address: string;
  /** CSS pixels of the frame; it is shown smaller where there is no room. */
  readonly width: number;
  readonly height: number;
}

function Preview({ frame, address, width, height }: PreviewProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => (box.current === null ? undefined : observeSize(box.current, setRoom)), []);
  const scale = Math.min(1, room / width);
  return (
    // It scrolls where it is high.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} className={styles['preview']} role="group" aria-label="Preview" tabIndex={0}>
      <div className={styles['sheet']} style={{ width: width * scale, height: height * scale }}>
        <iframe
          // Another link in the same frame would be a step of the page's own history.
          key={address}
          ref={frame}
          title="Preview of the embed"
          src={address}
          sandbox={SANDBOX}
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

/** The height that the page in the frame has told last, CSS pixels. */
function useToldHeight(frame: RefObject<HTMLIFrameElement | null>): number {
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const onMessage = useCallback(
    ({ source, data }: MessageEvent<unknown>): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const told = data as { readonly type?: unknown; readonly height?: unknown } | null;
      if (told?.type === 'spillway:height' && typeof told.height === 'number') setHeight(told.height);
    },
    [frame],
  );
  useEffect(() => {
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [onMessage]);
  return height;
}
