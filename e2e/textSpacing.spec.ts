/** A reader's own spacing of text (WCAG 2.2, 1.4.12) cuts nothing off and puts nothing on anything else. */
import { boxOf, detail, expect, someOf, test, type Playground } from './fixtures.ts';
import { spaceWidely, textWithoutRoom } from './textRoom.ts';

async function expectRoomWhenSpaced({ page }: Playground, what: string): Promise<void> {
  const before = await textWithoutRoom(page);
  await spaceWidely(page);
  // Charts that are higher or lower now are drawn anew.
  await expect
    .poll(async () => (await textWithoutRoom(page)).filter((each) => !before.includes(each)), what)
    .toEqual([]);
}

for (const [width, height] of someOf(
  [
    [1440, 900],
    [1280, 720],
    [1024, 768],
    [390, 844],
    [320, 568],
  ] as const,
  1,
)) {
  test(`Run in a window of ${width} × ${height} has room for widely spaced text`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await playground.open();
    await expectRoomWhenSpaced(playground, 'Run');
    await expect(playground.button('More')).toBeInViewport({ ratio: 1 });
  });
}

test('beside stacked charts a widely spaced name of a lane takes two lines, and is not cut', async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await playground.openScenario({
    policy: { n: 2, T: 10 },
    lanes: [{ limiter: 'sliding-counter' }, { limiter: 'rate-limiter-flexible' }],
  });
  await spaceWidely(page);
  const cut = (name: string) =>
    page
      .getByRole('heading', { name, exact: true })
      .evaluate((heading) =>
        Math.max(heading.scrollWidth - heading.clientWidth, heading.scrollHeight - heading.clientHeight),
      );
  for (const name of ['Sliding counter', 'rate-limiter-flexible']) await expect.poll(() => cut(name), name).toBe(0);
});

for (const [key, mode] of [
  ['2', 'Tune'],
  ['3', 'Learn'],
] as const) {
  detail(`${mode} has room for widely spaced text`, async ({ playground, page }) => {
    await playground.open();
    await page.keyboard.press(key);
    await expect(page.getByRole('radio', { name: mode, exact: true })).toBeChecked();
    if (mode === 'Tune') await expect(page.getByRole('slider', { name: /^Map of/ })).toBeVisible();
    else await expect(page.getByRole('heading', { name: 'Lessons', exact: true })).toBeVisible();
    await expectRoomWhenSpaced(playground, mode);
  });
}

detail(
  'the presets say the names of their lanes in full, as widely spaced as they may be',
  async ({ playground, page }) => {
    await playground.open();
    await page.keyboard.press('g');
    const dialog = page.getByRole('dialog', { name: 'Presets' });
    await expect(dialog.getByRole('button', { name: 'Nine tries at the console' })).toBeVisible();
    await spaceWidely(page);
    const abridged = await dialog
      .locator('li > button span')
      .evaluateAll((all) =>
        all
          .filter(
            (span) => getComputedStyle(span).textOverflow === 'ellipsis' && span.scrollWidth > span.clientWidth + 1,
          )
          .map(({ textContent }) => textContent),
      );
    expect(abridged).toEqual([]);
  },
);

detail('the narrowest phone has its tools in one line each, and the capacity in full', async ({ playground, page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await playground.open();
  const tops = async (names: readonly string[]): Promise<Set<number>> => {
    for (const name of names) await expect(playground.button(name)).toBeInViewport({ ratio: 1 });
    const boxes = await Promise.all(names.map((name) => boxOf(playground.button(name))));
    return new Set(boxes.map(({ y }) => y));
  };
  expect((await tops(['Scenario: Edge burst', 'Undo', 'Share', 'More'])).size).toBe(1);
  expect((await tops(['Level', 'Count', 'Next lane', 'Next disagreement'])).size).toBe(1);
  const chip = playground.button('Capacity = n');
  expect(await chip.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
});
