/** Tune's charts and goals: what is dragged, pressed and found there, and the same figures as tables. */
import type { Locator, Page } from '@playwright/test';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { expectNoViolations } from './axe.ts';
import { detail, expect, test, type Playground, someOf } from './fixtures.ts';
import { hold, prepareHolding, release, untilHeld } from './heldQuestions.ts';

/** A client sends 10 at once and 4 more 5 s later; another one sends once. A token bucket passes all with n = 10, a log with 14. */
const TWO_CLIENTS = {
  title: 'Mine',
  duration: 20,
  policy: { n: 5, T: 10 },
  traffic: [
    { kind: 'burst', at: 0, count: 10, key: 'busy' },
    { kind: 'burst', at: 5, count: 4, key: 'busy' },
    { kind: 'times', at: [1], key: 'calm' },
  ],
  lanes: [{ limiter: 'token-bucket' }, { limiter: 'sliding-log' }],
};

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const heading = (page: Page): Locator => card(page, 'Clients').getByRole('heading');
const goal = (page: Page): Locator => card(page, 'Goals').getByRole('button', { name: /Change goal$/ });

/** Until every card shows what the present setting does. */
async function tuned(page: Page): Promise<void> {
  for (const name of ['Clients', 'Goals', 'Busiest T of each client', 'Rate and burst', 'Map'])
    await expect(card(page, name)).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
}

/** A link brings the mode as well: there are no lanes to wait for. */
async function openTune(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.goto(`./${encodeLink(scenarioOf(TWO_CLIENTS), { at: 0, from: 0, to: 20, mode: 'tune' })}`);
  await tuned(page);
}

detail('the titles of the cards are on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openTune(page);
  const titles = ['Traffic', 'Busiest T of each client', 'Rate and burst', 'Map'];
  const tops = await Promise.all(titles.map((name) => topOf(page.getByRole('heading', { name, exact: true }))));
  expect(new Set(tops).size).toBe(1);
});

const topOf = (title: Locator): Promise<number> => title.evaluate((one) => one.getBoundingClientRect().top);

async function openPreset(playground: Playground, page: Page): Promise<void> {
  await playground.openScenario({ title: 'Mine' });
  await page.keyboard.press('g');
  await page.getByRole('dialog', { name: 'Presets' }).getByRole('button', { name: 'An hour of an API' }).click();
  await tuned(page);
}

async function addGoal(page: Page): Promise<void> {
  await card(page, 'Goals').getByRole('button', { name: 'Add goal', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add goal' }).getByRole('button', { name: 'Add goal', exact: true }).click();
  await tuned(page);
}

/** The middle of the label of a chart's axis. */
async function tickAt(chart: Locator, axis: 'xAxis' | 'yAxis', label: string): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await chart
    .locator(`.recharts-${axis}-tick-labels`)
    .getByText(label, { exact: true })
    .boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Takes hold of what has that text, and moves it so far, in CSS pixels, without letting go. */
async function drag(page: Page, held: Locator, right: number, up: number): Promise<void> {
  const { x, y, width, height } = (await held.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + right, y + height / 2 - up, { steps: 4 });
}

detail(
  'the line n is dragged to a tick: n is that, in one step, and the clients above it are counted',
  async ({ playground, page }) => {
    await openPreset(playground, page);
    const chart = card(page, 'Busiest T of each client');
    await expect(chart).toContainText('29 of 61 clients above n.');
    const from = await tickAt(chart, 'yAxis', '10');
    const to = await tickAt(chart, 'yAxis', '30');
    await drag(page, chart.getByText('n = 10 (drag)'), 0, from.y - to.y);
    await expect(playground.numberField('Limit n')).toHaveValue('30');
    await page.mouse.up();
    await tuned(page);
    await expect(chart).toContainText('1 to 3 of 61 clients above n.');
    await playground.button('Busiest T of each client as a table').click();
    const rows = chart.getByRole('table', { name: 'Clients above each limit' }).getByRole('row');
    await expect(rows.filter({ has: page.getByRole('rowheader', { name: '10', exact: true }) })).toHaveText('1029');
    await expect(rows.and(page.locator('[aria-current]'))).toHaveText('301 to 3');
    await playground.button('Undo').click();
    await expect(playground.numberField('Limit n')).toHaveValue('10');
    await playground.button('Busiest T of each client as a chart').click();
    await expect(chart.getByRole('img', { name: /29 of 61 clients above n\.$/ })).toBeVisible();
  },
);

detail(
  'the point in rate and burst is dragged: n and capacity add up to where it is dropped, in one step',
  async ({ playground, page }) => {
    await openTune(page);
    const chart = card(page, 'Rate and burst');
    const slow = await tickAt(chart, 'xAxis', '6/min');
    const fast = await tickAt(chart, 'xAxis', '12/min');
    const low = await tickAt(chart, 'yAxis', '5');
    const high = await tickAt(chart, 'yAxis', '10');
    await drag(page, chart.getByText('now'), fast.x - slow.x, low.y - high.y);
    await page.mouse.up();
    await expect(playground.numberField('Limit n')).toHaveValue('10');
    await expect(playground.numberField('Capacity')).toHaveValue('10');
    await playground.button('Undo').click();
    await expect(playground.numberField('Limit n')).toHaveValue('5');
    await expect(page.getByRole('checkbox', { name: 'Follows n' })).toBeChecked();
    await playground.button('Rate and burst as a table').click();
    const table = chart.getByRole('table', { name: 'Least capacity by rate' });
    await expect(table.getByRole('row', { name: /^10 per 10 s/ }).getByRole('cell')).toHaveText([
      '10',
      '10',
      '10',
      '10',
    ]);
  },
);

test('a click in the map sets n and T, arrow keys move it, and its figures are those of the clients', async ({
  playground,
  page,
}) => {
  await openPreset(playground, page);
  const chart = card(page, 'Map');
  const map = chart.getByRole('slider', { name: 'Map of Limit n and Window T' });
  /** The share that the map says; then the same of the clients that the table counts. */
  const agree = async (setting: string): Promise<void> => {
    await tuned(page);
    const refused = /^(\d+)(?: to (\d+))? of 61/.exec(await heading(page).innerText())!.slice(1);
    const shares = refused.flatMap((count) =>
      count === undefined ? [] : [`${+((100 * +count) / 61).toPrecision(3)} %`],
    );
    await expect(map).toHaveAttribute('aria-valuetext', `${setting}. Clients ever refused: ${shares.join(' to ')}.`);
  };
  await agree('n 10, T 10 s');
  await expect(chart.getByText('n 10, T 10 s. Clients ever refused: ')).toBeVisible();
  const { x } = await tickAt(chart, 'xAxis', '10');
  const { y } = await tickAt(chart, 'yAxis', '100 s');
  await page.mouse.click(x, y);
  await expect(playground.numberField('Limit n')).toHaveValue('10');
  await expect(playground.numberField('Window T')).toHaveValue('100');
  await agree('n 10, T 100 s');
  await map.press('ArrowRight');
  await map.press('ArrowDown');
  await expect(playground.numberField('Limit n')).toHaveValue('12');
  await expect(playground.numberField('Window T')).toHaveValue('80');
  await page.mouse.move(0, 0);
  await agree('n 12, T 80 s');
  const said = await map.getAttribute('aria-valuetext');
  await playground.button('Map as a table').click();
  const row = chart.getByRole('table', { name: 'Map' }).getByRole('row', { name: /^80 s/ });
  // n is 1, 2, 3, 4, 5, 6, 8, 10 and 12.
  expect(said).toContain(`: ${await row.getByRole('cell').nth(8).innerText()}.`);
  for (const n of ['12', '12', '10']) {
    await expect(playground.numberField('Limit n')).toHaveValue(n);
    await playground.button('Undo').click();
  }
  await expect(playground.numberField('Window T')).toHaveValue('10');
});

detail(
  'arrow keys in the map: presses along one axis are one undo step, and shortcuts are none',
  async ({ playground, page }) => {
    await openTune(page);
    const map = card(page, 'Map').getByRole('slider', { name: 'Map of Limit n and Window T' });
    const setting = async (n: string, T: string): Promise<void> => {
      await expect(playground.numberField('Limit n')).toHaveValue(n);
      await expect(playground.numberField('Window T')).toHaveValue(T);
    };
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp']) await map.press(key);
    await setting('10', '15');
    for (const modifier of ['Control', 'Alt', 'Meta']) await map.press(`${modifier}+ArrowDown`);
    await setting('10', '15');
    await map.press('ArrowDown');
    await setting('10', '12');
    await map.press('Control+z');
    await setting('10', '15');
    await map.press('Control+z');
    await setting('10', '10');
    await map.press('Control+z');
    await setting('5', '10');
  },
);

detail('a goal is added, ticked as the setting changes, changed and removed', async ({ playground, page }) => {
  await openTune(page);
  await addGoal(page);
  await expect(goal(page)).toHaveAccessibleName('At most 0.1 % of clients are ever refused: 50 %, failed. Change goal');
  await playground.numberField('Limit n').fill('10');
  await expect(goal(page)).toHaveAccessibleName('At most 0.1 % of clients are ever refused: 0 %, met. Change goal');
  await goal(page).click();
  const dialog = page.getByRole('dialog', { name: 'Change goal' });
  await dialog.getByRole('combobox', { name: 'Measure' }).selectOption('Peak of one key in T');
  await dialog.getByRole('textbox', { name: 'Value, requests' }).fill('a few');
  await expect(dialog.getByText('“a few” is not a number. Write it like 60.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Value, requests' }).fill('9');
  await dialog.getByRole('button', { name: 'Save goal' }).click();
  await expect(goal(page)).toHaveAccessibleName(/: 14, failed\. Change goal$/);
  await goal(page).click();
  await page.getByRole('button', { name: 'Remove goal' }).click();
  await expect(goal(page)).toHaveCount(0);
  await playground.button('Undo').click();
  await expect(goal(page)).toHaveAccessibleName(/: 14, failed\. Change goal$/);
});

detail('of a lane that cannot run no goal is measured, and its clients say why', async ({ page }) => {
  const lanes = [{ limiter: 'own', options: { code: 'export const start = 1' } }];
  const goals = [{ measure: 'clientsRefused', at: 'most', value: 0.1 }];
  const scenario = scenarioOf({ ...TWO_CLIENTS, lanes, goals });
  await page.goto(`./${encodeLink(scenario, { at: 0, from: 0, to: 20, mode: 'tune' })}`);
  await expect(goal(page)).toHaveAccessibleName(
    'At most 10 % of clients are ever refused: –, not measured. Change goal',
  );
  await expect(card(page, 'Clients')).toContainText('Your own');
  await expect(card(page, 'Map')).toContainText('The limiter cannot run this.');
});

test('the least n is found and set, the next value fails, and lanes are compared at it', async ({
  playground,
  page,
}) => {
  await openTune(page);
  await addGoal(page);
  const goals = card(page, 'Goals');
  const find = playground.button('Find the least n');
  const found = goals.getByRole('radiogroup', { name: 'Try n' });
  const before = await find.boundingBox();
  await find.click();
  await expect(playground.numberField('Limit n')).toHaveValue('10');
  await expect(goals).toContainText(
    'The least n that meets every goal is 10. 9 fails: at most 0.1 % of clients are ever refused (50 %).',
  );
  await tuned(page);
  await expect(goal(page)).toHaveAccessibleName(/: 0 %, met/);
  // It is in force, and chosen.
  await expect(found.getByRole('radio', { name: 'n 10' })).toBeChecked();
  expect((await find.boundingBox())?.x).toBe(before?.x);
  await found.getByRole('radio', { name: 'n 9' }).check();
  await expect(playground.numberField('Limit n')).toHaveValue('9');
  await expect(goal(page)).toHaveAccessibleName(/: 50 %, failed/);
  await found.getByRole('radio', { name: 'n 10' }).check();
  await expect(goal(page)).toHaveAccessibleName(/: 0 %, met/);
  await playground.button('Compare lanes').click();
  const dialog = page.getByRole('dialog', { name: 'Goals in every lane' });
  await expect(dialog).toContainText('With the fewest bytes per key, every goal is met by 1 Token bucket.');
  const row = (name: string): Locator => dialog.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('1 Token bucket').getByRole('cell').first()).toHaveText('0 %, met');
  await expect(row('2 Sliding log').getByRole('cell').first()).toHaveText('50 %, failed');
});

test('a search sets nothing in another scenario: neither one that was opened since, nor one that was changed', async ({
  playground,
  page,
}) => {
  await prepareHolding(page);
  await openTune(page);
  await addGoal(page);
  const find = playground.button('Find the least n');
  const mode = (name: string): Locator => page.getByRole('radio', { name, exact: true });
  const search = async (): Promise<void> => {
    await hold(page, 'seek');
    await find.click();
    await untilHeld(page);
  };
  await search();
  await playground.numberField('Window T').fill('30');
  await release(page);
  await expect(find).toBeVisible();
  await tuned(page);
  await expect(playground.numberField('Limit n')).toHaveValue('5');
  // Nor in the same one, for somebody who has gone elsewhere.
  await search();
  await mode('Run').check();
  await playground.waitUntilSettled();
  await release(page);
  await mode('Tune').check();
  await tuned(page);
  await expect(playground.numberField('Limit n')).toHaveValue('5');
  await search();
  await mode('Run').check();
  await playground.waitUntilSettled();
  const other = encodeLink(scenarioOf({ ...TWO_CLIENTS, title: 'Other', policy: { n: 7, T: 10 } }));
  await page.evaluate((hash) => {
    location.hash = hash;
  }, other);
  await expect(playground.button('Scenario: Other')).toBeVisible();
  await release(page);
  await mode('Tune').check();
  await addGoal(page);
  await expect(playground.numberField('Limit n')).toHaveValue('7');
  // Nothing is left of the search, which can be made anew.
  await find.click();
  await expect(playground.numberField('Limit n')).toHaveValue('10');
});

detail('worst traffic is not added to a scenario that has changed since', async ({ playground, page }) => {
  await prepareHolding(page);
  await openTune(page);
  await hold(page, 'worst');
  await playground.button('Add worst traffic').click();
  await untilHeld(page);
  await playground.numberField('Limit n').fill('6');
  await release(page);
  const goals = card(page, 'Goals');
  await expect(goals.getByText('The scenario has changed since: nothing was added.')).toBeVisible();
  await tuned(page);
  await expect(heading(page)).toContainText('of 2 clients');
});

detail(
  'what the stamps cannot tell is called not identifiable: in the goals, their comparison, the clients, the map and Run',
  async ({ playground, page }) => {
    await openPreset(playground, page);
    await addGoal(page);
    await expect(goal(page)).toHaveAccessibleName(/%, failed\. Change goal$/);
    await playground.numberField('Window T').fill('5');
    await playground.numberField('Window T').press('Enter');
    await tuned(page);
    await expect(goal(page)).toHaveAccessibleName(/%, not identifiable, failed\. Change goal$/);
    await expect(heading(page)).toHaveText(/refused at least once, not identifiable$/);
    await expect(card(page, 'Busiest T of each client')).toContainText('clients above n, not identifiable.');
    await expect(card(page, 'Map').getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      /Not identifiable from this log/,
    );
    await playground.button('Compare lanes').click();
    const dialog = page.getByRole('dialog', { name: 'Goals in every lane' });
    for (const lane of ['1 Token bucket', '2 Sliding log', '3 Fixed window'])
      await expect(dialog.getByRole('row', { name: new RegExp(`^${lane}`) })).toContainText('not identifiable');
    await page.keyboard.press('Escape');
    await playground.button('Show this run').click();
    await playground.waitUntilSettled();
    await page.keyboard.press('i');
    await page.getByRole('tab', { name: 'Compare', exact: true }).click();
    await expect(page.getByRole('tabpanel')).toContainText('The figures of lanes 1 to 3 are not identifiable');
  },
);

detail('worst traffic is added as a phase of a client of its own, and undone', async ({ playground, page }) => {
  await openTune(page);
  await expect(heading(page)).toContainText('of 2 clients');
  await playground.button('Add worst traffic').click();
  // The bucket passes its capacity of 5 at once, and another 5 less a moment as it fills again.
  const said = /^At worst, (9|10) requests take effect within 10 s, where n is 5\./;
  await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(1);
  await expect(playground.status).toHaveText('Added worst traffic as phase 4. Ctrl+Z undoes this.');
  await expect(heading(page)).toContainText('of 3 clients');
  await playground.button('Undo').click();
  await expect(heading(page)).toContainText('of 2 clients');
  // It was said of traffic that is no longer there.
  await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(0);
});

detail('the goals are scored on a held-out log, which the scenario does not take up', async ({ playground, page }) => {
  await openTune(page);
  await addGoal(page);
  await playground.button('Open a log').click();
  const dialog = page.getByRole('dialog', { name: 'Open a log' });
  await dialog.getByText('Paste lines instead').click();
  const line = (second: number, host: number): string =>
    `192.0.2.${host} - - [05/Jan/2026:10:00:${String(second).padStart(2, '0')} +0000] "GET / HTTP/1.1" 200 5 "-" "-"`;
  // A client in four asks six times within a second.
  const lines = [1, 2, 3, 4, 4, 4, 4, 4, 4].map((host) => line(host, host));
  await dialog.getByRole('textbox', { name: 'Lines of a log' }).fill(lines.join('\n'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Score the goals on it' }).click();
  const held = page.getByRole('group', { name: 'Held-out log' });
  await held.getByRole('button', { name: 'Score the goals' }).click();
  await expect(held).toContainText('At most 0.1 % of clients are ever refused: 25 %, failed.');
  await expect(heading(page)).toContainText('of 2 clients');
  await playground.numberField('Limit n').fill('6');
  await expect(held).toContainText('The setting has changed since the last score.');
  await held.getByRole('button', { name: 'Score the goals' }).click();
  await expect(held).toContainText('At most 0.1 % of clients are ever refused: 0 %, met.');
  // The log tells whole seconds.
  await playground.numberField('Window T').fill('5');
  await playground.numberField('Window T').press('Enter');
  await held.getByRole('button', { name: 'Score the goals' }).click();
  await expect(held).toContainText('%, not identifiable, met.');
  await held.getByRole('button', { name: 'Remove the held-out log' }).click();
  await expect(held).toHaveCount(0);
});

for (const colorScheme of someOf(['light', 'dark'] as const, 1)) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    detail(
      'axe finds no violation in the charts, in their tables and in the dialogs of goals',
      async ({ playground, page }) => {
        test.slow();
        await openTune(page);
        await addGoal(page);
        await playground.button('Find the least n').click();
        await expect(page.getByRole('radio', { name: 'n 9' })).toBeVisible();
        await tuned(page);
        await expectNoViolations(page, 'charts');
        // Not the map: axe takes half a minute over a thousand cells, which are all alike.
        for (const name of ['Busiest T of each client', 'Rate and burst'])
          await playground.button(`${name} as a table`).click();
        await goal(page).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectNoViolations(page, 'tables and the dialog of a goal');
        await page.keyboard.press('Escape');
        await expectNoViolations(page, 'tables');
        await playground.button('Compare lanes').click();
        await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
        await expectNoViolations(page, 'lanes compared');
      },
    );
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  detail(
    'the charts stack, a tap in the map sets both, and nothing is wider than the screen',
    async ({ playground, page }) => {
      await openTune(page);
      await addGoal(page);
      const chart = card(page, 'Map');
      await chart.scrollIntoViewIfNeeded();
      const { x } = await tickAt(chart, 'xAxis', '10');
      const { y } = await tickAt(chart, 'yAxis', '100 s');
      await page.touchscreen.tap(x, y);
      await expect(playground.button('n 10')).toBeVisible();
      await expect(playground.button('T 100 s')).toBeVisible();
      for (const name of ['Busiest T of each client', 'Rate and burst', 'Map'])
        await playground.button(`${name} as a table`).tap();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    },
  );
});
