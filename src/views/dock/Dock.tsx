/** The transport: step, play, speed, playhead time, the whole run, and manual sending. Always visible. */
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useActions, useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import { availableSpeeds, hasSingleKeys, isBare, microsPerPixel } from '../../store/selectors.ts';
import { formatCountShort } from '../format/short.ts';
import { formatInstant } from '../format/time.ts';
import { useTimeNote } from '../text/laterTimeNote.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { Select } from '../ui/Select.tsx';
import { StatusLine } from '../ui/StatusLine.tsx';
import { useDrag } from '../ui/useDrag.ts';
import { writeText } from '../ui/writeText.ts';
import type { Layout } from '../hooks/useLayout.ts';
import { useSentCount, type Sender } from '../hooks/useSender.ts';
import styles from './Dock.module.css';
import { StepButtons } from './StepButtons.tsx';
import { RunScrubber } from './RunScrubber.tsx';

interface DockProps {
  readonly layout: Layout;
  readonly sender: Sender;
  /** What is only heard. */
  readonly heard: ReactNode;
}

export function Dock({ layout, sender, heard }: DockProps) {
  const status = useAppState((state) => state.status);
  const phone = layout.width === 'phone';
  return (
    <section className={styles['dock']} aria-label="Transport">
      <StatusLine text={status}>{heard}</StatusLine>
      {phone ? (
        <>
          <div className={styles['clock']}>
            <PlayheadTime />
            <RunScrubber />
          </div>
          <TransportButtons phone sender={sender} />
        </>
      ) : (
        <div className={styles['row']}>
          <TransportButtons phone={false} sender={sender} />
          <PlayheadTime />
          <RunScrubber />
          <SendButtons sender={sender} />
        </div>
      )}
    </section>
  );
}

function TransportButtons({ phone, sender }: { phone: boolean; sender: Sender }) {
  return (
    <div className={styles['buttons']}>
      <StepButtons round={!phone} />
      <SpeedSelect />
      {phone && <SendButtons sender={sender} />}
    </div>
  );
}

/** `0.25×`, `100×`, `100k×` */
function speedText(speed: number): string {
  return `${speed < 1 ? speed : formatCountShort(speed)}×`;
}

function SpeedSelect() {
  const speed = useAppState((state) => state.speed);
  // As text, which is equal after most edits: then nothing is rendered.
  const speeds = useAppState((state) => availableSpeeds(state.scenario).join(' ')).split(' ');
  const isWide = Number(speeds[0]) < 0.1 || Number(speeds.at(-1)) > 100;
  const { setSpeed } = useActions();
  return (
    <Select
      label="Speed"
      hideLabel
      value={String(speed)}
      options={speeds.map((value) => ({ value, label: speedText(Number(value)) }))}
      onChange={(value) => setSpeed(Number(value))}
      className={cx(styles['speed'], isWide && styles['wide'])}
    />
  );
}

function PlayheadTime() {
  const output = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  const write = useCallback(() => {
    if (output.current !== null)
      writeText(output.current, formatInstant(store.player.at, microsPerPixel(store.getState())));
  }, [store]);
  usePlayhead(write);
  // A pixel of another length resolves other decimals.
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (microsPerPixel(state) !== microsPerPixel(before)) write();
      }),
    [store, write],
  );
  const part = useTimeNote();
  return (
    <div className={styles['time']} aria-hidden="true">
      <div ref={output} translate="no" />
      {part !== null && <part.TimeNote />}
    </div>
  );
}

/** A press sends one request, holding it sends more, and the label counts. A key press is a click without a pointer. */
function SendButtons({ sender }: { sender: Sender }) {
  const watched = useAppState((state) => isBare(state) && state.embed === 'watch');
  const keyed = useAppState(hasSingleKeys);
  const sent = useSentCount(sender);
  const byPointer = useRef(false);
  const hold = useDrag<HTMLButtonElement>(() => {
    byPointer.current = true;
    sender.press();
    return { threshold: 0, onEnd: sender.release };
  });
  const clickByKey = (): void => {
    if (!byPointer.current) {
      sender.press();
      sender.release();
    }
    byPointer.current = false;
  };
  const sendTen = (): void => {
    sender.press(10);
    sender.release();
  };
  if (watched) return null;
  return (
    <Locked by="send">
      <div className={styles['send']}>
        <Button
          keepsFocus
          variant="primary"
          size="large"
          label="Send"
          className={styles['main'] ?? ''}
          onClick={clickByKey}
          {...hold.handlers}
        >
          {sent > 1 ? (
            <span>
              <span className={styles['word']}>Send · </span>
              {sent}
            </span>
          ) : (
            'Send'
          )}
          {sent <= 1 && keyed && <Kbd>Space</Kbd>}
        </Button>
        <Button
          keepsFocus
          size="large"
          label="Burst ×10"
          title={keyed ? 'Burst ×10 (Shift+Space)' : undefined}
          onClick={sendTen}
        >
          ×10
        </Button>
      </div>
    </Locked>
  );
}
