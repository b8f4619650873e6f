/** The run as a report, with a lane or a work before and after a change, as the page saves it. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, test, type Playground, someOf } from './fixtures.ts';
import { hold, prepareHolding, release, untilHeld } from './heldQuestions.ts';

const KEYS = {
  title: 'Two customers',
  policy: { n: 5, T: 10 },
  duration: 30,
  traffic: [
    { kind: 'steady', from: 1, to: 20, rate: 2, key: 'large' },
    { kind: 'steady', from: 1, to: 20, rate: 0.2, key: 'small' },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log', policy: { n: 100 }, label: 'Generous' }],
};

async function openReport(playground: Playground): Promise<Locator> {
  await playground.chooseFromMenu('More', 'Report…');
  return shownReport(playground.page);
}

async function shownReport(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Report' });
  await expect(dialog.getByRole('group', { name: 'Preview' })).toBeVisible();
  return dialog;
}

async function saved(dialog: Locator, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const saving = dialog.page().waitForEvent('download');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** The texts of a table's rows, without its head. */
function rowsOf(table: Locator): Promise<readonly (readonly string[])[]> {
  return table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

test('a report is saved as Markdown, with the picture that it names beside it', async ({ playground }) => {
  await playground.open();
  const figures = await playground.figures(3);
  const dialog = await openReport(playground);
  const report = await saved(dialog, 'Save report');
  expect(report.name).toMatch(/^edge-burst-report\.md$/);
  const picture = await saved(dialog, 'Save picture');
  expect(report.text).toContain(`![Charts of the run](${picture.name})`);
  expect(picture.text).toMatch(/<svg [^]*<\/svg>\s*$/);
  expect(report.text).toMatch(/^# Edge burst\n\nThe limit is 10 requests per 10 s: watch the fixed window/);
  // The numbers of the screen.
  const cells = (name: string) =>
    report.text
      .split('\n')
      .find((line) => line.startsWith(`| ${name} |`))
      ?.split('|')
      .slice(2, -1)
      .map((cell) => cell.trim());
  expect(cells('Admitted')).toEqual(figures.map(({ admitted }) => admitted));
  expect(cells('Denied')).toEqual(figures.map(({ denied }) => denied));
  expect(report.text).toMatch(/\n\[Open this run\]\(http:\/\/[^)\s]+#1~[^)\s]+\)\n$/);
});

detail('a report as HTML is a page of its own, whatever the scenario says', async ({ playground, context }) => {
  const hostile = '</title></svg><script>document.title = "injected"</script> שלום 🎉 & | *';
  const lanes = KEYS.lanes.map((lane) => ({ ...lane, label: hostile }));
  await playground.openScenario({ ...KEYS, title: hostile, notes: hostile, lanes });
  const dialog = await openReport(playground);
  await dialog.getByRole('radio', { name: 'HTML' }).check();
  await dialog.getByRole('combobox', { name: 'Before' }).selectOption({ index: 1 });
  await expect(dialog.getByRole('heading', { name: 'Before and after' })).toBeVisible();
  const { name, text } = await saved(dialog, 'Save report');
  expect(name).toMatch(/\.html$/);

  const reader = await context.newPage();
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(request.url()));
  await reader.setViewportSize({ width: 390, height: 844 });
  await reader.setContent(text);
  expect(asked).toEqual([]);
  await expect(reader.getByRole('heading', { level: 1 })).toContainText('document.title = "injected"');
  expect(await reader.title()).toContain('</title></svg><script>');
  expect(await reader.locator('script').count()).toBe(0);
  await expect(reader.locator('main > svg')).toBeVisible();
  await expect(reader.getByRole('table', { name: 'Figures' }).getByRole('row')).not.toHaveCount(0);
  const overflow = await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectNoViolations(reader, 'the report as a page');
  await reader.close();
});

detail('a report is never of a new run with the figures of the one before', async ({ playground, page }) => {
  await prepareHolding(page);
  await playground.openScenario(KEYS);
  const dialog = await openReport(playground);
  const button = dialog.getByRole('button', { name: 'Save report' });
  await hold(page, 'report');
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    encodeLink(scenarioOf({ ...KEYS, title: 'Another run' })),
  );
  await untilHeld(page);
  await expect(button).toBeDisabled();
  await release(page);
  await expect(dialog.getByRole('heading', { name: 'Another run' })).toBeVisible();
  await expect(button).toBeEnabled();
});

detail('a report compares with the run before the last change', async ({ playground }) => {
  await playground.openScenario(KEYS);
  const n = playground.numberField('Limit n');
  await n.fill('6');
  await n.press('Enter');
  await playground.waitUntilSettled();
  const dialog = await openReport(playground);
  const before = dialog.getByRole('combobox', { name: 'Before' });
  await before.selectOption('1 step ago, before “change of the policy”');
  await expect(dialog.getByText('Before: lane 1, Fixed window, 5 per 10 s, of “Two customers”')).toBeVisible();
  await expect(dialog.getByText('After: lane 1, Fixed window, 6 per 10 s, of “Two customers”')).toBeVisible();
  await expect(dialog.getByText('Both have the same traffic.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Its lane' }).selectOption('Lane 2: Generous');
  await expect(
    dialog.getByText('Before: lane 2, Generous (Sliding log), 100 per 10 s, of “Two customers”'),
  ).toBeVisible();
});

detail('two lanes are compared, with the clients that change sides', async ({ playground }) => {
  await playground.openScenario(KEYS);
  const [before, after] = await playground.figures(2);
  await playground.page.keyboard.press('Control+k');
  const palette = playground.page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill('pull request');
  await palette.getByRole('option', { name: 'Report of the run' }).click();
  const dialog = await shownReport(playground.page);
  await dialog.getByRole('combobox', { name: 'Before' }).selectOption('Lane 1: Fixed window');
  await expect(dialog.getByRole('combobox', { name: 'After' }).locator('option:checked')).toHaveText(
    'Lane 2: Generous',
  );
  const difference = Number(after!.denied) - Number(before!.denied);
  await expect
    .poll(() => rowsOf(dialog.getByRole('table', { name: 'Figures before and after' })))
    .toContainEqual(['Denied', before!.denied, after!.denied, `−${-difference}`]);
  expect(await rowsOf(dialog.getByRole('table', { name: 'Keys that change sides' }))).toEqual([
    ['large', 'no longer refused', `${before!.denied} of 38`, '0 of 38'],
  ]);
  const { text } = await saved(dialog, 'Save report');
  expect(text).toContain('Keys refused before but not after: 1; refused after but not before: 0;');
  expect(text).toContain(`| large | no longer refused | ${before!.denied} of 38 | 0 of 38 |`);
});

detail('a work is what was before, also one that cannot be compared', async ({ playground, page }) => {
  await playground.openScenario({ ...KEYS, title: 'Old limit', policy: { n: 1, T: 10 } });
  await page.keyboard.press('Space');
  await playground.waitUntilSettled();
  await playground.waitUntilSaved();
  await page.goto('about:blank');
  await page.goto(`./${encodeLink(scenarioOf(KEYS))}`);
  await playground.waitUntilSettled();
  const dialog = await openReport(playground);
  const before = dialog.getByRole('combobox', { name: 'Before' });
  await before.selectOption('Work: Old limit');
  await dialog.getByRole('combobox', { name: 'Its lane' }).selectOption('Lane 1: Fixed window');
  await expect(dialog.getByText('Before: lane 1, Fixed window, 1 per 10 s, of “Old limit”')).toBeVisible();
  await expect(dialog.getByText('After: lane 1, Fixed window, 5 per 10 s, of “Two customers”')).toBeVisible();
  // A request was sent by hand before.
  await expect(dialog.getByText('Their traffic differs: not every difference')).toBeVisible();
  expect(await rowsOf(dialog.getByRole('table', { name: 'Keys that change sides' }))).toContainEqual([
    'small',
    'no longer refused',
    expect.stringMatching(/^\d of 4$/),
    '0 of 4',
  ]);
  await before.selectOption('No comparison');
  await expect(dialog.getByRole('table', { name: 'Figures before and after' })).toBeHidden();
});

detail(
  'a report is copied, and where the clipboard is forbidden a sentence says so',
  async ({ playground, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await playground.open();
    const dialog = await openReport(playground);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect(playground.status).toHaveText('Report copied.');
    await expect(dialog.getByText('Report copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Edge burst\n/);
    await page.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } });
    });
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect(
      dialog.getByText('does not let the page write to the clipboard. Save the file instead.'),
    ).toBeVisible();
  },
);

detail('nothing is reported of a run whose future is hidden', async ({ playground, page }) => {
  await playground.open();
  await page.getByRole('checkbox', { name: 'Hide the future', exact: true }).check();
  await playground.chooseFromMenu('More', 'Report…');
  const dialog = page.getByRole('dialog', { name: 'Report' });
  await expect(dialog.getByText('so they are hidden with the future')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save report' })).toBeHidden();
});

for (const [what, size, colorScheme] of someOf(
  [
    ['wide, light', { width: 1440, height: 900 }, 'light'],
    ['phone, dark', { width: 390, height: 844 }, 'dark'],
  ] as const,
  1,
))
  detail(`axe finds nothing wrong with the dialog: ${what}`, async ({ playground, page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await playground.openScenario(KEYS);
    const dialog = await openReport(playground);
    await dialog.getByRole('combobox', { name: 'Before' }).selectOption('Lane 1: Fixed window');
    await expect(dialog.getByRole('table', { name: 'Keys that change sides' })).toBeVisible();
    await expectNoViolations(page, what);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
