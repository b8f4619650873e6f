import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone the policy is three chips, each opening its control', async ({ playground }) => {
  await playground.open();
  await playground.button('n 10').tap();
  await playground.numberField('Limit n').fill('5');
  await expect(playground.button('n 5')).toBeVisible();
  await playground.button('T 10 s').tap();
  await expect(playground.numberField('Limit n')).toBeHidden();
  await expect(playground.slider('Window T')).toBeVisible();
  await playground.button('Capacity = n').tap();
  await playground.numberField('Capacity').fill('2');
  await expect(playground.button('Capacity 2')).toBeVisible();
  await expect(playground.lane(2, 'Sliding log').getByText(/peak 5$/)).toBeVisible();
});

test('level and count take turns, and every target is large enough for a finger', async ({ playground, page }) => {
  await playground.open();
  await expect(page.getByRole('img', { name: 'Level of lane 1' })).toBeVisible();
  await playground.button('Count').tap();
  await expect(page.getByRole('img', { name: 'Window count of lane 1' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Level of lane 1' })).toBeHidden();
  for (const name of ['Send', 'Burst ×10', 'Previous decision', 'Next decision', 'n 10', 'Share', 'More']) {
    const box = (await playground.button(name).boundingBox())!;
    expect(box.height, name).toBeGreaterThanOrEqual(43.5);
  }
});

test('a tap on a mark opens the details as a sheet', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 1, T: 10 },
    duration: 20,
    traffic: [{ kind: 'times', at: [5, 10] }],
    lanes: [{ limiter: 'sliding-log' }],
  });
  const list = page.getByRole('listbox', { name: 'Decisions of lane 1' });
  const box = (await list.boundingBox())!;
  await page.touchscreen.tap(box.x + 40 + (box.width - 48) / 2, box.y + box.height / 2 + 8);
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'Denied by Sliding log' })).toBeVisible();
  await playground.button('Close details').tap();
  await expect(details).toBeHidden();
});

test('what worked is said above the chips, which stay legible', async ({ playground, page }) => {
  await playground.open();
  await playground.chooseFromMenu('Lane 3 menu', 'Duplicate');
  await expect(page.getByRole('status')).not.toBeEmpty();
  const said = (await page.getByRole('status').boundingBox())!;
  const chip = (await playground.button('n 10').boundingBox())!;
  expect(said.y + said.height).toBeLessThanOrEqual(chip.y);
});
