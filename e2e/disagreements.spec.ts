/** Where lanes decide the same request differently: the odd lane, in a sentence, and many of them at once. */
import { detail, expect, test } from './fixtures.ts';

const BURST = {
  policy: { n: 3, T: 3 },
  duration: 12,
  traffic: [{ kind: 'times', at: [1, 1, 1, 1, 8] }],
};

test('D selects the lane that stands alone on a request, and says what each answered', async ({ playground, page }) => {
  await playground.openScenario({
    ...BURST,
    lanes: [
      { limiter: 'fixed-window' },
      { limiter: 'sliding-log' },
      { limiter: 'token-bucket' },
      { limiter: 'leaky-queue' },
    ],
  });
  await page.keyboard.press('Home');
  await page.keyboard.press('d');
  await expect(playground.status).toHaveText(/^Disagreement 1 of \d\. Leaky queue delays it; the other three admit\.$/);
  await expect(playground.selectedDecision).toHaveText(/delayed/);
  await expect(playground.lane(4, 'Leaky queue').getByRole('option', { selected: true })).toHaveText(
    /^Request 2 of 5, 1\.000 s, delayed/,
  );
  await page.keyboard.press('Shift+D');
  await expect(playground.status).toHaveText(/^Disagreement (\d) of \1\. /);
});

detail('with two lanes it stays in the one that is looked at', async ({ playground, page }) => {
  await playground.openScenario({ ...BURST, lanes: [{ limiter: 'fixed-window' }, { limiter: 'leaky-queue' }] });
  await page.keyboard.press('Home');
  await page.keyboard.press('d');
  await expect(playground.status).toHaveText(
    /^Disagreement 1 of \d\. Fixed window admits it; Leaky queue delays it\.$/,
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('d');
  await expect(playground.lane(2, 'Leaky queue').getByRole('option', { selected: true })).toBeAttached();
});

detail('in a low window without a sentence the menu has the way to the next one', async ({ playground, page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await playground.openScenario({ ...BURST, lanes: [{ limiter: 'fixed-window' }, { limiter: 'leaky-queue' }] });
  await playground.button('More').click();
  await page.getByRole('menuitem', { name: 'Next disagreement' }).click();
  await expect(playground.selectedDecision).toBeAttached();
});

detail('many disagreements are bars, and the line that counts them says their scale', async ({ playground, page }) => {
  const main = page.getByRole('main');
  const lanes = [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }];
  await playground.openScenario({ ...BURST, lanes: [{ limiter: 'fixed-window' }, { limiter: 'leaky-queue' }] });
  await expect(main.getByText(/^\d disagreements\./)).toBeVisible();
  await playground.openScenario({
    policy: { n: 10, T: 10 },
    duration: 100,
    traffic: [{ kind: 'steady', rate: 20 }],
    lanes,
  });
  await expect(main.getByText(/^\d+ disagreements; a full bar is [\d,.]+ per [\d.]+ \w+\./)).toBeVisible();
});

detail('all lanes of a run are drawn alike, as marks or as densities', async ({ playground, page }) => {
  const displays = () =>
    page.locator('[data-display]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['display']));
  const open = (count: number) =>
    playground.openScenario({
      policy: { n: count, T: 10 },
      duration: 12,
      traffic: [{ kind: 'times', at: Array.from({ length: count }, () => 2) }],
      // Half of them above the line and half below fit where all of them above it do not.
      lanes: [{ limiter: 'fixed-window', policy: { n: count / 2 } }, { limiter: 'fixed-window' }],
    });
  await open(16);
  await expect.poll(displays).toEqual(['marks', 'marks']);
  await open(40);
  await expect.poll(displays).toEqual(['densities', 'densities']);
});
