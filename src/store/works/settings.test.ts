/** The settings, which all tabs share. */
import { beforeEach, expect, it } from 'vitest';
import { openTestBrowser } from './testing.ts';

let browser: ReturnType<typeof openTestBrowser>;
beforeEach(() => {
  browser = openTestBrowser();
});

it.each([
  ['in the database', {}],
  ['in localStorage, where there is none', { locks: undefined }],
])('that another tab changed stay so %s', async (_, host) => {
  const first = await browser.openTab({ host });
  const second = await browser.openTab({ host });
  first.works.keepSettings({ theme: 'dark' });
  second.works.keepSettings({ singleKeys: false });
  first.works.keepSettings({ drawerLimit: 300 });
  const third = await browser.openTab({ host });
  expect(third.settings).toEqual({ theme: 'dark', singleKeys: false, drawerLimit: 300 });
});
