/** Lessons from their first step to their last, by keyboard and by finger on a phone: all of them in `npm run test:long`. */
import type { Locator, Page } from '@playwright/test';
import { lessons, type BuiltInStep } from '../src/lessons/index.ts';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { boxOf, detail, expect, someOf, test, type Playground } from './fixtures.ts';

const EMPTY = scenarioOf({ lanes: [{ limiter: 'token-bucket' }], duration: 10 });

const text = (page: Page): Locator => page.getByRole('region', { name: 'Lesson', exact: true });
const button = (page: Page, name: string): Locator => text(page).getByRole('button', { name, exact: true });
const words = (page: Page, number: number): Locator =>
  text(page).getByRole('group', { name: new RegExp(`^Step ${number} of`) });

async function openLesson(playground: Playground, id: string): Promise<void> {
  await playground.open(encodeLink(EMPTY, { at: 0, from: 0, to: 10, mode: 'learn', step: `${id}/1` }));
}

/** Goes through a lesson, showing each answer. @param press what the hand does with a button */
async function walk(page: Page, steps: readonly BuiltInStep[], press: (button: Locator) => Promise<void>) {
  for (const [index, { bet, task }] of steps.entries()) {
    await expect(words(page, index + 1)).toBeVisible();
    if (bet !== undefined || task !== undefined) await press(button(page, 'Show me'));
    if (bet !== undefined)
      await expect(
        text(page).locator('[aria-live=polite]', { hasText: /The answer is|the line of the run|the run’s/ }),
      ).toBeVisible();
    if (task !== undefined)
      await expect(text(page).getByRole('group', { name: 'Task', exact: true })).toContainText('Done.');
    if (index + 1 < steps.length) await press(button(page, 'Next'));
  }
}

for (const { id, number, title, load } of someOf(lessons, 1)) {
  test(`lesson ${number}, ${title}: by keyboard`, async ({ playground, page }) => {
    const { steps } = await load();
    await openLesson(playground, id);
    await walk(page, steps, async (pressed) => {
      await pressed.focus();
      await page.keyboard.press('Enter');
    });
  });
}

detail('the ways on from a last step are within a narrow column', async ({ playground, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await playground.open(encodeLink(EMPTY, { at: 0, from: 0, to: 10, mode: 'learn', step: 'window-edge/7' }));
  const [foot, last] = [text(page).locator('footer'), button(page, 'Next lesson')];
  const [column, way] = [await boxOf(foot), await boxOf(last)];
  // As far from the edge as Back is.
  const { x } = await boxOf(button(page, 'Back'));
  expect(column.x + column.width - way.x - way.width).toBeGreaterThanOrEqual(x - column.x);
});

// Their buttons are those of every lesson: one with every kind of bet, the first, and the one over a cluster.
const BY_FINGER: readonly string[] = ['quota-and-linear', 'what-for', 'many-nodes'];

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const { id, number, title, load } of someOf(
    BY_FINGER.flatMap((wanted) => lessons.filter((lesson) => lesson.id === wanted)),
    1,
  )) {
    test(`lesson ${number}, ${title}: by finger`, async ({ playground, page }) => {
      const { steps } = await load();
      await openLesson(playground, id);
      await walk(page, steps, async (pressed) => {
        expect((await pressed.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await pressed.tap();
      });
    });
  }
});
