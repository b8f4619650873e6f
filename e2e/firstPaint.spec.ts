import type { Page } from '@playwright/test';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { boxOf, detail, expect, someOf, test } from './fixtures.ts';

// Nothing of the page has been loaded before.
test.use({ ownTab: true });

for (const [name, width, height, chosen] of someOf(
  [
    ['columns in a wide window', 1440, 900, null],
    ['stacked in a narrow one', 1024, 768, null],
    ['as they were chosen', 1440, 900, 'Stacked'],
  ] as const,
  1,
)) {
  test(`the first paint has its lanes where they stay: ${name}`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await playground.openFirstVisit();
    if (chosen !== null) await page.getByRole('radio', { name: chosen, exact: true }).check();
    // A first visit has room for its closing sentence besides; what is compared is a later one.
    await playground.waitUntilSaved();
    await page.reload();
    await playground.waitUntilSettled();
    const lane = await boxOf(playground.lane(1, 'Fixed window'));
    // What the page loads never comes: what is painted is what it starts with.
    await page.route(/assets\/(?!boot).*\.js/, () => undefined);
    await page.reload({ waitUntil: 'commit' });
    const first = page.locator('.boot-lane').first();
    await expect(first).toBeVisible();
    await expect
      .poll(async () => {
        const box = await boxOf(first);
        return Math.max(Math.abs(box.y - lane.y), Math.abs(box.x - lane.x), Math.abs(box.height - lane.height) - 8);
      })
      .toBeLessThanOrEqual(1);
  });
}

for (const [name, width, height] of someOf(
  [
    ['wide', 1440, 900],
    ['narrow', 1024, 768],
    ['on a phone', 390, 844],
  ] as const,
  1,
)) {
  detail(`the first paint of a first visit has its sentence where it stays: ${name}`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    const painted = page.locator('.boot-caption p');
    await page.route(/assets\/(?!boot).*\.js/, () => undefined);
    await page.goto('./', { waitUntil: 'commit' });
    await expect(painted).toBeVisible();
    // Not before the style sheet is there.
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
    const [text, box] = [await painted.textContent(), await boxOf(painted)];
    // With the routes gone, the files would come after all, and this visit would be noted.
    await page.goto('about:blank');
    await page.unrouteAll();
    await playground.openFirstVisit();
    const sentence = page.getByRole('group', { name: 'Sentence', exact: true }).getByRole('paragraph');
    await expect(sentence).toHaveText(text as string);
    const shown = await boxOf(sentence);
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(shown[side]).toBeCloseTo(box[side], -0.5);
  });
}

for (const [name, width, height] of someOf(
  [
    ['a narrow phone', 320, 568],
    ['a phone', 390, 844],
    ['a phone on its side', 667, 375],
    ['a small phone on its side', 568, 320],
    ['a wide window', 1440, 900],
  ] as const,
  1,
))
  test(`the first paint leaves the transport its place: ${name}`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await page.route(/assets\/(?!boot).*\.js/, () => undefined);
    await page.goto('./', { waitUntil: 'commit' });
    const painted = page.locator('.boot-dock');
    await expect(painted).toBeAttached();
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
    const place = await boxOf(painted);
    await page.unrouteAll();
    await playground.openFirstVisit();
    expect(await boxOf(playground.transport)).toEqual(place);
    await expect(playground.transport).toBeInViewport({ ratio: 1 });
  });

/** When the lanes first stand in the document: how many there are, and what the places of the next and of the transport are. */
interface FirstRender {
  readonly lanes: number;
  readonly busy: string;
  readonly secondLane: DOMRect;
  readonly transport: DOMRect | undefined;
}

function noteFirstRender(): void {
  new MutationObserver((_, observer) => {
    const lanes = document.querySelector('section[aria-label="Lanes"]');
    const rows = lanes?.querySelectorAll('section[aria-label^="Lane "]');
    if (!lanes || !rows) return;
    observer.disconnect();
    const measured = (element: Element | null | undefined): unknown => element?.getBoundingClientRect().toJSON();
    const [secondLane, transport] = [
      measured(rows[0]?.nextElementSibling),
      measured(document.querySelector('main .boot-dock')),
    ];
    const busy = lanes.getAttribute('aria-busy');
    Object.assign(window, { firstRender: { lanes: rows.length, busy, secondLane, transport } });
  }).observe(document, { subtree: true, childList: true });
}

const firstRender = (page: Page): Promise<FirstRender> =>
  page.evaluate(() => (window as unknown as { firstRender: FirstRender }).firstRender);

for (const [name, width, height] of someOf(
  [
    ['wide', 1440, 900],
    ['narrow', 1024, 768],
    ['low', 844, 390],
  ] as const,
  1,
)) {
  test(`the first lane waits for no other and not for the transport, which have their places: ${name}`, async ({
    playground,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(noteFirstRender);
    await playground.openFirstVisit();
    const first = await firstRender(page);
    expect(first).toMatchObject({ lanes: 1, busy: 'true' });
    expect(first.secondLane).toMatchObject(await boxOf(page.getByRole('region', { name: /^Lane 2: / })));
    expect(first.transport).toMatchObject(await boxOf(playground.transport));
  });
}

detail(
  'on a phone, where heights depend on what is there, all lanes come with the first',
  async ({ playground, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(noteFirstRender);
    await playground.openFirstVisit();
    expect(await firstRender(page)).toMatchObject({ lanes: 3, busy: 'false' });
  },
);

detail('the first paint of a link, and of a later visit, has no sentence', async ({ playground, page }) => {
  const painted = page.locator('.boot-caption p');
  const shell = async (address: string): Promise<void> => {
    await page.route(/assets\/(?!boot).*\.js/, () => undefined);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator('.boot-lane').first()).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-visit');
    await expect(painted).toBeHidden();
  };
  await shell(`./${encodeLink(scenarioOf({ lanes: [{ limiter: 'gcra' }] }))}`);
  await page.unrouteAll();
  await page.goto('about:blank');
  await playground.openFirstVisit();
  await page.goto('about:blank');
  await shell('./');
});

detail('the first paint of a page that was left in Tune is that of Tune', async ({ playground, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.openFirstVisit();
  await page.getByRole('radio', { name: 'Tune', exact: true }).check();
  const charts = page.getByRole('region', { name: 'Busiest T of each client', exact: true });
  const there = await boxOf(charts);
  // What the page loads never comes: what is painted is what it starts with.
  await page.route(/assets\/(?!boot).*\.js/, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  const card = page.locator('.boot-tune i').nth(1);
  await expect(card).toBeVisible();
  await expect(page.locator('.boot-lane').first()).toBeHidden();
  const painted = await boxOf(card);
  expect([painted.x, painted.width]).toEqual([expect.closeTo(there.x, -0.5), expect.closeTo(there.width, -0.5)]);
});

detail('the first paint of a link into Tune is that of Tune', async ({ page }) => {
  await page.route(/assets\/(?!boot).*\.js/, () => undefined);
  const scenario = scenarioOf({ lanes: [{ limiter: 'gcra' }] });
  await page.goto(`./${encodeLink(scenario, { at: 0, from: 0, to: 60, mode: 'tune' })}`, { waitUntil: 'commit' });
  await expect(page.locator('.boot-tune')).toBeVisible();
  await expect(page.locator('.boot-lane').first()).toBeHidden();
});

detail('Tune is outlined while its part loads', async ({ playground, page }) => {
  await playground.openFirstVisit();
  const held: (() => void)[] = [];
  await page.route(/assets\/Tune-.*\.js/, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.getByRole('radio', { name: 'Tune', exact: true }).check();
  await expect(page.locator('.boot-tune')).toBeVisible();
  for (const go of held) go();
  await expect(page.getByRole('region', { name: 'Clients', exact: true })).toBeVisible();
  await expect(page.locator('.boot-tune')).toHaveCount(0);
});

test('a menu and a dialog are there as soon as their files are', async ({ playground, page }) => {
  await playground.open();
  // Nothing waits for a timer from here on.
  await playground.pauseClock();
  await playground.button('More').click();
  await expect(page.getByRole('menuitem', { name: 'Find anything' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible();
});

test('what is typed for a dialog that is still loading is its search, and presses and changes nothing behind it', async ({
  playground,
  page,
}) => {
  await playground.open();
  let load = (): void => undefined;
  const held = new Promise<void>((resolve) => (load = resolve));
  await page.route(/PaletteDialog.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await playground.button('Add lane').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const limit = playground.numberField('Limit n');
  const before = await limit.inputValue();
  await limit.focus();
  await page.keyboard.type('7');
  await expect(limit).toHaveValue(before);
  load();
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toHaveValue(' 7');
});
