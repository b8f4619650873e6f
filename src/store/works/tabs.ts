/**
 * What tabs agree on: a work is open in one tab, which holds its lock. The browser frees the lock of a tab that is gone,
 * however it went. Messages between tabs only speed things up: each question has a bounded wait.
 */

export type TabQuestion =
  /** Who has this work? Its tab saves it, then answers. */
  | { readonly ask: 'who'; readonly work: string }
  /** Its tab saves it and lets go of it, then answers. */
  | { readonly ask: 'release'; readonly work: string }
  | { readonly ask: 'rename'; readonly work: string; readonly name: string };

export type TabMessage =
  | { readonly kind: 'changed' }
  | { readonly kind: 'question'; readonly number: string; readonly question: TabQuestion }
  | { readonly kind: 'answer'; readonly number: string };

/** Reaches all other tabs, in order. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
}

/** The part of the browser's `LockManager` that is used. */
export interface Locks {
  request<T>(name: string, options: LockOptions, callback: (lock: Lock | null) => Promise<T> | T): Promise<T>;
  query(): Promise<LockManagerSnapshot>;
}

export interface WorkLock {
  /** Lets another tab have it. */
  release(): void;
  /** Called once if another tab takes it away. */
  onLost: () => void;
}

export interface Tabs {
  /** The lock of a work; null while another tab has it. A page that is just going away is waited for. */
  acquire(work: string): Promise<WorkLock | null>;
  /** Takes the lock from a tab that does not answer. */
  steal(work: string): Promise<WorkLock>;
  /** The works that are open in any tab, this one included. */
  open(): Promise<ReadonlySet<string>>;
  /** @returns whether a tab answered in time */
  ask(question: TabQuestion): Promise<boolean>;
  /** Runs the task while no other tab runs one of this name. */
  alone<T>(name: string, task: () => Promise<T>): Promise<T>;
  /** Tells other tabs that the list has changed. */
  announce(): void;
  /** @param answer whether this tab answers; asynchronous, so that it can save first */
  listen(onChanged: () => void, answer: (question: TabQuestion) => Promise<boolean>): void;
}

const PREFIX = 'spillway.work.';
/** How long a question waits for an answer, and a lock for a page that is going away. */
const PATIENCE_MS = 1_000;

export function createTabs(locks: Locks, channel: TabChannel, newId: () => string): Tabs {
  const waiting = new Map<string, () => void>();

  /** Asks for the lock, and holds it until it is released or taken away. */
  const request = (work: string, options: LockOptions): Promise<WorkLock | null> =>
    new Promise((resolve, reject) => {
      let held: WorkLock | null = null;
      const ended = locks.request(PREFIX + work, options, (lock) => {
        if (lock === null) return undefined;
        return new Promise<void>((release) => {
          held = { release, onLost: () => undefined };
          resolve(held);
        });
      });
      ended.then(
        () => resolve(null),
        (error: DOMException) => {
          if (error.name !== 'AbortError') reject(error);
          else if (held === null) resolve(null);
          else held.onLost();
        },
      );
    });

  const ask = (question: TabQuestion): Promise<boolean> =>
    new Promise((resolve) => {
      const number = newId();
      const settle = (answered: boolean) => (): void => {
        clearTimeout(timer);
        waiting.delete(number);
        resolve(answered);
      };
      const timer = setTimeout(settle(false), PATIENCE_MS);
      waiting.set(number, settle(true));
      channel.post({ kind: 'question', number, question });
    });

  return {
    async acquire(work) {
      const free = await request(work, { ifAvailable: true });
      if (free !== null) return free;
      // A page that is being left holds its lock for a moment longer, but answers no questions.
      const giveUp = new AbortController();
      void ask({ ask: 'who', work }).then(() => giveUp.abort());
      return request(work, { signal: giveUp.signal });
    },
    steal: async (work) => (await request(work, { steal: true })) as WorkLock,
    async open() {
      const { held = [] } = await locks.query();
      return new Set(held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : [])));
    },
    ask,
    alone: (name, task) => locks.request(`spillway.${name}`, {}, task),
    announce: () => channel.post({ kind: 'changed' }),
    listen(onChanged, answer) {
      channel.listen((message) => {
        if (message.kind === 'changed') onChanged();
        else if (message.kind === 'answer') waiting.get(message.number)?.();
        else {
          const { number, question } = message;
          void answer(question).then((answers) => {
            if (answers) channel.post({ kind: 'answer', number });
          });
        }
      });
    },
  };
}
