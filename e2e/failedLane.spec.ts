/** A policy that one limiter cannot run stops that lane alone. */
import { expect, test } from './fixtures.ts';

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

  await failed.getByRole('button', { name: 'Use n 2,592', exact: true }).click();
  await playground.waitUntilSettled();
  await expect(failed.getByRole('img', { name: 'Level of lane 2', exact: true })).toBeVisible();
  await expect(playground.figure(2, 'Admitted')).not.toHaveText('–');
  await playground.button('Undo').click();
  await expect(failed.getByRole('button', { name: 'Use n 2,592', exact: true })).toBeVisible();
});
