/** The scenario's title and the names of lanes are changed where they stand. */
import type { Locator } from '@playwright/test';
import { detail, expect, Playground, test } from './fixtures.ts';

const MINE = { title: 'Mine', lanes: [{ limiter: 'gcra' }, { limiter: 'fixed-window' }] };
const OTHER = JSON.stringify({ title: 'Brought', lanes: [{ limiter: 'token-bucket' }, { limiter: 'sliding-log' }] });

const titleField = ({ page }: Playground) => page.getByRole('textbox', { name: 'Title', exact: true });
const nameField = ({ page }: Playground) => page.getByRole('textbox', { name: 'Name', exact: true });

async function drop({ page }: Playground, text: string): Promise<void> {
  await page.getByRole('region', { name: 'Lanes', exact: true }).evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', dropped);
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, text);
}

/** A key that an input method takes, which composes a word in a field. */
const pressComposing = (field: Locator, key: string) =>
  field.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });

test('the focus is where the title was left for, and back on it after Enter and Esc', async ({ playground, page }) => {
  await playground.openScenario(MINE);
  await playground.button('Scenario: Mine').click();
  await titleField(playground).fill('Ours');
  const n = playground.numberField('Limit n');
  await n.click();
  await expect(playground.button('Scenario: Ours')).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(n).toBeFocused();

  for (const [key, title] of [
    ['Escape', 'Ours'],
    ['Enter', 'Yours'],
  ] as const) {
    await playground.button('Scenario: Ours').click();
    await titleField(playground).fill('Yours');
    await page.keyboard.press(key);
    await expect(playground.button(`Scenario: ${title}`)).toBeFocused();
  }
});

detail(
  'title, sentence and names begin where their letters do, also where they are cut off',
  async ({ playground }) => {
    const words = 'حد المعدل: من يدخل، ومن ينتظر؟ (10 طلبات).';
    const lanes = [{ limiter: 'gcra', label: words }, { limiter: 'fixed-window' }];
    await playground.openScenario({ title: words, notes: words, lanes });
    const { page } = playground;
    for (const text of [
      playground.button(`Scenario: ${words}`),
      page.getByRole('group', { name: 'Sentence' }),
      page.getByRole('heading', { name: words }),
    ])
      await expect(text).toHaveCSS('direction', 'rtl');
    await expect(page.getByRole('heading', { name: 'Fixed window' })).toHaveCSS('direction', 'ltr');
  },
);

test.describe('as soon as its field is loaded', () => {
  test.use({ ownTab: true });

  test('the title takes the keys from the click on, which are no shortcuts', async ({ playground, page }) => {
    const file = page.waitForResponse((response) => response.url().includes('NameField'));
    await playground.openScenario(MINE);
    await page.evaluate(
      async (url) => {
        await import(url);
        document.querySelector<HTMLElement>('[aria-label="Scenario: Mine"]')!.click();
        // No task comes in between, so no key either.
        await Promise.resolve();
        if (!(document.activeElement instanceof HTMLInputElement)) throw new Error('The title has not got the focus.');
      },
      (await file).url(),
    );
    await expect(titleField(playground)).toBeFocused();
  });
});

test('after a lane is renamed the focus is on its menu, unless the field was left for something else', async ({
  playground,
  page,
}) => {
  await playground.openScenario(MINE);
  for (const key of ['Escape', 'Enter']) {
    await playground.chooseFromMenu('Lane 2 menu', 'Rename');
    await nameField(playground).fill('The second');
    await page.keyboard.press(key);
    await expect(playground.button('Lane 2 menu')).toBeFocused();
    await expect(playground.button('Lane 2 menu')).toHaveAttribute('aria-expanded', 'false');
  }
  await expect(playground.lane(2, 'The second')).toBeVisible();

  await playground.chooseFromMenu('Lane 2 menu', 'Rename');
  await nameField(playground).fill('Left');
  await playground.numberField('Limit n').click();
  await expect(playground.lane(2, 'Left')).toBeVisible();
  await expect(playground.numberField('Limit n')).toBeFocused();
});

detail('a name in hand is none of what is opened meanwhile', async ({ playground }) => {
  for (const rename of [
    async () => {
      await playground.button('Scenario: Mine').click();
      await titleField(playground).fill('A draft');
    },
    async () => {
      await playground.chooseFromMenu('Lane 1 menu', 'Rename');
      await nameField(playground).fill('A draft');
    },
  ]) {
    await playground.openScenario(MINE);
    await rename();
    await drop(playground, OTHER);
    await expect(playground.button('Scenario: Brought')).toBeVisible();
    await playground.numberField('Limit n').click();
    await expect(playground.button('Scenario: Brought')).toBeVisible();
    await expect(playground.lane(1, 'Token bucket')).toBeVisible();
    await expect(nameField(playground)).toHaveCount(0);
    // It was not changed either: one step back is what was shown before.
    await playground.button('Undo').click();
    await expect(playground.button('Scenario: Mine')).toBeVisible();
  }
});

detail('Enter and Esc of an input method end no name, no sentence and no choice', async ({ playground, page }) => {
  await playground.openScenario({ ...MINE, notes: 'Watch.' });
  const bothKeys = async (field: Locator): Promise<void> => {
    for (const key of ['Enter', 'Escape']) await pressComposing(field, key);
    await expect(field).toBeFocused();
  };
  await playground.button('Scenario: Mine').click();
  await titleField(playground).fill('かな');
  await bothKeys(titleField(playground));
  await page.keyboard.press('Enter');
  await expect(playground.button('Scenario: かな')).toBeVisible();

  await playground.chooseFromMenu('Lane 1 menu', 'Rename');
  await nameField(playground).fill('かな');
  await bothKeys(nameField(playground));
  await page.keyboard.press('Enter');
  await expect(playground.lane(1, 'かな')).toBeVisible();

  await playground.button('Edit the sentence').click();
  const sentence = page.getByRole('textbox', { name: 'Sentence', exact: true });
  await sentence.fill('かな');
  await bothKeys(sentence);
  await expect(sentence).toHaveValue('かな');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('group', { name: 'Sentence', exact: true })).toHaveText('かな');

  await page.keyboard.press('l');
  await bothKeys(page.getByRole('searchbox', { name: 'Search', exact: true }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(playground.lane(3, 'Token bucket')).toBeHidden();
});

// Without the fixture, which takes what the browser says of the file that is not there for an error.
detail('where the field cannot be loaded, the page says so and stays', async ({ page }) => {
  const playground = new Playground(page);
  await page.route('**/assets/NameField-*.js', (route) => route.abort());
  await playground.openScenario(MINE);
  const text = 'The name cannot be changed: a part of the page could not be loaded. Reload the page to try again.';
  await playground.chooseFromMenu('Lane 1 menu', 'Rename');
  await expect(playground.status).toHaveText(text);
  await expect(playground.button('Lane 1 menu')).toBeFocused();
  await expect(playground.lane(1, 'GCRA')).toBeVisible();
  await playground.button('Scenario: Mine').click();
  await expect(playground.button('Scenario: Mine')).toBeFocused();
  await page.unrouteAll({ behavior: 'wait' });
});

detail(
  'a name typed in the tab Lane is the lane’s as it is typed, in one undo step, whatever is opened next',
  async ({ playground, page }) => {
    await playground.openScenario(MINE);
    await playground.chooseFromMenu('Lane 1 menu', 'Options…');
    await nameField(playground).pressSequentially('Our edge ');
    await expect(nameField(playground)).toHaveValue('Our edge ');
    await expect(playground.lane(1, 'Our edge')).toBeVisible();
    await playground.button('Undo').click();
    await expect(playground.lane(1, 'GCRA')).toBeVisible();
    await expect(nameField(playground)).toHaveValue('');
    await playground.button('Redo').click();
    await expect(nameField(playground)).toHaveValue('Our edge');

    // At once, before the step has ended.
    await nameField(playground).fill('Our edges');
    await drop(playground, OTHER);
    await expect(playground.button('Scenario: Brought')).toBeVisible();
    await expect(nameField(playground)).toHaveValue('');
    await playground.button('Works').click();
    const works = page.getByRole('dialog', { name: 'Works' });
    await works.getByRole('listitem', { name: 'Mine', exact: true }).getByRole('button', { name: 'Open' }).click();
    await expect(playground.lane(1, 'Our edges')).toBeVisible();
  },
);
