import type { Page } from '@playwright/test';
import { boxOf, detail, expect, test, type Playground } from './fixtures.ts';

const CAPTION =
  'The limit is 10 requests per 10 s: watch the fixed window at its 10 s edge, where it lets 20 through in 10 s.';
const CLOSING = '24, 15 and 23 of the same 32 requests were admitted. Press Space to send one yourself, or drag n.';

test('a first visit plays the edge burst from 8 s, and says at its end what came of it', async ({
  playground,
  page,
}) => {
  await playground.openFirstVisit();
  await expect(page.getByText(CAPTION)).toBeVisible();
  await expect(playground.button('Pause')).toBeVisible();
  expect(await playground.figures(3)).toEqual([
    { admitted: '24', denied: '8', peak: '20/10' },
    { admitted: '15', denied: '17', peak: '10/10' },
    { admitted: '23', denied: '9', peak: '18/10' },
  ]);

  const seconds = async (): Promise<number> => Number.parseFloat(await playground.playhead());
  expect(await seconds()).toBeGreaterThanOrEqual(8);
  expect(await seconds()).toBeLessThan(20);
  // In one leap of the clock the worker could not answer, and after 5 s of it would be taken for dead: so faster.
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('100');
  await page.clock.runFor(1_000);
  await expect(page.getByText(CLOSING)).toBeVisible();
  await expect(page.getByText(CAPTION)).toBeVisible();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '24.000 s of 24 s');
  await expect(playground.button('Play again')).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [1024, 768],
] as const)
  test(`at ${width} px the lanes do not move when it ends, and both sentences are there in full`, async ({
    playground,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await playground.openFirstVisit();
    const before = await boxOf(playground.lane(1, 'Fixed window'));
    await playToEnd(page);
    await expect(page.getByText(CLOSING)).toBeVisible();
    await expectInFull(playground);
    expect((await boxOf(playground.lane(1, 'Fixed window'))).y).toBe(before.y);
  });

test('another scenario leaves no room for what a first visit ends with', async ({ playground, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await playground.openFirstVisit();
  const first = await boxOf(playground.lane(1, 'Fixed window'));
  await page.keyboard.press('g');
  const presets = page.getByRole('dialog', { name: 'Presets' });
  await presets.getByRole('button', { name: 'Four within four seconds', exact: true }).click();
  await expect(presets).toBeHidden();
  await playground.waitUntilSettled();
  expect((await boxOf(playground.lane(1, 'Fixed window'))).y).toBe(first.y - 36);
});

test('at 390 px both sentences are there in full when it ends', async ({ playground, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.openFirstVisit();
  await playToEnd(page);
  await expect(page.getByText('Press Send to add one yourself, or change n.')).toBeVisible();
  await expectInFull(playground);
});

async function playToEnd(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('100');
  await page.clock.runFor(1_000);
}

async function expectInFull(playground: Playground): Promise<void> {
  const sentence = playground.page.getByRole('group', { name: 'Sentence', exact: true });
  await expect(sentence).toHaveText(CAPTION);
  expect(await sentence.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
  await expect(playground.button('Show all')).toHaveCount(0);
}

for (const [width, height] of [
  [1700, 900],
  [1440, 900],
  [1280, 720],
  [1024, 768],
] as const)
  test(`at ${width} px the lanes do not move when n is changed, and the sentence is there in full with the way back`, async ({
    playground,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await playground.openFirstVisit();
    const before = await boxOf(playground.lane(1, 'Fixed window'));
    await playground.numberField('Limit n').fill('6');
    await playground.numberField('Limit n').press('Enter');
    await expect(playground.button('Set n = 10')).toBeVisible();
    await expectInFull(playground);
    expect((await boxOf(playground.lane(1, 'Fixed window'))).y).toBe(before.y);
  });

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('it is paused at its end, all drawn', async ({ playground, page }) => {
    await playground.openFirstVisit();
    await expect(page.getByText(CAPTION)).toBeVisible();
    await page.clock.runFor(2_000);
    await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '24.000 s of 24 s');
    await expect(playground.button('Play again')).toBeVisible();
  });
});

detail('a hidden caption stays hidden, and one of another n says so', async ({ playground, page }) => {
  await playground.openFirstVisit();
  await playground.numberField('Limit n').fill('12');
  await expect(page.getByText(CAPTION)).toBeVisible();
  await expect(page.getByText('Written for n = 10.', { exact: true })).toBeVisible();
  await playground.button('Undo').click();
  await expect(page.getByText('Written for n = 10.', { exact: true })).toBeHidden();
  await expect(page.getByText(CAPTION)).toBeVisible();
  await playground.button('Hide caption').click();
  await expect(page.getByText(CAPTION)).toBeHidden();
});
