/** For tests only: tabs of one browser in this process, over IndexedDB in memory. */
import * as fakeIndexedDb from 'fake-indexeddb';
import { vi } from 'vitest';
import { presets, presetScenario, type Preset } from '../../sim/index.ts';
import { openInitialScenario } from '../openInitial.ts';
import { openTestPlayground } from '../testing.ts';
import { keepThumbnails } from './keepThumbnails.ts';
import { loadWorks, type WorksHost } from './loadWorks.ts';
import type { KeyValueStorage } from './pageStorage.ts';
import type { Locks, TabChannel, TabMessage } from './tabs.ts';

export function memoryStorage(content: Record<string, string> = {}): KeyValueStorage & {
  readonly content: Map<string, string>;
} {
  const entries = new Map(Object.entries(content));
  return {
    content: entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** While the task runs, nothing can be added to IndexedDB. */
export async function withoutRoom(task: () => Promise<void>): Promise<void> {
  const add = vi.spyOn(globalThis.IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    await task();
  } finally {
    add.mockRestore();
  }
}

interface Request {
  readonly tab: number;
  readonly name: string;
  readonly run: () => void;
  readonly fail: () => void;
}

/** Web Locks as far as they are used. A tab that crashes loses its locks without a word. */
function createLockManager() {
  const held = new Map<string, Request>();
  const queue: Request[] = [];
  const grant = (): void => {
    for (const request of queue.slice()) {
      if (held.has(request.name)) continue;
      queue.splice(queue.indexOf(request), 1);
      held.set(request.name, request);
      request.run();
    }
  };
  const free = (request: Request): void => {
    if (held.get(request.name) === request) held.delete(request.name);
    grant();
  };
  return {
    forTab: (tab: number): Locks => ({
      request: (name, { ifAvailable = false, steal = false, signal }, callback) =>
        new Promise((resolve, reject) => {
          const aborted = (): void => reject(new DOMException('The request was aborted.', 'AbortError'));
          if (ifAvailable && held.has(name)) {
            void Promise.resolve(callback(null)).then(resolve, reject);
            return;
          }
          const request: Request = {
            tab,
            name,
            fail: aborted,
            run: () =>
              void Promise.resolve(callback({ name, mode: 'exclusive' }))
                .then(resolve, reject)
                .finally(() => free(request)),
          };
          if (steal) {
            held.get(name)?.fail();
            held.delete(name);
          }
          queue.unshift(request);
          signal?.addEventListener('abort', () => {
            if (!queue.includes(request)) return;
            queue.splice(queue.indexOf(request), 1);
            aborted();
          });
          grant();
        }),
      query: () => Promise.resolve({ held: [...held.values()].map(({ name }) => ({ name })), pending: [] }),
    }),
    crash(tab: number): void {
      for (const request of held.values()) {
        if (request.tab === tab) held.delete(request.name);
      }
      grant();
    },
  };
}

const EDGE_BURST = presetScenario(presets[0] as Preset);

/** A browser that was never used; the works of all earlier ones in this process are gone. */
export function openTestBrowser(oldContents: Record<string, string> = {}) {
  Object.assign(globalThis, fakeIndexedDb, { indexedDB: new fakeIndexedDb.IDBFactory() });
  const locks = createLockManager();
  const listeners = new Map<number, (message: TabMessage) => void>();
  const pageStorage = memoryStorage(oldContents);
  let tabs = 0;
  let ids = 0;
  let clock = 1_000_000;

  const openTab = async ({
    hash = '',
    tabStorage = memoryStorage(),
    host = {},
    reloaded = true,
  }: { hash?: string; tabStorage?: KeyValueStorage; host?: Partial<WorksHost>; reloaded?: boolean } = {}) => {
    const tab = ++tabs;
    const channel: TabChannel = {
      post(message) {
        for (const [to, listener] of listeners)
          if (to !== tab) queueMicrotask(() => listener(structuredClone(message)));
      },
      listen: (listener) => void listeners.set(tab, listener),
    };
    const loaded = await loadWorks({
      hasDatabase: true,
      locks: locks.forTab(tab),
      channel,
      pageStorage,
      tabStorage,
      now: () => ++clock,
      newId: () => `id-${++ids}`,
      ...host,
    });
    const playground = await openTestPlayground({ title: 'Nothing opened' }, loaded.create);
    const { store, works } = playground;
    keepThumbnails(store, works);
    const openedFrom = await openInitialScenario(
      store,
      works,
      hash,
      () => store.setState({ scenario: EDGE_BURST, opened: EDGE_BURST }),
      reloaded,
    );
    return {
      ...playground,
      openedFrom,
      settings: loaded.settings,
      tabStorage,
      title: () => store.getState().scenario.title,
      notice: () => store.getState().notices[0]?.text,
      /** Answers no messages and keeps its locks, as a frozen page does. */
      freeze: () => listeners.delete(tab),
      crash: () => {
        listeners.delete(tab);
        locks.crash(tab);
      },
    };
  };
  return {
    openTab,
    pageStorage,
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
  };
}

export type TestTab = Awaited<ReturnType<ReturnType<typeof openTestBrowser>['openTab']>>;

/** A tab whose work is called so, saved. */
export async function tabWith(browser: ReturnType<typeof openTestBrowser>, title: string): Promise<TestTab> {
  const tab = await browser.openTab();
  if (tab.works.holding !== 'untouched') tab.actions.startNew();
  tab.actions.rename(title);
  await saved(tab);
  return tab;
}

/** Until what was changed is stored: an export saves first. */
export async function saved({ works }: TestTab): Promise<void> {
  await works.exportAll();
}

/** The names of all works, newest first, and where they are open. */
export async function summaries({ works }: TestTab) {
  return (await works.list()).map(({ name, openIn }) => [name, openIn]);
}

/** The limit in the newest state of a work. */
export async function newestN({ works }: TestTab, id: string): Promise<number | undefined> {
  return (await works.states(id))[0]?.scenario?.policy.n;
}

/** The limits in all states of this tab's work, newest first. */
export async function allN(tab: TestTab): Promise<readonly (number | undefined)[]> {
  return (await tab.works.states(await ownId(tab))).map(({ scenario }) => scenario?.policy.n);
}

/** The work that this tab holds. */
export async function ownId({ works }: TestTab): Promise<string> {
  return (await works.list()).find(({ openIn }) => openIn === 'this-tab')!.id;
}

/** Moves the fake clock on until this is done. */
export async function whileTimePasses<T>(task: Promise<T>): Promise<T> {
  const progress = { done: false };
  const settled = task.finally(() => {
    progress.done = true;
  });
  while (!progress.done) {
    vi.advanceTimersByTime(50);
    await new Promise(setImmediate);
  }
  return settled;
}
