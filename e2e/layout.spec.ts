import type { Locator, Page } from '@playwright/test';
import { expect, test, type Playground } from './fixtures.ts';

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

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not visible.');
  return box;
}

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

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [853, 480],
] as const) {
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

test('a layout that was chosen is in the link, and one that was not is the window’s', async ({ playground, page }) => {
  await playground.openScenario(BURST, { at: 20, from: 0, to: 20, layout: 'stacked' });
  await expect(radio(page, 'Stacked')).toBeChecked();
  await page.keyboard.press('s');
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.keyboard.press('Escape');
  await radio(page, 'Columns').check();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(radio(page, 'Stacked')).toBeChecked();
});

test('a reload shows a work in the layout that it was left in', async ({ playground, page }) => {
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
  test(`${layout}: the window count can be switched off, and its readout stays`, async ({ playground, page }) => {
    await playground.openScenario(BURST, { at: 12, from: 0, to: 20, layout });
    const toggle = page.getByRole('checkbox', { name: 'Window count', exact: true });
    await expect(chart(page, 'Window count', 1)).toBeVisible();
    await toggle.uncheck();
    await expect(chart(page, 'Window count', 1)).toBeHidden();
    await expect(playground.lane(1, 'Fixed window').getByText(/^\d of 4 in 10 s$/)).toBeVisible();
    await toggle.check();
    await expect(chart(page, 'Window count', 1)).toBeVisible();
  });
}
