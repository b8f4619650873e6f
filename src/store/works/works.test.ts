import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeLink, minimalDocument, presets, scenarioOf, type Preset } from '../../sim/index.ts';
import { openBeside, openLink } from '../openOutside.ts';
import {
  memoryStorage,
  allN,
  newestN,
  openTestBrowser,
  ownId,
  saved,
  summaries,
  tabWith,
  whileTimePasses,
  withoutRoom,
  type TestTab,
} from './testing.ts';

let browser: ReturnType<typeof openTestBrowser>;
beforeEach(() => {
  browser = openTestBrowser();
});

const OTHER = scenarioOf({ title: 'Other', lanes: [{ limiter: 'gcra' }] });

describe('a work', () => {
  it('begins when what merely plays is touched, and not before', async () => {
    const tab = await browser.openTab();
    tab.store.player.seek(5);
    tab.actions.zoom(2);
    await saved(tab);
    expect([tab.openedFrom, tab.works.holding, await summaries(tab)]).toEqual(['first', 'untouched', []]);
    tab.actions.send(1, 'a');
    expect(tab.works.holding).toBe('held');
    await saved(tab);
    expect(await summaries(tab)).toEqual([['Edge burst', 'this-tab']]);
  });

  it('does not begin with a preset on a first visit, which is an undo step', async () => {
    const tab = await browser.openTab();
    tab.actions.openPreset(presets[1] as Preset, 0);
    await saved(tab);
    expect([await summaries(tab), tab.notice()]).toEqual([[], undefined]);
    expect(tab.store.getState().status).toBe(`Opened “${presets[1]!.title}”. Ctrl+Z undoes this.`);
    tab.actions.undo();
    expect(tab.title()).toBe('Edge burst');
  });

  it.each([
    [
      'a preset',
      presets[2]!.title,
      `Opened “${presets[2]!.title}”.`,
      (tab: TestTab) => tab.actions.openPreset(presets[2]!, 0),
    ],
    ['New', '', 'Opened a new, empty scenario.', (tab: TestTab) => tab.actions.startNew()],
  ])('stays as it is when %s is opened, with a way back', async (_, title, said, open) => {
    const tab = await tabWith(browser, 'Mine');
    tab.actions.setPolicy({ n: 7 });
    open(tab);
    expect([tab.title(), tab.works.holding, tab.store.getState().status]).toEqual([title, 'untouched', said]);
    expect([tab.notice(), tab.store.getState().history.past]).toEqual(['Your own work is in Works.', []]);
    await saved(tab);
    expect(await summaries(tab)).toEqual([['Mine', null]]);
    tab.actions.act(tab.store.getState().notices[0]!.actions[0]!, 'linked-run');
    await vi.waitFor(() => expect(tab.title()).toBe('Mine'));
    expect(await newestN(tab, await ownId(tab))).toBe(7);
  });

  it('is shown as a run again when it was left from the list of lessons, which a reload brings back', async () => {
    const tab = await tabWith(browser, 'Mine');
    tab.actions.setMode('learn');
    await saved(tab);
    tab.crash();
    const again = await browser.openTab({ tabStorage: tab.tabStorage });
    expect(again.store.getState().mode).toBe('learn');
    const id = await ownId(again);
    const view = { at: 0, from: 0, to: 1, mode: 'learn' as const, step: 'window-edge/1' };
    openBeside(again.store, again.works, { scenario: OTHER, view, label: 'step 1' });
    await again.works.open(id);
    expect(again.store.getState()).toMatchObject({ mode: 'run', lessonStep: null });
  });

  it('comes back after a reload to its own tab, and the one changed last to a new tab', async () => {
    const a = await tabWith(browser, 'A');
    const b = await tabWith(browser, 'B');
    a.crash();
    b.crash();
    const again = await browser.openTab({ tabStorage: a.tabStorage });
    expect([again.openedFrom, again.title()]).toEqual(['work', 'A']);
    const fresh = await browser.openTab();
    expect([fresh.title(), fresh.works.holding]).toEqual(['B', 'held']);
  });

  it('comes back with its view and without a caption that no longer holds', async () => {
    const a = await browser.openTab();
    a.actions.addLane('gcra');
    a.actions.zoom(2);
    a.store.player.seek(3_000_000);
    await saved(a);
    a.crash();
    const again = await browser.openTab();
    expect(again.store.getState().range).toEqual(a.store.getState().range);
    expect(again.store.player.at).toBe(3_000_000);
    expect(again.store.getState().opened).not.toBe(again.store.getState().scenario);
  });

  it('keeps that the future is hidden, though nothing else is changed', async () => {
    const a = await browser.openTab();
    a.actions.addLane('gcra');
    await saved(a);
    a.actions.hideFuture(true);
    await saved(a);
    a.crash();
    const again = await browser.openTab();
    expect(again.store.getState().futureHidden).toBe(true);
  });

  it('is saved by a page that is going away, even while a save is under way', async () => {
    const a = await tabWith(browser, 'A');
    a.actions.setPolicy({ n: 33 });
    a.works.leave(false);
    a.crash();
    const again = await browser.openTab({ tabStorage: a.tabStorage });
    expect(again.store.getState().scenario.policy.n).toBe(33);
  });
});

describe('what is asked to be stored while a page is left', () => {
  /** A page that is left in mid-change, and whose database takes no more. */
  async function leaveUnstored(tab: TestTab, n: number): Promise<void> {
    await withoutRoom(async () => {
      tab.actions.setPolicy({ n });
      // It does not come back, but still runs in this process: without its lock it saves nothing more.
      tab.works.leave(true);
      await saved(tab);
    });
    tab.crash();
  }

  it('is stored by the next page that starts, a new work too', async () => {
    const a = await browser.openTab();
    await leaveUnstored(a, 33);
    expect(browser.pageStorage.length).toBe(1);
    const again = await browser.openTab({ tabStorage: a.tabStorage });
    expect([again.title(), again.store.getState().scenario.policy.n]).toEqual(['Edge burst', 33]);
    expect(browser.pageStorage.length).toBe(0);
    await leaveUnstored(again, 34);
    const fresh = await browser.openTab();
    expect(fresh.store.getState().scenario.policy.n).toBe(34);
    expect(await allN(fresh)).toEqual([34, 33, 10]);
  });

  it('holds what a save under way may not get stored, and is forgotten once it is', async () => {
    const a = await tabWith(browser, 'A');
    a.actions.setPolicy({ n: 33 });
    const saving = saved(a);
    a.works.leave(false);
    expect(browser.pageStorage.length).toBe(1);
    await saving;
    await vi.waitFor(() => expect(browser.pageStorage.length).toBe(0));
    expect(await newestN(a, await ownId(a))).toBe(33);
  });

  it('is a copy where the work has gone on meanwhile', async () => {
    const a = await tabWith(browser, 'Shared');
    const id = await ownId(a);
    const b = await browser.openTab();
    await leaveUnstored(a, 33);
    await b.works.takeOver();
    b.actions.setPolicy({ n: 4 });
    await saved(b);
    b.crash();
    const c = await browser.openTab();
    expect((await c.works.list()).map(({ name }) => name).sort()).toEqual(['Shared', 'Shared (copy)']);
    expect(await newestN(c, id)).toBe(4);
    const copy = (await c.works.list()).find(({ name }) => name === 'Shared (copy)')!;
    expect(await newestN(c, copy.id)).toBe(33);
  });
});

describe('a link', () => {
  it('leaves the work in Works, and is a work of its own once it is touched', async () => {
    const tab = await tabWith(browser, 'Mine');
    openLink(tab.store, tab.works, encodeLink(OTHER));
    expect([tab.title(), tab.notice(), tab.works.holding]).toEqual([
      'Other',
      'Opened “Other” from a link. Your own work is in Works.',
      'untouched',
    ]);
    await saved(tab);
    expect(await summaries(tab)).toEqual([['Mine', null]]);
    const [back] = tab.store.getState().notices[0]!.actions;
    tab.actions.setPolicy({ n: 3 });
    // It is no news any more.
    expect(tab.store.getState().notices).toEqual([]);
    await saved(tab);
    expect(await summaries(tab)).toEqual([
      ['Other', 'this-tab'],
      ['Mine', null],
    ]);
    tab.actions.act(back!, 'linked-run');
    await vi.waitFor(() => expect(tab.title()).toBe('Mine'));
  });

  it('that is untouched comes back after a reload, and leads to the work from there too', async () => {
    const mine = await tabWith(browser, 'Mine');
    mine.crash();
    const tab = await browser.openTab({ hash: encodeLink(OTHER) });
    expect([tab.openedFrom, tab.notice()]).toEqual(['link', 'Opened “Other” from a link. Your own work is in Works.']);
    await saved(tab);
    tab.crash();
    const again = await browser.openTab({ tabStorage: tab.tabStorage });
    expect([again.openedFrom, again.title(), again.works.holding]).toEqual(['shown', 'Other', 'untouched']);
    expect(await summaries(again)).toEqual([['Mine', null]]);
  });

  it('says where one looks when it is opened anew; after a reload one looks where one did', async () => {
    const hash = encodeLink(OTHER, { at: 1, from: 0, to: 2 });
    const tab = await browser.openTab({ hash });
    tab.store.player.seek(2_000_000);
    tab.store.setState({ range: { from: 0, to: 3_000_000 } });
    await saved(tab);
    const { tabStorage } = tab;
    const reloaded = await browser.openTab({ hash, tabStorage });
    expect(reloaded.store.getState().range).toEqual({ from: 0, to: 3_000_000 });
    const anew = await browser.openTab({ hash, tabStorage, reloaded: false });
    expect(anew.store.getState().range).toEqual({ from: 0, to: 2_000_000 });
  });

  it('that is damaged says so, shows the default, and offers the work', async () => {
    await tabWith(browser, 'Mine').then((tab) => tab.crash());
    const tab = await browser.openTab({ hash: '#1.broken' });
    expect([tab.openedFrom, tab.title(), tab.works.holding]).toEqual(['failed', 'Edge burst', 'untouched']);
    expect(tab.notice()).toMatch(/The default scenario is shown instead. Your own work is in Works.$/);
    expect(tab.store.getState().notices[0]?.actions.map((action) => action.do)).toContain('open-work');
  });

  it('does not replace a work by a file either', async () => {
    const tab = await tabWith(browser, 'Mine');
    tab.actions.openFileText(JSON.stringify(minimalDocument(OTHER)));
    expect([tab.title(), tab.works.holding, tab.notice()]).toEqual([
      'Other',
      'untouched',
      'Opened “Other” from a file. Your own work is in Works.',
    ]);
  });
});

describe('two tabs', () => {
  it('never write to the same work: the second is told, and its edits go on in a copy', async () => {
    const a = await tabWith(browser, 'Shared');
    const b = await browser.openTab();
    expect([b.title(), b.works.holding, b.notice()]).toEqual([
      'Shared',
      'elsewhere',
      'This work is open in another tab.',
    ]);
    b.actions.setPolicy({ n: 5 });
    await saved(b);
    a.actions.setPolicy({ n: 6 });
    await saved(a);
    expect(await summaries(a)).toEqual([
      ['Shared', 'this-tab'],
      ['Shared (copy)', 'other-tab'],
    ]);
    expect(b.notice()).toBe('Your changes here now go to a copy, “Shared (copy)”.');
    expect(await newestN(a, await ownId(a))).toBe(6);
    expect(await newestN(b, await ownId(b))).toBe(5);
  });

  it('write nothing while the second only looks', async () => {
    const a = await tabWith(browser, 'Shared');
    const b = await browser.openTab();
    b.actions.zoom(2);
    b.store.player.seek(1);
    await saved(b);
    b.works.leave(false);
    expect(await summaries(a)).toEqual([['Shared', 'this-tab']]);
    expect(await a.works.states(await ownId(a))).toHaveLength(2);
  });

  it('hand a work over in its latest state, saved or not', async () => {
    const a = await tabWith(browser, 'Shared');
    const b = await browser.openTab();
    a.actions.setPolicy({ n: 9 });
    await b.works.takeOver();
    expect([b.works.holding, b.store.getState().scenario.policy.n, b.notice()]).toEqual(['held', 9, undefined]);
    expect([a.works.holding, a.notice()]).toEqual(['elsewhere', 'Another tab has taken over this work.']);
    await a.works.takeOver();
    expect([a.works.holding, b.works.holding]).toEqual(['held', 'elsewhere']);
    await b.works.goOnInCopy();
    expect([b.works.holding, b.title(), b.notice()]).toEqual(['held', 'Shared (copy)', undefined]);
  });

  it('take over from one that does not answer, whose own changes then go on in a copy', async () => {
    const a = await tabWith(browser, 'Shared');
    // Everything else goes on in real time: the database too.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      a.freeze();
      const b = await whileTimePasses(browser.openTab());
      expect(b.works.holding).toBe('elsewhere');
      setTimeout(() => a.actions.setPolicy({ n: 9 }), 900); // too late to be saved before
      await whileTimePasses(b.works.takeOver());
      expect(b.works.holding).toBe('held');
      b.actions.setPolicy({ n: 4 });
      await saved(b);
      expect([a.title(), a.works.holding]).toEqual(['Shared (copy)', 'held']);
      expect(a.notice()).toContain('Another tab has changed this work.');
      await saved(a);
      expect(await newestN(b, await ownId(b))).toBe(4);
      expect(await newestN(a, await ownId(a))).toBe(9);
    } finally {
      vi.useRealTimers();
    }
  });

  it('free the work of one that crashed', async () => {
    const a = await tabWith(browser, 'Shared');
    a.crash();
    const b = await browser.openTab();
    expect([b.title(), b.works.holding]).toEqual(['Shared', 'held']);
  });

  it('refuse a write whose revision is not the stored one, which goes on in a copy', async () => {
    const a = await tabWith(browser, 'Shared');
    // A browser that lost the lock without saying so.
    a.crash();
    const b = await browser.openTab();
    b.actions.setPolicy({ n: 4 });
    await saved(b);
    a.actions.setPolicy({ n: 9 });
    await saved(a);
    expect([a.title(), a.works.holding]).toEqual(['Shared (copy)', 'held']);
    await saved(a);
    expect((await b.works.list()).map(({ name }) => name).sort()).toEqual(['Shared', 'Shared (copy)']);
    expect(await newestN(b, await ownId(b))).toBe(4);
  });

  it('know when a frozen page is back: it goes on, or is told who has the work', async () => {
    const a = await tabWith(browser, 'Shared');
    a.works.leave(true);
    await a.works.comeBack();
    expect(a.works.holding).toBe('held');
    a.works.leave(true);
    const b = await browser.openTab();
    expect(b.works.holding).toBe('held');
    b.actions.setPolicy({ n: 4 });
    await saved(b);
    await a.works.comeBack();
    expect([a.works.holding, a.notice()]).toEqual(['elsewhere', 'Another tab has taken over this work.']);
    a.crash();
    b.works.leave(true);
    const c = await browser.openTab({ tabStorage: memoryStorage() });
    c.actions.setPolicy({ n: 5 });
    await saved(c);
    c.crash();
    await b.works.comeBack();
    expect([b.works.holding, b.store.getState().scenario.policy.n]).toEqual(['held', 5]);
  });
});

describe('a browser that keeps nothing', () => {
  const SAID = 'Nothing is saved in this browser';
  const forbidden = () => {
    globalThis.indexedDB.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    return {};
  };

  it.each([
    ['no IndexedDB', () => ({ hasDatabase: false }), 'it has no storage for this page.'],
    [
      'no Web Locks',
      () => ({ locks: undefined }),
      'it can tell tabs apart only at a secure address (https, or localhost).',
    ],
    [
      'messages between tabs forbidden',
      () => ({ channel: null }),
      'its tabs cannot exchange messages (cookies may be blocked).',
    ],
    ['IndexedDB forbidden', forbidden, 'its storage cannot be used (The operation is insecure).'],
  ])('with %s says so, offers a file and works on', async (_, host, reason) => {
    const tab = await browser.openTab({ host: host(), hash: encodeLink(OTHER) });
    expect([tab.openedFrom, tab.title(), tab.notice()]).toEqual(['link', 'Other', `${SAID}: ${reason}`]);
    expect(tab.store.getState().notices[0]?.actions.map((action) => action.do)).toEqual(['save-file', 'dismiss']);
    tab.actions.setPolicy({ n: 3 });
    expect([tab.works.available, await tab.works.list()]).toEqual([false, []]);
    await expect(tab.works.exportAll()).rejects.toThrow(`${SAID}: ${reason}`);
  });

  it('keeps the settings and what is shown over a reload even so', async () => {
    const host = { locks: undefined };
    const tab = await browser.openTab({ host });
    tab.works.leave(false);
    expect(tab.tabStorage.length).toBe(0);
    tab.actions.setPolicy({ n: 3 });
    tab.actions.addLane('gcra');
    tab.works.keepSettings({ theme: 'dark', singleKeys: false, drawerLimit: 300 });
    tab.works.leave(false);
    const again = await browser.openTab({ host, tabStorage: tab.tabStorage });
    expect([again.openedFrom, again.store.getState().scenario.policy.n]).toEqual(['shown', 3]);
    expect(again.store.getState().opened).not.toBe(again.store.getState().scenario);
    expect(again.settings).toEqual({ theme: 'dark', singleKeys: false, drawerLimit: 300 });
    // Once there is a database, they move there.
    const secure = await browser.openTab();
    expect([secure.settings, browser.pageStorage.length]).toEqual([
      { theme: 'dark', singleKeys: false, drawerLimit: 300 },
      0,
    ]);
  });

  it('for want of room says so once, tries again at the next change, and takes it back', async () => {
    const tab = await tabWith(browser, 'Mine');
    await withoutRoom(async () => {
      tab.actions.setPolicy({ n: 3 });
      await saved(tab);
      expect(tab.notice()).toMatch(/^This browser has no room left, so what you change is not saved./);
      tab.store.removeNotices('storage');
      tab.actions.setPolicy({ n: 4 });
      await saved(tab);
      expect(tab.notice()).toBeUndefined();
      await expect(tab.works.duplicate(await ownId(tab))).rejects.toThrow('This browser has no room left');
      expect(tab.works.holding).toBe('held');
    });
    tab.actions.zoom(2);
    await saved(tab);
    expect(await newestN(tab, await ownId(tab))).toBe(4);
  });
});
