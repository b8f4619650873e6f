/**
 * Helpers: workers to which one worker deals out tasks, each over a port. The pool knows nothing of what the tasks are.
 * What many tasks have in common is their context, which is sent once.
 */

/** The part of a `MessagePort` that is used. */
export interface PortLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  start(): void;
  close(): void;
}

export type PoolMessage<Context, Task> =
  | { readonly kind: 'context'; readonly context: Context }
  | { readonly kind: 'task'; readonly id: number; readonly task: Task }
  /** The results of tasks up to that one are no longer needed. */
  | { readonly kind: 'cancel'; readonly through: number };

export type HelperReply<Result> =
  /** It has loaded and waits for tasks. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number }
  | { readonly kind: 'result'; readonly id: number; readonly result: Result }
  /** An error was thrown: a part that did not load, or a bug. */
  | { readonly kind: 'failed'; readonly id: number };

/**
 * Tasks that a helper has at a time, so that it need not wait for the next while its pool is busy. The last are not taken in
 * advance, but by who is free first: of six lanes on two cores, a helper took the fourth while it did the fifth, and its pool
 * was idle for a third of the time.
 */
const TASKS_IN_HAND = 2;

interface PendingTask<Result> {
  readonly onProgress: (done: number) => void;
  readonly resolve: (result: Result | null) => void;
}

class Helper<Context, Task, Result> {
  isReady = false;
  readonly #port: PortLike;
  readonly #pending = new Map<number, PendingTask<Result>>();
  #lastId = 0;

  constructor(port: PortLike) {
    this.#port = port;
    port.addEventListener('message', ({ data }) => this.#receive(data as HelperReply<Result>));
    port.start();
  }

  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  send(message: PoolMessage<Context, Task>): void {
    this.#port.postMessage(message, []);
  }

  /** Null if the task was cancelled or failed, or the helper is lost: it is then done here, where an error is heard of. */
  run(task: Task, onProgress: (done: number) => void): Promise<Result | null> {
    return new Promise((resolve) => {
      const id = ++this.#lastId;
      this.#pending.set(id, { onProgress, resolve });
      this.send({ kind: 'task', id, task });
    });
  }

  cancel(): void {
    if (this.#pending.size > 0) this.send({ kind: 'cancel', through: this.#lastId });
    for (const { resolve } of this.#pending.values()) resolve(null);
    this.#pending.clear();
  }

  close(): void {
    this.cancel();
    this.#port.close();
  }

  #receive(message: HelperReply<Result>): void {
    if (message.kind === 'ready') {
      this.isReady = true;
      return;
    }
    // A cancelled task may still have been answered.
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.kind === 'progress') {
      pending.onProgress(message.done);
      return;
    }
    this.#pending.delete(message.id);
    pending.resolve(message.kind === 'result' ? message.result : null);
  }
}

export class HelperPool<Context, Task, Result> {
  #helpers: Helper<Context, Task, Result>[] = [];
  #context: Context | null = null;

  add(port: PortLike): void {
    const helper = new Helper<Context, Task, Result>(port);
    if (this.#context !== null) helper.send({ kind: 'context', context: this.#context });
    this.#helpers.push(helper);
  }

  get isReady(): boolean {
    return this.ready.length > 0;
  }

  /** Those that have loaded. */
  get ready(): readonly Helper<Context, Task, Result>[] {
    return this.#helpers.filter(({ isReady }) => isReady);
  }

  /** What the next tasks are about; helpers begin to prepare for it. */
  share(context: Context): void {
    this.#context = context;
    for (const helper of this.#helpers) helper.send({ kind: 'context', context });
  }

  /** Drops all tasks that were dealt out. */
  cancel(): void {
    for (const helper of this.#helpers) helper.cancel();
  }

  /** The helpers are gone: their tasks are done here. */
  lose(): void {
    for (const helper of this.#helpers) helper.close();
    this.#helpers = [];
  }

  /**
   * Does all tasks, as many of them here as there is time for: helpers take them from the end.
   * @param runHere undefined if the results are no longer needed
   * @param onProgress gets what helpers report of a task
   * @returns the results in the order of the tasks; undefined if they are no longer needed
   */
  async dealOut(
    tasks: readonly Task[],
    runHere: (task: Task) => Promise<Result | undefined>,
    onProgress: (task: Task, done: number) => void,
  ): Promise<Result[] | undefined> {
    const left = [...tasks.keys()];
    const { ready } = this;
    const results = new Map<number, Result>();
    const taskAt = (index: number): Task => tasks[index] as Task;
    const workThere = async (helper: Helper<Context, Task, Result>): Promise<void> => {
      const next = (): number | undefined => (helper.isBusy && left.length <= ready.length ? undefined : left.pop());
      for (let index = next(); index !== undefined; index = next()) {
        const task = taskAt(index);
        const result = await helper.run(task, (done) => onProgress(task, done));
        if (result === null) {
          left.push(index);
          return;
        }
        results.set(index, result);
      }
    };
    /** False if the results are no longer needed. */
    const workHere = async (first = left.shift()): Promise<boolean> => {
      for (let index = first; index !== undefined; index = left.shift()) {
        const result = await runHere(taskAt(index));
        if (result === undefined) return false;
        results.set(index, result);
      }
      return true;
    };
    const first = left.shift();
    const there = Array.from({ length: TASKS_IN_HAND }, () => ready.map(workThere)).flat();
    const [isWanted] = await Promise.all([workHere(first), ...there]);
    // What helpers did not do.
    if (!isWanted || !(await workHere())) return undefined;
    return tasks.map((_, index) => results.get(index) as Result);
  }
}
