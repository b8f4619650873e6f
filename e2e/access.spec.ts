import type { Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, expect, someOf, test, type Playground } from './fixtures.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The window, the scheme, and the layout chosen in it; null for the one that it opens with. */
const STATES = [
  ['desktop, Columns', DESKTOP, 'light', 'Columns'],
  ['phone, dark', PHONE, 'dark', null],
  ['desktop, Stacked, dark', DESKTOP, 'dark', 'Stacked'],
  ['desktop, Stacked', DESKTOP, 'light', 'Stacked'],
  ['desktop, Columns, dark', DESKTOP, 'dark', 'Columns'],
  ['laptop', { width: 1280, height: 720 }, 'light', null],
  ['medium', { width: 1024, height: 768 }, 'light', null],
  ['phone, light', PHONE, 'light', null],
] as const;

/** Nothing scrolls sideways, and the dock and the first lane are in sight. */
async function expectToFit(playground: Playground, { width, height }: typeof DESKTOP): Promise<void> {
  expect(await playground.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  const dock = (await playground.transport.boundingBox())!;
  expect(dock.y + dock.height).toBeLessThanOrEqual(height);
  await expect(playground.button('Send')).toBeInViewport();
  await expect(playground.lane(1, 'Fixed window')).toBeInViewport();
}

/** At rest, with each of what opens: details, a dialog and a lane's table. */
async function checkAll(playground: Playground): Promise<void> {
  const { page } = playground;
  await expectNoViolations(page, 'at rest');
  await playground.button('Next decision').click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await expectNoViolations(page, 'with details');
  await page.keyboard.press('t');
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
  await expectNoViolations(page, 'with a table');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNoViolations(page, 'with a dialog');
}

/** In CSS pixels from the left of the window. */
async function rightEdge(element: Locator): Promise<number> {
  const { x, width } = (await element.boundingBox())!;
  return x + width;
}

for (const [name, viewport, colorScheme, chartLayout] of someOf(STATES, 2)) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme });

    test('it fits its window, and axe objects to nothing at rest, with details, a table and a dialog', async ({
      playground,
      page,
    }) => {
      test.slow();
      await playground.open();
      await expectToFit(playground, viewport);
      if (chartLayout !== null)
        await page.getByRole('radio', { name: chartLayout, exact: true }).check({ force: true });
      await checkAll(playground);
    });
  });
}

// A desktop's window, with everything twice as large.
test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

  detail('has nothing that axe objects to, at rest, with details, a table and a dialog', async ({ playground }) => {
    test.slow();
    await playground.open();
    await checkAll(playground);
  });
});

for (const { width, height } of [
  { width: 320, height: 256 },
  { width: 1280, height: 256 },
]) {
  test.describe(`in a window of ${width} × ${height}, as at 400 % zoom`, () => {
    test.use({ viewport: { width, height } });

    detail('the page scrolls, and what is pressed comes into sight', async ({ playground }) => {
      await playground.open();
      await playground.button('Play').click();
      await expect(playground.button('Pause')).toBeInViewport({ ratio: 1 });
      await playground.button('Share').click();
      await expect(playground.page.getByRole('dialog')).toBeVisible();
    });
  });
}

test('the keyboard alone: change n, step, ask why, open and close dialogs, undo', async ({ playground, page }) => {
  await playground.openFirstVisit();
  await page.keyboard.press('p');
  await expect(playground.button('Play')).toBeVisible();

  await page.keyboard.press('ArrowRight');
  await expect(playground.selectedDecision).toBeAttached();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: /^(Admitted|Denied) by Fixed window$/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(details.getByRole('heading', { name: /^(Admitted|Denied) by Sliding log$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  for (const [key, name] of [
    ['l', 'Choose a limiter'],
    ['g', 'Presets'],
    ['s', 'Share this run'],
    ['?', 'Keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }

  await playground.slider('Limit n').focus();
  await page.keyboard.press('PageUp');
  await expect(playground.numberField('Limit n')).toHaveValue('20');
  await page.keyboard.press('Control+z');
  await expect(playground.numberField('Limit n')).toHaveValue('10');
});

detail('shortcuts work on a Russian keyboard, and with Caps Lock', async ({ playground, page }) => {
  await playground.open();
  // Playwright has only an American keyboard.
  const press = (key: object): Promise<void> => page.locator('body').dispatchEvent('keydown', key);
  await press({ key: 'в', code: 'KeyD' });
  await expect(playground.status).toHaveText(/^Disagreement 1 of/);
  await press({ key: 'D', code: 'KeyD' });
  await expect(playground.status).toHaveText(/^Disagreement 2 of/);
  await press({ key: 'я', code: 'KeyZ', ctrlKey: true });
  await expect(playground.status).toHaveText('Nothing to undo.');
  await press({ key: 'л', code: 'KeyK', ctrlKey: true });
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible();
});

detail('single keys can be switched off', async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('l');
  await page.keyboard.press('g');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(playground.status).toHaveText('Nothing to undo.');
  // A key that does nothing is promised nowhere.
  await expect(playground.button('Send')).toHaveText('Send');
  await expect(playground.button('Burst ×10')).not.toHaveAttribute('title');
  await playground.button('More').click();
  await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveText('Keyboard shortcuts');
});

detail('where the system chooses the colours, the clients above n are still hatched', async ({ playground, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await playground.open();
  await page.keyboard.press('2');
  const above = page.getByRole('region', { name: 'Busiest T of each client' }).locator('[class*=above]');
  await expect(above).toHaveCSS('background-image', /gradient/);
});

detail('there, the borders of quiet buttons keep clear of each other', async ({ playground, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await playground.open();
  await page.keyboard.press('2');
  const card = page.getByRole('region', { name: 'Busiest T of each client' });
  const [picture, table] = await Promise.all(
    ['Picture…', 'Table'].map((text) => boxOf(card.getByText(text, { exact: true }))),
  );
  expect(table!.x - picture!.x - picture!.width).toBeGreaterThanOrEqual(4);
});

detail('a word of one letter is a target of 24 by 24 pixels', async ({ playground }) => {
  await playground.open();
  for (const letter of ['n', 'T']) {
    const hit = await playground.button(`${letter}: what it means`).evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const [middle, centre] = [x + width / 2, y + height / 2];
      return [
        [-11.9, 0],
        [11.9, 0],
        [0, -11.9],
        [0, 11.9],
      ].every(([right, down]) => document.elementFromPoint(middle + right!, centre + down!) === button);
    });
    expect(hit, letter).toBe(true);
  }
});

test('the theme is chosen under More, wins over the system and is kept', async ({ playground, page }) => {
  await playground.open();
  await playground.button('More').click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(background).toBe('rgb(14, 16, 20)');
  await page.reload();
  await expect.poll(background).toBe('rgb(14, 16, 20)');
});

detail('nothing leaves the window, whatever its width', async ({ playground, page }) => {
  test.slow();
  // A long title, a long caption and large figures.
  await playground.openScenario({
    title: 'A title that is a good deal longer than what a narrow header has room for',
    notes: 'A sentence that goes on and on, so that no window of any width that we care about shows all of it at once.',
    policy: { n: 1_000_000, T: 1, capacity: 500_000 },
    duration: 4,
    traffic: [{ kind: 'steady', rate: 20, cost: 90_000 }],
    lanes: [{ limiter: 'token-bucket' }, { limiter: 'sliding-log', edition: 'published' }],
  });
  for (const width of [360, 390, 719, 720, 768, 860, 1024, 1199, 1200, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Share', 'More', 'Send', 'Burst ×10']) {
      await expect.poll(() => rightEdge(playground.button(name)), `${name} at ${width}`).toBeLessThanOrEqual(width);
    }
    if (width < 720) continue;
    await expect.poll(() => rightEdge(playground.numberField('Capacity')), `at ${width}`).toBeLessThanOrEqual(width);
    const level = page.getByRole('img', { name: 'Level of lane 1' });
    await expect(level).toBeVisible();
    const figures = await rightEdge(page.getByRole('table', { name: 'Figures of lane 1' }));
    expect(figures, `at ${width}`).toBeLessThanOrEqual((await level.boundingBox())!.x + 1);
  }
});

detail(
  'Space goes on sending after a button was clicked; a button reached by key it presses',
  async ({ playground, page }) => {
    await playground.openScenario({ policy: { n: 9, T: 10 }, duration: 20, lanes: [{ limiter: 'fixed-window' }] });
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await playground.button('Undo').click();
    await expect(playground.figure(1, 'Admitted')).toHaveText('1');
    await page.keyboard.press('Space');
    await expect(playground.figure(1, 'Admitted')).toHaveText('2');
    await page.keyboard.press('Tab');
    await playground.button('Undo').focus();
    await page.keyboard.press('Space');
    await expect(playground.figure(1, 'Admitted')).toHaveText('1');
  },
);

detail('a caption that is no longer true says so, after a reload as well', async ({ playground, page }) => {
  await playground.open();
  await playground.numberField('Limit n').fill('12');
  await playground.waitUntilSettled();
  await playground.waitUntilSaved();
  await page.reload();
  await expect(playground.numberField('Limit n')).toHaveValue('12');
  await expect(page.getByText(/^The limit is 10 requests/)).toBeVisible();
  await expect(page.getByText('Written for n = 10.', { exact: true })).toBeVisible();
});
