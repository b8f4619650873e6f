/** Where browsers start no modules or workers, the page says so: none of these may show dashes for ever. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { DETAIL } from './detail.ts';
import { openInFrame } from './framingSite.ts';

test('opened as a file, the page says how to serve it', async ({ page }) => {
  await page.goto(pathToFileURL(fileURLToPath(new URL('../dist/index.html', import.meta.url))).href);
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(
    'SpillwayThis page was opened as a file, and browsers do not run modules or workers from files. Serve it: ' +
      "npm start in Spillway's folder does that, and so does any static host.",
  );
  await expect(page.getByText('–')).toHaveCount(0);
  await expect(alert).toHaveCSS('display', 'grid'); // as the rest of the page looks, by its style sheet
});

for (const [host, headers] of [
  ['that answers its own pages only', {}],
  ['that answers everyone', { 'Access-Control-Allow-Origin': '*' }], // the modules load then, and no worker starts
] as const) {
  test(`in a frame that gives it no origin, from a host ${host}, the page says where to open it`, async ({
    page,
    baseURL,
  }) => {
    await page.route('**/assets/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
    });
    const stopped = page.waitForEvent('pageerror');
    const address = `${baseURL}#${'embedded'.repeat(20)}`;
    const frame = await openInFrame(page, address, { sandbox: 'allow-scripts' });
    // Where the app loads, it stops before it draws anything.
    if ('Access-Control-Allow-Origin' in headers) expect((await stopped).message).toContain('no origin of its own');
    else stopped.catch(() => {});
    const alert = frame.getByRole('alert');
    await expect(alert).toContainText(
      'This frame gives the page no origin of its own, so the browser runs no workers here and saves nothing. Open in full, or copy the address: http',
    );
    const link = alert.getByRole('link', { name: 'Open in full' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', address);
    await expect(frame.getByText('–')).toHaveCount(0);
    await expect(alert).toHaveCSS('display', 'grid');
    const isCut = (one: Element): boolean => one.scrollWidth > one.clientWidth;
    expect(await alert.evaluate(isCut)).toBe(false);
    await page.unrouteAll({ behavior: 'wait' }); // a file may still be on its way
  });
}

test('a browser that is too old is told so, and which would do', async ({ page }) => {
  // What the oldest that it runs in have had last.
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  const stopped = page.waitForEvent('pageerror');
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText('This browser is too old for the page: it lacks what Chrome');
  expect((await stopped).message).toContain('too old');
  await expect(page.getByText('–')).toHaveCount(0);
});

test(
  'the link out of a frame opens the page in a tab of its own, where it runs',
  { tag: DETAIL },
  async ({ page, baseURL }) => {
    const frame = await openInFrame(page, `${baseURL}`, {
      sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    });
    const [tab] = await Promise.all([page.waitForEvent('popup'), frame.getByRole('alert').getByRole('link').click()]);
    await expect(tab.getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute('aria-busy', 'false');
  },
);

test('a frame that leaves the page its origin runs it', { tag: DETAIL }, async ({ page, baseURL }) => {
  const frame = await openInFrame(page, `${baseURL}`, {
    sandbox: 'allow-scripts allow-same-origin',
    width: 1200,
    height: 800,
  });
  await expect(frame.getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute('aria-busy', 'false');
});

test('where no file of the page loads, its own text says so', async ({ page }) => {
  await page.route(/\.(?:js|css)$/, (route) => route.abort());
  await page.goto('./');
  await expect(page.getByText('The browser does not let this page load its own files')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Spillway in a tab of its own' })).toBeVisible();
});

test('where the app does not load, the page says so; once it does, none of this is seen', async ({ page }) => {
  await page.route('**/assets/entry-*.js', (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText(
    'A part of the page did not load. Check the connection, then reload.',
  );
  await page.unroute('**/assets/entry-*.js');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText(/did not load|does not let/)).toHaveCount(0);
});

test('where cookies are blocked and so messages between tabs, the page runs and says that nothing is saved', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // As in Firefox.
    globalThis.BroadcastChannel = function () {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    } as unknown as typeof BroadcastChannel;
  });
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('alert')).toContainText(
    'Nothing is saved in this browser: its tabs cannot exchange messages (cookies may be blocked).',
  );
});

test('where the app cannot start, the page says why', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.matchMedia = () => {
      throw new Error('<b>Not</b> here.');
    };
  });
  await page.goto('./');
  await expect(page.getByRole('alert')).toHaveText(
    'SpillwayThe page could not start: <b>Not</b> here. Reload it to try again.',
  );
});
