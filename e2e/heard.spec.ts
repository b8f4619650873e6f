/** The page as it is heard: what the live region says, where the focus goes, and tables in place of charts. */
import type { Locator, Page } from '@playwright/test';
import { detail, Drawer, expect, test, type Playground } from './fixtures.ts';

/** Everything that the live region says from here on, in order. */
async function recordHeard(playground: Playground): Promise<() => Promise<readonly string[]>> {
  const { page } = playground;
  await page.getByRole('status').evaluate((region) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      said.push(...added.map((node) => node.textContent ?? '').filter((text) => text !== ''));
    }).observe(region, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** Edge burst, played for a moment from 8 s and paused, so that the pause is heard. */
async function openPaused(playground: Playground): Promise<void> {
  await playground.open();
  // What speaks comes after the first chart, and does not hear of a pause before.
  await expect(async () => {
    await playground.button('Play').click();
    await playground.button('Pause').click();
    await expect(playground.heard).toHaveText(/^\S+ s, /, { timeout: 2_000 });
  }).toPass();
}

/** What describes an element, in full. */
async function descriptionOf(element: Locator): Promise<string> {
  return element.evaluate((node) =>
    (node.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}

/**
 * A walk by keys alone, each with what is said after it. Where the status line speaks too, its sentence comes first. One
 * who cannot see the screen learns that the log refuses the second burst, the window lets all of it through, and what a
 * higher n changes.
 */
const WALK: readonly (readonly [keys: string, ...said: readonly string[]])[] = [
  ['Home', '0 s, before the first request. Levels: 0 permits used, 0 entries used and 10 tokens left.'],
  ['ArrowRight', 'Request 1, 9 s: all 3 lanes admit.'],
  [
    'd',
    'Disagreement 1 of 18. Sliding log denies it; the other two admit.',
    'Request 11, 10.05 s: lanes 1 and 3 admit, lane 2 denies, the log is full.',
  ],
  ['ArrowRight', 'Request 12, 10.15 s: lane 1 admits; lane 2 denies, the log is full; lane 3 denies, too few tokens.'],
  ['v', 'Layout: Stacked.'],
  ['v', 'Layout: Columns.'],
  ['0', 'Shows the whole run, 0 s to 24 s.'],
  ['End', '24 s, after request 32 of 32. Levels: 4 permits used, 5 entries used and 2 tokens left.'],
  ['Tab to n', ''],
  ['ArrowRight ArrowRight', 'n 12: now 26, 17 and 26 of 32 admitted.'],
  ['Control+z', 'Undone: change of the policy.', 'n 10: now 24, 15 and 23 of 32 admitted.'],
  ['Tab to lanes', ''],
  ['Space', 'Sent at 24.000 s: admitted by 3 lanes.'],
  ['Control+z', 'Undone: send.', 'Now 24, 15 and 23 of 32 admitted.'],
  ['Home', '0 s, before the first request. Levels: 0 permits used, 0 entries used and 10 tokens left.'],
  ['] ] ] ] ] ] p', 'The run ends at 24 s: 24, 15 and 23 of 32 admitted.'],
];

test('a walk by keys can be followed without the screen', async ({ playground, page }) => {
  await openPaused(playground);
  const transcript = await recordHeard(playground);
  const expected: string[] = [];
  for (const [keys, ...said] of WALK) {
    if (keys === 'Tab to n') await playground.slider('Limit n').focus();
    else if (keys === 'Tab to lanes') await playground.lanes.focus();
    else for (const key of keys.split(' ')) await page.keyboard.press(key);
    expected.push(...said.filter((text) => text !== ''));
    await expect.poll(transcript, { timeout: 15_000 }).toEqual(expected);
  }
});

detail(
  'nothing is said while a slider is dragged, and one sentence when the hand lets go',
  async ({ playground, page }) => {
    await openPaused(playground);
    const transcript = await recordHeard(playground);
    const { x, y, width, height } = (await playground.slider('Limit n').boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    for (const by of [6, 12, 18]) {
      await page.mouse.move(x + width / 2 + by, y + height / 2);
      await playground.waitUntilSettled();
      await page.clock.runFor(2_000);
    }
    expect(await transcript()).toEqual([]);
    await page.mouse.up();
    const n = await playground.numberField('Limit n').inputValue();
    expect(Number(n)).toBeGreaterThan(10);
    await expect
      .poll(transcript)
      .toEqual([expect.stringMatching(`^n ${n}: now \\d+, \\d+ and \\d+ of 32 admitted\\.$`)]);
  },
);

detail(
  'the focus goes with the selection: between list boxes, into the drawer and back, out of dialogs',
  async ({ playground, page }) => {
    await openPaused(playground);
    const list = (lane: number) => page.getByRole('listbox', { name: `Decisions of lane ${lane}`, exact: true });
    const active = (lane: number) =>
      list(lane).evaluate(
        (box) => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent,
      );

    // A step is one of the lane whose list has the focus.
    await list(2).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => active(2)).toBe('Request 1 of 32, 9.000 s, admitted');
    await expect(list(2)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(list(3)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(list(2)).toBeFocused();
    await page.keyboard.press('d');
    await expect.poll(() => active(2)).toBe('Request 11 of 32, 10.050 s, denied');

    const details = page.getByRole('complementary', { name: 'Details' });
    await page.keyboard.press('Enter');
    await expect(details.getByRole('tabpanel')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(list(2)).toBeFocused();
    // Focus that moves elsewhere before the details appear stays there.
    const n = playground.slider('Limit n');
    await n.evaluate((slider) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      slider.focus();
    });
    await expect(details.getByRole('tabpanel')).toBeVisible();
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)));
    await expect(n).toBeFocused();
    await list(2).focus();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(list(2)).toBeFocused();

    for (const [key, name] of [
      ['t', 'Lane 2 as a table: Sliding log'],
      ['?', 'Keyboard shortcuts'],
      ['s', 'Share this run'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(list(2)).toBeFocused();
    }
    await playground.chooseFromMenu('More', 'Keyboard shortcuts');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(playground.button('More')).toBeFocused();
  },
);

detail('the focus stays among the lanes when the last of them is removed', async ({ playground, page }) => {
  await playground.open();
  await playground.button('Lane 3 menu').focus();
  for (const focused of ['Lane 2 menu', 'Lane 1 menu', 'Add lane']) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu').or(page.getByRole('menuitem')).and(page.locator(':focus'))).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Remove', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator(':focus')).toHaveAccessibleName(focused);
  }
});

detail('each chart is described by its shape', async ({ playground, page }) => {
  await openPaused(playground);
  await page.keyboard.press('0');
  const described = (name: string) => descriptionOf(page.getByRole('img', { name, exact: true }));
  await expect
    .poll(() => described('Level of lane 1'))
    .toMatch(/^Full from 9\.9 to 10 s and from 10\.95 to 20 s\. .+ at \d/);
  await expect
    .poll(() => described('Level of lane 3'))
    .toMatch(/^Out of tokens from 9\.9 to 10 s and from 10\.05 to 11 s\. /);
  await expect
    .poll(() => described('Window count of lane 1'))
    .toMatch(/^At most 20, at 10\.95 s; above the limit of 10 from 10\.05 to 19\.9 s and from 20 to 20\.05 s\. /);
  await expect
    .poll(() => described('Window count of lane 2'))
    .toMatch(/^At most 10, at 9\.9 s; never above the limit of 10\. /);
  await expect
    .poll(() => descriptionOf(page.getByRole('listbox', { name: 'Decisions of lane 1' })))
    .toBe('24 admitted and 8 denied.');
  await page.keyboard.press('+');
  await expect
    .poll(() => descriptionOf(page.getByRole('listbox', { name: 'Decisions of lane 1' })))
    .toMatch(/^In view: \d+ admitted and \d+ denied\.$/);
});

detail('every picture has a name, and what is drawn beside it is not heard as well', async ({ playground }) => {
  await openPaused(playground);
  const lane = playground.lane(1, 'Fixed window');
  await expect(lane.locator('.recharts-surface').last()).toBeVisible();
  for (const picture of await lane.getByRole('img').all()) await expect(picture).toHaveAccessibleName(/./);
  await expect(lane).toMatchAriaSnapshot(`
    - 'region "Lane 1: Fixed window"':
      - img "Window count of lane 1"
      - paragraph
      - listbox "Decisions of lane 1"
      - paragraph: /admitted/
  `);
});

detail('a dialog is not heard as a page with a banner of its own', async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share this run' });
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(dialog.getByRole('banner').or(dialog.getByRole('contentinfo'))).toHaveCount(0);
});

test.describe('a lane as a table', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: /^Lane \d as a table/ });

  detail('opens from the menu at what is selected, and leads back to a request', async ({ playground, page }) => {
    await openPaused(playground);
    await playground.chooseFromMenu('Lane 2 menu', 'Show as table');
    const table = dialog(page).getByRole('table');
    await expect(table).toHaveAccessibleName('Lane 2 as a table: Sliding log, Requests 1 to 32 of 32');
    await expect(table.getByRole('columnheader')).toHaveText([
      'Request',
      'Time',
      'Decision',
      'Level, entries',
      'Admitted in the last 10 s, of 10',
      'Reason',
    ]);
    await expect(table.getByRole('row')).toHaveCount(33);
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Go to request 11', exact: true }) });
    await expect(row.getByRole('cell')).toHaveText(['10.050 s', 'denied', '10', '10', 'the log is full']);
    await row.getByRole('button').press('Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Denied by Sliding log', exact: true })).toBeVisible();
    await expect(playground.heard).toHaveText(/^Request 11, 10\.05 s: /);
    await page.keyboard.press('t');
    await expect(dialog(page).getByRole('row', { name: /^Go to request 11 /, includeHidden: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });

  detail('turns pages of a long run', async ({ playground, page }) => {
    await playground.openScenario({
      policy: { n: 10, T: 10 },
      duration: 50,
      traffic: [{ kind: 'steady', from: 0, to: 50, rate: 5 }],
      lanes: [{ limiter: 'leaky-queue' }],
    });
    await page.keyboard.press('Home');
    await page.keyboard.press('t');
    const next = dialog(page).getByRole('button', { name: 'Next 100', exact: true });
    const firstRow = dialog(page).getByRole('row').nth(1);
    await expect(firstRow).toContainText('0.000 s');
    await expect(dialog(page).getByRole('columnheader', { name: 'Delay', exact: true })).toBeVisible();
    await next.press('Enter');
    await expect(firstRow).toContainText('20.000 s');
    await next.press('Enter');
    await expect(dialog(page)).toContainText('Requests 201 to 250 of 250');
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(next).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Previous 100', exact: true }).click();
    await expect(dialog(page)).toContainText('Requests 101 to 200 of 250');
  });
});

/** Numbers that count what their name says, or that have no unit. */
const UNITLESS = /^(Nodes|Seed|Slices|Factor|Cold factor|Number of keys|Clients)$/;

detail('every number field names its unit', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 10, T: 10 },
    duration: 20,
    cluster: { nodes: 2, faults: [{ kind: 'store-slow', at: 2, until: 4, factor: 3 }] },
    traffic: [
      { kind: 'steady', from: 0, to: 5, rate: 2 },
      { kind: 'burst', at: 6, count: 5 },
      { kind: 'clients', count: 2, rate: 1, retry: { strategy: 'backoff', base: 1 } },
    ],
    lanes: [{ limiter: 'nginx-limit-req' }, { limiter: 'redis-incr' }],
  });
  const seen: Record<string, string> = {};
  const collect = async (): Promise<void> => {
    for (const field of await page.getByRole('spinbutton').all()) {
      const name = (await field.evaluate(
        (input: HTMLInputElement) => input.labels?.[0]?.textContent ?? input.ariaLabel,
      ))!;
      seen[name] = await descriptionOf(field);
    }
  };
  const { details } = new Drawer(playground);
  await page.keyboard.press('i');
  for (const phase of ['Phase 1', 'Phase 2', 'Phase 3']) {
    await details.getByRole('tab', { name: 'Traffic', exact: true }).click();
    await details.getByRole('button', { name: new RegExp(`^${phase}: `) }).click();
    await expect(details.getByRole('group', { name: phase, exact: true })).toBeVisible();
    await collect();
  }
  await details.getByRole('tab', { name: 'Cluster', exact: true }).click();
  await details.getByRole('button', { name: /^Fault 1/ }).click();
  await expect(details.getByRole('group', { name: 'Fault 1', exact: true })).toBeVisible();
  await collect();
  for (const [lane, field] of [
    [1, 'Burst'],
    [2, 'Timeout'],
  ] as const) {
    await playground.chooseFromMenu(`Lane ${lane} menu`, 'Options…');
    await expect(details.getByRole('spinbutton', { name: field, exact: true })).toBeVisible();
    await collect();
  }
  expect(seen).toMatchObject({
    'Limit n': 'requests',
    'Window T': 'seconds',
    Capacity: 'requests',
    Rate: 'requests a second',
    'Rate per client': 'jobs a second',
    From: 'seconds',
    Count: 'requests',
    Cost: 'permits',
    Burst: 'requests',
    'Service time': 'milliseconds',
    'Slowdown factor': 'times',
    'Drift of N1': 'seconds a second',
  });
  const silent = Object.entries(seen).flatMap(([name, unit]) => (unit === '' && !UNITLESS.test(name) ? [name] : []));
  expect(silent).toEqual([]);
});

detail('messages are an ordered list, read in the order of sending', async ({ playground, page }) => {
  await playground.openScenario(
    {
      policy: { n: 3, T: 10 },
      duration: 12,
      cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
      traffic: [{ kind: 'times', at: [0.2, 0.4, 0.6, 1, 1] }],
      lanes: [{ limiter: 'redis-incr', options: { variant: 'incr-expire' } }],
    },
    { at: 1, from: 0, to: 12, selected: { lane: 0, request: 4 } },
  );
  const list = page.getByRole('list', { name: 'Messages', exact: true });
  await expect(list).toBeVisible();
  expect(await list.evaluate(({ tagName }) => tagName)).toBe('OL');
  const sentences = await list.getByRole('listitem').allTextContents();
  expect(sentences[0]).toBe('N2 sends GET a for request 4 at 1.000 s; the store answers 3 at 1.001 s: reads a 3');
  expect(sentences.at(-1)).toBe('N1 sends INCR a at 1.002 s; the store answers 5 at 1.003 s: changes a from 4 to 5');
  const times = sentences.map((sentence) => Number(/ at (\d+\.\d+) s/.exec(sentence)![1]));
  expect(times).toEqual([...times].sort((a, b) => a - b));
});
