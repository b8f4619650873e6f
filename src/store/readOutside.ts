/** Reads what comes from outside: small texts at once, larger ones in the worker, so that the page is not blocked. */
import { isQuick, readText, type ReadResult } from '../sim/index.ts';
import { DROPPED } from '../worker/workerClient.ts';
import { asSentence } from './asSentence.ts';
import type { Store } from './store.ts';

/** The worker was replaced, or its file never came. */
const LOST: ReadResult = { ok: false, message: 'This could not be read. Open it again.' };

/**
 * @param source a link, a document, or a file that holds one
 * @param onRead called once: at once for a short text; not at all if something newer is read instead
 * @param readShort what reads a short text, for a source that can be nothing but a link
 */
export function readOutside(
  store: Store,
  source: string | Blob,
  onRead: (read: ReadResult) => void,
  readShort = readText,
): void {
  if (isReadAtOnce(source)) {
    newest.delete(store);
    onRead(readShort(source));
    return;
  }
  const own = Symbol('read');
  newest.set(store, own);
  const settle = (read: ReadResult): void => {
    if (newest.get(store) === own) onRead(read);
  };
  // Not `store.ask`, which says itself what could not be answered.
  store.client.ask('read', { source }).then(
    (read) => settle(read === DROPPED ? LOST : read),
    (error: Error) => settle({ ok: false, message: `This could not be read: ${asSentence(error.message)}` }),
  );
}

/** Whether a text is read at once. */
export function isReadAtOnce(source: string | Blob): source is string {
  return typeof source === 'string' && isQuick(source);
}

/** What each store began to read last. */
const newest = new WeakMap<Store, symbol>();
