/** A limiter that the user writes: from the picker to a link, beside its twin of the textbook. */
import type { Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { detail, expect, someOf, test, type Playground } from './fixtures.ts';

const BASE = {
  policy: { n: 5, T: 10 },
  duration: 40,
  traffic: [
    { kind: 'burst', at: 1, count: 8 },
    { kind: 'steady', from: 5, to: 35, rate: 1 },
  ],
};

/** Admits every other request, and keeps nothing but that. */
const EVERY_OTHER = `export const start = () => ({ asked: 0 });

export function decide(state) {
  state.asked += 1;
  if (state.asked % 2 === 0) {
    return false;
  }
  return true;
}

export const about = { name: 'Every other' };
`;

const details = ({ page }: Playground): Locator => page.getByRole('complementary', { name: 'Details' });

function editorOf({ page }: Playground, lane: number): Locator {
  return page.getByRole('textbox', { name: `Code of lane ${lane}`, exact: true });
}

/** Puts another text in the place of the code. */
async function write(editor: Locator, code: string): Promise<void> {
  await editor.press('Control+a');
  await editor.page().keyboard.insertText(code);
}

async function openCode(playground: Playground, lane: number): Promise<Locator> {
  await playground.chooseFromMenu(`Lane ${lane} menu`, 'Options…');
  await details(playground).getByRole('button', { name: 'Edit the code' }).click();
  const editor = editorOf(playground, lane);
  await expect(editor).toBeVisible();
  return editor;
}

test('with the keyboard alone: added, started from a template, broken, mended, and as its twin decides', async ({
  playground,
  page,
}) => {
  await playground.openScenario({ ...BASE, lanes: [{ limiter: 'token-bucket' }, { limiter: 'fixed-window' }] });
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: 'Choose a limiter' })).toBeVisible();
  await page.keyboard.type('write a program');
  await expect(page.getByRole('row', { name: /^Your own also called/ })).toHaveAttribute('aria-selected', 'true');
  // Its code runs before it is in a lane.
  await expect(page.getByRole('group', { name: 'About Your own' })).toContainText('At 40.000 s: 3.5 of 5 tokens.');
  await expect(playground.alert).toBeEmpty();
  await page.keyboard.press('Enter');
  await expect(playground.lane(3, 'Your own')).toBeVisible();
  const editor = editorOf(playground, 3);
  await expect(editor).toContainText('export function decide(');
  await playground.waitUntilSettled();
  const [bucket, , own] = await playground.figures(3);
  expect(own).toEqual(bucket);

  const templates = details(playground).getByRole('button', { name: 'Start from a template' });
  await templates.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Fixed window', exact: true }).press('Enter');
  await expect(playground.lane(3, 'My fixed window')).toBeVisible();
  await playground.waitUntilSettled();
  const [, window, mine] = await playground.figures(3);
  expect(mine).toEqual(window);

  await editor.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nconst x = 1 +* 2;');
  const line = await editor.locator('.cm-line').count();
  const failed = playground.lane(3, 'My fixed window');
  await expect(failed).toContainText(new RegExp(`line ${line}\\b`));
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(editor).toHaveAccessibleDescription(new RegExp(`line ${line}\\b`));
  expect((await playground.figures(1))[0]).toEqual(bucket);

  // What was typed is one step back; the template another.
  await page.keyboard.press('Control+z');
  await expect(editor).not.toHaveAttribute('aria-invalid');
  expect((await playground.figures(3))[2]).toEqual(window);
  await page.keyboard.press('Control+z');
  await expect(playground.lane(3, 'Your own')).toBeVisible();
  expect((await playground.figures(3))[2]).toEqual(bucket);
});

detail('a template agrees with its twin on every request', async ({ playground, page }) => {
  await playground.openScenario({ ...BASE, lanes: [{ limiter: 'token-bucket' }, { limiter: 'own' }] });
  await page.keyboard.press('Home');
  await page.keyboard.press('d');
  await expect(playground.status).toHaveText('The lanes agree on every request.');
  const editor = await openCode(playground, 2);
  await write(editor, EVERY_OTHER);
  await expect(playground.lane(2, 'Every other')).toBeVisible();
  await playground.waitUntilSettled();
  await expect(playground.figure(2, 'Admitted')).toHaveText('19');
  await expect(page.getByRole('main').getByText(/^\d+ disagreements\./)).toBeVisible();
});

detail('Why? shows the state before and after, and the lines that ran', async ({ playground, page }) => {
  await playground.openScenario(
    { ...BASE, lanes: [{ limiter: 'own', options: { code: EVERY_OTHER } }] },
    { at: 1, from: 0, to: 40, selected: { lane: 0, request: 1 } },
  );
  const panel = page.getByRole('tabpanel', { name: 'Why?' });
  await expect(panel.getByRole('heading', { name: 'Denied by Every other' })).toBeVisible();
  await expect(panel.getByRole('group', { name: 'State before and after' })).toContainText(/asked\s*1 → 2/);
  const executed = panel.getByRole('group', { name: 'Rule' }).getByRole('listitem').filter({ hasText: '(executed)' });
  await expect(executed.filter({ hasText: 'return false;' })).toBeVisible();
  await expect(executed.filter({ hasText: 'return true;' })).toHaveCount(0);
});

test('code that fails in mid-run ends its lane with the line and the request, and the others run', async ({
  playground,
  page,
}) => {
  const code = EVERY_OTHER.replace('return false;', "throw new Error('no more');");
  await playground.openScenario({ ...BASE, lanes: [{ limiter: 'own', options: { code } }, { limiter: 'gcra' }] });
  const failed = playground.lane(1, 'Every other');
  await expect(failed).toContainText(/line 6\b.*no more/);
  await expect(failed).toContainText(/request 2\b/);
  await expect(playground.figure(2, 'Admitted')).not.toHaveText('–');
  await failed.getByRole('button', { name: 'Edit the code' }).click();
  await expect(editorOf(playground, 1)).toBeVisible();
  await details(playground).getByRole('button', { name: 'Go to line 6' }).click();
  await expect(editorOf(playground, 1)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText('return true;');
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Admitted')).toHaveText('38');
});

test('a link holds the code, runs it elsewhere, and says so; a reload loses nothing that is broken', async ({
  playground,
  page,
  browser,
}) => {
  await playground.openScenario({ ...BASE, lanes: [{ limiter: 'gcra' }, { limiter: 'own' }] });
  const editor = await openCode(playground, 2);
  await write(editor, EVERY_OTHER);
  await playground.waitUntilSettled();
  await expect(playground.figure(2, 'Admitted')).toHaveText('19');
  await playground.button('Share').click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.keyboard.press('Escape');

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText('The lanes run code that came with the link, in a sandbox.')).toBeVisible();
  const figures = other.getByRole('table', { name: 'Figures of lane 2' });
  await expect(figures.getByRole('row', { name: 'Admitted' }).getByRole('cell').last()).toHaveText('19');
  await context.close();

  await editor.press('Control+Home');
  await page.keyboard.type('oops ');
  await playground.waitUntilSettled();
  await playground.waitUntilSaved();
  await page.reload();
  await playground.waitUntilSettled();
  await expect(playground.lane(2, 'Every other')).toContainText(/line 1\b/);
  await openCode(playground, 2);
  await expect(editor).toContainText('oops export const start');
});

detail('a new scenario may begin with a bug in code, which is mended there', async ({ playground }) => {
  await playground.open();
  await playground.startNew('A limiter of your own');
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Admitted')).toContainText('69');
  await expect(playground.figure(2, 'Admitted')).toContainText('10');
  await expect(playground.lane(2, 'My bucket')).toBeVisible();
  const editor = editorOf(playground, 2);
  await editor.getByText('Math.floor').click();
  await editor.press('Home');
  await editor.press('Shift+End');
  await editor.page().keyboard.insertText('  const gained = ((now - state.at) * n) / T + 1e-9;');
  await expect(playground.figure(2, 'Admitted')).toContainText('69');
});

detail('what the code exports is completed in whole', async ({ playground, page }) => {
  await playground.openScenario({ ...BASE, lanes: [{ limiter: 'own', options: { code: EVERY_OTHER } }] });
  const level = page.getByRole('img', { name: 'Level of lane 1', exact: true });
  await expect(playground.lane(1, 'Every other')).toContainText('Its code exports no level.');
  await expect(level).toHaveCount(0);
  const editor = await openCode(playground, 1);
  await editor.press('Control+End');
  await page.keyboard.type('lev');
  await expect(page.getByRole('option', { name: /^level/, selected: true })).toBeVisible();
  await page.clock.runFor(100);
  await page.keyboard.press('Enter');
  await page.keyboard.type('return state.asked;');
  await expect(editor).toContainText('export function level(state, now, { n, T, capacity }) {');
  await playground.waitUntilSettled();
  await expect(level).toBeVisible();
  await expect(editor).not.toHaveAttribute('aria-invalid');
});

for (const [name, viewport, colorScheme] of someOf(
  [
    ['phone, dark', { width: 390, height: 844 }, 'dark'],
    ['wide, light', { width: 1440, height: 900 }, 'light'],
  ] as const,
  1,
))
  test.describe(name, () => {
    test.use({ viewport, colorScheme });

    detail('nothing is wrong with the Code tab, nor clipped', async ({ playground, page }) => {
      await playground.openScenario({
        ...BASE,
        lanes: [{ limiter: 'own', options: { code: `${EVERY_OTHER}oops` } }, { limiter: 'gcra' }],
      });
      const editor = await openCode(playground, 1);
      await expect(editor).toHaveAttribute('aria-invalid', 'true');
      await expectNoViolations(page, name, ['[aria-label=Details]', '[aria-label="Lanes"]']);
      const panel = page.getByRole('tabpanel', { name: 'Code' });
      expect(await panel.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      await details(playground).getByRole('button', { name: 'Larger view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Code of lane 1' });
      await expect(dialog.getByRole('textbox')).toBeFocused();
      await expectNoViolations(page, `${name}, larger view`);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
  });
