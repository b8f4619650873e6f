/** What fingers do on charts and time axes: one, and two. */
import type { Locator, Page } from '@playwright/test';
import { expectRange, level, rangeOf, STEADY } from './chartRange.ts';
import { boxOf, detail, expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: (readonly [number, number])[]) => Promise<void>;

async function fingersOn(page: Page): Promise<Touch> {
  const session = await page.context().newCDPSession(page);
  return async (type, ...points) => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  };
}

test('one finger reads out, two zoom and pan', async ({ playground, page }) => {
  await playground.openScenario(STEADY, { at: 0, from: 0, to: 40 });
  const touch = await fingersOn(page);
  const { x, y, width, height } = await boxOf(level(page, 1));
  const middle = y + height / 2;
  await touch('touchStart', [x + 100, middle]);
  await touch('touchMove', [x + 140, middle]);
  await touch('touchMove', [x + 180, middle]);
  await expect(playground.lane(1, 'Fixed window').getByText(/used, \d+ of 10$/)).toBeVisible();
  await expectRange(playground, 0, 40);
  await touch('touchEnd');
  await expect(playground.lane(1, 'Fixed window').getByText(/used, \d+ of 10$/)).toBeHidden();

  const at = (share: number): [number, number] => [x + 40 + share * (width - 48), middle];
  await touch('touchStart', at(0.4));
  await touch('touchStart', at(0.4), at(0.6));
  for (const step of [0.05, 0.1, 0.15, 0.2]) await touch('touchMove', at(0.4 - step), at(0.6 + step));
  await touch('touchEnd');
  // 16 and 24 s went to 20 and 80 % of the plot.
  await expect.poll(async () => (await rangeOf(playground)).map(Math.round)).toEqual([13, 27]);
  await touch('touchStart', at(0.3));
  await touch('touchStart', at(0.3), at(0.6));
  for (const step of [0.1, 0.2, 0.3]) await touch('touchMove', at(0.3 + step), at(0.6 + step));
  await touch('touchEnd');
  await expect.poll(async () => (await rangeOf(playground)).map(Math.round)).toEqual([9, 23]);
  await expect(playground.button('n 10')).toBeVisible();
});

detail(
  'two fingers zoom also on two charts, which are lower than a hand; neither selects',
  async ({ playground, page }) => {
    await playground.openScenario(STEADY, { at: 0, from: 0, to: 40 });
    const touch = await fingersOn(page);
    const upper = await boxOf(level(page, 1));
    const lower = await boxOf(page.getByRole('listbox', { name: 'Decisions of lane 1' }));
    const at = ({ x, y, width, height }: typeof upper, share: number): [number, number] => [
      x + 40 + share * (width - 48),
      y + height / 2,
    ];
    // The upper finger stays where it is, on a request.
    await touch('touchStart', at(upper, 0.4));
    await touch('touchStart', at(upper, 0.4), at(lower, 0.6));
    for (const step of [0.1, 0.2]) await touch('touchMove', at(upper, 0.4), at(lower, 0.6 + step));
    await touch('touchEnd');
    // 16 and 24 s went to 40 and 80 % of the plot.
    await expect.poll(async () => (await rangeOf(playground)).map(Math.round)).toEqual([8, 28]);
    await expect(playground.selectedDecision).toHaveCount(0);
    expect(await playground.playhead()).toBe('0.000 s of 40 s');

    // One of them on a phase of the track: it is not dragged.
    await playground.slider('Playhead').press('0');
    const phase = await boxOf(page.getByRole('button', { name: /^Phase 1/ }));
    const middle: [number, number] = [phase.x + phase.width / 2, phase.y + phase.height / 2];
    await touch('touchStart', middle);
    await touch('touchStart', middle, at(upper, 0.8));
    for (const step of [20, 40]) await touch('touchMove', [middle[0] - step, middle[1]], at(upper, 0.8));
    await touch('touchEnd');
    await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  },
);

detail('a grip of 44 px beside the n line drags n', async ({ playground, page }) => {
  await playground.openScenario(STEADY);
  await playground.button('Count').tap();
  const grip = playground.lane(1, 'Fixed window').getByTitle('Drag to change n').last();
  const { x, y, width, height } = await boxOf(grip);
  expect(height).toBeGreaterThanOrEqual(43.5);
  const touch = await fingersOn(page);
  const middle: [number, number] = [x + width / 2, y + height / 2];
  await touch('touchStart', middle);
  for (const step of [4, 8, 12]) await touch('touchMove', [middle[0], middle[1] + step]);
  await touch('touchEnd');
  await expect(playground.button('n 10')).toBeHidden();
  await expect(page.getByRole('button', { name: /^n [1-9]$/ })).toBeVisible();
});

detail('a swipe over a lane’s head goes to the next lane, and back', async ({ playground, page }) => {
  await playground.open();
  const touch = await fingersOn(page);
  const swipe = async (lane: Locator, by: number): Promise<void> => {
    const { x, y } = await boxOf(lane.getByRole('heading').first());
    await touch('touchStart', [x + 60, y + 10]);
    for (const step of [0.25, 0.5, 0.75, 1]) await touch('touchMove', [x + 60 + step * by, y + 10]);
    await touch('touchEnd');
  };
  await swipe(playground.lane(1, 'Fixed window'), -70);
  await expect(playground.status).toHaveText('Lane 2 of 3: Sliding log.');
  await swipe(playground.lane(2, 'Sliding log'), 70);
  await expect(playground.status).toHaveText('Lane 1 of 3: Fixed window.');
  await swipe(playground.lane(1, 'Fixed window'), 70);
  await expect(playground.status).toHaveText('This is the first lane.');
});
