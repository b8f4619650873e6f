/** What happens beside the reading of a work: something else is opened, or an earlier page has left a note of it. */
import { beforeEach, expect, it, vi } from 'vitest';
import { presets } from '../../sim/index.ts';
import { openTestBrowser, ownId, saved, summaries, tabWith, whileTimePasses } from './testing.ts';

let browser: ReturnType<typeof openTestBrowser>;
beforeEach(() => {
  browser = openTestBrowser();
});

it('a work is not shown any more once something else has been opened while it was read', async () => {
  const tab = await tabWith(browser, 'First');
  const first = await ownId(tab);
  tab.actions.startNew();
  tab.actions.rename('Second');
  await saved(tab);
  const opening = tab.works.open(first);
  tab.actions.startNew();
  expect(await opening).toBe(false);
  expect([tab.title(), tab.works.holding]).toEqual(['', 'untouched']);
  await saved(tab);
  expect(await summaries(tab)).toEqual([
    ['Second', null],
    ['First', null],
  ]);
});

it('of two works that are opened at once the later is shown', async () => {
  const tab = await tabWith(browser, 'First');
  const first = await ownId(tab);
  tab.actions.startNew();
  tab.actions.rename('Second');
  await saved(tab);
  const second = await ownId(tab);
  tab.actions.startNew();
  await saved(tab);
  expect(await Promise.all([tab.works.open(first), tab.works.open(second)])).toEqual([false, true]);
  expect([tab.title(), tab.works.holding]).toEqual(['Second', 'held']);
});

it('a work is not shown in place of a preset that was opened while it was read, where there was no work before', async () => {
  const tab = await tabWith(browser, 'First');
  const first = await ownId(tab);
  tab.actions.startNew();
  await saved(tab);
  const opening = tab.works.open(first);
  tab.actions.openPreset(presets[2]!, 0);
  await opening;
  expect([tab.title(), tab.works.holding]).toEqual([presets[2]!.title, 'untouched']);
});

it('a note of what is stored already makes no copy, though the page that left it did not live to drop it', async () => {
  const tab = await tabWith(browser, 'Mine');
  const key = `spillway.left.${await ownId(tab)}`;
  tab.actions.setPolicy({ n: 9 });
  tab.works.leave(false);
  const note = browser.pageStorage.getItem(key);
  expect(note).not.toBeNull();
  await saved(tab);
  tab.crash();
  browser.pageStorage.setItem(key, note!);
  const next = await browser.openTab();
  await saved(next);
  expect(browser.pageStorage.getItem(key)).toBeNull();
  expect(await summaries(next)).toEqual([['Mine', 'this-tab']]);
});

it('no work is taken over that is not wanted any more, nor one twice', async () => {
  const a = await tabWith(browser, 'Shared');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    a.freeze();
    const b = await whileTimePasses(browser.openTab());
    const taken = Promise.all([b.works.takeOver(), b.works.takeOver()]);
    b.actions.openPreset(presets[1]!, 0);
    await whileTimePasses(taken);
    expect([b.title(), b.works.holding]).toEqual([presets[1]?.title, 'untouched']);
    // What was not taken is free.
    const c = await whileTimePasses(browser.openTab());
    expect([c.title(), c.works.holding]).toEqual(['Shared', 'held']);
  } finally {
    vi.useRealTimers();
  }
});
