/** Reads what comes from outside: short texts at once, longer ones in the worker, so that the page is not blocked. */
import { readText, type ReadResult } from '../sim/index.ts';
import type { Store } from './store.ts';

/** Texts up to this length are read within a few milliseconds. */
const SHORT = 20_000;

const LOST: ReadResult = {
  ok: false,
  message: 'The simulation was restarted before this could be read. Open it again.',
};

/**
 * @param source a link, a document, or a file that holds one
 * @param onRead called once: at once for a short text; not at all if something newer is read instead
 */
export function readOutside(store: Store, source: string | Blob, onRead: (read: ReadResult) => void): void {
  if (isShort(source)) {
    newest.delete(store);
    onRead(readText(source));
    return;
  }
  const own = Symbol('read');
  newest.set(store, own);
  let result = LOST;
  store.ask(
    'read',
    { source },
    (read) => {
      result = read;
    },
    () => {
      if (newest.get(store) === own) onRead(result);
    },
  );
}

/** Whether a text is read at once. */
export function isShort(source: string | Blob): source is string {
  return typeof source === 'string' && source.length <= SHORT;
}

/** What each store began to read last. */
const newest = new WeakMap<Store, symbol>();
