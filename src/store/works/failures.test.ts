/** What becomes of works when the browser's storage fails. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeLink } from '../../sim/index.ts';
import { openLink } from '../openScenario.ts';
import { parseTestScenario } from '../testing.ts';
import { openTestBrowser, tabWith } from './testing.ts';

let browser: ReturnType<typeof openTestBrowser>;
beforeEach(() => {
  browser = openTestBrowser();
});

const OTHER = parseTestScenario({ title: 'Other', lanes: [{ limiter: 'gcra' }] });

describe('a connection that a newer release has closed', () => {
  it('lets a link be opened, and is named as the only cause', async () => {
    const tab = await tabWith(browser, 'Mine');
    globalThis.indexedDB.open('spillway', 2);
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
