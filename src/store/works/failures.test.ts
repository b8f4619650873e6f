/** What becomes of works when the browser's storage fails. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeLink, minimalDocument, scenarioOf } from '../../sim/index.ts';
import { openLink } from '../openOutside.ts';
import { reloadOnceSaved } from './reloadOnceSaved.ts';
import { newestN, openTestBrowser, ownId, saved, summaries, tabWith, withoutRoom, type TestTab } from './testing.ts';

let browser: ReturnType<typeof openTestBrowser>;
beforeEach(() => {
  browser = openTestBrowser();
});

const OTHER = scenarioOf({ title: 'Other', lanes: [{ limiter: 'gcra' }] });

describe('a connection that a newer release has closed', () => {
  it('lets a link be opened, and is named as the only cause', async () => {
    const tab = await tabWith(browser, 'Mine');
    globalThis.indexedDB.open('spillway', 99);
    const SAID = /^Nothing is saved in this browser: a newer Spillway was opened in another tab/;
    await vi.waitFor(() => expect(tab.notice()).toMatch(SAID));
    tab.actions.setPolicy({ n: 3 });
    openLink(tab.store, tab.works, encodeLink(OTHER));
    expect(tab.title()).toBe('Other');
    tab.actions.setPolicy({ n: 4 });
    await tab.works.flush();
    const storage = tab.store.getState().notices.filter(({ kind }) => kind === 'storage');
    expect(storage.map(({ text }) => text)).toEqual([expect.stringMatching(SAID)]);
  });
});

describe('a note that was left', () => {
  const NOTE = 'spillway.left.';

  it('is dropped by the next save that is stored', async () => {
    const tab = await tabWith(browser, 'Mine');
    await withoutRoom(async () => {
      tab.actions.setPolicy({ n: 33 });
      tab.works.leave(false);
      await saved(tab);
    });
    expect(browser.pageStorage.length).toBe(1);
    tab.actions.setPolicy({ n: 34 });
    await saved(tab);
    expect(browser.pageStorage.length).toBe(0);
  });

  it('does not bring a deleted work back', async () => {
    const tab = await tabWith(browser, 'Mine');
    const id = await ownId(tab);
    await withoutRoom(async () => {
      tab.actions.setPolicy({ n: 33 });
      tab.works.leave(false);
      await saved(tab);
    });
    const note = browser.pageStorage.getItem(NOTE + id)!;
    await tab.works.delete(id);
    tab.crash();
    browser.pageStorage.setItem(NOTE + id, note);
    const later = await browser.openTab();
    expect([await summaries(later), browser.pageStorage.length]).toEqual([[], 0]);
  });

  it.each(['null', '{}', '{"entry":{"id":"x"},"state":null,"dropped":[]}', '{"half'])(
    'that is none is passed over: %s',
    async (text) => {
      browser.pageStorage.setItem(`${NOTE}x`, text);
      const tab = await browser.openTab();
      expect([tab.notice(), tab.openedFrom]).toEqual([undefined, 'first']);
    },
  );
});

describe('an import', () => {
  it('of a work that is here, kept as a link, is named as a copy', async () => {
    const work = { id: 'linked', name: 'Other', states: [{ at: 1, document: encodeLink(OTHER), told: true }] };
    const text = JSON.stringify({ spillway: 'works', version: 1, works: [work] });
    const tab = await browser.openTab();
    await tab.works.importAll(text);
    await tab.works.importAll(text);
    const copy = (await tab.works.list()).find(({ name }) => name === 'Other (copy)')!;
    const [state] = await tab.works.states(copy.id);
    expect([state?.problem, state?.scenario?.title]).toEqual([null, 'Other (copy)']);
  });

  it('that the browser has no room for says what was added before', async () => {
    const states = Array.from({ length: 30 }, (_, at) => ({ at, document: minimalDocument(OTHER), told: true }));
    const works = Array.from({ length: 10 }, (_, index) => ({ id: `work ${index}`, name: 'Other', states }));
    const tab = await browser.openTab();
    const add = Reflect.get(globalThis.IDBObjectStore.prototype, 'add') as (
      this: IDBObjectStore,
      value: object,
    ) => IDBRequest<IDBValidKey>;
    const filling = vi.spyOn(globalThis.IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      value: { id?: string },
    ) {
      if (value.id === 'work 4') throw new DOMException('full', 'QuotaExceededError');
      return add.call(this, value);
    });
    try {
      const { added, problems } = await tab.works.importAll(JSON.stringify({ spillway: 'works', version: 1, works }));
      expect(problems).toEqual([expect.stringContaining('This browser has no room left')]);
      expect(added).toBeGreaterThan(0);
      expect(await tab.works.list()).toHaveLength(added);
    } finally {
      filling.mockRestore();
    }
  });
});

it('for want of room gives up what was deleted, as the notice says to delete works', async () => {
  const tab = await tabWith(browser, 'Mine');
  const id = await ownId(tab);
  const copy = await tab.works.duplicate(id);
  const prototype = globalThis.IDBObjectStore.prototype;
  const [add, remove] = ['add', 'delete'].map((name) => Reflect.get(prototype, name) as () => void);
  let full = true;
  const adding = vi.spyOn(globalThis.IDBObjectStore.prototype, 'add').mockImplementation(function (
    this: IDBObjectStore,
    ...values
  ) {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    return Reflect.apply(add!, this, values) as IDBRequest<IDBValidKey>;
  });
  const removing = vi.spyOn(prototype, 'delete').mockImplementation(function (this: IDBObjectStore, ...keys) {
    full = false;
    return Reflect.apply(remove!, this, keys) as IDBRequest<undefined>;
  });
  try {
    tab.actions.setPolicy({ n: 3 });
    await saved(tab);
    expect(tab.notice()).toMatch(/^This browser has no room left/);
    await tab.works.delete(copy);
    tab.actions.setPolicy({ n: 4 });
    await saved(tab);
    expect([await newestN(tab, id), tab.notice()]).toEqual([4, undefined]);
    await expect(tab.works.undelete(copy)).rejects.toThrow('This work was deleted.');
  } finally {
    adding.mockRestore();
    removing.mockRestore();
  }
});

describe('a page that is back and cannot read its work', () => {
  it('leaves a note of what is changed, tries again, and saves then', async () => {
    const tab = await tabWith(browser, 'Mine');
    const id = await ownId(tab);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      tab.works.leave(true);
      const reading = vi.spyOn(globalThis.IDBObjectStore.prototype, 'openCursor').mockImplementation(() => {
        throw new DOMException('The disk is broken', 'UnknownError');
      });
      await tab.works.comeBack();
      reading.mockRestore();
      expect(tab.notice()).toBe('What you change is not saved in this browser: The disk is broken.');
      tab.actions.setPolicy({ n: 33 });
      tab.works.leave(false);
      tab.works.leave(false);
      const note = JSON.parse(browser.pageStorage.getItem(`spillway.left.${id}`)!) as { state: { revision: number } };
      expect(note.state.revision).toBe(3);
      vi.advanceTimersByTime(5_000);
      await vi.waitFor(() => expect(tab.notice()).toBeUndefined());
      await tab.works.flush();
      expect([await newestN(tab, id), browser.pageStorage.length, tab.works.holding]).toEqual([33, 0, 'held']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a browser without room', () => {
  /** A tab whose last change could not be saved, which the user has been told and has dismissed. */
  async function unsavedTab() {
    const tab = await tabWith(browser, 'Mine');
    return {
      tab,
      change: async () => {
        tab.actions.setPolicy({ n: 33 });
        // The picture of its run is a reason to save too.
        await tab.settled();
        expect(await tab.works.flush()).toBe(false);
        tab.store.removeNotices('storage');
      },
    };
  }

  it('lets a page leave a note of what an earlier save could not store', async () => {
    const { tab, change } = await unsavedTab();
    await withoutRoom(async () => {
      await change();
      tab.works.leave(true);
      await saved(tab);
    });
    tab.crash();
    const again = await browser.openTab({ tabStorage: tab.tabStorage });
    expect([again.title(), again.store.getState().scenario.policy.n]).toEqual(['Mine', 33]);
  });

  it('keeps the page from being reloaded, until what was changed is saved', async () => {
    const { tab, change } = await unsavedTab();
    const reload = vi.fn<() => void>();
    await withoutRoom(async () => {
      await change();
      await reloadOnceSaved(tab.store, tab.works, reload);
      expect(reload).not.toHaveBeenCalled();
      expect(tab.notice()).toMatch(/^The page is not reloaded/);
    });
    await reloadOnceSaved(tab.store, tab.works, reload);
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['a link', (tab: TestTab) => openLink(tab.store, tab.works, encodeLink(OTHER))],
    ['a file', (tab: TestTab) => tab.actions.openFileText(JSON.stringify(minimalDocument(OTHER)))],
    ['a new scenario', (tab: TestTab) => tab.actions.startNew()],
  ])('makes %s an undo step, claims nothing, and says again what is not saved', async (_, open) => {
    const { tab, change } = await unsavedTab();
    await withoutRoom(async () => {
      await change();
      open(tab);
      expect(tab.title()).not.toBe('Mine');
      const texts = () => tab.store.getState().notices.map(({ text }) => text);
      await vi.waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^This browser has no room left/)]));
      tab.actions.undo();
      expect([tab.title(), tab.store.getState().scenario.policy.n]).toEqual(['Mine', 33]);
    });
  });
});
