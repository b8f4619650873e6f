/** The dialog Works: what is kept, by name, and everything that can be done with it. */
import type { Locator, Page } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';
import { expectNoViolations } from './axe.ts';
import { detail, expect, Playground, test } from './fixtures.ts';

const MINE = {
  title: 'My own work',
  policy: { n: 4, T: 10 },
  duration: 30,
  traffic: [{ kind: 'steady', from: 1, to: 20, rate: 2 }],
  lanes: [{ limiter: 'gcra' }, { limiter: 'sliding-log', edition: 'published' }],
};

class WorksDialog {
  readonly #playground: Playground;
  readonly page: Page;
  readonly dialog: Locator;
  readonly list: Locator;

  constructor(playground: Playground) {
    this.#playground = playground;
    this.page = playground.page;
    this.dialog = this.page.getByRole('dialog', { name: 'Works' });
    this.list = this.dialog.getByRole('list', { name: 'Works' });
  }

  async open(): Promise<void> {
    await this.#playground.button('Works').click();
    await expect(this.dialog).toBeVisible();
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(this.dialog).toBeHidden();
  }

  item(name: string): Locator {
    return this.list.getByRole('listitem', { name, exact: true });
  }

  /** Presses a button of a work. */
  async press(name: string, button: string): Promise<void> {
    await this.item(name).getByRole('button', { name: button, exact: true }).click();
  }

  get names(): Promise<readonly string[]> {
    return this.list
      .locator(':scope > li')
      .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''));
  }

  /** The file that Export all saves. */
  async export(): Promise<{ readonly works: Record<string, unknown>[] }> {
    const saving = this.page.waitForEvent('download');
    await this.dialog.getByRole('button', { name: 'Export all' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^spillway-works-\d{4}-\d{2}-\d{2}\.json$/);
    return JSON.parse(await readFile(await download.path(), 'utf8')) as { works: Record<string, unknown>[] };
  }

  async import(content: unknown, name = 'works.json'): Promise<void> {
    const choosing = this.page.waitForEvent('filechooser');
    await this.dialog.getByRole('button', { name: 'Import' }).click();
    const buffer = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    await (await choosing).setFiles({ name, mimeType: 'application/json', buffer });
  }
}

/** Makes a work of it: a link is kept once it is changed. */
async function openAsWork(playground: Playground, document: object = MINE): Promise<WorksDialog> {
  await playground.openScenario(document);
  await playground.page.keyboard.press('Space');
  await playground.waitUntilSettled();
  await playground.waitUntilSaved();
  return new WorksDialog(playground);
}

detail('what is changed is kept, with a picture of its run; what merely plays is not', async ({ playground }) => {
  await playground.openFirstVisit();
  await expect(playground.button('Pause')).toBeVisible();
  const works = new WorksDialog(playground);
  await works.open();
  await expect(works.dialog.getByText('No works yet. What you change is saved here.')).toBeVisible();
  await expect(works.dialog.getByRole('button', { name: 'Export all' })).toHaveAttribute('aria-disabled', 'true');
  await works.close();
  await expect(playground.button('Works')).toBeFocused();

  await playground.numberField('Limit n').fill('12');
  await playground.waitUntilSettled();
  await playground.waitUntilSaved();
  await works.open();
  const item = works.item('Edge burst');
  await expect(item.getByText('Open in this tab')).toBeVisible();
  await expect(item.getByText(/^Changed just now/)).toBeVisible();
  // Three lanes, each with a base line and three outcomes.
  await expect(item.locator('svg path')).toHaveCount(12);
});

detail('works are opened, renamed, duplicated and begun by the keyboard alone', async ({ playground, page }) => {
  const works = await openAsWork(playground);
  await playground.button('Works').focus();
  await page.keyboard.press('Enter');
  await expect(works.dialog).toBeVisible();

  // Esc keeps the old name and the dialog; Enter keeps the new name.
  const rename = (name: string) => works.item(name).getByRole('button', { name: 'Rename' });
  await rename('My own work').focus();
  await page.keyboard.press('Enter');
  await expect(works.dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Never');
  await page.keyboard.press('Escape');
  await expect(rename('My own work')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Evening peak');
  await page.keyboard.press('Enter');
  await expect(rename('Evening peak')).toBeFocused();
  await expect(playground.status).toHaveText('Renamed to “Evening peak”.');

  await works.item('Evening peak').getByRole('button', { name: 'Duplicate' }).focus();
  await page.keyboard.press('Enter');
  await expect(rename('Evening peak (copy)')).toBeFocused();
  expect(await works.names).toEqual(['Evening peak (copy)', 'Evening peak']);

  await works.item('Evening peak (copy)').getByRole('button', { name: 'Open' }).focus();
  await page.keyboard.press('Enter');
  await expect(works.dialog).toBeHidden();
  await expect(playground.button('Scenario: Evening peak (copy)')).toBeVisible();
  await expect(playground.button('Works')).toBeFocused();

  await works.open();
  await works.dialog.getByRole('button', { name: 'New', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(works.dialog).toBeHidden();
  await expect(playground.button('Scenario: Untitled')).toBeVisible();
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await expect(playground.alert).toHaveText('Your own work is in Works.');
  await expect(playground.button('Back to my work')).toBeVisible();
  await works.open();
  expect(await works.names).toEqual(['Evening peak (copy)', 'Evening peak']);
});

test('a deleted work is one Undo away, also after the dialog was closed', async ({ playground }) => {
  const works = await openAsWork(playground);
  await works.open();
  await works.press('My own work', 'Duplicate');
  await works.press('My own work (copy)', 'Delete');
  await expect(playground.status).toHaveText('Deleted “My own work (copy)”.');
  const deleted = works.item('Deleted: My own work (copy)');
  await expect(deleted).toHaveText(/^Deleted “My own work \(copy\)”\./);
  const undo = deleted.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();

  await works.close();
  await works.open();
  await undo.click();
  await expect(works.item('My own work (copy)').getByRole('button', { name: 'Delete' })).toBeFocused();

  // The work that is open here can be deleted, too: then what is shown is kept by nobody.
  await works.press('My own work', 'Delete');
  await expect(works.item('Deleted: My own work')).toBeVisible();
  await works.item('Deleted: My own work').getByRole('button', { name: 'Undo' }).click();
  await expect(works.item('My own work').getByText('Open in this tab')).toBeVisible();
});

detail('an earlier state is opened from the history, as an undo step', async ({ playground }) => {
  const works = await openAsWork(playground);
  for (const n of ['6', '9']) {
    await playground.numberField('Limit n').fill(n);
    await playground.waitUntilSettled();
    await playground.waitUntilSaved();
  }
  await works.open();
  await works.press('My own work', 'History');
  const states = works.dialog.getByRole('list', { name: 'History of “My own work”' }).getByRole('listitem');
  await expect(states).toHaveCount(4);
  await expect(states.nth(0).getByRole('paragraph').first()).toHaveText('Changed: policy.');
  await expect(states.nth(0)).toContainText('9 per 10 s · GCRA, Sliding log · 1 phase, 1 request sent');
  await expect(states.nth(2)).toContainText('4 per 10 s');
  await states.nth(1).getByRole('button', { name: 'Open this state' }).click();
  await expect(works.dialog).toBeHidden();
  await expect(playground.numberField('Limit n')).toHaveValue('6');
  await expect(playground.status).toHaveText(/^Opened “My own work” as it was on .+\. Ctrl\+Z undoes this\.$/);
  await playground.button('Undo').click();
  await expect(playground.numberField('Limit n')).toHaveValue('9');
});

test('an export brings everything back in another browser; an import says what is wrong', async ({
  playground,
  browser,
}) => {
  const works = await openAsWork(playground);
  await works.open();
  await works.press('My own work', 'Duplicate');
  await works.press('My own work (copy)', 'Rename');
  await playground.page.keyboard.type('Second');
  // Whoever leaves the field has placed the focus.
  await playground.page.keyboard.press('Tab');
  await expect(works.item('Second').getByRole('button', { name: 'Open' })).toBeFocused();
  const file = await works.export();
  expect(file).toMatchObject({ spillway: 'works', works: [{ name: 'Second' }, { name: 'My own work' }] });
  await works.close();
  const figures = await playground.figures(2);

  const context = await browser.newContext();
  const other = new Playground(await context.newPage());
  await other.open();
  // Its clock started later. Works from the future all count as changed now, and would tie.
  await other.page.clock.fastForward(60_000);
  const otherWorks = new WorksDialog(other);
  await otherWorks.open();
  await otherWorks.import(file);
  await expect(other.status).toHaveText('Imported 2 works.');
  await expect.poll(() => otherWorks.names).toEqual(['Second', 'My own work']);
  await otherWorks.press('Second', 'History');
  await expect(otherWorks.dialog.getByRole('list', { name: 'History of “Second”' }).getByRole('listitem')).toHaveCount(
    2,
  );
  // What is there already is added beside it, never over it.
  await otherWorks.import(file);
  await expect(otherWorks.list.locator(':scope > li')).toHaveCount(4);

  const [work] = file.works as [{ states: { document: object }[] }];
  const state = (document: object) => ({ ...work.states[0], document });
  const damaged = { ...work, id: 'damaged', name: 'Damaged', states: [state({ policy: { n: -5 } })] };
  await otherWorks.import({ ...file, works: [{ ...work, id: 'sound' }, damaged] });
  await expect(other.status).toHaveText('Imported 1 work. 1 could not be imported.');
  await expect(otherWorks.dialog.getByText(/“Damaged”.*policy\.n is −5\. It may be a whole number/)).toBeVisible();
  await otherWorks.import('<!doctype html>', 'page.html');
  await expect(otherWorks.dialog.getByText(/page\.html looks like an HTML page\. Import reads/)).toBeVisible();
  await otherWorks.import(MINE);
  await expect(otherWorks.dialog.getByText(/not an export of works.*scenario/)).toBeVisible();
  await expect(other.status).toHaveText('Nothing was imported.');

  // Two hundred more: found by name, and the last of them opens.
  const many = Array.from({ length: 200 }, (_, index) => {
    const title = `Überlauf ${index}`;
    return { ...work, id: title, name: title, states: [state({ ...MINE, title })], changedAt: index };
  });
  await otherWorks.import({ ...file, works: many });
  await expect(otherWorks.dialog.getByText('205 works')).toBeVisible();
  const search = otherWorks.dialog.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('uberlauf 19');
  await expect(otherWorks.dialog.getByText('11 of 205 works')).toBeVisible();
  await search.fill('gone');
  await expect(otherWorks.dialog.getByText('No work is named like “gone”.')).toBeVisible();
  await search.fill('');
  await otherWorks.item('Überlauf 0').scrollIntoViewIfNeeded();
  await otherWorks.press('Überlauf 0', 'Open');
  await expect(otherWorks.dialog).toBeHidden();
  await expect(other.button('Scenario: Überlauf 0')).toBeVisible();

  await otherWorks.open();
  await otherWorks.press('My own work', 'Open');
  await expect(otherWorks.dialog).toBeHidden();
  expect(await other.figures(2)).toEqual(figures);
  await context.close();
});

detail('names of every kind are kept or refused with a reason', async ({ playground, page }) => {
  const works = await openAsWork(playground);
  await works.open();
  let name = 'My own work';
  for (const [typed, shown] of [
    ['', 'Untitled'],
    ['مرحبا بالعالم', 'مرحبا بالعالم'],
    ['🚦'.repeat(50), '🚦'.repeat(50)],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['x'.repeat(5_000), 'x'.repeat(200)],
  ] as const) {
    await works.press(name, 'Rename');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(typed);
    await page.keyboard.press('Enter');
    await expect(works.item(shown)).toBeVisible();
    const { width } = (await works.item(shown).boundingBox())!;
    expect(width).toBeLessThan(760);
    name = shown;
  }
});

detail('a work that another tab has open says so, and is not deleted', async ({ playground, context }) => {
  await openAsWork(playground);
  const other = new Playground(await context.newPage());
  await other.openScenario({ title: 'Beside it', lanes: [{ limiter: 'gcra' }] });
  const works = new WorksDialog(other);
  await works.open();
  const item = works.item('My own work');
  await expect(item.getByText('Open in another tab')).toBeVisible();
  await works.press('My own work', 'Delete');
  await expect(item.getByText('This work is open in another tab. Close it there first.')).toBeVisible();
  // Its name is changed in the tab that has it.
  await works.press('My own work', 'Rename');
  await other.page.keyboard.type('Renamed from beside');
  await other.page.keyboard.press('Enter');
  await expect(works.item('Renamed from beside')).toBeVisible();
  await expect(playground.button('Scenario: Renamed from beside')).toBeVisible();
});

detail('when nothing can be saved, the notice saves a file', async ({ playground, page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await playground.open();
  await playground.numberField('Limit n').fill('12');
  await playground.waitUntilSettled();
  await playground.waitUntilSaved();
  await expect(playground.alert).toContainText('no room left');
  // Nor does the list of works promise it.
  await playground.button('Works').click();
  await expect(page.getByRole('dialog', { name: 'Works' })).toContainText(
    'No works yet. What you change cannot be saved now.',
  );
  await page.keyboard.press('Escape');
  const saving = page.waitForEvent('download');
  await playground.button('Save file').click();
  expect((await saving).suggestedFilename()).toBe('edge-burst.json');
});

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

detail('axe objects to nothing in the dialog, and nothing leaves it', async ({ playground, page }) => {
  const works = await openAsWork(playground);
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    if (viewport === PHONE) await playground.chooseFromMenu('More', 'Works');
    else await works.open();
    await works.press('My own work', 'Duplicate');
    const copy = works.item('My own work (copy)').first();
    await expect(copy.getByRole('button', { name: 'Rename' })).toBeFocused();
    await copy.getByRole('button', { name: 'Delete' }).click();
    // On the phone's turn there are two of them.
    const undo = works.item('Deleted: My own work (copy)').getByRole('button', { name: 'Undo' }).first();
    await expect(undo).toBeFocused();
    await works.press('My own work', 'History');
    await expect(works.dialog.getByRole('button', { name: 'Open this state' }).first()).toBeVisible();
    await works.press('My own work', 'Rename');
    await expect(works.dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolations(page, `${viewport.width}, ${colorScheme}`, ['[role=dialog]']);
    }
    expect(await works.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
    const rightmost = await works.list
      .getByRole('button')
      .evaluateAll((buttons) => Math.max(...buttons.map((button) => button.getBoundingClientRect().right)));
    expect(rightmost).toBeLessThanOrEqual(viewport.width);
    await page.keyboard.press('Escape');
    await works.close();
  }
});

detail('an export of ten works with logs is imported: each may have 8 MB', async ({ playground, page }, testInfo) => {
  const works = await openAsWork(playground);
  await works.open();
  const { works: exported } = await works.export();
  const [work] = exported as [object];
  const lines = Array.from({ length: 10 }, (_, index) =>
    JSON.stringify({ ...work, id: `log ${index}`, recordings: ['x'.repeat(7_900_000)] }),
  );
  const path = testInfo.outputPath('works.json');
  await writeFile(path, `{"spillway":"works","version":1,"works":[\n${lines.join(',\n')}\n]}\n`);
  const choosing = page.waitForEvent('filechooser');
  await works.dialog.getByRole('button', { name: 'Import' }).click();
  await (await choosing).setFiles(path);
  await expect(playground.status).toHaveText('Imported 10 works.');
});
