/** What the page hears of a worker: its messages, and that it is lost. */

/** The part of a `Worker` that is used, so that tests can provide a substitute. */
export interface HeardWorker<Message> {
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void;
  addEventListener(
    type: 'error' | 'messageerror',
    listener: (event: { message?: string; preventDefault?(): void }) => void,
  ): void;
  terminate(): void;
}

/** `unloaded`: its file did not come. */
export type WorkerEnd = 'crashed' | 'unloaded';

interface Hearing<Message> {
  /** Of a worker that has been replaced or ended, messages and errors may still arrive: they are not passed on. */
  readonly isCurrent: () => boolean;
  readonly onMessage: (message: Message) => void;
  /** @param detail in a few words, for a sentence in brackets */
  readonly onLost: (end: WorkerEnd, detail: string) => void;
}

export function hearWorker<Message>(worker: HeardWorker<Message>, { isCurrent, onMessage, onLost }: Hearing<Message>) {
  worker.addEventListener('message', ({ data }) => {
    if (isCurrent()) onMessage(data);
  });
  const onEnd = (end: WorkerEnd, detail: string): void => {
    if (isCurrent()) onLost(end, detail);
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault?.();
    // An error in a script has a message; a script that did not come has none.
    if (event.message === undefined) onEnd('unloaded', 'its file could not be loaded');
    else onEnd('crashed', event.message);
  });
  worker.addEventListener('messageerror', () => onEnd('crashed', 'its answer could not be read'));
}
