/** Where browsers start no modules or workers, the page says so: none of these may show dashes for ever. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';

test('opened as a file, the page says how to serve it', async ({ page }) => {
  await page.goto(pathToFileURL(fileURLToPath(new URL('../dist/index.html', import.meta.url))).href);
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(
    'SpillwayThis page was opened as a file, and browsers start no modules and no workers from files. Serve it: ' +
      'npm start in the folder of Spillway does, and so does any static host.',
  );
  await expect(page.getByText('–')).toHaveCount(0);
  await expect(alert).toHaveCSS('display', 'grid'); // as the rest of the page looks, by its style sheet
});

/** The page in a frame of another origin's page. Chromium asks a real host: it would block what a route answers. */
async function openInFrame(page: Page, baseURL: string | undefined, sandbox: string): Promise<FrameLocator> {
  const body = `<!doctype html><iframe sandbox="${sandbox}" src="${baseURL}" width="1200" height="800"></iframe>`;
  const elsewhere = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(body));
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  elsewhere.close();
  return page.frameLocator('iframe');
}

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
    const frame = await openInFrame(page, baseURL, 'allow-scripts');
    // Where the app loads, it stops before it draws anything.
    if ('Access-Control-Allow-Origin' in headers) expect((await stopped).message).toContain('no origin of its own');
    else stopped.catch(() => {});
    const alert = frame.getByRole('alert');
    await expect(alert).toContainText(
      'This frame gives the page no origin of its own, so the browser starts no worker here and keeps no work. Open the page in a tab: http',
    );
    await expect(alert.getByRole('link', { name: baseURL ?? '' })).toHaveAttribute('target', '_blank');
    await expect(frame.getByText('–')).toHaveCount(0);
    await expect(alert).toHaveCSS('display', 'grid');
  });
}

test('the link out of a frame opens the page in a tab of its own, where it runs', async ({ page, baseURL }) => {
  const frame = await openInFrame(page, baseURL, 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
  const [tab] = await Promise.all([page.waitForEvent('popup'), frame.getByRole('alert').getByRole('link').click()]);
  await expect(tab.getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute('aria-busy', 'false');
});

test('a frame that leaves the page its origin runs it', async ({ page, baseURL }) => {
  const frame = await openInFrame(page, baseURL, 'allow-scripts allow-same-origin');
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
