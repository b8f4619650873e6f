import type { Locator } from '@playwright/test';
import { boxOf, detail, expect, test, type Playground, someOf } from './fixtures.ts';

/** Enough lanes that some are out of sight. */
const LANES = ['fixed-window', 'sliding-log', 'token-bucket', 'gcra', 'sliding-counter', 'leaky-queue'];

const SCENARIO = {
  policy: { n: 10, T: 10 },
  duration: 24,
  traffic: [{ kind: 'steady', from: 0, to: 20, rate: 2 }],
  lanes: LANES.map((limiter) => ({ limiter })),
};

class Drawer {
  readonly details: Locator;
  readonly edge: Locator;

  constructor({ page }: Playground) {
    this.details = page.getByRole('complementary', { name: 'Details' });
    this.edge = page.getByRole('separator', { name: 'Resize details' });
  }

  async height(): Promise<number> {
    return (await this.details.boundingBox())!.height;
  }

  async choose(tab: string): Promise<void> {
    await this.details.getByRole('tab', { name: tab, exact: true }).click();
  }
}

detail(
  'it is as high as its content asks, and no higher than its share of the window',
  async ({ playground, page }) => {
    await playground.openScenario(SCENARIO);
    const drawer = new Drawer(playground);
    await page.keyboard.press('i');
    await drawer.choose('Cluster');
    const low = await drawer.height();
    expect(low).toBeLessThan(160);
    await drawer.choose('Compare');
    const high = await drawer.height();
    expect(high).toBeGreaterThan(low + 40);
    expect(high).toBeLessThanOrEqual(900 * 0.31 + 1);
  },
);

test('its tabs stay where they are, whichever is chosen: it grows, and does not shrink', async ({
  playground,
  page,
}) => {
  await playground.openScenario(SCENARIO);
  const drawer = new Drawer(playground);
  await page.keyboard.press('i');
  await drawer.choose('Compare');
  const tabs = drawer.details.getByRole('tablist', { name: 'Details', exact: true });
  const { y } = await boxOf(tabs);
  for (const name of ['Why?', 'Cluster', 'Fairness', 'Compare']) {
    await drawer.choose(name);
    await expect(drawer.details.getByRole('tabpanel', { name, exact: true })).toBeVisible();
    expect((await boxOf(tabs)).y, name).toBe(y);
  }
  await playground.button('Close details').click();
  await page.keyboard.press('i');
  await drawer.choose('Cluster');
  await expect.poll(async () => (await boxOf(tabs)).y).toBeGreaterThan(y + 40);
});

test('the button that opens the traffic closes it again', async ({ playground, page }) => {
  await playground.openScenario(SCENARIO);
  const { details } = new Drawer(playground);
  const edit = playground.button('Edit traffic');
  await expect(edit).toHaveAttribute('aria-expanded', 'false');
  await edit.click();
  await expect(details.getByRole('tabpanel', { name: 'Traffic' })).toBeVisible();
  await expect(edit).toHaveAttribute('aria-expanded', 'true');
  // From another tab it leads to the traffic.
  await details.getByRole('tab', { name: 'Compare' }).click();
  await expect(edit).toHaveAttribute('aria-expanded', 'false');
  await edit.click();
  await expect(details.getByRole('tabpanel', { name: 'Traffic' })).toBeVisible();
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(details).toHaveCount(0);
  await expect(edit).toBeFocused();
});

test('it gives way to what comes above it, before the transport leaves the window', async ({ playground, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const notes = 'A sentence that takes more than the two lines that it has. '.repeat(5).trim();
  await playground.openScenario({ ...SCENARIO, notes });
  const drawer = new Drawer(playground);
  await page.keyboard.press('i');
  await drawer.choose('Compare');
  const before = await drawer.height();
  await playground.button('Show all').click();
  await expect.poll(() => drawer.height()).toBeLessThan(before);
  const { y, height } = await boxOf(playground.transport);
  expect(y + height).toBeLessThanOrEqual(720);
  await playground.button('Show less').click();
  await expect.poll(() => drawer.height()).toBe(before);
});

detail(
  'its edge moves by mouse and by keys, between the tabs and the content, and the height is kept',
  async ({ playground, page }) => {
    await playground.openScenario(SCENARIO);
    const drawer = new Drawer(playground);
    await page.keyboard.press('i');
    await drawer.choose('Compare');
    const before = await drawer.height();
    const edge = (await drawer.edge.boundingBox())!;
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2 + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => drawer.height()).toBeCloseTo(before - 60, -1);

    await drawer.edge.focus();
    await page.keyboard.press('Home');
    await expect(drawer.edge).toHaveAttribute('aria-valuenow', '120');
    await page.keyboard.press('ArrowUp');
    await expect(drawer.edge).toHaveAttribute('aria-valuenow', '136');
    await expect(drawer.edge).toHaveAttribute('aria-valuetext', '136 pixels high');
    // The playhead and the selection have those keys elsewhere.
    await expect(playground.selectedDecision).toHaveCount(0);

    await playground.waitUntilSaved();
    await page.reload();
    await playground.waitUntilSettled();
    await page.keyboard.press('i');
    await drawer.choose('Compare');
    await expect.poll(() => drawer.height()).toBe(136);

    await drawer.edge.dblclick();
    await expect.poll(() => drawer.height()).toBe(before);
  },
);

detail('a cue says that there is more below, until there is not', async ({ playground, page }) => {
  await playground.openScenario(SCENARIO);
  const drawer = new Drawer(playground);
  await page.keyboard.press('i');
  await drawer.choose('Cluster');
  await expect(drawer.details.getByText('More below')).toBeHidden();
  await drawer.choose('Compare');
  await drawer.edge.focus();
  await page.keyboard.press('Home');
  await expect(drawer.details.getByText('More below')).toBeVisible();
  await drawer.details.getByRole('tabpanel').evaluate((panel) => panel.scrollTo({ top: panel.scrollHeight }));
  await expect(drawer.details.getByText('More below')).toBeHidden();
});

for (const viewport of someOf(
  [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
    { width: 1024, height: 768 },
  ],
  1,
)) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('the lane being edited stays in sight when the drawer opens, changes its lane, or grows', async ({
      playground,
      page,
    }) => {
      await playground.openScenario(SCENARIO);
      const drawer = new Drawer(playground);
      const isWhole = async (lane: number): Promise<void> => {
        const row = page.getByRole('region', { name: new RegExp(`^Lane ${lane}:`) });
        await expect(row).toBeInViewport({ ratio: 0.9 });
        // What is in the viewport could still be below the drawer.
        await expect
          .poll(async () => (await row.boundingBox())!.y + (await row.boundingBox())!.height)
          .toBeLessThanOrEqual((await drawer.details.boundingBox())!.y + 5);
      };
      await playground.chooseFromMenu('Lane 6 menu', 'Options…');
      await isWhole(6);
      await drawer.details.getByRole('combobox', { name: 'Lane' }).selectOption('0');
      await isWhole(1);
      await drawer.details.getByRole('combobox', { name: 'Lane' }).selectOption('4');
      await isWhole(5);
      await drawer.edge.focus();
      await page.keyboard.press('End');
      await isWhole(5);
    });
  });
}

detail('no column of the Lane tab is empty, whatever the limiter has', async ({ playground, page }) => {
  await playground.openScenario(SCENARIO);
  const drawer = new Drawer(playground);
  await page.keyboard.press('i');
  await drawer.choose('Lane');
  const panel = drawer.details.getByRole('tabpanel');
  for (const lane of LANES.keys()) {
    await drawer.details.getByRole('combobox', { name: 'Lane' }).selectOption(String(lane));
    const empty = await panel.evaluate((one) => {
      const { right } = one.getBoundingClientRect();
      const columns = [...one.firstElementChild!.children].filter((column) => column.getClientRects().length > 0);
      const last = Math.max(...columns.map((column) => column.getBoundingClientRect().right));
      return columns.some((column) => column.textContent === '') || right - last > 40;
    });
    expect(empty, `lane ${lane + 1}`).toBe(false);
  }
});

detail(
  'a notice has a line of its own: the sentence stays, and the time axis does not move',
  async ({ playground, page }) => {
    await playground.open();
    const sentence = page.getByText('watch the fixed window at its 10 s edge');
    const track = page.getByRole('region', { name: 'Traffic', exact: true });
    const before = (await track.boundingBox())!;
    await page.evaluate(() => {
      location.hash = '#1~000000.broken';
    });
    await expect(playground.alert).not.toBeEmpty();
    const alert = (await playground.alert.boundingBox())!;
    await expect(sentence).toBeVisible();
    const said = (await sentence.boundingBox())!;
    const after = (await track.boundingBox())!;
    expect(alert.y + alert.height).toBeLessThanOrEqual(said.y);
    expect(said.y + said.height).toBeLessThanOrEqual(after.y);
    expect([after.x, after.width]).toEqual([before.x, before.width]);
  },
);
