/** A log's requests as traffic: from a file, through edits, undo and a reload, into a link, and taken up from the file again. */
import type { Locator, Page } from '@playwright/test';
import { packRecording } from '../src/sim/index.ts';
import { detail, Drawer, expect, Playground, test } from './fixtures.ts';

const START = 1_767_607_200;
const COUNT = 3_000;

/** Stamped to the second: five requests a second of seven clients. */
const DATA = packRecording({
  at: Float64Array.from({ length: COUNT }, (_, i) => Math.floor(i / 5) * 1_000_000),
  client: Uint32Array.from({ length: COUNT }, (_, i) => i % 7),
  costAndBad: new Uint32Array(COUNT).fill(1),
});
const FILE = JSON.stringify({
  title: 'Logged',
  epoch: START,
  duration: 600,
  policy: { n: 20, T: 60 },
  traffic: [{ kind: 'recording', name: 'access.log', start: START, data: DATA }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
});

async function drop(page: Page, name: string, content: string): Promise<void> {
  await page.getByRole('region', { name: 'Lanes', exact: true }).evaluate(
    (element, file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.content], file.name));
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    },
    { name, content },
  );
}

detail(
  'a log that is moved takes the time of day from the playhead, which stays where it is',
  async ({ playground, page }) => {
    await playground.open();
    await drop(page, 'logged.json', JSON.stringify({ ...JSON.parse(FILE), duration: 7_200 }));
    await page.keyboard.press('End');
    await expect(playground.transport).toContainText('12:00:00 UTC');
    const drawer = new Drawer(playground);
    await playground.button('Edit traffic').click();
    await drawer.details.getByRole('button', { name: /^Phase 1: recording/ }).click();
    await drawer.numberField('From').fill('30');
    await expect(playground.transport).toContainText('2 h 0 min');
  },
);

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a recording is opened, edited, undone, reloaded, shared as a link, and taken up from its file', async ({
  playground,
  page,
  browser,
}) => {
  await playground.open();
  await drop(page, 'logged.json', FILE);
  await expect(playground.button('Scenario: Logged')).toBeVisible();
  const opened = await playground.figures(2);
  // Seven clients at 20 a minute, for ten minutes.
  expect(opened[0]).toMatchObject({ admitted: '1,400', denied: '1,600' });

  // Edited: the reading, then its place.
  const drawer = new Drawer(playground);
  await playground.button('Edit traffic').click();
  const phase: Locator = drawer.button('Phase 1: recording, access.log, 3,000 requests, 0 s to 599 s');
  await phase.click();
  await expect(
    drawer.details.getByText('access.log: 3,000 requests from 2026-01-05 10:00:00 to 10:09:59 UTC.'),
  ).toBeVisible();
  await drawer.select('Reading').selectOption('all at once');
  await expect(drawer.details.getByText(/come all at once, at its start/)).toBeVisible();
  const atOnce = await playground.figures(2);
  await drawer.numberField('From').fill('30');
  await drawer.numberField('From').press('Enter');
  await expect(
    drawer.details.getByText(/Here it begins at 30 s, where the clock of this run reads 2026-01-05 10:00:30 UTC/),
  ).toBeVisible();
  expect(await playground.figures(2)).not.toEqual(atOnce);
  await playground.button('Undo').click();
  expect(await playground.figures(2)).toEqual(atOnce);
  await playground.button('Undo').click();
  expect(await playground.figures(2)).toEqual(opened);
  await playground.button('Redo').click();
  expect(await playground.figures(2)).toEqual(atOnce);

  // Kept as a work.
  await playground.waitUntilSaved();
  await page.reload();
  await expect(playground.button('Scenario: Logged')).toBeVisible();
  expect(await playground.figures(2)).toEqual(atOnce);

  // A link names it.
  await playground.button('Share').click();
  const dialog = page.getByRole('dialog', { name: 'Share this run' });
  await expect(dialog.getByText(/It names the recording “access\.log” without the requests/)).toBeVisible();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link.length).toBeLessThan(700);

  // In a browser that never had it.
  const context = await browser.newContext();
  const other = new Playground(await context.newPage());
  await other.page.goto(link);
  await expect(other.button('Scenario: Logged')).toBeVisible();
  await expect(other.alert).toContainText(
    'Phase 1 is the recording “access.log” (3,000 requests), which is not here: a link only names it. ' +
      'Open “access.log”, or a file saved with it, and the run starts.',
  );
  const choosing = other.page.waitForEvent('filechooser');
  await other.button('Open the file').click();
  await (await choosing).setFiles({ name: 'logged.json', mimeType: 'application/json', buffer: Buffer.from(FILE) });
  await expect(other.alert).toContainText('Loaded “access.log” from the file. The scenario is unchanged.');
  expect(await other.figures(2)).toEqual(atOnce);

  // It is there from now on.
  await other.page.reload();
  await expect(other.button('Scenario: Logged')).toBeVisible();
  expect(await other.figures(2)).toEqual(atOnce);
  await context.close();
});

detail('a saved file holds the recording, and opens as the same run', async ({ playground, page }) => {
  await playground.open();
  await drop(page, 'logged.json', FILE);
  await expect(playground.button('Scenario: Logged')).toBeVisible();
  const opened = await playground.figures(2);
  const downloading = page.waitForEvent('download');
  await playground.chooseFromMenu('More', 'Save file');
  const download = await downloading;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const saved = Buffer.concat(chunks).toString();
  expect(JSON.parse(saved)).toMatchObject({ traffic: (JSON.parse(FILE) as { traffic: unknown }).traffic });
  await playground.startNew();
  await drop(page, 'saved.json', saved);
  await expect(playground.button('Scenario: Logged')).toBeVisible();
  expect(await playground.figures(2)).toEqual(opened);
});

detail('a damaged recording is named, and what was there stays', async ({ playground, page }) => {
  await playground.openScenario({ title: 'Mine' });
  await drop(page, 'damaged.json', FILE.replace(DATA, `${DATA.slice(0, -9)}AAAAAAAA`));
  await expect(playground.alert).toContainText(/traffic\[0\]\.data is damaged or cut off/);
  await expect(playground.button('Scenario: Mine')).toBeVisible();
});
