import type { Locator, Page } from '@playwright/test';
import { boxOf, detail, expect, someOf, test, type Playground } from './fixtures.ts';

const BURST = {
  title: 'A burst',
  policy: { n: 4, T: 10 },
  duration: 20,
  traffic: [
    { kind: 'steady', from: 2, to: 4, rate: 0.5 },
    { kind: 'steady', from: 8, to: 14, rate: 1 },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};

const radio = (page: Page, name: 'Stacked' | 'Columns'): Locator =>
  page.getByRole('radiogroup', { name: 'Layout' }).getByRole('radio', { name, exact: true });

const chart = (page: Page, name: 'Level' | 'Window count', lane: number): Locator =>
  page.getByRole('img', { name: `${name} of lane ${lane}`, exact: true });

/** Where on the page the marks of a lane's decisions have their centres, by their colour. */
async function markCentres(playground: Playground, lane: number): Promise<number[]> {
  await playground.waitUntilSettled();
  return playground.page.getByRole('listbox', { name: `Decisions of lane ${lane}` }).evaluate((list) => {
    const canvas = (list.parentElement as HTMLElement).querySelector('canvas') as HTMLCanvasElement;
    const { width, height } = canvas;
    const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, width, height);
    const isMark = (x: number): boolean => {
      for (let y = 0; y < height; y++) {
        const at = 4 * (y * width + x);
        const channels = [data[at], data[at + 1], data[at + 2]] as number[];
        if ((data[at + 3] as number) > 160 && Math.max(...channels) - Math.min(...channels) > 80) return true;
      }
      return false;
    };
    const { left, width: wide } = canvas.getBoundingClientRect();
    const centres: number[] = [];
    for (let x = 0; x < width; x++) {
      if (!isMark(x)) continue;
      const first = x;
      while (x < width && isMark(x)) x++;
      centres.push(left + ((first + x) / 2) * (wide / width));
    }
    return centres;
  });
}

test('a wide window opens in columns, and Stacked is chosen above the lanes or by key', async ({
  playground,
  page,
}) => {
  await playground.openScenario(BURST);
  await expect(radio(page, 'Columns')).toBeChecked();
  const beside = await boxOf(chart(page, 'Level', 1));
  expect((await boxOf(chart(page, 'Window count', 1))).y).toBeCloseTo(beside.y, 0);

  await radio(page, 'Stacked').check();
  const above = await boxOf(chart(page, 'Level', 1));
  const below = await boxOf(chart(page, 'Window count', 1));
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
  expect(below.x).toBe(above.x);
  expect(below.width).toBe(above.width);

  await page.keyboard.press('v');
  await expect(radio(page, 'Columns')).toBeChecked();
  await page.keyboard.press('v');
  await expect(radio(page, 'Stacked')).toBeChecked();
});

for (const [width, height] of someOf(
  [
    [1440, 900],
    [1280, 720],
    [853, 480],
  ] as const,
  1,
)) {
  test(`stacked in ${width} × ${height}, a burst stands exactly above what became of it`, async ({
    playground,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await playground.openScenario(BURST, { at: 11, from: 0, to: 20, layout: 'stacked' });
    const burst = await boxOf(page.getByRole('button', { name: /^Phase 2: steady, 1 a second/ }));
    const marks = await markCentres(playground, 1);
    const first = marks.find((x) => x > burst.x - 3) as number;
    expect(Math.abs(first - burst.x)).toBeLessThanOrEqual(1);
    // The same instant has the same x in every chart: one playhead through all.
    const lines = await page
      .locator('[data-track] .chart-playhead, [data-chart] .chart-playhead')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().x));
    expect(new Set(lines).size).toBe(1);
  });
}

detail(
  'a layout that was chosen is in the link, and one that was not is the window’s',
  async ({ playground, page }) => {
    await playground.openScenario(BURST, { at: 20, from: 0, to: 20, layout: 'stacked' });
    await expect(radio(page, 'Stacked')).toBeChecked();
    await page.keyboard.press('s');
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.keyboard.press('Escape');
    await radio(page, 'Columns').check();
    await page.goto('about:blank');
    await page.goto(link);
    await expect(radio(page, 'Stacked')).toBeChecked();
  },
);

detail('a reload shows a work in the layout that it was left in', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await playground.numberField('Limit n').fill('5');
  await playground.waitUntilSettled();
  await radio(page, 'Stacked').check();
  await playground.waitUntilSaved();
  await page.reload();
  await expect(playground.numberField('Limit n')).toHaveValue('5');
  await expect(radio(page, 'Stacked')).toBeChecked();
});

test.describe('a narrow window', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('opens stacked, and shows columns where they are asked for', async ({ playground, page }) => {
    await playground.openScenario(BURST);
    await expect(radio(page, 'Stacked')).toBeChecked();
    await radio(page, 'Columns').check();
    const level = await boxOf(chart(page, 'Level', 1));
    expect((await boxOf(chart(page, 'Window count', 1))).x).toBeGreaterThan(level.x + level.width - 1);
  });
});

for (const layout of ['stacked', 'columns'] as const) {
  detail(`${layout}: the window count can be switched off, and its readout stays`, async ({ playground, page }) => {
    await playground.openScenario(BURST, { at: 12, from: 0, to: 20, layout });
    const toggle = page.getByRole('checkbox', { name: 'Window count', exact: true });
    await expect(chart(page, 'Window count', 1)).toBeVisible();
    await toggle.uncheck();
    await expect(chart(page, 'Window count', 1)).toBeHidden();
    await expect(playground.lane(1, 'Fixed window').getByText(/^\d of 4 in 10\ss$/)).toBeVisible();
    await toggle.check();
    await expect(chart(page, 'Window count', 1)).toBeVisible();
  });
}

detail(
  'a level’s readout is whole under the name of its key, in the room of three lanes',
  async ({ playground, page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const [first, second] = ['Ada', 'Bob'].map((key) => ({ kind: 'steady', rate: 2, key }));
    const lanes = [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }];
    const document = { policy: { n: 20, T: 10 }, duration: 20, traffic: [first, second], lanes };
    await playground.openScenario(document, { at: 9.9, from: 0, to: 20, layout: 'stacked' });
    const readout = playground.lane(1, 'Fixed window').getByText('20 permits used', { exact: true });
    await expect(readout).toBeVisible();
    expect(await readout.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0);
    // Its last line ends above the words of the chart below.
    const below = await boxOf(playground.lane(1, 'Fixed window').getByText('Window count', { exact: true }).first());
    const { y, height } = await boxOf(readout);
    expect(y + height - below.y).toBeLessThanOrEqual(2);
  },
);

const THREE = { ...BURST, lanes: [...BURST.lanes, { limiter: 'sliding-log' }] };

for (const [layout, charts, axes] of someOf(
  [
    ['columns', 9, 4],
    ['stacked', 9, 1],
  ] as const,
  1,
)) {
  test(`${layout}: the instant under the hand is tied across all charts, and its phase lit in each`, async ({
    playground,
    page,
  }) => {
    await playground.openScenario(THREE, { at: 18, from: 0, to: 20, layout });
    const lit = page.locator('[data-chart] .chart-lit').filter({ visible: true });
    await expect(lit).toHaveCount(0);
    const level = await boxOf(chart(page, 'Level', 2));
    // Somewhere in the burst, from 8 s to 14 s of 20.
    await page.mouse.move(
      level.x + 40 + (level.width - (layout === 'columns' ? 48 : 168)) * 0.6,
      level.y + level.height / 2,
    );
    await expect(lit).toHaveCount(charts);
    const marks = await markCentres(playground, 3);
    const band = await boxOf(lit.last());
    expect(marks.some((x) => Math.abs(x - band.x) <= 1)).toBe(true);
    const chips = page.locator('main .axis-header-chip').filter({ visible: true });
    await expect(chips).toHaveCount(axes);
    expect(new Set(await chips.allTextContents()).size).toBe(1);
    await page.mouse.move(10, 300);
    await expect(lit).toHaveCount(0);
    await expect(chips).toHaveCount(0);
  });

  detail(`${layout}: the phase under the playhead is lit, too`, async ({ playground, page }) => {
    await playground.openScenario(THREE, { at: 9.5, from: 0, to: 20, layout });
    await expect(page.locator('[data-chart] .chart-lit').filter({ visible: true })).toHaveCount(charts);
  });

  detail(
    `${layout}: the requests of a phase that is pointed at are outlined in every lane`,
    async ({ playground, page }) => {
      await playground.openScenario(THREE, { at: 20, from: 0, to: 20, layout });
      await playground.waitUntilSettled();
      const drawn = (): Promise<string[]> =>
        page
          .locator('[data-chart="decisions"] canvas:first-of-type')
          .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
      const before = await drawn();
      await page.getByRole('button', { name: /^Phase 2: steady/ }).hover();
      await expect.poll(async () => (await drawn()).filter((one, lane) => one !== before[lane]).length).toBe(3);
      await page.mouse.move(10, 300);
      await expect.poll(drawn).toEqual(before);
    },
  );
}

detail('stacked lanes keep their charts high enough, and scroll', async ({ playground, page }) => {
  const lanes = Array.from({ length: 8 }, () => ({ limiter: 'fixed-window' }));
  await playground.openScenario({ ...BURST, lanes }, { at: 20, from: 0, to: 20, layout: 'stacked' });
  expect((await boxOf(chart(page, 'Level', 1))).height).toBeGreaterThanOrEqual(48);
  expect((await boxOf(chart(page, 'Window count', 1))).height).toBeGreaterThanOrEqual(40);
  expect((await boxOf(page.getByRole('listbox', { name: 'Decisions of lane 1' }))).height).toBeGreaterThanOrEqual(56);
  await playground.lane(8, 'Fixed window').scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: 'State of lane 8' })).toBeInViewport();
});

for (const layout of someOf(['columns', 'stacked'] as const, 1)) {
  for (const [name, width, height, drawer] of someOf(
    [
      ['1280 × 720 with the drawer', 1280, 720, true],
      ['1280 × 720 at 150 %', 853, 480, false],
      ['1280 × 720', 1280, 720, false],
      ['1440 × 900 with the drawer', 1440, 900, true],
    ] as const,
    1,
  )) {
    test(`${layout} in ${name}: the traffic and one picture stay in sight`, async ({ playground, page }) => {
      await page.setViewportSize({ width, height });
      await playground.openScenario(THREE, { at: 20, from: 0, to: 20, layout });
      if (drawer) await page.keyboard.press('i');
      await expect(page.getByRole('button', { name: /^Phase 2: steady/ })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('img', { name: 'State of lane 1' })).toBeInViewport({ ratio: 0.9 });
    });
  }
}

detail('where height is short the window count goes first, and its readout stays', async ({ playground, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await playground.openScenario(THREE, { at: 20, from: 0, to: 20, layout: 'stacked' });
  await expect(chart(page, 'Window count', 1)).toBeVisible();
  await page.keyboard.press('i');
  await expect(chart(page, 'Window count', 1)).toBeHidden();
  await expect(chart(page, 'Level', 1)).toBeVisible();
  await expect(
    playground
      .lane(1, 'Fixed window')
      .getByText(/^\d of 4 in 10\ss$/)
      .filter({ visible: true }),
  ).toBeVisible();
});

test.describe('a low window', () => {
  test.use({ viewport: { width: 853, height: 480 } });

  // A projector of 720 or 800 px at 150 %.
  for (const [height, least] of [
    [480, 120],
    [533, 160],
  ] as const) {
    test(`of ${height} px leaves an explanation room to be read below the lane that it is about`, async ({
      playground,
      page,
    }) => {
      await page.setViewportSize({ width: 853, height });
      await playground.openScenario(THREE, { at: 0, from: 0, to: 20 });
      await page.keyboard.press('d');
      const panel = page.getByRole('tabpanel', { name: 'Why?', exact: true });
      await expect(panel.getByRole('heading').first()).toBeVisible();
      expect((await boxOf(panel)).height).toBeGreaterThanOrEqual(least);
      const selected = await playground.selectedDecision.locator('..').getAttribute('aria-label');
      const lane = /\d+/.exec(selected ?? '')?.[0];
      await expect(page.getByRole('img', { name: `State of lane ${lane}` })).toBeInViewport({ ratio: 0.75 });
    });
  }

  detail('compares three limiters at a time in the picker, under heads that stay', async ({ playground, page }) => {
    await page.setViewportSize({ width: 853, height: 533 });
    await playground.openScenario(THREE);
    await page.keyboard.press('l');
    const dialog = page.getByRole('dialog', { name: 'Choose a limiter' });
    for (const name of ['Fixed window', 'Simple window', 'Quota reset']) {
      await expect(dialog.getByRole('rowheader', { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
    await dialog.getByRole('rowheader', { name: 'Hybrid', exact: true }).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole('button', { name: 'ns per decision' })).toBeInViewport({ ratio: 1 });
  });

  detail('has the layout and the window count in the ⋯ menu', async ({ playground, page }) => {
    await playground.openScenario(BURST);
    await playground.button('More').click();
    await expect(page.getByRole('menuitemradio', { name: 'Stacked' })).toBeChecked();
    await page.getByRole('menuitemradio', { name: 'Columns' }).click();
    const level = await boxOf(chart(page, 'Level', 1));
    expect((await boxOf(chart(page, 'Window count', 1))).x).toBeGreaterThan(level.x + level.width - 1);
    await playground.button('More').click();
    await page.getByRole('menuitemcheckbox', { name: 'Window count' }).click();
    await expect(chart(page, 'Window count', 1)).toBeHidden();
  });
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  detail('shows two charts beside each other where columns are asked for', async ({ playground, page }) => {
    await playground.openScenario(BURST);
    const list = page.getByRole('listbox', { name: 'Decisions of lane 1' });
    expect((await boxOf(list)).y).toBeGreaterThan((await boxOf(chart(page, 'Level', 1))).y + 40);
    await playground.button('More').click();
    await page.getByRole('menuitemradio', { name: 'Columns' }).click();
    const level = await boxOf(chart(page, 'Level', 1));
    const beside = await boxOf(list);
    expect(beside.y).toBeCloseTo(level.y, 0);
    expect(beside.x).toBeGreaterThan(level.x + level.width);
    expect(beside.x + beside.width).toBeLessThanOrEqual(390);
  });
});

detail('with Why? open, two lanes in columns stay whole below the heads', async ({ playground, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.openScenario(THREE, {
    at: 18,
    from: 0,
    to: 20,
    layout: 'columns',
    selected: { lane: 1, request: 4 },
  });
  await expect(page.getByRole('heading', { name: /^(Admitted|Denied) by / })).toBeVisible();
  const lanes = await boxOf(playground.lanes);
  await expect
    .poll(async () => {
      const rows = await Promise.all(
        [1, 2].map((lane) => page.getByRole('region', { name: `Lane ${lane}: ` }).boundingBox()),
      );
      return rows.map((row) => row!.y >= lanes.y + 32 && row!.y + row!.height <= lanes.y + lanes.height);
    })
    .toEqual([true, true]);
});

for (const width of someOf([720, 800, 900, 1024, 1199] as const, 2))
  test(`the policy's controls keep clear of each other in ${width} px`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await playground.openScenario(BURST);
    const policy = page.getByRole('region', { name: 'Policy' });
    const controls = [
      policy.getByRole('slider', { name: 'Limit n' }),
      policy.getByRole('spinbutton', { name: 'Limit n' }),
      policy.getByRole('slider', { name: 'Window T' }),
      policy.getByRole('spinbutton', { name: 'Window T' }),
      policy.getByRole('combobox', { name: 'Unit of T' }),
      policy.getByRole('slider', { name: 'Capacity' }),
      policy.getByRole('spinbutton', { name: 'Capacity' }),
    ];
    const boxes = await Promise.all(controls.map(boxOf));
    for (const [index, box] of boxes.entries()) {
      const before = boxes[index - 1];
      expect(box.x).toBeGreaterThanOrEqual(before === undefined ? 0 : before.x + before.width);
    }
    // “min” and the arrow.
    expect(boxes[4]!.width).toBeGreaterThanOrEqual(56);
  });

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });

  test('the policy’s labels are within their bar, in every mode', async ({ playground, page }) => {
    await playground.openScenario(BURST);
    const policy = page.getByRole('region', { name: 'Policy' });
    for (const mode of ['Run', 'Tune', 'Learn']) {
      await page.getByRole('radio', { name: mode, exact: true }).check();
      const bar = await boxOf(policy);
      for (const label of ['n: what it means', 'T: what it means', 'Capacity']) {
        const { y } = await boxOf(policy.getByRole('button', { name: label, exact: true }));
        expect(y, `${label} in ${mode}`).toBeGreaterThanOrEqual(bar.y);
      }
    }
  });
});

for (const [name, width, height] of someOf(
  [
    ['a tablet', 720, 900],
    ['1440 × 900 at 200 %', 720, 450],
    ['a low window', 960, 470],
  ] as const,
  1,
))
  test(`everything of the header is in sight, and the title has room: ${name}`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await playground.openScenario(BURST);
    await page.getByRole('radio', { name: 'Learn' }).check();
    for (const button of await page.getByRole('navigation', { name: 'Scenario' }).getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 });
    expect((await boxOf(playground.button('Scenario: A burst'))).width).toBeGreaterThanOrEqual(44);
    await playground.button('More').click();
    await expect(
      page.getByRole('menuitem', { name: 'Lessons' }).or(playground.button('Lessons')).first(),
    ).toBeVisible();
  });

detail('on a small phone a lesson leaves play, Send and its own words in sight', async ({ playground, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await playground.openScenario(BURST);
  await playground.button('More').click();
  await page.getByRole('menuitemradio', { name: 'Learn' }).click();
  await page.getByRole('button', { name: /The edge of a window/ }).click();
  await playground.button('Step 7').click();
  for (const name of ['Play', 'Send'])
    await expect(playground.transport.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(playground.button('Next lesson')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^Now look for the gap yourself/)).toBeInViewport({ ratio: 0.4 });
});
