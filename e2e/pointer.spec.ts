/** What a mouse does on charts and time axes. */
import type { Locator, Page } from '@playwright/test';
import { expectRange, level, STEADY } from './chartRange.ts';
import { boxOf, detail, expect, test, type Playground } from './fixtures.ts';

/** Of three requests only the first is admitted. */
const THREE = {
  policy: { n: 1, T: 12 },
  duration: 20,
  traffic: [{ kind: 'times', at: [5, 10, 11] }],
  lanes: [{ limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
};
function windowCount(page: Page, lane: number): Locator {
  return page.getByRole('img', { name: `Window count of lane ${lane}`, exact: true });
}

/** In columns in a wide window, a plot begins 40 px from its chart's left and ends 8 px from its right. */
function xAt(
  { x, width }: Readonly<Record<'x' | 'width', number>>,
  second: number,
  [from, to]: readonly [number, number],
): number {
  return x + 40 + ((second - from) / (to - from)) * (width - 48);
}

async function dragWithoutRelease(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
}

detail('a click on a column’s axis, on the track’s axis or on the overview scrubs', async ({ playground, page }) => {
  await playground.openScenario(STEADY, { at: 0, from: 0, to: 40 });
  const playhead = playground.slider('Playhead');
  const title = await boxOf(page.getByText('Decisions', { exact: true }).first());
  const chart = await boxOf(level(page, 1));
  await page.mouse.click(xAt(chart, 20, [0, 40]), title.y + 24);
  await expect(playhead).toHaveAttribute('aria-valuetext', /^(19\.9|20\.0)\d+ s of 40 s$/);

  const track = await boxOf(page.getByRole('list', { name: 'Phases' }));
  await page.mouse.click(track.x + track.width / 4, track.y + track.height + 8);
  await expect(playhead).toHaveAttribute('aria-valuetext', /^(9\.9|10\.0)\d+ s of 40 s$/);

  const rail = await boxOf(playhead.locator('..'));
  await page.mouse.click(rail.x + (rail.width * 3) / 4, rail.y + rail.height + 12);
  await expect(playhead).toHaveAttribute('aria-valuetext', /^(29\.9|30\.0)\d+ s of 40 s$/);
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

detail('an empty spot of the track takes the playhead, and no request', async ({ playground, page }) => {
  await playground.openScenario(STEADY, { at: 0, from: 0, to: 40 });
  const track = await boxOf(page.getByRole('list', { name: 'Phases' }));
  await page.mouse.click(track.x + track.width * 0.75, track.y + 10);
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', /^(29\.9|30\.0)\d+ s of 40 s$/);
  await expect(page.getByRole('list', { name: 'Phases' }).getByRole('button')).toHaveCount(1);
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

test('a click on any chart of a lane selects the nearest request of that lane; elsewhere it scrubs', async ({
  playground,
  page,
}) => {
  await playground.openScenario(THREE);
  const details = page.getByRole('complementary', { name: 'Details' });
  const heading = (name: string) => details.getByRole('heading', { name, exact: true });
  const click = async (chart: Locator, second: number) => {
    const box = await boxOf(chart);
    await page.mouse.click(xAt(box, second, [0, 20]), box.y + box.height / 2);
  };
  await click(level(page, 1), 5.3);
  await expect(heading('Admitted by Sliding log')).toBeVisible();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '5.000 s of 20 s');
  await click(windowCount(page, 2), 9.7);
  await expect(heading('Denied by Token bucket')).toBeVisible();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '10.000 s of 20 s');
  // More than 12 px away from each.
  await click(level(page, 1), 16);
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', /^(15\.9|16\.0)\d+ s of 20 s$/);
  await expect(playground.selectedDecision).toHaveCount(0);
});

test('a drag on a chart selects a span, says how long it is, and zooms to it; a double click shows all', async ({
  playground,
  page,
}) => {
  await playground.openScenario(STEADY, { at: 0, from: 0, to: 40 });
  const chart = await boxOf(level(page, 1));
  const y = chart.y + chart.height / 2;
  await dragWithoutRelease(page, [xAt(chart, 30, [0, 40]), y], [xAt(chart, 10, [0, 40]), y + 3]);
  await expect(page.getByText(/^(19\.9|20\.0)\d+ s$/)).toBeVisible();
  await expectRange(playground, 0, 40);
  await page.mouse.up();
  await expectRange(playground, 10, 30);
  await expect(playground.status).toHaveText(
    /^Shows (9\.9|10\.0)\d+ s to (29\.9|30\.0)\d+ s\. A double click or 0 shows/,
  );
  await expect(page.getByText(/^(19\.9|20\.0)\d+ s$/)).toBeHidden();
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await page.mouse.dblclick(xAt(chart, 37, [0, 40]), y);
  await expectRange(playground, 0, 40);
});

detail('so does a drag on an axis and beside the phases; Esc gives it up', async ({ playground, page }) => {
  await playground.openScenario(STEADY, { at: 0, from: 0, to: 40 });
  const chart = await boxOf(level(page, 1));
  const axisY = (await boxOf(page.getByText('Decisions', { exact: true }).first())).y + 24;
  await dragWithoutRelease(page, [xAt(chart, 10, [0, 40]), axisY], [xAt(chart, 20, [0, 40]), axisY + 30]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expectRange(playground, 0, 40);
  await dragWithoutRelease(page, [xAt(chart, 10, [0, 40]), axisY], [xAt(chart, 20, [0, 40]), axisY + 30]);
  await page.mouse.up();
  await expectRange(playground, 10, 20);
  await page.keyboard.press('0');
  await expectRange(playground, 0, 40);

  const track = await boxOf(page.getByRole('list', { name: 'Phases' }));
  await dragWithoutRelease(
    page,
    [track.x + track.width * 0.6, track.y + 8],
    [track.x + track.width * 0.9, track.y + 20],
  );
  await page.mouse.up();
  await expectRange(playground, 24, 36);
});

detail(
  'Shift and a drag pan, and so does a drag of the overview; Esc puts the range back',
  async ({ playground, page }) => {
    await playground.openScenario(STEADY, { at: 0, from: 10, to: 30 });
    const chart = await boxOf(level(page, 1));
    const y = chart.y + chart.height / 2;
    const pan = async (from: number, to: number) => {
      await page.keyboard.down('Shift');
      await dragWithoutRelease(page, [xAt(chart, from, [10, 30]), y], [xAt(chart, to, [10, 30]), y]);
      await page.keyboard.up('Shift');
    };
    await pan(20, 24);
    await expectRange(playground, 6, 26);
    await page.keyboard.press('Escape');
    await expectRange(playground, 10, 30);
    await page.mouse.up();
    await pan(20, 16);
    await page.mouse.up();
    await expectRange(playground, 14, 34);

    const rail = await boxOf(playground.slider('Playhead').locator('..'));
    const at = (second: number): number => rail.x + (second / 40) * rail.width;
    await dragWithoutRelease(page, [at(20), rail.y + rail.height + 12], [at(16), rail.y + rail.height + 12]);
    await page.mouse.up();
    await expectRange(playground, 10, 30);
    await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '0.000 s of 40 s');
  },
);

/** The line of a limit, found as a hand finds it: by what it says it does, in the chart of that lane. */
function limitLine(playground: Playground, lane: readonly [number, string], chart: 'level' | 'count'): Locator {
  const lines = playground.lane(...lane).getByTitle(/^Drag to change/);
  return lines.nth(chart === 'level' ? 0 : 2);
}

async function dragLine(page: Page, line: Locator, up: number): Promise<void> {
  const { x, y, width, height } = await boxOf(line);
  await dragWithoutRelease(page, [x + width / 2, y + height / 2], [x + width / 2, y + height / 2 - up]);
}

test('the n line of a window count drags n: lanes follow, scales hold still, one undo brings it back', async ({
  playground,
  page,
}) => {
  await playground.openScenario(STEADY);
  const n = playground.slider('Limit n');
  const line = limitLine(playground, [1, 'Fixed window'], 'count');
  const lineAt = await boxOf(line);
  await dragLine(page, line, -20);
  // The last move is applied a frame later, and its run comes later still.
  await expect(n).toHaveAttribute('aria-valuetext', /^[1-9] requests?$/);
  await playground.waitUntilSettled();
  const now = Number.parseInt((await n.getAttribute('aria-valuetext'))!, 10);
  await expect(playground.figure(1, 'Admitted')).toHaveText(String(now));
  // On a scale that holds still the line is where the hand is.
  await expect.poll(async () => Math.abs((await boxOf(line)).y - lineAt.y - 20)).toBeLessThan(8);
  await page.mouse.up();
  await expect(playground.slider('Capacity')).toHaveAttribute('aria-valuetext', `${now} requests, follows n`);
  await page.keyboard.press('Control+z');
  await expect(n).toHaveAttribute('aria-valuetext', '10 requests');
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await playground.waitUntilSettled();
  expect((await boxOf(line)).y).toBeCloseTo(lineAt.y, 0);
});

detail(
  'a level’s wall drags what it is: n of a window, the capacity of a bucket, which then no longer follows n',
  async ({ playground, page }) => {
    await playground.openScenario(STEADY);
    const wall = limitLine(playground, [2, 'Token bucket'], 'level');
    // At the plot's top, too, it says its value within the plot.
    await dragLine(page, wall, 300);
    await expect(page.getByText(/^capacity \d\d$/)).toBeVisible();
    const readout = await boxOf(playground.lane(2, 'Token bucket').getByText(/tokens? left$/));
    const chip = await boxOf(page.getByText(/^capacity \d\d$/));
    expect(chip.y).toBeGreaterThanOrEqual(readout.y + readout.height);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await dragLine(page, wall, -30);
    await expect(page.getByText(/^capacity \d$/)).toBeVisible();
    await page.mouse.up();
    await expect(page.getByRole('checkbox', { name: 'Follows n' })).not.toBeChecked();
    await expect(playground.slider('Limit n')).toHaveAttribute('aria-valuetext', '10 requests');
    await expect(playground.slider('Capacity')).toHaveAttribute('aria-valuetext', /^\d requests?$/);

    await dragLine(page, limitLine(playground, [1, 'Fixed window'], 'level'), -30);
    await expect(page.getByText(/^n \d$/).first()).toBeVisible();
    await page.mouse.up();
    await expect(playground.slider('Limit n')).toHaveAttribute('aria-valuetext', /^\d requests?$/);
  },
);

detail('it drags a lane’s own n where that has one; Esc puts it back', async ({ playground, page }) => {
  await playground.openScenario({ ...STEADY, lanes: [{ limiter: 'fixed-window', policy: { n: 5 } }, STEADY.lanes[1]] });
  await expect(playground.figure(1, 'Admitted')).toHaveText('5');
  const line = limitLine(playground, [1, 'Fixed window'], 'count');
  await dragLine(page, line, 20);
  await expect(playground.figure(1, 'Admitted')).not.toHaveText('5');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(playground.figure(1, 'Admitted')).toHaveText('5');
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await dragLine(page, line, 20);
  await page.mouse.up();
  await expect(playground.figure(1, 'Admitted')).not.toHaveText('5');
  await expect(playground.slider('Limit n')).toHaveAttribute('aria-valuetext', '10 requests');
});

detail(
  'stacked, the traffic’s one axis scrubs, a drag in any chart zooms, and the wall is dragged',
  async ({ playground, page }) => {
    await playground.openScenario(STEADY, { at: 0, from: 0, to: 40 });
    await page.keyboard.press('v');
    const track = await boxOf(page.getByRole('list', { name: 'Phases' }));
    const at = (second: number): number => track.x + (second / 40) * track.width;
    await page.mouse.click(at(10), track.y + track.height + 8);
    await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', /^(9\.9|10\.0)\d+ s of 40 s$/);
    const decisions = await boxOf(page.getByRole('listbox', { name: 'Decisions of lane 1' }));
    const y = decisions.y + decisions.height * 0.8;
    await dragWithoutRelease(page, [at(10), y], [at(30), y]);
    await page.mouse.up();
    await expectRange(playground, 10, 30);
    await dragLine(page, limitLine(playground, [2, 'Token bucket'], 'level'), -12);
    await page.mouse.up();
    await expect(playground.slider('Capacity')).toHaveAttribute('aria-valuetext', /^\d requests?$/);
  },
);

detail('a limiter whose bound is no setting has no wall to drag', async ({ playground }) => {
  await playground.openScenario({ ...STEADY, lanes: [{ limiter: 'nginx-limit-req' }] });
  await expect(playground.lane(1, 'nginx limit_req').getByTitle('Drag to change n')).toHaveCount(2);
  await expect(playground.lane(1, 'nginx limit_req').getByTitle('Drag to change the capacity')).toHaveCount(0);
});

detail('the shortcuts say what the hand does', async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const row = (table: string, key: string) =>
    dialog.getByRole('table', { name: table, exact: true }).getByRole('row', { name: key });
  await expect(row('On charts and time axes', 'Drag a limit')).toContainText('by keyboard, the sliders do');
  await expect(row('On charts and time axes', 'Double click')).toContainText('show the whole run');
  await expect(row('Touch', 'Swipe')).toContainText('the next lane');
});

test.describe('while the run plays', () => {
  /** Five requests a second; one lane denies most of them, the other none. */
  const SLOW = {
    policy: { n: 2, T: 100 },
    duration: 60,
    traffic: [{ kind: 'steady', from: 1, rate: 5 }],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket', policy: { n: 1_000 } }],
  };
  const fallen = (page: Page) => page.evaluate(() => (globalThis as unknown as { fallen: string[] }).fallen);

  test.beforeEach(async ({ page }) => {
    // Each falling request is an element that is gone after half a second: remember what came.
    await page.addInitScript(() => {
      const list: string[] = [];
      Object.assign(globalThis, { fallen: list });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof HTMLElement && node.dataset['outcome'] !== undefined)
              list.push(node.dataset['outcome']);
      }).observe(document, { childList: true, subtree: true });
    });
  });

  detail('requests fall into the pictures by outcome, at most eight a second in each', async ({ playground, page }) => {
    await playground.openScenario(SLOW, { at: 0, from: 0, to: 60 });
    await playground.pauseClock();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('2');
    await playground.button('Play').click();
    // Ten requests a second come in each lane.
    await page.clock.runFor(4_000);
    await playground.button('Pause').click();
    const outcomes = await fallen(page);
    const count = (outcome: string): number => outcomes.filter((one) => one === outcome).length;
    // The first lane admits two in all; eight a second of each lane fall, in at most five seconds begun.
    expect(count('allow')).toBeGreaterThan(16);
    expect(count('deny')).toBeGreaterThan(16);
    expect(outcomes.length).toBeLessThanOrEqual(2 * 8 * 5);
  });

  detail('nothing falls faster than 4×', async ({ playground, page }) => {
    await playground.openScenario(SLOW, { at: 0, from: 0, to: 60 });
    await playground.pauseClock();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('5');
    await playground.button('Play').click();
    await page.clock.runFor(3_000);
    expect(await fallen(page)).toEqual([]);
  });

  detail('nor with reduced motion', async ({ playground, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await playground.openScenario(SLOW, { at: 0, from: 0, to: 60 });
    await playground.pauseClock();
    await playground.button('Play').click();
    await page.clock.runFor(3_000);
    expect(await fallen(page)).toEqual([]);
  });
});

detail(
  'the playhead is dragged again and again, wherever the pointer leaves the rail',
  async ({ playground, page }) => {
    await playground.openScenario(STEADY);
    const playhead = playground.slider('Playhead');
    const rail = await boxOf(playhead.locator('..'));
    const middle = rail.y + rail.height / 2;
    for (const second of [10, 30, 20]) {
      const { x, width } = await boxOf(playhead);
      await page.mouse.move(x + width / 2, middle);
      await page.mouse.down();
      // Over the lanes, where there is text.
      await page.mouse.move(rail.x + rail.width / 2, 300, { steps: 5 });
      await page.mouse.move(rail.x + (rail.width * second) / 40, middle - 40, { steps: 5 });
      await page.mouse.up();
      await expect(playhead).toHaveAttribute(
        'aria-valuetext',
        new RegExp(`^(${second - 1}\\.9|${second}\\.0)\\d+ s of 40 s$`),
      );
    }
  },
);
