/** What is said, for the page's live region; heard, not seen. */
import { useEffect, useState, type ReactElement } from 'react';
import { useStoreApi } from '../../store/playgroundContext.tsx';
import { startAnnouncer } from './announcer.ts';

export default function Heard(): ReactElement | null {
  const store = useStoreApi();
  const [said, setSaid] = useState({ text: '', number: 0 });
  useEffect(() => {
    const { setHandDown, stop } = startAnnouncer(
      store,
      (text) => setSaid(({ number }) => ({ text, number: number + 1 })),
      () => document.activeElement?.matches('input[type=radio]') === true,
    );
    const down = (): void => setHandDown(true);
    const up = (): void => setHandDown(false);
    addEventListener('pointerdown', down, true);
    addEventListener('pointerup', up, true);
    addEventListener('pointercancel', up, true);
    return () => {
      stop();
      removeEventListener('pointerdown', down, true);
      removeEventListener('pointerup', up, true);
      removeEventListener('pointercancel', up, true);
    };
  }, [store]);
  // A new element is announced even if it says the same as the last one.
  return said.text === '' ? null : <span key={said.number}>{said.text}</span>;
}
