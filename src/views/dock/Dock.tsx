/** The transport: step, play, speed, where we are, the whole run, and sending by hand. Always in sight. */
import { useCallback, useRef, type PointerEvent } from 'react';
import { useActions, useApp, usePlayhead, useStoreApi } from '../../store/react.tsx';
import type { Player } from '../../store/player.ts';
import { speedsOf } from '../../store/selectors.ts';
import { clock } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { Select } from '../ui/Select.tsx';
import { StatusLine } from '../ui/StatusLine.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import { useSent, type Sender } from '../hooks/useSend.ts';
import styles from './Dock.module.css';
import { Steps } from './Steps.tsx';
import { Strip } from './Strip.tsx';

export function Dock({ layout, sender }: { layout: Layout; sender: Sender }) {
  const status = useApp((state) => state.status);
  const phone = layout.width === 'phone';
  return (
    <section className={styles['dock']} aria-label="Transport">
      <StatusLine text={status} className={styles['status'] ?? ''} />
      {phone && <Strip />}
      <Buttons phone={phone} sender={sender} />
      {!phone && (
        <>
          <Time />
          <Strip />
          <SendButtons sender={sender} />
        </>
      )}
    </section>
  );
}

function Buttons({ phone, sender }: { phone: boolean; sender: Sender }) {
  return (
    <div className={styles['buttons']}>
      <Steps round={!phone} />
      <Speed />
      {phone && <SendButtons sender={sender} />}
    </div>
  );
}

function Speed() {
  const speed = useApp((state) => state.speed);
  const speeds = useApp((state) => speedsOf(state.scenario));
  const { setSpeed } = useActions();
  return (
    <Select
      label="Speed"
      hideLabel
      value={String(speed)}
      options={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
      onChange={(value) => setSpeed(Number(value))}
      className={cx(styles['speed'], speeds[0] < 0.1 && styles['slow'])}
    />
  );
}

function Time() {
  const output = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  usePlayhead(
    useCallback(
      ({ at }: Player) => {
        const { range, columns } = store.getState();
        if (output.current !== null) output.current.textContent = clock(at, (range.to - range.from) / columns);
      },
      [store],
    ),
  );
  return <div ref={output} className={styles['time']} aria-hidden="true" />;
}

/** A press sends; held, it goes on; the label counts. A keyboard's press is a click without a pointer. */
function SendButtons({ sender }: { sender: Sender }) {
  const sent = useSent(sender);
  const byPointer = useRef(false);
  const hold = {
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button !== 0) return;
      byPointer.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      sender.press();
    },
    onPointerUp: () => sender.release(),
    onPointerCancel: () => sender.release(),
    onClick() {
      if (!byPointer.current) {
        sender.press();
        sender.release();
      }
      byPointer.current = false;
    },
  };
  const ten = (): void => {
    sender.press(10);
    sender.release();
  };
  return (
    <div className={styles['send']}>
      <Button leavesFocus variant="primary" size="large" label="Send" className={styles['main'] ?? ''} {...hold}>
        {sent > 1 ? `Send · ${sent}` : 'Send'}
        {sent <= 1 && <Kbd>Space</Kbd>}
      </Button>
      <Button leavesFocus size="large" label="Burst ×10" onClick={ten}>
        ×10
      </Button>
    </div>
  );
}
