/**
 * The page's side of a worker, whatever it is asked: starts it with the first question, numbers what it is asked, keeps one
 * question of a kind in it and the newest waiting, and hears that it is lost. The clients say what their messages mean.
 */
import { startHelpers } from './helpersClient.ts';
import type { MessageAboutHelpers, MessageToHelper } from './protocol.ts';
import type { Cancel } from './questions.ts';

/** The result of a question that was replaced by a newer one, or whose worker was ended. */
export const DROPPED = Symbol('dropped');
export type Dropped = typeof DROPPED;

/** `unloaded`: its file did not come. */
export type WorkerEnd = 'crashed' | 'unloaded';

/** The part of a `Worker` that is used, so that tests can provide a substitute. */
export interface WorkerOf<Sent, Heard> {
  postMessage(message: Sent | Cancel | MessageAboutHelpers | MessageToHelper, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: Heard }) => void): void;
  addEventListener(
    type: 'error' | 'messageerror',
    listener: (event: { message?: string; preventDefault?(): void }) => void,
  ): void;
  terminate(): void;
}

/** A question, and who waits for its answer. */
export interface Asked<Kind extends string = string> {
  readonly id: number;
  readonly kind: Kind;
  readonly params: object;
  readonly onProgress: ((progress: never) => void) | undefined;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

interface Host<Kind extends string, Sent, Heard> {
  readonly start: () => WorkerOf<Sent, Heard>;
  /** How many helpers the worker has from its start: others of the same file. */
  readonly helpers?: number;
  /** A question as the message that asks it. */
  readonly messageOf: (asked: Asked<Kind>) => Sent;
  /** A worker that has been ended may still send messages and errors: they are not passed on. */
  readonly onMessage: (message: Heard) => void;
  /** The client has to end it, and to settle its questions. @param detail in a few words, for a sentence in brackets */
  readonly onLost: (end: WorkerEnd, detail: string) => void;
}

export class WorkerClient<Kind extends string, Sent, Heard> {
  readonly #host: Host<Kind, Sent, Heard>;
  #worker: WorkerOf<Sent, Heard> | null = null;
  #endHelpers = (): void => undefined;
  #lastId = 0;
  /** By id: sent and not yet answered. */
  readonly #sent = new Map<number, Asked<Kind>>();
  /** The newest of a kind that waits until an older one is answered. */
  readonly #waiting = new Map<Kind, Asked<Kind>>();

  constructor(host: Host<Kind, Sent, Heard>) {
    this.#host = host;
  }

  get isIdle(): boolean {
    return this.#sent.size === 0;
  }

  /**
   * While an older question of the kind is being answered, the newest waits, and those between are dropped.
   * @param atOnce whether the worker itself drops the older one
   */
  ask<Answer>(
    kind: Kind,
    params: object,
    { atOnce = false, onProgress }: { readonly atOnce?: boolean; readonly onProgress?: Asked['onProgress'] },
  ): Promise<Answer | Dropped> {
    return new Promise((resolve, reject) => {
      const asked: Asked<Kind> = { id: ++this.#lastId, kind, params, onProgress, resolve, reject };
      if (atOnce || this.current(kind) === undefined) {
        this.#post(asked);
        return;
      }
      drop(this.#waiting.get(kind));
      this.#waiting.set(kind, asked);
    });
  }

  /** Of that kind, the question that the worker has. */
  current(kind: Kind): Asked<Kind> | undefined {
    return [...this.#sent.values()].find((asked) => asked.kind === kind);
  }

  /** Undefined for a question that nobody waits for. */
  asked(id: number): Asked<Kind> | undefined {
    return this.#sent.get(id);
  }

  /** Takes out a question that has been answered, and sends the next of its kind. */
  take(id: number): Asked<Kind> | undefined {
    const asked = this.#sent.get(id);
    if (asked === undefined) return undefined;
    this.#sent.delete(id);
    const next = this.#waiting.get(asked.kind);
    this.#waiting.delete(asked.kind);
    if (next !== undefined) this.#post(next);
    return asked;
  }

  /** Tells the worker to stop at its next slice; the question is not settled before it answers. */
  stop({ id }: Asked<Kind>): void {
    this.#worker?.postMessage({ kind: 'cancel', id });
  }

  /** Drops the questions of a kind. */
  cancel(kind: Kind): void {
    drop(this.#waiting.get(kind));
    this.#waiting.delete(kind);
    const asked = this.current(kind);
    if (asked === undefined) return;
    this.stop(asked);
    this.#sent.delete(asked.id);
    drop(asked);
  }

  /** Ends the worker with all that it holds; the next question starts another. */
  end(settle: (asked: Asked<Kind>) => void = drop): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#endHelpers();
    const lost = [...this.#sent.values(), ...this.#waiting.values()];
    this.#sent.clear();
    this.#waiting.clear();
    for (const asked of lost) settle(asked);
  }

  /** They end with the worker. */
  startHelpers(count: number): void {
    if (this.#worker !== null) this.#endHelpers = startHelpers(this.#worker, this.#host.start, count);
  }

  #post(asked: Asked<Kind>): void {
    this.#sent.set(asked.id, asked);
    if (this.#worker === null) this.#startWorker();
    this.#worker?.postMessage(this.#host.messageOf(asked));
  }

  #startWorker(): void {
    const { start, helpers = 0, onMessage, onLost } = this.#host;
    const worker = start();
    this.#worker = worker;
    this.startHelpers(helpers);
    const lose = (end: WorkerEnd, detail: string): void => {
      if (this.#worker === worker) onLost(end, detail);
    };
    worker.addEventListener('message', ({ data }) => {
      if (this.#worker === worker) onMessage(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault?.();
      // An error in a script has a message; a script that did not come has none.
      if (event.message === undefined) lose('unloaded', 'its file could not be loaded');
      else lose('crashed', event.message);
    });
    worker.addEventListener('messageerror', () => lose('crashed', 'its answer could not be read'));
  }
}

export function drop(asked: Asked | undefined): void {
  asked?.resolve(DROPPED as never);
}
