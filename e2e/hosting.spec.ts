/** The configurations of hosting.md, in the real servers where they are installed: the page on a path, with its headers. */
import { hostingHeaders, WORKER_POLICY } from '../src/tools/contentSecurityPolicy.mjs';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { expect, test as base } from './fixtures.ts';
import { DETAIL } from './detail.ts';
import { openInFrame, toldTo } from './framingSite.ts';
import { HOSTS, type KnownHost } from './hosts.ts';

/** It needs every part: the worker, its chunks and WebAssembly. */
const SCRIPTED = scenarioOf({
  policy: { n: 10, T: 10 },
  duration: 20,
  traffic: [{ kind: 'script', code: 'for (let at = 1; at <= 3; at++) send(at);' }],
  lanes: [{ limiter: 'gcra' }],
});

const test = base.extend<{ known: KnownHost; address: string }>({
  known: [HOSTS[0] as KnownHost, { option: true }],
  address: async ({ known, page }, use) => {
    // Without CI, `npm test` installs no web server. What hosting.md says of the headers is compared in a unit test as well.
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
      // What it loads later would find no host, and say so.
      await page.goto('about:blank');
    } finally {
      await host.stop();
    }
  },
});

for (const known of HOSTS)
  test.describe(known.name, () => {
    test.use({ known, ownTab: true });

    test('serves the page with its policies, and the sandbox runs', async ({ playground, page, address }) => {
      const [answer, worker, asset] = await Promise.all([
        page.goto(address + encodeLink(SCRIPTED)),
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

    if (known.isReal)
      test('compresses, knows the folder without its slash, and has nothing that is missing kept', async ({
        address,
      }) => {
        const headers = { 'Accept-Encoding': 'gzip' };
        const page = await fetch(address, { headers });
        const [, entry = ''] = /src="\.\/(assets\/entry-[^"]*\.js)"/.exec(await page.text()) ?? [];
        for (const file of ['', entry]) {
          const answer = await fetch(address + file, { headers });
          expect(answer.headers.get('Content-Encoding')).toBe('gzip');
        }
        expect((await fetch(address.replace(/\/$/, ''))).url).toBe(address);
        // Under the name of a file of another release, browsers would keep it for a year.
        const missing = await fetch(`${address}assets/entry-gone.js`);
        expect(missing.status).toBe(404);
        expect(missing.headers.get('Cache-Control') ?? '').not.toContain('immutable');
      });

    const title = 'embeds its charts in a page of another origin, which is told their height';
    test(title, known === HOSTS[0] ? {} : { tag: DETAIL }, async ({ page, address }) => {
      const link = encodeLink(SCRIPTED, { at: 20, from: 0, to: 20, embed: 'watch' });
      const frame = await openInFrame(page, address + link, { width: 960 });
      const row = frame.getByRole('table', { name: 'Figures of lane 1' }).getByRole('row', { name: 'Admitted' });
      await expect(row.getByRole('cell').last()).toHaveText('3');
      await expect(frame.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
      await expect.poll(() => toldTo(page)).toContainEqual({ type: 'spillway:height', height: expect.any(Number) });
    });

    test.describe('once it was opened', () => {
      test.use({ serviceWorkers: 'allow' });

      test(
        'is there without a network, with gallery and sandbox',
        { tag: DETAIL },
        async ({ playground, page, context, address }) => {
          await page.goto(address + encodeLink(SCRIPTED));
          await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
          await context.setOffline(true);
          await page.reload();
          await expect(playground.figure(1, 'Admitted')).toHaveText('3');
          await page.keyboard.press('g');
          const others = page.getByRole('dialog', { name: 'Presets' }).getByRole('region', { name: 'From others' });
          await expect(others.getByRole('listitem').first()).toBeVisible();
          await expect(others.getByRole('note')).toHaveCount(0);
        },
      );
    });
  });
