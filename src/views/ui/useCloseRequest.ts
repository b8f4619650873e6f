/** Android's Back: it closes what lies over the page, where it would otherwise leave the page. */
import { useEffect, useEffectEvent, useState } from 'react';

/** As in the HTML standard; Chromium has it since 126. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
type WithCloseWatcher = typeof globalThis & { readonly CloseWatcher?: new () => CloseWatcher };

/**
 * Closes what is open when the browser is asked to. Esc asks too, unless its default was prevented, as by all that handle
 * the key here.
 */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  // A watcher hears of one request, after which the same may still be open: a slide that has put away a code.
  const [requests, setRequests] = useState(0);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = globalThis as WithCloseWatcher;
    if (!open || CloseWatcher === undefined) return undefined;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => {
      close();
      setRequests(requests + 1);
    });
    return () => watcher.destroy();
  }, [open, requests]);
}
