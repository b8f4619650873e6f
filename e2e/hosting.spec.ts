/** The README's configurations, in the real servers where they are installed: the page on a path, with its headers. */
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Page } from '@playwright/test';
import { hostingHeaders, WORKER_POLICY } from '../src/tools/contentSecurityPolicy.mjs';
import { encodeLink } from '../src/sim/index.ts';
import { expect, parseValidScenario, test as base } from './fixtures.ts';
import { HOSTS, type KnownHost } from './hosts.ts';

/** It needs every part: the worker, its chunks and WebAssembly. */
const SCRIPTED = encodeLink(
  parseValidScenario({
    policy: { n: 10, T: 10 },
    duration: 20,
    traffic: [{ kind: 'script', code: 'for (let at = 1; at <= 3; at++) send(at);' }],
    lanes: [{ limiter: 'gcra' }],
  }),
);

const test = base.extend<{ known: KnownHost; address: string }>({
  known: [HOSTS[0] as KnownHost, { option: true }],
  address: async ({ known }, use) => {
    // Without CI, `npm test` installs no web server. What the README says of the headers is compared in a unit test as well.
    // oxlint-disable-next-line no-restricted-properties
    test.skip(!known.isHere, `There is no ${known.name} on this machine.`);
    const host = await known.start();
    try {
      await expect
        .poll(() =>
          fetch(host.address).then(
            ({ status }) => status,
            () => 'not listening yet',
          ),
        )
        .toBe(200);
      await use(host.address);
    } finally {
      await host.stop();
    }
  },
});

for (const known of HOSTS)
  test.describe(known.name, () => {
    test.use({ known });

    test('serves the page with its policies, and the sandbox runs', async ({ playground, page, address }) => {
      const [answer, worker, asset] = await Promise.all([
        page.goto(address + SCRIPTED),
        page.waitForResponse(/\.worker-[^/]*\.js$/),
        page.waitForResponse(/\/assets\/entry-[^/]*\.js$/),
      ]);
      for (const [name, value] of Object.entries(hostingHeaders('/')))
        expect(await answer?.headerValue(name)).toBe(value);
      expect(await worker.headerValue('Content-Security-Policy')).toBe(WORKER_POLICY);
      expect((await answer?.headerValue('Cache-Control')) ?? '').not.toContain('immutable');
      expect(await asset.headerValue('Cache-Control')).toContain('immutable');
      await expect(playground.figure(1, 'Admitted')).toHaveText('3');
    });

    test('may be framed by a page of another origin', async ({ playground, page, address }) => {
      const stop = await frameOf(page, address + SCRIPTED);
      try {
        const frame = page.frameLocator('iframe');
        const row = frame.getByRole('table', { name: 'Figures of lane 1' }).getByRole('row', { name: 'Admitted' });
        await expect(row.getByRole('cell').last()).toHaveText('3');
        await expect(playground.alert).toHaveCount(0);
      } finally {
        await stop();
      }
    });

    test.describe('once it was opened', () => {
      test.use({ serviceWorkers: 'allow' });

      test('is there without a network, with gallery and sandbox', async ({ playground, page, context, address }) => {
        await page.goto(address + SCRIPTED);
        await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
        await context.setOffline(true);
        await page.reload();
        await expect(playground.figure(1, 'Admitted')).toHaveText('3');
        await page.keyboard.press('g');
        const others = page.getByRole('dialog', { name: 'Presets' }).getByRole('region', { name: 'From others' });
        await expect(others.getByRole('listitem').first()).toBeVisible();
        await expect(others.getByRole('note')).toHaveCount(0);
      });
    });
  });

/** Opens a page of another origin that has the address in a frame, as Share's snippet does; the answer ends its server. */
async function frameOf(page: Page, address: string): Promise<() => Promise<void>> {
  const sandbox = 'allow-scripts allow-same-origin allow-popups';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Another</title><iframe sandbox="${sandbox}" src="${address}" width="1000" height="700"></iframe>`,
    );
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
}
