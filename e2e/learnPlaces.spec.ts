/** Learn: where its words, its focus and its answers are, in every window. */
import type { Page } from '@playwright/test';
import { boxOf, detail, expect, test, type Playground } from './fixtures.ts';
import { BURST, lessonText, STEP_1, WITH_LESSON } from './ownLesson.ts';

const LIST = { at: 20, from: 0, to: 20, mode: 'learn' } as const;

async function openWindowEdge(playground: Playground, page: Page, step: number): Promise<void> {
  await playground.openScenario(BURST, LIST);
  await lessonText(page)
    .getByRole('button', { name: /The edge of a window/ })
    .click();
  await lessonText(page)
    .getByRole('button', { name: `Step ${step}`, exact: true })
    .click();
  await expect(lessonText(page).getByRole('group', { name: `Step ${step} of 7` })).toBeVisible();
  await playground.waitUntilSettled();
}

detail('a time in the text says where the playhead is, and why it stays before a bet', async ({ playground, page }) => {
  await openWindowEdge(playground, page, 2);
  await lessonText(page).getByRole('button', { name: '10 s', exact: true }).click();
  await expect(playground.status).toHaveText('Place your bet first: then the run goes on.');
  const steps = [{ text: 'Look [there](time:99999).' }];
  await playground.openScenario({ ...BURST, lesson: { title: 'Ours', steps } }, STEP_1);
  await lessonText(page).getByRole('button', { name: 'there' }).click();
  await expect(playground.status).toHaveText('The playhead is at 20 s.');
});

test('a rate is dragged by the edge that is drawn, beside the text as well', async ({ playground, page }) => {
  // Wide for the stylesheet, and not for what the text leaves.
  await page.setViewportSize({ width: 1440, height: 900 });
  const steps = [{ text: 'Slow it down.' }];
  const traffic = [{ kind: 'steady', rate: 2 }];
  await playground.openScenario({ ...BURST, traffic, lesson: { title: 'Ours', steps } }, STEP_1);
  const phase = page.getByRole('button', { name: /^Phase 1/ });
  await expect(phase).toHaveAccessibleName('Phase 1: steady, 2 a second, 0 s to the end');
  const { x, y, width } = await boxOf(phase);
  await page.mouse.move(x + width / 3, y + 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 3, y + 6, { steps: 4 });
  await page.mouse.up();
  await expect(phase).toHaveAccessibleName(/^Phase 1: steady, (?!2 a second).+, 0 s to the end$/);
});

detail('the focus stays: after a presentation, and where a step begins again', async ({ playground, page }) => {
  await playground.openScenario(WITH_LESSON, { ...STEP_1, step: '2' });
  await playground.button('Present').click();
  await expect(page.getByRole('dialog', { name: 'Our burst' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(playground.button('Present')).toBeFocused();
  await lessonText(page).getByRole('button', { name: 'Show me' }).click();
  await lessonText(page).getByRole('button', { name: 'Back to the lesson' }).click();
  await expect(lessonText(page).getByRole('group', { name: 'Step 2 of 2' })).toBeFocused();
});

detail(
  'a phase is outlined where a step names it, and only there, wherever the playhead is',
  async ({ playground, page }) => {
    const phase = page.getByRole('button', { name: /^Phase 2/ });
    await openWindowEdge(playground, page, 3);
    await expect(phase).toHaveAttribute('data-lit');
    await lessonText(page).getByRole('button', { name: 'Show me', exact: true }).click();
    await expect(lessonText(page).getByText('Done.', { exact: true })).toBeVisible();
    // The playhead is past it now.
    await expect(phase).toHaveAttribute('data-lit');
    await lessonText(page).getByRole('button', { name: 'Step 5', exact: true }).click();
    await expect(lessonText(page).getByRole('group', { name: 'Step 5 of 7' })).toBeVisible();
    await playground.waitUntilSettled();
    // Under the playhead, which the track shows in its own way.
    await expect(phase).toHaveAttribute('data-current');
    await expect(phase).not.toHaveAttribute('data-lit');
  },
);

detail('the outline of a lane’s figures leaves their signs and letters alone', async ({ playground, page }) => {
  const steps = [{ text: 'These.', lit: ['figures:0'] }];
  await playground.openScenario({ ...BURST, lesson: { title: 'Ours', steps } }, STEP_1);
  const figures = page.getByRole('table', { name: 'Figures of lane 1' });
  await expect(figures).toHaveAttribute('data-lit');
  expect(await figures.evaluate((one) => parseFloat(getComputedStyle(one).outlineOffset))).toBeGreaterThanOrEqual(0);
});

detail(
  'a lesson is named once: the scenario’s own title is back where there is no lesson',
  async ({ playground, page }) => {
    await playground.openScenario({ ...WITH_LESSON, title: 'Ten at once' }, STEP_1);
    await expect(lessonText(page).getByRole('heading', { name: 'Our burst' })).toBeVisible();
    await expect(playground.button('Scenario: Ten at once')).toHaveCount(0);
    await page.keyboard.press('1');
    await expect(playground.button('Scenario: Ten at once')).toBeVisible();
  },
);

detail('the lane that a step asks about is in sight, in a window too low for all', async ({ playground, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const bet = (lane: number) => ({
    kind: 'number' as const,
    question: 'How many?',
    quantity: { of: 'admitted', lane },
  });
  const steps = [
    { text: 'The third.', bet: bet(2) },
    { text: 'The first.', bet: bet(0) },
  ];
  const lanes = ['token-bucket', 'gcra', 'fixed-window'].map((limiter) => ({ limiter }));
  await playground.openScenario({ ...BURST, lanes, lesson: { title: 'Ours', steps } }, STEP_1);
  await expect(playground.lane(3, 'Fixed window')).toBeInViewport({ ratio: 0.95 });
  await lessonText(page).getByRole('button', { name: 'Next' }).click();
  await expect(playground.lane(1, 'Token bucket')).toBeInViewport({ ratio: 0.95 });
});

detail(
  'an answer chosen by keyboard is in sight above the edge that says more is below',
  async ({ playground, page }) => {
    await page.setViewportSize({ width: 853, height: 480 });
    await openWindowEdge(playground, page, 2);
    const answers = lessonText(page).getByRole('radio');
    const edge = lessonText(page).getByText('More below');
    await answers.first().focus();
    for (const answer of [answers.nth(1), answers.nth(2)]) {
      await page.keyboard.press('ArrowDown');
      await expect(answer).toBeFocused();
      await expect(edge).toBeVisible();
      const { y, height } = await boxOf(answer);
      expect(y + height).toBeLessThanOrEqual((await boxOf(edge)).y);
    }
  },
);

detail('a long word breaks: nothing of it is cut off', async ({ playground, page }) => {
  const long = 'x'.repeat(120);
  const bet = { kind: 'choice', question: `Is it ${long}?`, options: [{ text: long }, { text: 'No' }] };
  const lesson = { title: long, steps: [{ text: `See ${long}.`, bet }] };
  await playground.openScenario({ ...BURST, lesson }, STEP_1);
  const fits = (one: Element): boolean => one.scrollWidth <= one.clientWidth;
  expect(await lessonText(page).getByRole('group', { name: 'Step 1 of 1' }).evaluate(fits)).toBe(true);
  await playground.button('Present').click();
  const slide = page.getByRole('dialog');
  expect(await slide.getByRole('group', { name: 'Step 1' }).evaluate(fits)).toBe(true);
  expect(await slide.getByRole('heading', { name: long }).evaluate(fits)).toBe(true);
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article')).toContainText(`Is it ${long}?`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

detail('a title of any length leaves the words in sight', async ({ playground, page }) => {
  const words = 'Ten requests come at once.';
  const lesson = { title: 'L'.repeat(5_000), steps: [{ text: words }] };
  await playground.openScenario({ ...BURST, lesson }, STEP_1);
  await expect(lessonText(page).getByText(words)).toBeInViewport();
  await playground.button('Present').click();
  await expect(page.getByRole('dialog').getByText(words)).toBeInViewport();
});

detail('what a word names is said not to be there once it is gone', async ({ playground, page }) => {
  const lanes = ['token-bucket', 'gcra'].map((limiter) => ({ limiter }));
  const lesson = { title: 'Ours', steps: [{ text: 'See [the other one](lane:1).', lit: ['lane:1'] }] };
  await playground.openScenario({ ...BURST, lanes, lesson }, STEP_1);
  const word = lessonText(page).getByRole('button', { name: 'the other one' });
  await word.click();
  await expect(playground.status).toHaveText('Outlined on the page: lane 2, GCRA.');
  const outlined = lessonText(page).getByText('Outlined on the page: lane 2, GCRA.');
  await expect(outlined).toBeAttached();
  await playground.chooseFromMenu('Lane 2 menu', 'Remove');
  await word.click();
  await expect(playground.status).toHaveText('Not on the page now: lane 2.');
  await expect(lessonText(page).getByText(/^Outlined on the page/)).not.toBeAttached();
});

detail('the last confusion is answered in sight', async ({ playground, page }) => {
  await playground.openScenario(BURST, LIST);
  await playground.button('Lessons').click();
  const dialog = page.getByRole('dialog', { name: 'Lessons', exact: true });
  await dialog.getByRole('radio', { name: 'What confuses people' }).check();
  await dialog.getByRole('region').getByRole('button').last().click();
  await expect(dialog.getByRole('button', { name: 'Show the run' })).toBeInViewport({ ratio: 1 });
});

for (const [width, height] of [
  [640, 360],
  [844, 390],
  [720, 450],
  [911, 512],
] as const)
  detail(`at ${width} × ${height} the words have two fifths of the window`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await openWindowEdge(playground, page, 2);
    const words = await boxOf(lessonText(page).getByRole('group', { name: 'Step 2 of 7' }).locator('..'));
    expect(words.height).toBeGreaterThan(0.38 * height);
    expect(words.y + words.height).toBeLessThanOrEqual(height);
    await expect(lessonText(page).getByText('More below')).toBeVisible();
    await expect(lessonText(page).getByRole('button', { name: 'Next', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(playground.button('Play')).toBeInViewport({ ratio: 1 });
    // What has the focus comes above the transport, which sticks to the foot of what scrolls.
    const menu = playground.button('Lane 1 menu');
    await menu.focus();
    expect((await boxOf(menu)).y + (await boxOf(menu)).height).toBeLessThanOrEqual(
      (await boxOf(page.getByRole('region', { name: 'Transport' }))).y,
    );
  });

detail(
  'beside a lesson, what Why? says stands side by side, without a column on another',
  async ({ playground, page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await playground.openScenario(
      { ...BURST, lanes: [{ limiter: 'token-bucket' }, { limiter: 'gcra', policy: { n: 2 } }] },
      LIST,
    );
    await page.keyboard.press('d');
    const panel = page.getByRole('tabpanel', { name: 'Why?' });
    const rule = await boxOf(panel.getByText('Rule with actual values'));
    const answer = await boxOf(panel.getByText('As a server would answer'));
    expect(rule.width).toBeGreaterThan(200);
    expect(answer.x + answer.width <= rule.x || answer.x >= rule.x + rule.width).toBe(true);
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  detail('what is said to a task that is done stays in sight', async ({ playground, page }) => {
    await openWindowEdge(playground, page, 3);
    await lessonText(page).getByRole('button', { name: 'Show me' }).click();
    await expect(lessonText(page).getByRole('button', { name: 'Back to the lesson' })).toBeVisible();
    const foot = await boxOf(lessonText(page).getByRole('button', { name: 'Back to the lesson' }));
    const answer = lessonText(page).getByRole('group', { name: 'Task' }).locator('[aria-live=polite]');
    await expect.poll(async () => ((box) => box.y + box.height)(await boxOf(answer))).toBeLessThanOrEqual(foot.y);
  });
});
