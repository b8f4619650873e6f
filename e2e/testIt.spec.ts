/** The drawer tab Test: a lane held against the laws, and the shortest traffic that shows something. */
import type { Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { detail, expect, test, type Playground } from './fixtures.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const SCENARIO = {
  title: 'Three a minute',
  policy: { n: 3, T: 60 },
  lanes: ['fixed-window', 'sliding-log', 'token-bucket', 'gcra'].map((limiter) => ({ limiter })),
  traffic: [{ kind: 'burst', at: 1, count: 2 }],
};
/** What is searched takes a while where all cores are busy. */
const SEARCHED = { timeout: 120_000 };

interface TestPanel {
  readonly laws: Locator;
  readonly find: Locator;
}

async function openTest(playground: Playground, document: object = SCENARIO): Promise<TestPanel> {
  const { page } = playground;
  await playground.openScenario(document);
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Test', exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: 'Test' });
  const find = panel.getByRole('group', { name: 'Find', exact: true });
  await expect(find).toBeVisible();
  return { laws: panel.getByRole('group', { name: 'Laws', exact: true }), find };
}

/** Short enough for a test, and long enough to find what is there. */
async function searchLess(find: Locator, requests = '4', tries = '2000'): Promise<void> {
  await find.getByText('More options', { exact: true }).click();
  await find.getByRole('spinbutton', { name: 'Max. requests' }).fill(requests);
  await find.getByRole('spinbutton', { name: 'Random patterns' }).fill(tries);
}

test('a lane is held against the laws: a fixed window lets 2n through, by design', async ({ playground, page }) => {
  test.slow();
  await playground.openScenario({ ...SCENARIO, policy: { n: 1, T: 60 } }); // fewer instants, so that less is tried
  await playground.chooseFromMenu('Lane 1 menu', 'Test it');
  const laws = page.getByRole('group', { name: 'Laws', exact: true });
  await expect(laws.getByRole('status')).toHaveText('Lane 1: 8 laws held, 0 broken and 2 not claimed.', SEARCHED);
  const lines = laws.getByRole('list', { name: 'Laws of lane 1' }).getByRole('listitem');
  await expect(lines).toHaveCount(10);
  await expect(lines.filter({ hasText: 'Never more than n in any T' })).toHaveText(
    /Never more than n in any T: not claimedup to 2 in 1 min: by design$/,
  );
  await expect(lines.first()).toHaveText(
    /^Looking changes nothing: heldNo counterexample with up to 5 requests on these \d+ inst/,
  );

  // What was said of this lane is not said of another, nor of this one once it is another.
  await laws.getByRole('combobox', { name: 'Lane to test' }).selectOption('2 Sliding log');
  await expect(lines).toHaveCount(0);
  await laws.getByRole('combobox', { name: 'Lane to test' }).selectOption('1 Fixed window');
  await expect(lines).toHaveCount(10);
  await playground.numberField('Limit n').fill('4');
  await expect(lines).toHaveCount(0);
});

test('the shortest difference of two lanes is shown, undone, and opened from its link elsewhere', async ({
  playground,
  page,
  context,
  browser,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { find } = await openTest(playground);
  await searchLess(find);
  await find.getByRole('button', { name: 'Find it' }).click();
  const sentence = '4 requests: 3 at 1 s and 1 at 60 s. Fixed window admits the last (the window had room); ';
  await expect(find.getByText(sentence)).toBeVisible(SEARCHED);
  await expect(
    find.getByText(/^No shorter one among all traffic patterns of up to 4 requests on \d+ instants\.$/),
  ).toBeVisible();

  await find.getByRole('button', { name: 'Show it: Fixed window and Sliding log differ' }).click();
  await expect(playground.figure(1, 'Denied')).toHaveText('0');
  await expect(playground.figure(2, 'Denied')).toHaveText('1');
  await expect(playground.selectedDecision).toHaveText(/^Request 4 of 4, 60\.000\s?s/);
  await expect(page.getByText(sentence).first()).toBeVisible();

  await find.getByRole('button', { name: 'Copy link: Fixed window and Sliding log differ' }).click();
  await expect(playground.status).toHaveText(/^Link copied, \d+ characters\.$/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other.getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute('aria-busy', 'false');
  await expect(
    other.getByRole('table', { name: 'Figures of lane 2' }).getByRole('row', { name: 'Denied' }),
  ).toContainText('1');
  await expect(other.getByText(sentence).first()).toBeVisible();
  await elsewhere.close();

  await playground.button('Undo').click();
  await expect(page.getByText(/^2 requests$/).first()).toBeVisible();
  await expect(find.getByText(sentence)).toBeVisible();
});

detail('a GCRA and a token bucket do not differ, and what was tried is said', async ({ playground }) => {
  const { find } = await openTest(playground);
  await searchLess(find, '3', '1000');
  await find.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('3 Token bucket');
  await find.getByRole('combobox', { name: 'Other lane' }).selectOption('4 GCRA');
  await find.getByRole('button', { name: 'Find it' }).click();
  await expect(find.getByRole('status')).toHaveText(
    /^Not found: traffic on which Token bucket and GCRA differ\. None with up to 3 requests on these \d+ instants \([\d,]+ traffic patterns\); none in 1,000 random patterns, 500 of them with costs above 1\.$/,
    SEARCHED,
  );
  await find.getByText('The instants').click();
  await expect(find.getByText(/^0 s, .*60 s/)).toBeVisible();
});

detail('more than m in T is sought, wrong numbers are named, and a long search stops', async ({ playground }) => {
  const { find } = await openTest(playground);
  await find.getByRole('combobox', { name: 'What is sought' }).selectOption('lets through more than');
  await find.getByRole('spinbutton', { name: 'Permits' }).fill('0');
  await expect(find.getByText('The number is 0. It may be a whole number from 1 to 1,000,000.')).toBeVisible();
  await find.getByRole('spinbutton', { name: 'Permits' }).fill('3');
  await searchLess(find, '4', '0');
  await find.getByRole('button', { name: 'Find it' }).click();
  await expect(find.getByRole('button', { name: /^Show it: Fixed window lets more than 3 through/ })).toBeVisible(
    SEARCHED,
  );

  await find.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('2 Sliding log');
  await find.getByRole('spinbutton', { name: 'Random patterns' }).fill('100000000');
  await find.getByRole('button', { name: 'Find it' }).click();
  await expect(find.getByRole('status')).toHaveText('Trying 100,000,000 random traffic patterns…', SEARCHED);
  await find.getByRole('button', { name: 'Stop the search' }).click();
  await expect(find.getByRole('status')).toHaveText('Stopped before the end.');
  await expect(find.getByRole('button', { name: 'Find it' })).toBeVisible();
});

detail('a race of two nodes is sought, and shown with the delays that make it', async ({ playground, page }) => {
  const { find } = await openTest(playground, {
    policy: { n: 1, T: 60 },
    lanes: [{ limiter: 'gcra' }, { limiter: 'redis-token-bucket', options: { concurrency: 'none' } }],
    traffic: [],
  });
  await find.getByRole('combobox', { name: 'What is sought' }).selectOption('lets through more than');
  const races = find.getByRole('checkbox', { name: /^On several nodes/ });
  await expect(races).toBeHidden();
  await find.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('2 Redis token bucket');
  await races.check();
  await find.getByRole('button', { name: 'Find it' }).click();
  await expect(find.getByRole('status').first()).toContainText(
    'Both requests read before either wrote: Redis token bucket on 2 nodes lets 2 take effect within less than 60 s.',
    SEARCHED,
  );
  // The answer, which came below the edge of the drawer, is in sight, and so is what to do with it.
  await expect(find.getByRole('status').first()).toBeInViewport({ ratio: 1 });
  await expect(find.getByRole('button', { name: 'Show it' })).toBeInViewport({ ratio: 1 });
  await find.getByRole('button', { name: 'Show it' }).click();
  await playground.waitUntilSettled();
  expect((await playground.figures(2))[1]?.admitted).toBe('2');
  await expect(page.getByRole('tab', { name: 'Cluster' })).toBeVisible();
  await playground.button('Undo').click();
  await playground.waitUntilSettled();
  expect((await playground.figures(2))[1]?.admitted).toBe('0');
});

test('a lane that cannot be searched says why', async ({ playground }) => {
  const { laws, find } = await openTest(playground, {
    ...SCENARIO,
    lanes: [{ limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }, { limiter: 'gcra' }],
  });
  await laws.getByRole('button', { name: 'Test it' }).click();
  await expect(laws.getByRole('status')).toHaveText(/^Lane 1, nginx limit_req: n = 1 per T = 2,592,000 s is less than/);
  await find.getByRole('button', { name: 'Find it' }).click();
  await expect(find.getByRole('status')).toHaveText(/^Lane 1, nginx limit_req: n = 1 per T = 2,592,000 s is less than/);
});

detail('by keyboard alone', async ({ playground, page }) => {
  test.slow();
  await playground.openScenario(SCENARIO);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('find the shortest traffic');
  await page.keyboard.press('Enter');
  const find = page.getByRole('group', { name: 'Find', exact: true });
  await find.getByRole('button', { name: 'Find it' }).focus();
  await page.keyboard.press('Enter');
  const show = find.getByRole('button', { name: /^Show it/ });
  await expect(show).toBeVisible(SEARCHED);
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(playground.status).toHaveText('This is the traffic that was found. Ctrl+Z undoes this.');
  await expect(show).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(playground.figure(1, 'Admitted')).toHaveText('2');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [WIDE, PHONE]) {
    detail(`is sound for axe, ${colorScheme}, ${viewport.width} px wide`, async ({ playground, page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1440, height: 900 });
      const { find, laws } = await openTest(playground);
      await page.setViewportSize(viewport);
      await searchLess(find, '4', '0');
      await find.getByRole('button', { name: 'Find it' }).click();
      await expect(find.getByRole('button', { name: /^Show it/ })).toBeVisible(SEARCHED);
      await laws.getByRole('button', { name: 'Test it' }).click();
      await expect(laws.getByRole('listitem').first()).toBeVisible(SEARCHED);
      await laws.getByRole('button', { name: 'Stop the test' }).click();
      await expectNoViolations(page, 'Test');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    });
  }
}

detail('a limiter of one’s own is told from the textbook', async ({ playground }) => {
  const code =
    'export const start = () => ({ used: 0 });\nexport const decide = (state, now, cost, { n }) => (state.used += cost) <= n;';
  const { find } = await openTest(playground, {
    ...SCENARIO,
    lanes: [{ limiter: 'own', label: 'Mine', options: { code } }, { limiter: 'fixed-window' }],
  });
  await searchLess(find, '4', '0');
  await find.getByRole('button', { name: 'Find it' }).click();
  await expect(find.getByText(/^4 requests: .* Mine refuses the last/)).toBeVisible(SEARCHED);
  await find.getByRole('button', { name: 'Show it: Mine and Fixed window differ' }).click();
  await expect(playground.figure(1, 'Denied')).toHaveText('1');
  await expect(playground.figure(2, 'Denied')).toHaveText('0');
});
