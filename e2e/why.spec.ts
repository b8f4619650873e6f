import { detail, expect, test } from './fixtures.ts';

/** At 10 s the window begins anew, the log still holds three. */
const EDGE = {
  title: 'Edge',
  policy: { n: 3, T: 10 },
  duration: 24,
  traffic: [{ kind: 'times', at: [8, 9, 9.5, 9.9, 10, 10.5, 11, 20] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
};

test('a denied request says why, until when, and what a server would answer', async ({ playground, page }) => {
  await playground.openScenario(EDGE);
  await page.keyboard.press('Home');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'Denied by Sliding log' })).toBeVisible();
  await expect(details.getByText('Request 5 of 8, at 10.000 s')).toBeVisible();
  const answer = details.getByRole('group', { name: 'Answer' });
  await expect(answer.getByText('429 Too Many Requests')).toBeVisible();
  await expect(answer.getByText('Retry-After: 8', { exact: true })).toBeVisible();
  await expect(answer.getByText('RateLimit-Policy: "default";q=3;w=10', { exact: true })).toBeVisible();
  await expect(answer.getByText('RateLimit: "default";r=0;t=8', { exact: true })).toBeVisible();
  await expect(answer.getByText('draft-ietf-httpapi-ratelimit-headers-11', { exact: false })).toBeVisible();
  const rule = details.getByRole('group', { name: 'Rule' });
  await expect(rule.getByText('3 + 1 ≤ 3')).toBeVisible();
  // A unit stays on its number's line.
  expect(await details.getByRole('group', { name: 'State before and after' }).innerText()).toContain('8.000\u00a0s');

  // What the other lane said of it is a way there.
  await details
    .getByRole('group', { name: 'Other lanes' })
    .getByRole('button', { name: /Fixed window admitted/ })
    .click();
  await expect(details.getByRole('heading', { name: 'Admitted by Fixed window' })).toBeInViewport();
  await expect(answer.getByText('200 OK')).toBeVisible();
  await expect(answer.getByText('RateLimit: "default";r=2;t=10', { exact: true })).toBeVisible();

  // Backwards, one decision at a time.
  await page.keyboard.press('ArrowLeft');
  await expect(details.getByRole('heading', { name: 'Denied by Fixed window' })).toBeVisible();
  await details.getByRole('button', { name: 'Go to 10.000 s' }).click();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '10.000 s of 24 s');
});

test('disagreements are counted, and D goes from one to the next, around the ends', async ({ playground, page }) => {
  await playground.openScenario(EDGE);
  const main = page.getByRole('main');
  await expect(main.getByText('3 disagreements.')).toBeVisible();
  await page.keyboard.press('d');
  await expect(playground.status).toHaveText(/^Disagreement 1 of 3\. /);
  await expect(playground.selectedDecision).toHaveText(/Request 5 of 8, 10.000 s/);
  await page.keyboard.press('d');
  await expect(playground.status).toHaveText(/^Disagreement 2 of 3\. /);
  await page.keyboard.press('Shift+D');
  await expect(playground.status).toHaveText(/^Disagreement 1 of 3\. /);
  await page.keyboard.press('Shift+D');
  await expect(playground.status).toHaveText(/^Disagreement 3 of 3\. /);
  await playground.button('Next disagreement').click();
  await expect(playground.status).toHaveText(/^Disagreement 1 of 3\. /);
});

detail('quick presses each go one further', async ({ playground, page }) => {
  await playground.openScenario(EDGE);
  const pressTwice = (key: string) =>
    page.evaluate((named) => {
      for (let press = 0; press < 2; press++) dispatchEvent(new KeyboardEvent('keydown', { key: named }));
    }, key);
  await pressTwice('d');
  await expect(playground.status).toHaveText(/^Disagreement 2 of 3\. /);
  await pressTwice('ArrowLeft');
  await expect(playground.selectedDecision).toHaveText(/Request 4 of 8/);
});

detail('two of three lanes are picked to be compared', async ({ playground, page }) => {
  await playground.openScenario({ ...EDGE, lanes: [...EDGE.lanes, { limiter: 'fixed-window', label: 'The same' }] });
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Compare' }).click();
  const compare = page.getByRole('tabpanel', { name: 'Compare' });
  await expect(compare.getByText('All 3 lanes are compared.')).toBeVisible();
  await expect(compare.getByText('3 disagreements.')).toBeVisible();
  const box = (lane: number) => compare.getByRole('checkbox', { name: `Compare lane ${lane}` });
  for (const lane of [1, 2, 3]) await expect(box(lane)).toBeChecked();
  await box(2).click();
  await expect(box(2)).not.toBeChecked();
  await expect(compare.getByText('Lanes 1 and 3 are compared.')).toBeVisible();
  await expect(compare.getByText('They agree on every request.')).toBeVisible();
  // Comparing takes two.
  await box(1).click();
  await expect(box(1)).toBeChecked();
  await expect(playground.status).toHaveText('Comparing takes two lanes. Check another one first.');
  await compare.getByRole('button', { name: 'Reset comparison' }).click();
  await expect(compare.getByText('All 3 lanes are compared.')).toBeVisible();
});

detail('the picker is a table of measurements, and sorts by them', async ({ playground, page }) => {
  await playground.openScenario(EDGE);
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Choose a limiter' });
  const row = (name: string) =>
    dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  // A window has both ends of an edge, a log neither: as claimed, and as found.
  await expect(row('Fixed window').getByRole('gridcell', { name: 'claims 20 found 20' })).toBeVisible();
  await expect(row('Sliding log').getByRole('gridcell', { name: 'claims 10 found 10' })).toBeVisible();
  await expect(row('Sliding log').getByRole('gridcell', { name: '816 B' })).toBeVisible();
  // What the source publishes has a row of its own, measured after all that a new lane may have.
  const published = row('Sliding log as published †');
  await expect(published.getByRole('gridcell', { name: 'claims 20 found 20' })).toBeVisible({ timeout: 15_000 });
  await expect(published).toContainText('With its defects: denials recorded, whole milliseconds.');
  // What only its source's code does is marked, as the published row of another is; what is corrected is not.
  await expect(row('Lazy bucket †')).toBeVisible();
  await published.click();
  await expect(row('Sliding log')).toHaveAttribute('aria-selected', 'true');
  await dialog.getByRole('button', { name: 'Bytes at n = 100' }).click();
  await dialog.getByRole('button', { name: 'Bytes at n = 100' }).click();
  await expect(dialog.getByRole('columnheader', { name: 'Bytes at n = 100' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(dialog.getByRole('rowheader').nth(0)).toHaveText('Leaky queue');
  await expect(dialog.getByRole('rowheader').nth(1)).toHaveText('Sliding log');
  await expect(dialog.getByRole('rowheader').nth(2)).toHaveText('Sliding log as published †');
  await dialog.getByRole('searchbox').fill('gcra');
  // It, and the systems that have its rule.
  await expect(dialog.getByRole('rowheader')).toHaveCount(4);
  await expect(dialog.getByRole('rowheader').filter({ hasText: 'GCRA' })).toHaveCount(1);
});
