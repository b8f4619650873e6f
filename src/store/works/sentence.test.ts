/** A work's sentence, and whether it was written before a change. */
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeLink, presetNotes, presets, scenarioOf } from '../../sim/index.ts';
import { isCaptionValid } from '../openScenario.ts';
import { openTestBrowser, ownId, saved, summaries, tabWith, type TestTab } from './testing.ts';

let browser: ReturnType<typeof openTestBrowser>;
beforeEach(() => {
  browser = openTestBrowser();
});

const NOTED = encodeLink(scenarioOf({ title: 'Noted', notes: 'Watch this.', lanes: [{ limiter: 'gcra' }] }));
const isToldOf = ({ store }: TestTab): boolean => isCaptionValid(store.getState());

describe('a work', () => {
  it('knows after a reload that its sentence was written before a change', async () => {
    const a = await browser.openTab({ hash: NOTED });
    a.actions.addLane('token-bucket');
    await saved(a);
    a.crash();
    const again = await browser.openTab({ tabStorage: a.tabStorage });
    expect([again.title(), isToldOf(again)]).toEqual(['Noted', false]);
  });

  it('is gone once it is deleted, though a reload still shows it, with what was known of its sentence', async () => {
    const a = await browser.openTab({ hash: NOTED });
    a.actions.addLane('token-bucket');
    await saved(a);
    await a.works.delete(await ownId(a));
    a.actions.zoom(2);
    await saved(a);
    a.crash();
    const again = await browser.openTab({ tabStorage: a.tabStorage });
    expect([again.openedFrom, again.title(), isToldOf(again)]).toEqual(['shown', 'Noted', false]);
    await saved(again);
    expect([again.works.holding, await summaries(again)]).toEqual(['untouched', []]);
    again.actions.setPolicy({ n: 7 });
    expect(again.works.holding).toBe('held');
  });

  it.each([
    ['a work of its own', (browserOf: typeof browser) => tabWith(browserOf, 'Noted')],
    ['what is no work yet', (browserOf: typeof browser) => browserOf.openTab({ hash: NOTED })],
  ])('keeps the sentence that is being written when something else is opened over %s', async (_, openTab) => {
    const tab = await openTab(browser);
    tab.actions.editNotes();
    tab.actions.draftNotes('Half a sentence');
    tab.actions.openPreset(presets[2]!, 0);
    expect(tab.store.getState()).toMatchObject({ notesDraft: null, scenario: { notes: presetNotes(presets[2]!) } });
    expect(tab.notice()).toBe('Your own work is in Works.');
    await tab.works.open((await tab.works.list())[0]!.id);
    expect(tab.store.getState().scenario).toMatchObject({ title: 'Noted', notes: 'Half a sentence' });
  });
});
