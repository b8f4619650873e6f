import { beforeEach, describe, expect, it } from 'vitest';
import { encodeLink, scenarioOf } from '../../sim/index.ts';
// As a page of the release before works left it in `localStorage`.
import oldContents from './oldContents.json' with { type: 'json' };
import { openTestBrowser, withoutRoom } from './testing.ts';

const OLD_KEYS = Object.keys(oldContents);

describe('what releases before works kept', () => {
  let browser: ReturnType<typeof openTestBrowser>;
  beforeEach(() => {
    browser = openTestBrowser(oldContents);
  });

  const names = async ({ works }: Awaited<ReturnType<typeof browser.openTab>>) =>
    (await works.list()).map(({ name }) => name);

  it('moves over: the work in hand, what was put aside, newest first, and the settings', async () => {
    const tab = await browser.openTab();
    expect([tab.openedFrom, tab.title(), tab.store.getState().scenario.policy.n]).toEqual(['work', 'Edge burst', 12]);
    // Its caption no longer held.
    expect(tab.store.getState().opened).not.toBe(tab.store.getState().scenario);
    expect(tab.store.player.at).toBe(0);
    const listed = await tab.works.list();
    expect(listed.map(({ name, problem }) => [name, problem])).toEqual([
      ['Edge burst', null],
      ['Skript “Überlauf” 限流', null],
      ['A quota first, then a rate', null],
      ['Six slices are not precise', null],
      ['A token every ten seconds', null],
      ['At most n per T?', null],
    ]);
    expect(tab.settings).toEqual({ theme: 'dark', singleKeys: false, drawerLimit: null });
    expect([...browser.pageStorage.content.keys()]).toEqual([]);
  });

  it('moves once, though two tabs open at the same time', async () => {
    const [a, b] = await Promise.all([browser.openTab(), browser.openTab()]);
    expect(await names(a)).toHaveLength(OLD_KEYS.length + 3);
    expect([a.works.holding, b.works.holding].sort()).toEqual(['elsewhere', 'held']);
  });

  it('moves again when a page of such a release goes on writing; what it did not change is here already', async () => {
    const tab = await browser.openTab();
    tab.crash();
    const changed = encodeLink(scenarioOf({ title: 'Written later' }));
    for (const key of ['spillway.work', 'spillway.aside'] as const) browser.pageStorage.setItem(key, oldContents[key]);
    browser.pageStorage.setItem('spillway.work', JSON.stringify({ link: changed, told: true }));
    const again = await browser.openTab();
    expect(again.title()).toBe('Written later');
    expect(await names(again)).toHaveLength(7);
  });

  it('stays where it is as long as it is not stored for good', async () => {
    await withoutRoom(async () => {
      const tab = await browser.openTab();
      expect([tab.works.available, [...browser.pageStorage.content.keys()].sort()]).toEqual([false, OLD_KEYS.sort()]);
      expect(tab.notice()).toMatch(/^Nothing is saved in this browser/);
    });
    expect(await names(await browser.openTab())).toHaveLength(6);
  });

  it('that cannot be read is kept with its text, and said', async () => {
    const { link: whole } = JSON.parse(oldContents['spillway.work']) as { link: string };
    const link = whole.slice(0, 12);
    browser = openTestBrowser({
      'spillway.work': JSON.stringify({ link, told: true }),
      'spillway.settings': '{"half',
      'spillway.aside': '7',
    });
    const tab = await browser.openTab();
    expect([tab.openedFrom, tab.title(), tab.works.holding]).toEqual(['first', 'Edge burst', 'untouched']);
    expect(tab.notice()).toBe(
      'The work saved in this browser cannot be read: This link is cut off after 12 characters.',
    );
    expect(tab.store.getState().notices[0]?.actions[0]).toEqual({ do: 'show', title: 'The work’s text', text: link });
    // Nothing that is done to it destroys it.
    const [work] = await tab.works.list();
    expect(work?.problem).toBe('This link is cut off after 12 characters.');
    await expect(tab.works.rename(work!.id, 'x')).rejects.toThrow('cut off');
    await expect(tab.works.duplicate(work!.id)).rejects.toThrow('cut off');
    tab.actions.setPolicy({ n: 3 });
    expect(await (await tab.works.exportAll()).text()).toContain(link);
    expect(await names(tab)).toHaveLength(2);
    expect(tab.settings).toEqual({ theme: 'system', singleKeys: true, drawerLimit: null });
  });
});
