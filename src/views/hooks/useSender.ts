/** Manual sending: one request on press; while held, one every tenth of a second, each at the current playhead. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';

const HOLD_DELAY_MS = 400;
const REPEAT_MS = 100;

export interface Sender {
  /** Begins a gesture: all that it sends is one undo step. */
  readonly press: (count?: number) => void;
  readonly release: () => void;
  /** Requests sent by the current gesture; 0 when there is none. */
  readonly sentCount: () => number;
  readonly subscribe: (listener: Listener) => () => void;
}

type Listener = () => void;

export function useSentCount(sender: Sender): number {
  return useSyncExternalStore(sender.subscribe, sender.sentCount);
}

/** One sender for the whole page, so that the button counts what Space sends. */
export function useSender(): Sender {
  const actions = useActions();
  const sender = useMemo((): Sender => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent = 0;
    let gesture = 0;
    const listeners = new Set<Listener>();
    const send = (count: number): void => {
      if (!actions.send(count, `send-${gesture}`)) return;
      sent += count;
      for (const listener of listeners) listener();
    };
    const repeat = (): void => {
      send(1);
      timer = setTimeout(repeat, REPEAT_MS);
    };
    return {
      press(count = 1) {
        gesture++;
        sent = 0;
        clearTimeout(timer);
        send(count);
        if (count === 1) timer = setTimeout(repeat, HOLD_DELAY_MS);
      },
      release() {
        clearTimeout(timer);
        if (sent === 0) return;
        sent = 0;
        actions.reportSent();
        for (const listener of listeners) listener();
      },
      subscribe(listener: Listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      sentCount: () => sent,
    };
  }, [actions]);
  useEffect(() => sender.release, [sender]);
  return sender;
}
