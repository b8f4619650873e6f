/** A policy that one limiter cannot run stops that lane alone. */
import { detail, expect, test } from './fixtures.ts';

const DOCUMENT = {
  policy: { n: 10, T: 60 },
  duration: 60,
  traffic: [{ kind: 'steady', rate: 1 }],
  lanes: [
    { limiter: 'fixed-window' },
    { limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } },
    { limiter: 'token-bucket' },
  ],
};

test('a lane whose limiter cannot run the policy says so in its place, and one click gives it a policy that runs', async ({
  playground,
  page,
}) => {
  await playground.openScenario(DOCUMENT);
  const failed = playground.lane(2, 'nginx limit_req');
  await expect(failed).toContainText(
    'nginx limit_req: n = 1 per T = 2,592,000 s is less than a thousandth of a request a second',
  );
  await expect(failed).toContainText('own 1 per 30 d');
  await expect(failed.getByRole('img', { name: 'Level of lane 2', exact: true })).toHaveCount(0);
  await expect(playground.alert).toBeEmpty();
  await expect(playground.figure(1, 'Admitted')).toHaveText('10');
  // 10 at first, and one more every 6 s.
  await expect(playground.figure(3, 'Admitted')).toHaveText('19');

  // Keys pass over it.
  const details = page.getByRole('complementary', { name: 'Details' });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(details.getByRole('heading', { name: 'Admitted by Fixed window' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(details.getByRole('heading', { name: 'Admitted by Token bucket' })).toBeVisible();
  await page.keyboard.press('d');
  await expect(playground.status).toHaveText(/^Disagreement 1 of 9\. Fixed window denies it; Token bucket admits it/);

  await failed.getByRole('button', { name: 'Use n 2,592', exact: true }).press('Enter');
  await playground.waitUntilSettled();
  await expect(failed.getByRole('img', { name: 'Level of lane 2', exact: true })).toBeVisible();
  // The button is gone.
  await expect(failed.getByRole('button', { name: 'Lane 2 menu' })).toBeFocused();
  await expect(playground.figure(2, 'Admitted')).not.toHaveText('–');
  await playground.button('Undo').click();
  await expect(failed.getByRole('button', { name: 'Use n 2,592', exact: true })).toBeVisible();
});

detail(
  'a line that is dragged to where its lane cannot run stays in the hand, and finds the way back',
  async ({ playground, page }) => {
    await playground.openScenario({
      ...DOCUMENT,
      policy: { n: 2_700, T: 2_592_000 },
      lanes: [{ limiter: 'nginx-limit-req' }],
    });
    const lane = playground.lane(1, 'nginx limit_req');
    const count = lane.getByRole('img', { name: 'Window count of lane 1', exact: true });
    const error = lane.getByText(/is less than a thousandth of a request a second/);
    const n = playground.slider('Limit n');
    const { x, y, width, height } = (await lane
      .getByTitle('Drag to change n')
      .filter({ visible: true })
      .first()
      .boundingBox())!;
    const hand = [x + width / 2, y + height / 2] as const;
    await page.mouse.move(...hand);
    await page.mouse.down();
    await page.mouse.move(hand[0], hand[1] + 30, { steps: 5 });
    await expect(n).toHaveAttribute('aria-valuetext', /^(1,|2,[0-4]|\d{1,3} )/);
    await playground.waitUntilSettled();
    await expect(playground.figure(1, 'Admitted')).toHaveText('–');
    await expect(count).toBeVisible();
    await expect(error).toBeHidden();

    await page.mouse.move(hand[0], hand[1] - 1, { steps: 5 });
    await expect(n).toHaveAttribute('aria-valuetext', /^2,7/);
    await expect(playground.figure(1, 'Admitted')).not.toHaveText('–');

    await page.mouse.move(hand[0], hand[1] + 30, { steps: 5 });
    await page.mouse.up();
    await expect(error).toBeVisible();
    await expect(count).toBeHidden();
    await playground.button('Undo').click();
    await expect(n).toHaveAttribute('aria-valuetext', '2,700 requests');
    await expect(count).toBeVisible();
  },
);
