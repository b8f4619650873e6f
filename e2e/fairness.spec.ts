import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { detail, expect, test, type Playground, someOf } from './fixtures.ts';

/** A crawler and two shops: windows of 10 s let two of each in. */
const SHOPS = {
  policy: { n: 2, T: 10 },
  duration: 20,
  traffic: [
    { kind: 'burst', at: 5, count: 8, key: 'crawler', label: 'bad' },
    { kind: 'times', at: [1, 2, 6, 12], key: 'corner shop', label: 'good' },
    { kind: 'times', at: [3], key: 'kiosk', label: 'good' },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'leaky-queue' }],
};

/** A thousand customers, and the few who make most of the noise. */
const ZIPF = {
  policy: { n: 3, T: 10 },
  duration: 60,
  traffic: [
    { kind: 'poisson', rate: 20, key: 'customer', keys: { count: 1_000, share: 'zipf' }, label: 'good' },
    { kind: 'steady', from: 20, to: 30, rate: 10, key: 'scraper', label: 'bad' },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
};

async function openTab(page: Page): Promise<void> {
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Fairness', exact: true }).click();
}

async function openFairness(playground: Playground, document: object): Promise<void> {
  await playground.openScenario(document);
  await openTab(playground.page);
}

const lanesOf = (page: Page) => page.getByRole('table', { name: 'Shares in all lanes', exact: true });
const keysOf = (page: Page, lane: number) => page.getByRole('table', { name: `Keys of lane ${lane}`, exact: true });

test('a long name of a lane is whole, in lines', async ({ playground, page }) => {
  const label = 'nginx limit_req as in production, with a burst';
  await openFairness(playground, {
    ...SHOPS,
    lanes: [{ limiter: 'nginx-limit-req', label }, { limiter: 'leaky-queue' }],
  });
  const name = lanesOf(page).getByRole('button', { name: `1 ${label}` });
  await expect(name).toBeVisible();
  const cut = await name
    .locator('span')
    .evaluate((span) => [span.scrollWidth - span.clientWidth, span.scrollHeight - span.clientHeight]);
  expect(cut).toEqual([0, 0]);
});

test('lanes tell how even their shares are, and what they did to the good and the bad', async ({
  playground,
  page,
}) => {
  await openFairness(playground, SHOPS);
  const lanes = lanesOf(page);
  await expect(lanes.getByRole('columnheader')).toHaveText(['Lane', 'Jain’s index', 'Good refused', 'Bad admitted']);
  // 2, 3 and 1 admitted: (2 + 3 + 1)² / (3 · (4 + 9 + 1)).
  await expect(lanes.getByRole('row').nth(1).getByRole('cell')).toHaveText(['0.857', '1 of 5', '2 of 8']);
  await expect(
    page.getByText('1 means equal shares for all 3 keys, 0.333 means one key gets everything.'),
  ).toBeVisible();

  // From one of the counted to the next.
  const wrong = lanes.getByRole('button', { name: '2 of 8: next bad request admitted by lane 1' });
  await wrong.click();
  await expect(playground.status).toHaveText('Lane 1 admits this request, which is bad.');
  await expect(playground.transport.getByText('5.000 s', { exact: true })).toBeVisible();
  await expect(wrong).toBeFocused();

  const keys = keysOf(page, 1);
  await expect(keys.getByRole('rowheader')).toHaveText(['crawler', 'corner shop', 'kiosk']);
  await expect(keys.getByRole('row').nth(1).getByRole('cell')).toContainText(['8', '2', '6']);
  await expect(keys.getByRole('row').nth(2).getByRole('cell')).toContainText(['4', '3', '1']);

  // A lane that delays has a column for that.
  await expect(keys.getByRole('columnheader', { name: 'Delayed' })).toHaveCount(0);
  await lanes.getByRole('button', { name: '2 Leaky queue' }).click();
  await expect(lanes.getByRole('button', { name: '2 Leaky queue' })).toHaveAttribute('aria-pressed', 'true');
  await expect(keysOf(page, 2).getByRole('columnheader', { name: 'Delayed' })).toBeVisible();
  await expect(keysOf(page, 1)).toHaveCount(0);
});

detail(
  'a strip shows when a key was let in and refused, in words too, and follows the range',
  async ({ playground, page }) => {
    await openFairness(playground, SHOPS);
    const shop = page.getByRole('img', { name: 'Decisions of key corner shop', exact: true });
    await expect(shop).toBeVisible();
    await expect(shop).toHaveAccessibleDescription(/^0 s to 20 s: 3 admitted, 1 denied, at about (5\.9|6\.0)\d+ s\.$/);
    // Ten times as near, around the playhead at the end.
    for (let press = 0; press < 8; press++) await page.keyboard.press('+');
    await expect(shop).not.toHaveAccessibleDescription(/^0 s/);
    await expect(shop).toHaveAccessibleDescription(/20 s: no requests\.$/);
  },
);

detail('a key that is chosen is shown in the charts, and left again', async ({ playground, page }) => {
  await openFairness(playground, SHOPS);
  const lane = playground.lane(1, 'Fixed window');
  const [crawler, kiosk] = ['crawler', 'kiosk'].map((key) =>
    keysOf(page, 1).getByRole('button', { name: key, exact: true }),
  );
  await expect(lane.getByText('key crawler', { exact: true })).toBeVisible();
  await expect(crawler!).toHaveAttribute('aria-pressed', 'true');
  await kiosk!.focus();
  await page.keyboard.press('Enter');
  await expect(lane.getByText('key kiosk', { exact: true })).toBeVisible();
  await expect(kiosk!).toHaveAttribute('aria-pressed', 'true');
  await expect(crawler!).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Enter');
  await expect(lane.getByText('key crawler', { exact: true })).toBeVisible();
});

detail(
  'of very many keys the busiest are named and the others counted; nothing is lost',
  async ({ playground, page }) => {
    await openFairness(playground, ZIPF);
    const rows = keysOf(page, 1).getByRole('row');
    // The head, twenty keys, and all others.
    await expect(rows).toHaveCount(22);
    await expect(rows.nth(1).getByRole('rowheader')).toHaveText('customer-1');
    await expect(rows.last().getByRole('rowheader')).toHaveText(/^\d+ others$/);
    const figures = await rows.evaluateAll((all) =>
      all
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll('td')].slice(0, 3).map((cell) => Number(cell.textContent?.replaceAll(',', ''))),
        ),
    );
    const total = (column: number): string =>
      figures.reduce((sum, row) => sum + row[column]!, 0).toLocaleString('en-US');
    expect(total(1)).toBe(await playground.figure(1, 'Admitted').textContent());
    expect(total(2)).toBe(await playground.figure(1, 'Denied').textContent());
    const requests = figures.slice(0, -1).map(([own]) => own!);
    expect(requests).toEqual(requests.toSorted((a, b) => b - a));
    // What is below the fold is reached by keyboard.
    await expect(rows.last()).not.toBeInViewport();
    await page.getByRole('tabpanel').focus();
    for (let press = 0; press < 8; press++) await page.keyboard.press('PageDown');
    await expect(rows.last()).toBeInViewport();
  },
);

detail('one key, no requests and no lanes each have a sentence that says what to do', async ({ playground, page }) => {
  await openFairness(playground, {
    policy: { n: 2, T: 10 },
    duration: 20,
    traffic: [{ kind: 'times', at: [1, 2, 3] }],
    lanes: [{ limiter: 'fixed-window' }],
  });
  const panel = page.getByRole('tabpanel', { name: 'Fairness' });
  await expect(panel).toContainText(
    'All requests use one key. Give a phase several keys or a label to compare shares.',
  );
  await panel.getByRole('button', { name: 'Try an example' }).click();
  await expect(panel.getByRole('table', { name: 'Shares in all lanes' })).toBeVisible();
  await playground.button('Undo').click();
  await panel.getByRole('button', { name: 'Edit the phases' }).click();
  await expect(page.getByRole('tab', { name: 'Traffic', exact: true })).toHaveAttribute('aria-selected', 'true');
  await playground.startNew();
  await page.getByRole('tab', { name: 'Fairness', exact: true }).click();
  await expect(panel).toContainText(/^No (requests|lanes) yet\./);
});

for (const [name, viewport, colorScheme] of someOf(
  [
    ['wide, dark', { width: 1440, height: 900 }, 'dark'],
    ['medium', { width: 1024, height: 768 }, 'light'],
    ['phone', { width: 390, height: 844 }, 'light'],
  ] as const,
  1,
)) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme });

    detail('has nothing that axe objects to, and fits its window', async ({ playground, page }) => {
      await openFairness(playground, ZIPF);
      await expect(keysOf(page, 1)).toBeVisible();
      await page.getByRole('img', { name: 'Decisions of key customer-1', exact: true }).scrollIntoViewIfNeeded();
      await expectNoViolations(page, 'Fairness');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      const panel = page.getByRole('tabpanel', { name: 'Fairness' });
      expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    });
  });
}
