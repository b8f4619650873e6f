/** Learn: a lesson walked through, by keyboard too; bets before answers, tasks, locks, links, the list and the gallery. */
import type { Locator, Page } from '@playwright/test';
import { lessons } from '../src/lessons/index.ts';
import { decodeLink, encodeLink, scenarioOf } from '../src/sim/index.ts';
import { expectNoViolations } from './axe.ts';
import { confusionTopics } from '../src/lessons/confusions/index.ts';
import { detail, Drawer, expect, test, type Playground } from './fixtures.ts';

const BURST = {
  title: 'Burst',
  policy: { n: 4, T: 10 },
  traffic: [{ kind: 'burst', at: 5, count: 10 }],
  lanes: [{ limiter: 'token-bucket' }],
  duration: 20,
};

const text = (page: Page): Locator => page.getByRole('region', { name: 'Lesson', exact: true });
const mode = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Mode', exact: true }).getByRole('radio', { name, exact: true });
const button = (page: Page, name: string): Locator => text(page).getByRole('button', { name, exact: true });
const step = (page: Page, number: number): Locator => text(page).getByRole('group', { name: `Step ${number} of 7` });

async function openWindowEdge(playground: Playground, page: Page): Promise<void> {
  await playground.openScenario(BURST);
  await page.keyboard.press('3');
  await text(page)
    .getByRole('button', { name: /The edge of a window/ })
    .click();
  await expect(step(page, 1)).toBeVisible();
  await playground.waitUntilSettled();
}

detail('beside the list of lessons the header stays within reach', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await page.keyboard.press('3');
  await expect(button(page, 'Make a lesson')).toBeVisible();
  await playground.button('Share').click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
});

test('a lesson is walked through by keyboard alone', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await page.keyboard.press('3');
  await expect(mode(page, 'Learn')).toBeChecked();
  await text(page)
    .getByRole('button', { name: /The edge of a window/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(step(page, 1)).toContainText('counts the requests it lets in');
  await expect(step(page, 1)).toBeFocused();
  await expect(text(page).getByText('Outlined on the page: lane 1, Fixed window.')).toBeAttached();
  await expect(playground.lane(1, 'Fixed window')).toHaveAttribute('data-lit', '');

  await button(page, 'Next').focus();
  await page.keyboard.press('Enter');
  // The step that was gone to is read.
  await expect(step(page, 2)).toBeFocused();
  await expect(playground.slider('Limit n')).toHaveAttribute('aria-disabled', 'true');
  await expect(playground.slider('Limit n')).toHaveAccessibleDescription('Locked in this step.');
  await expect(playground.button('Send')).toBeDisabled();
  const option = text(page).getByRole('radio', { name: '15: the second ten must share' });
  await option.focus();
  await page.keyboard.press('Space');
  await expect(option).toBeChecked();
  await page.keyboard.press('Enter');
  const result = text(page).locator('[aria-live=polite]', { hasText: 'The answer is' });
  await expect(result).toContainText(
    'You said “15: the second ten must share”. The answer is “20: the count starts again at the edge”.',
  );
  await expect(result).toContainText('twice the limit');
  await expect(option).toBeDisabled();
  // What had the focus is gone: it waits before the result.
  await expect(text(page).getByRole('form', { name: 'Your bet', exact: true })).toBeFocused();

  await button(page, 'Next').focus();
  await page.keyboard.press('Enter');
  await expect(step(page, 3)).toBeFocused();
  await playground.waitUntilSettled();
  const task = text(page).getByRole('group', { name: 'Task', exact: true });
  await expect(task).toContainText('Lane 1, phase 2: at least 1 denied (now 0).');
  await page.getByRole('button', { name: /^Phase 2/ }).focus();
  await expect(async () => {
    await page.keyboard.press('ArrowLeft');
    await playground.waitUntilSettled();
    await expect(task).toContainText('Done.', { timeout: 500 });
  }).toPass();
  await button(page, 'Back to the lesson').click();
  await expect(task).not.toContainText('Done.');
  await button(page, 'Show me').click();
  await expect(task).toContainText('Done.');
});

test('what comes is hidden until the bet is placed', async ({ playground, page }) => {
  await openWindowEdge(playground, page);
  await button(page, 'Next').click();
  await expect(step(page, 2)).toBeVisible();
  await playground.waitUntilSettled();
  await expect(page.getByRole('checkbox', { name: 'Hide the future' })).toBeChecked();
  await playground.lanes.press('End');
  await expect(playground.status).toHaveText('Place your bet first: then the run goes on.');
  expect(await playground.playhead()).toMatch(/^9(\.000)? s/);
  await text(page).getByRole('radio', { name: 'I cannot tell' }).check();
  await button(page, 'Place bet').click();
  await expect(page.getByRole('checkbox', { name: 'Hide the future' })).not.toBeChecked();
});

detail('an outlined control of the policy has its label inside the outline', async ({ playground, page }) => {
  await openWindowEdge(playground, page);
  await button(page, 'Step 6').click();
  await expect(step(page, 6)).toBeVisible();
  await step(page, 6).getByRole('button', { name: 'n', exact: true }).hover();
  const control = page.locator('[data-part=n][data-lit]');
  expect(await control.evaluate((one) => parseFloat(getComputedStyle(one).outlineOffset))).toBeGreaterThan(0);
});

detail('a number and a time are form fields with names', async ({ playground, page }) => {
  await openWindowEdge(playground, page);
  await button(page, 'Step 4').click();
  await expect(step(page, 4)).toBeVisible();
  const number = text(page).getByRole('textbox', { name: 'Your number', exact: true });
  await number.fill('many');
  await expect(text(page).getByText('many is not a number. It may be 12, or 3.5.')).toBeVisible();
  await expect(button(page, 'Place bet')).toBeDisabled();
  await number.fill('200');
  await number.press('Enter');
  await expect(text(page).getByText('You said 200. The answer is 200. Right.')).toBeVisible();
  await button(page, 'Next').click();
  await expect(step(page, 5)).toBeVisible();
  await playground.waitUntilSettled();
  const time = text(page).getByRole('slider', { name: 'Your time', exact: true });
  await expect(time).toHaveAttribute('aria-valuetext', 'not chosen yet');
  // Also on the very place where it waits.
  await time.click();
  await expect(text(page).getByRole('textbox', { name: 'Your time, s' })).not.toHaveValue('');
  await time.focus();
  await page.keyboard.press('ArrowRight');
  await expect(text(page).getByRole('textbox', { name: 'Your time, s' })).not.toHaveValue('');
  await text(page).getByRole('textbox', { name: 'Your time, s' }).fill('19');
  await button(page, 'Place bet').click();
  await expect(text(page).getByText('You said 19 s. The answer is 19 s. Right.')).toBeVisible();
});

detail('a time may be bet on wherever it is, however far the charts were zoomed in', async ({ playground, page }) => {
  await playground.open(
    encodeLink(scenarioOf(BURST), { at: 11, from: 6, to: 10, mode: 'learn', step: 'window-edge/5' }),
  );
  const time = text(page).getByRole('textbox', { name: 'Your time, s' });
  await time.fill('24.5');
  await expect(text(page).getByText('It may be a number from 0 to 24.')).toBeVisible();
  await time.fill('19');
  await expect(text(page).getByRole('slider', { name: 'Your time', exact: true })).toHaveAttribute('max', '24');
  await time.press('Enter');
  await expect(text(page).getByText('You said 19 s. The answer is 19 s. Right.')).toBeVisible();
});

test('what a step locks is readable and cannot be changed: in its tabs and in the menu of a lane', async ({
  playground,
  page,
}) => {
  await openWindowEdge(playground, page);
  await button(page, 'Next').click();
  await expect(step(page, 2)).toBeVisible();
  const why = 'Locked in this step.';
  for (const control of [
    page.getByRole('checkbox', { name: 'Follows n' }),
    ...['Move', 'Paint', 'Select'].map((name) => page.getByRole('radio', { name, exact: true })),
  ]) {
    await expect(control).toBeDisabled();
    await expect(control).toHaveAttribute('title', why);
  }
  await expect(playground.button('Edit traffic')).toHaveAttribute('title', why);
  await playground.button('Lane 1 menu').click();
  const menu = page.getByRole('menu');
  for (const name of ['Change limiter…', 'Duplicate', 'Remove'])
    await expect(menu.getByRole('menuitem', { name, exact: true })).toHaveAttribute('aria-disabled', 'true');
  await menu.getByRole('menuitem', { name: 'Options…', exact: true }).click();
  const { details } = new Drawer(playground);
  await expect(details.getByRole('button', { name: 'Change limiter…' })).toHaveAttribute('aria-disabled', 'true');
  await details.getByRole('tab', { name: 'Traffic', exact: true }).click();
  await details.getByRole('button', { name: /^Phase 1: / }).click();
  await expect(details.getByRole('textbox', { name: 'Key' })).toHaveAttribute('readonly');
  await expect(details.getByRole('spinbutton', { name: 'Rate' })).toHaveAttribute('aria-disabled', 'true');
  await expect(details.getByRole('button', { name: 'Add phase' })).toHaveAttribute('aria-disabled', 'true');
});

test('opening is one step of undo; progress and the place outlast a reload; a link opens at its step', async ({
  playground,
  page,
}) => {
  await openWindowEdge(playground, page);
  await button(page, 'Next').click();
  await expect(step(page, 2)).toBeVisible();
  await page.reload();
  await expect(step(page, 2)).toContainText('Ten requests come just before');
  await playground.button('Share').click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(decodeLink(new URL(link).hash)).toMatchObject({
    ok: true,
    view: { mode: 'learn', step: 'window-edge/2', hideFuture: true },
  });
  await page.keyboard.press('Escape');
  await playground.button('Lessons').click();
  const dialog = page.getByRole('dialog', { name: 'Lessons', exact: true });
  await expect(dialog.getByRole('button', { name: /The edge of a window.*at step 2/ })).toBeVisible();
});

detail('a link to a lesson that is not there says so, and the run works', async ({ playground, page }) => {
  const view = { at: 5, from: 0, to: 20, mode: 'learn' as const, step: 'no-such/3' };
  await playground.open(encodeLink(scenarioOf(BURST), view));
  await expect(text(page).getByText('There is no lesson “no-such” in this version. Choose another one.')).toBeVisible();
  await expect(playground.figure(1, 'Denied')).toHaveText('6');
});

detail('the gallery of confusions answers with a run, and names the threads', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await mode(page, 'Learn').check();
  // From the list that Learn begins with; Lessons has it beside them.
  await text(page).getByRole('button', { name: 'What confuses people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lessons', exact: true });
  await expect(dialog.getByRole('radio', { name: 'What confuses people' })).toBeChecked();
  const questions = dialog.getByRole('region').getByRole('button', { expanded: false });
  await expect.poll(() => questions.count()).toBeGreaterThanOrEqual(15);
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(confusionTopics.map(({ name }) => name));
  await questions.first().click();
  await expect(dialog.getByRole('link').first()).toHaveAttribute('href', /^https:\/\/github\.com\//);
  await expectNoViolations(page, 'Learn');
  await dialog.getByRole('button', { name: 'Show the run' }).click();
  await expect(dialog).toBeHidden();
  await playground.waitUntilSettled();
  await expect(mode(page, 'Run')).toBeChecked();
});

for (const colorScheme of ['light', 'dark'] as const) {
  detail(`the list, a bet and its result are accessible (${colorScheme})`, async ({ playground, page }) => {
    await page.emulateMedia({ colorScheme });
    await openWindowEdge(playground, page);
    await expectNoViolations(page, 'Learn');
    await button(page, 'Next').click();
    await expect(step(page, 2)).toBeVisible();
    await playground.waitUntilSettled();
    await expectNoViolations(page, 'Learn');
    await button(page, 'Show me').click();
    await expect(text(page).getByText('The answer is “20: the count starts again at the edge”.')).toBeVisible();
    await expectNoViolations(page, 'Learn');
    await playground.button('Lessons').click();
    await expect(page.getByRole('dialog', { name: 'Lessons', exact: true }).getByRole('listitem')).toHaveCount(
      lessons.length,
    );
    await expectNoViolations(page, 'Learn');
  });
}

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 800, height: 900 } });

  detail('Details stand in for the text, and have room', async ({ playground, page }) => {
    await openWindowEdge(playground, page);
    await playground.chooseFromMenu('Lane 1 menu', 'Options');
    const details = page.getByRole('complementary', { name: 'Details' });
    expect((await details.getByRole('tabpanel').boundingBox())!.height).toBeGreaterThan(120);
    await expect(step(page, 1)).toBeHidden();
    await button(page, 'Show the text').click();
    await expect(step(page, 1)).toBeVisible();
    await expect(details).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  detail('the text is a sheet that folds, and what is pressed is 44 px high', async ({ playground, page }) => {
    await playground.openScenario(BURST);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Learn' }).click();
    await text(page)
      .getByRole('button', { name: /The edge of a window/ })
      .click();
    await expect(step(page, 1)).toBeVisible();
    await playground.waitUntilSettled();
    await expectNoViolations(page, 'Learn');
    for (const name of ['Next', 'Collapse the text', 'Step 2'])
      expect((await button(page, name).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await button(page, 'Collapse the text').click();
    await expect(step(page, 1)).toBeHidden();
    await expect(button(page, 'Show the text')).toBeVisible();
  });
});
