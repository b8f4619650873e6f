/** Run and Tune: two ways to look at one scenario. */
import type { Locator, Page } from '@playwright/test';
import { decodeLink, encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, test, type Playground } from './fixtures.ts';

const BURST = {
  title: 'Burst',
  policy: { n: 4, T: 10 },
  traffic: [{ kind: 'burst', at: 5, count: 10 }],
  lanes: [{ limiter: 'token-bucket' }],
  duration: 20,
};

const mode = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Mode', exact: true }).getByRole('radio', { name, exact: true });
const showRun = (playground: Playground): Locator => playground.button('Show this run');

detail('the header switches, and both have the policy, Undo, Presets and Share', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await expect(mode(page, 'Run')).toBeChecked();
  await mode(page, 'Tune').check();
  await expect(showRun(playground)).toBeVisible();
  await expect(playground.lanes).toBeHidden();
  await expect(playground.transport).toBeHidden();
  await playground.numberField('Limit n').fill('5');
  await playground.numberField('Limit n').press('Enter');
  await playground.button('Undo').click();
  await expect(playground.numberField('Limit n')).toHaveValue('4');
  await expect(mode(page, 'Tune')).toBeChecked();
  for (const name of ['Works', 'Presets', 'Share']) await expect(playground.button(name)).toBeVisible();
  await showRun(playground).click();
  await expect(mode(page, 'Run')).toBeChecked();
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Denied')).toHaveText('6');
});

detail(
  '1 and 2 switch, and rest with the other single keys; those of the run rest in Tune',
  async ({ playground, page }) => {
    await playground.openScenario(BURST);
    await page.keyboard.press('2');
    await expect(mode(page, 'Tune')).toBeChecked();
    await expect(showRun(playground)).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('i');
    await expect(page.getByRole('complementary')).toHaveCount(0);
    await page.keyboard.press('1');
    await playground.waitUntilSettled();
    await expect(playground.button('Undo')).toBeDisabled();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByRole('checkbox', { name: 'Enable single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('2');
    await expect(mode(page, 'Run')).toBeChecked();
  },
);

test('a key that switches leaves the focus in the page, where what had it goes away', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await playground.button('Add lane').focus();
  await page.keyboard.press('2');
  await expect(page.locator('#clients')).toBeFocused();
  await page.getByRole('button', { name: 'Add goal' }).focus();
  await page.keyboard.press('1');
  await expect(page.locator('#lanes')).toBeFocused();
  await playground.button('Presets').focus();
  await page.keyboard.press('2');
  await expect(mode(page, 'Tune')).toBeChecked();
  await expect(playground.button('Presets')).toBeFocused();
});

detail('the title of the window says which of its modes it is in', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await expect(page).toHaveTitle('Burst · Spillway');
  await page.keyboard.press('2');
  await expect(page).toHaveTitle('Burst · Tune · Spillway');
  await page.keyboard.press('3');
  await expect(page).toHaveTitle('Burst · Learn · Spillway');
  await page.keyboard.press('1');
  await expect(page).toHaveTitle('Burst · Spillway');
});

test('a link holds the mode, and an old one opens in Run', async ({ playground, page }) => {
  await playground.open(encodeLink(scenarioOf(BURST), { at: 5, from: 0, to: 20 }));
  await expect(mode(page, 'Run')).toBeChecked();
  await mode(page, 'Tune').check();
  await playground.button('Share').click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(decodeLink(new URL(link).hash)).toMatchObject({ ok: true, view: { mode: 'tune' } });
  await page.goto('about:blank');
  await page.goto(link);
  await expect(mode(page, 'Tune')).toBeChecked();
  await expect(showRun(playground)).toBeVisible();
  await page.reload();
  await expect(showRun(playground)).toBeVisible();
});

detail(
  'a work is shown again in the mode in which it was left; undo and presets stay in it',
  async ({ playground, page }) => {
    await playground.openScenario(BURST);
    await playground.numberField('Limit n').fill('5');
    await playground.waitUntilSettled();
    await page.keyboard.press('Escape');
    await mode(page, 'Tune').check();
    await playground.waitUntilSaved();
    await page.reload();
    await expect(mode(page, 'Tune')).toBeChecked();
    await expect(playground.numberField('Limit n')).toHaveValue('5');
    await playground.button('Presets').click();
    await page
      .getByRole('dialog', { name: 'Presets' })
      .getByRole('button', { name: /Edge burst/ })
      .first()
      .click();
    await expect(playground.button('Scenario: Edge burst')).toBeVisible();
    await expect(mode(page, 'Tune')).toBeChecked();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  detail('the mode is in the menu, and the policy stays at hand', async ({ playground, page }) => {
    await playground.openScenario(BURST);
    await playground.button('More').click();
    await page.getByRole('menuitemradio', { name: 'Tune', exact: true }).click();
    await expect(showRun(playground)).toBeVisible();
    await expect(playground.button('n 4')).toBeVisible();
    await showRun(playground).click();
    await expect(playground.lanes).toBeVisible();
  });
});
