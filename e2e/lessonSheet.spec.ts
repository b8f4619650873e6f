/** A lesson on a phone: its text is a sheet below the page that it is about. */
import type { Locator, Page } from '@playwright/test';
import { boxOf, detail, expect, test, type Playground } from './fixtures.ts';
import { BURST, lessonText, STEP_1 } from './ownLesson.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function openStep(playground: Playground, page: Page, title: RegExp, step: number): Promise<Locator> {
  await playground.open();
  await playground.button('More').tap();
  await page.getByRole('menuitemradio', { name: 'Learn' }).tap();
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await lesson.getByRole('button', { name: title }).tap();
  await lesson.getByRole('button', { name: `Step ${step}`, exact: true }).tap();
  await expect(lesson.getByRole('group', { name: new RegExp(`^Step ${step} of`) })).toBeVisible();
  await playground.waitUntilSettled();
  return lesson;
}

test('Details stand in for the text, and the way back to it is plain', async ({ playground, page }) => {
  const lesson = await openStep(playground, page, /What a limit is for/, 3);
  await page.getByRole('button', { name: /^Phase 2/ }).tap();
  const details = page.getByRole('complementary', { name: 'Details' });
  const key = details.getByRole('textbox', { name: 'Key', exact: true });
  await key.scrollIntoViewIfNeeded();
  await expect(key).toBeInViewport({ ratio: 1 });
  const [panel, chip] = [await boxOf(details), await boxOf(playground.button('n 20'))];
  expect(panel.y + panel.height).toBeLessThanOrEqual(chip.y);
  const words = lesson.getByText(/select their phase/);
  await expect(words).toBeHidden();
  await lesson.getByRole('button', { name: 'Show the text', exact: true }).tap();
  await expect(details).toBeHidden();
  await expect(words).toBeInViewport();
});

test('the control of n is whole above the transport, also once something is said', async ({ playground, page }) => {
  await openStep(playground, page, /The edge of a window/, 3);
  const isFree = (one: Element): boolean => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((part) =>
      one.contains(document.elementFromPoint(left + width / 2, top + part * height)),
    );
  };
  await playground.button('n 10').tap();
  expect(await playground.numberField('Limit n').evaluate(isFree)).toBe(true);
  await page.getByRole('button', { name: /^Phase 2/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(playground.status).not.toBeEmpty();
  expect(await playground.numberField('Limit n').evaluate(isFree)).toBe(true);
  expect(await playground.button('T 10 s').evaluate(isFree)).toBe(true);
});

detail('what collapses the text lies on none of it', async ({ playground, page }) => {
  const lesson = await openStep(playground, page, /The edge of a window/, 2);
  const fold = await boxOf(lesson.getByRole('button', { name: 'Collapse the text', exact: true }));
  const step = lesson.getByRole('group', { name: 'Step 2 of 7' });
  await lesson.getByRole('radio').last().scrollIntoViewIfNeeded();
  const clipped = await step.evaluate((one) => one.parentElement!.getBoundingClientRect().top);
  expect(clipped).toBeGreaterThanOrEqual(fold.y + fold.height);
});

const lit = (page: Page): Locator => page.locator('[data-lit]').filter({ visible: true });

test('what is done in Details is said though they hide the text, which is then shown at that place', async ({
  playground,
  page,
}) => {
  const lesson = await openStep(playground, page, /What a limit is for/, 3);
  await page.getByRole('button', { name: /^Phase 2/ }).tap();
  const waits = lesson.getByText(/^Lane 1, phase 2: exactly 0 denied/).filter({ visible: true });
  await expect(waits).toBeVisible();
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('person');
  const done = lesson.locator('[aria-live=polite]', { hasText: 'Done.' });
  await expect(done.filter({ visible: true })).toHaveText('Done. The text says what comes of it.');
  await expect(waits).toBeHidden();
  await lesson.getByRole('button', { name: 'Show the text', exact: true }).tap();
  await expect(lesson.getByText('Done.', { exact: true }).filter({ visible: true })).toBeInViewport({ ratio: 1 });
  await expect(lesson.getByText(/^All of the person’s calls pass/)).toBeInViewport({ ratio: 0.6 });
});

test('a step that selects a request begins with its words all the same, and they have the focus', async ({
  playground,
  page,
}) => {
  const long = 'Ten requests come at once, and this is said at some length. '.repeat(12);
  const selecting = { text: 'Look at the first.', view: { at: 5, from: 0, to: 20, selected: { lane: 0, request: 0 } } };
  await playground.openScenario({ ...BURST, lesson: { title: 'Ours', steps: [{ text: long }, selecting] } }, STEP_1);
  await lessonText(page).getByRole('button', { name: 'Handout' }).scrollIntoViewIfNeeded();
  await lessonText(page).getByRole('button', { name: 'Next', exact: true }).tap();
  await expect(lessonText(page).getByRole('group', { name: 'Step 2 of 2' })).toBeFocused();
  await expect(lessonText(page).getByText('Look at the first.')).toBeInViewport({ ratio: 1 });
});

test('a step that was changed leaves the text its room: the way back is on the line of the others', async ({
  playground,
  page,
}) => {
  const lesson = await openStep(playground, page, /The edge of a window/, 3);
  const next = lesson.getByRole('button', { name: 'Next', exact: true });
  await page.getByRole('button', { name: /^Phase 2/ }).focus();
  await page.keyboard.press('ArrowLeft');
  const again = lesson.getByRole('button', { name: 'Back to the lesson', exact: true });
  await expect(again).toBeVisible();
  expect((await boxOf(again)).y).toBe((await boxOf(next)).y);
});

test('what a step lights is in sight: a chip of the policy, the line of figures, the chart that it is about', async ({
  playground,
  page,
}) => {
  await openStep(playground, page, /Burst and rate/, 5);
  await expect(playground.button('Capacity 10')).toHaveAttribute('data-lit');
  await expect(lit(page).filter({ hasText: / in, .+ out, peak \d/ })).toBeVisible();
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await lesson.getByRole('button', { name: 'Step 1', exact: true }).tap();
  await expect(playground.button('Count')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-lit][data-chart=count]')).toBeVisible();
  await lesson.getByRole('button', { name: 'Step 2', exact: true }).tap();
  await expect(playground.button('Level')).toHaveAttribute('aria-pressed', 'true');
});

detail('the list of lessons has its title once', async ({ playground, page }) => {
  await playground.open();
  await playground.button('More').tap();
  await page.getByRole('menuitemradio', { name: 'Learn' }).tap();
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await expect(lesson.getByRole('button', { name: /The edge of a window/ })).toBeVisible();
  await expect(lesson.getByRole('heading', { name: 'Lessons', exact: true })).toHaveCount(1);
});

test.describe('on a small one', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('a step begins with words that can be read, also over nodes, and covers no chip', async ({
    playground,
    page,
  }) => {
    const lesson = await openStep(playground, page, /Many nodes/, 6);
    const words = lesson.getByRole('group', { name: /^Step 6 of/ });
    const edge = lesson.getByText('More below', { exact: true });
    // Two lines, above the edge that says that there is more.
    await expect.poll(async () => (await boxOf(edge)).y - (await boxOf(words)).y).toBeGreaterThanOrEqual(56);
    const [chip, transport] = [await boxOf(playground.button('n 10')), await boxOf(playground.transport)];
    expect(chip.y + chip.height).toBeLessThanOrEqual(transport.y);
  });

  detail('a control of the policy that is open leaves its chips above the transport', async ({ playground, page }) => {
    await openStep(playground, page, /Waiting instead/, 2);
    await playground.button('Capacity 5').tap();
    await expect(playground.slider('Capacity')).toBeVisible();
    const gap = async (): Promise<number> => {
      const [chip, transport] = [await boxOf(playground.button('n 1')), await boxOf(playground.transport)];
      return transport.y - chip.y - chip.height;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  });

  detail('all ways on from a last step that was changed share a line', async ({ playground, page }) => {
    const lesson = await openStep(playground, page, /Remembering every/, 5);
    await page.getByRole('button', { name: /^Phase 1/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(lesson.getByRole('button', { name: 'Back to the lesson', exact: true })).toBeVisible();
    const tops = await Promise.all((await lesson.locator('footer').getByRole('button').all()).map(boxOf));
    expect(new Set(tops.map(({ y }) => Math.round(y))).size).toBe(1);
  });
});
