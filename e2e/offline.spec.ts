import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Page } from '@playwright/test';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { DETAIL } from './detail.ts';
import { expect, Playground, test as base } from './fixtures.ts';
import { serveFolder, type StaticSite } from './staticSite.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const firstRelease = join(root, 'dist');
const secondRelease = join(root, 'test-results', 'second-release');

const test = base.extend<{ site: StaticSite }>({
  // eslint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const site = await serveFolder(firstRelease);
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => use(site.address),
});

// In one process, which builds the second release once.
test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'allow', ownTab: true });

test.beforeAll(async () => {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--config', 'e2e/secondRelease.config.ts', '--outDir', secondRelease, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], { cwd: root });
});

const BURST = {
  title: 'Burst',
  policy: { n: 2, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [1, 1, 1, 4] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};

/** Until the service worker has stored the release and answers for this page. */
async function waitUntilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Has the page note on its root when it registers the service worker, in milliseconds since it was opened. */
async function noteRegistration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const container = navigator.serviceWorker;
    const register = container.register.bind(container);
    container.register = (...args) => {
      document.documentElement.dataset['registered'] = String(performance.now());
      return register(...args);
    };
  });
}

/** The page asks for a newer release once an hour. */
async function waitAnHour(page: Page): Promise<void> {
  await page.clock.fastForward('01:00:00');
}

/** The file that tells one release from another. */
const releaseOf = (page: Page) => page.locator('script[type=module]').getAttribute('src');

const keptReleases = (page: Page) => page.evaluate(() => caches.keys());

async function openDialog(playground: Playground, button: string, name: string): Promise<void> {
  await playground.button(button).click();
  await expect(playground.page.getByRole('dialog', { name, exact: true })).toBeVisible();
  await playground.page.keyboard.press('Escape');
}

/** Two parts of the page that are loaded when they are first needed. */
async function openPresetsAndShare(playground: Playground): Promise<void> {
  await openDialog(playground, 'Presets', 'Presets');
  await openDialog(playground, 'Share', 'Share this run');
}

/** All such parts. */
async function openEveryPart(playground: Playground): Promise<void> {
  const { page } = playground;
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  await openPresetsAndShare(playground);
  await openDialog(playground, 'Add lane', 'Choose a limiter');
  await playground.chooseFromMenu('Lane 2 menu', 'About this limiter');
  await expect(dialog('Token bucket').getByRole('img', { name: 'State of Token bucket' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await playground.button('Next decision').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('group', { name: 'Rule' })).toBeVisible();
  await details.getByRole('button', { name: 'Close details' }).click();
}

/** Makes the first phase a script: the editor comes, and in the worker the sandbox. */
async function runScript(playground: Playground): Promise<void> {
  const details = playground.page.getByRole('complementary', { name: 'Details' });
  await playground.button('Edit traffic').click();
  await details.getByRole('list', { name: 'Phases' }).getByRole('button').first().click();
  await details.getByRole('combobox', { name: 'Kind' }).selectOption('script');
  await expect(details.getByRole('textbox', { name: 'Script of phase 1', exact: true })).toBeVisible();
  await playground.waitUntilSettled();
  await expect(playground.alert).toHaveText('');
}

test('a page that was opened once is there without a network, with every part of it', async ({
  playground,
  page,
  context,
  site,
}) => {
  await noteRegistration(page);
  await playground.openScenario(BURST);
  await waitUntilKept(page);
  // In its first seconds the processor is for what is shown.
  expect(Number(await page.locator('html').getAttribute('data-registered'))).toBeGreaterThan(5_000);
  const figures = await playground.figures(2);
  await context.setOffline(true);
  site.asked.length = 0;
  await openEveryPart(playground);
  await runScript(playground);
  await playground.button('Undo').click();
  await playground.waitUntilSaved();

  await page.reload();
  expect(await playground.figures(2)).toEqual(figures);
  await openPresetsAndShare(playground);
  await runScript(playground);
  // The browser's own look for a newer service worker is not part of the emulation.
  expect(site.asked.filter((file) => file !== 'sw.js')).toEqual([]);
});

test(
  'all files of the release are kept, and the page can be installed',
  { tag: DETAIL },
  async ({ playground, page, context }) => {
    await playground.open();
    await waitUntilKept(page);
    const kept = await page.evaluate(async () => {
      const [release = ''] = await caches.keys();
      return (await (await caches.open(release)).keys()).map(({ url }) => new URL(url).pathname.split('/').at(-1));
    });
    const built = await readdir(join(firstRelease, 'assets'));
    expect(kept).toEqual(expect.arrayContaining([...built, 'index.html', 'licences.txt']));

    const devTools = await context.newCDPSession(page);
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
    // Chromium calls a test's window incognito, the headless shell does not.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { url, errors } = await devTools.send('Page.getAppManifest');
    expect(url).toMatch(/\/tools\/spillway\/manifest.webmanifest$/);
    expect(errors).toEqual([]);
  },
);

test('a tab that was opened before a release goes on, is told of it, and takes it with its work', async ({
  playground,
  page,
  context,
  site,
}) => {
  await playground.openScenario(BURST);
  const before = await releaseOf(page);
  await waitUntilKept(page);
  const other = new Playground(await context.newPage());
  await other.openScenario(BURST);
  await playground.numberField('Limit n').fill('3');
  const figures = await playground.figures(2);

  site.folder = secondRelease;
  // The service worker may not be listening yet when the first hour ends.
  await expect(async () => {
    await waitAnHour(page);
    await expect(playground.alert).toHaveText('A new version of Spillway is available.', { timeout: 2_000 });
  }).toPass();
  site.asked.length = 0;
  await openPresetsAndShare(playground);
  expect(site.asked.filter((file) => file !== 'sw.js')).toEqual([]);

  await playground.button('Reload').click();
  await page.waitForLoadState();
  await expect.poll(() => releaseOf(page)).not.toBe(before);
  await expect(playground.numberField('Limit n')).toHaveValue('3');
  expect(await playground.figures(2)).toEqual(figures);
  await expect(playground.alert).toHaveText('');

  // The release before is kept for the tab that uses it, and no longer.
  await openPresetsAndShare(other);
  expect(await keptReleases(page)).toHaveLength(2);
  await other.page.goto('./licences.txt'); // a tab that needs no release
  await expect
    .poll(async () => {
      await waitAnHour(page);
      return keptReleases(page);
    })
    .toEqual([expect.stringContaining((await releaseOf(page))?.slice(1) ?? '')]);
  await openPresetsAndShare(playground);
});

test(
  'the page comes from the network, and is the kept one where that is slow or fails',
  { tag: DETAIL },
  async ({ playground, page, site }) => {
    await playground.openScenario(BURST);
    const before = await releaseOf(page);
    await waitUntilKept(page);
    // Without the link, which would make it a way within the page.
    const [address = ''] = page.url().split('#');
    for (const answer of ['nothing', 'error'] as const) {
      site.pageAnswer = answer;
      site.asked.length = 0;
      await page.goto('about:blank');
      await page.goto(address);
      await playground.waitUntilSettled();
      expect(site.asked, answer).toContain('./');
    }
    site.pageAnswer = 'page';
    site.folder = secondRelease;
    await page.reload();
    await playground.waitUntilSettled();
    const after = await releaseOf(page);
    expect(after).not.toBe(before);
    // The page is newer than the service worker that let it through. That one's successor has nothing new to tell.
    await expect.poll(() => keptReleases(page)).toEqual([expect.stringContaining(after?.slice(1) ?? '')]);
    await expect(playground.alert).toHaveText('');
  },
);

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test(
    'a part that a new release has replaced says so, and Reload brings it',
    { tag: DETAIL },
    async ({ page, site }) => {
      const playground = new Playground(page); // the fixture minds that files are missing
      await playground.openScenario(BURST);
      await playground.numberField('Limit n').fill('3');
      site.folder = secondRelease;
      for (const part of ['Presets', 'Share']) {
        await playground.button(part).click();
        await expect(playground.alert).toHaveText(
          'This part of the page could not be loaded: there is no network, or a new version of Spillway has taken its place. Your scenario is unchanged.',
        );
        await playground.button('Dismiss').click();
      }
      await playground.button('Share').click();
      await playground.button('Reload').click();
      await expect(playground.alert).toHaveText('');
      await expect(playground.numberField('Limit n')).toHaveValue('3');
      await openPresetsAndShare(playground);
    },
  );

  test('so do the sandbox for scripts and the simulation', { tag: DETAIL }, async ({ page, site }) => {
    const playground = new Playground(page);
    await playground.openScenario(BURST);
    // With all that comes after the first chart: a part that is missing would say so too, perhaps last.
    await page.waitForLoadState('networkidle');
    site.folder = secondRelease;
    const script = { ...BURST, traffic: [{ kind: 'script', code: 'send(1);' }] };
    await page.evaluate(
      (link) => {
        location.hash = link;
      },
      encodeLink(scenarioOf(script)),
    );
    await expect(playground.alert).toContainText(
      /^The sandbox for scripts could not be loaded: there is no network, or/,
    );
    await page.workers()[0]?.evaluate(() => close());
    await playground.numberField('Limit n').fill('3');
    await page.clock.runFor(6_000);
    await expect(playground.alert).toHaveText(
      'The simulation could not be loaded: there is no network, or a new version of Spillway has taken its place. Your scenario is unchanged.',
    );
    await playground.button('Reload').click();
    await expect(playground.alert).toHaveText('');
    expect((await playground.figures(1))[0]).toMatchObject({ admitted: '1', denied: '0' });
    await expect(playground.numberField('Limit n')).toHaveValue('3');
  });
});
