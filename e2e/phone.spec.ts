import { encodeLink, presetById, presetScenario } from '../src/sim/index.ts';
import { boxOf, detail, expect, test, someOf } from './fixtures.ts';
import { textWithoutRoom } from './textRoom.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone the policy is three chips, each opening its control', async ({ playground }) => {
  await playground.open();
  await playground.button('n 10').tap();
  await playground.numberField('Limit n').fill('5');
  await expect(playground.button('n 5')).toBeVisible();
  await playground.button('T 10 s').tap();
  await expect(playground.numberField('Limit n')).toBeHidden();
  await expect(playground.slider('Window T')).toBeVisible();
  await playground.button('Capacity = n').tap();
  await playground.numberField('Capacity').fill('2');
  await expect(playground.button('Capacity 2')).toBeVisible();
  await expect(playground.lane(2, 'Sliding log').getByText(/peak 5$/)).toBeVisible();
});

test('on a phone a lane says what it has of its own, beside the chips of what all have', async ({ playground }) => {
  await playground.openScenario({
    policy: { n: 10, T: 10 },
    traffic: [{ kind: 'steady', rate: 1, to: 20 }],
    lanes: [{ limiter: 'token-bucket' }, { limiter: 'fixed-window', policy: { n: 3 } }],
  });
  const own = playground.lane(2, 'Fixed window').getByText('own 3 per 10 s');
  await expect(own).toBeVisible();
  expect((await boxOf(own)).y).toBeGreaterThan((await boxOf(playground.lane(2, 'Fixed window').getByText(/in, /))).y);
  await expect(playground.lane(1, 'Token bucket').getByText(/^\d+ per/)).toBeHidden();
});

test('in 320 px the figures of a lane take two lines, and lie on nothing', async ({ playground, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await playground.openScenario(
    {
      policy: { n: 10, T: 10 },
      traffic: [
        { kind: 'steady', rate: 10, from: 9, to: 11 },
        { kind: 'burst', at: 12, count: 800 },
      ],
      lanes: [{ limiter: 'nginx-limit-req', policy: { n: 2, T: 1 }, options: { burst: 5 } }],
    },
    { at: 11, from: 0, to: 24 },
  );
  await expect(playground.lane(1, 'nginx limit_req').getByText(/in \(8 delayed\), .* out, peak 2$/)).toBeVisible();
  const cut = await textWithoutRoom(page);
  expect(cut.filter((one) => one.startsWith('on each other'))).toEqual([]);
});

test('on a small phone an open drawer is pulled up over the lanes', async ({ playground, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await playground.open();
  await playground.chooseFromMenu('More', 'Traffic');
  const details = page.getByRole('complementary', { name: 'Details' });
  const height = (): Promise<number> => details.getByRole('tabpanel').evaluate((one) => one.clientHeight);
  await expect.poll(height).toBeGreaterThanOrEqual(208);
  await details.getByRole('button', { name: /^Phase 2: steady/ }).tap();
  await page.getByRole('separator', { name: 'Resize details' }).focus();
  // A step counts from the height that was last laid out: presses within one frame are one step.
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    expect(await height()).toBeGreaterThanOrEqual(248);
  }).toPass();
  await expect(playground.button('n 10')).toBeInViewport({ ratio: 1 });
});

test('a control of the policy and the drawer close each other', async ({ playground, page }) => {
  await playground.open();
  const details = page.getByRole('complementary', { name: 'Details' });
  await playground.button('n 10').tap();
  await playground.chooseFromMenu('More', 'Details');
  await expect(details).toBeVisible();
  await expect(playground.slider('Limit n')).toBeHidden();
  await playground.button('T 10 s').tap();
  await expect(playground.slider('Window T')).toBeVisible();
  await expect(details).toBeHidden();
});

test('Android’s Back closes the menu, the dialog or the drawer, the topmost first', async ({ playground, page }) => {
  // No driver presses Back: the watchers that the browser would ask are asked, the newest first, as it does.
  await page.addInitScript(() => {
    const watchers = new Set<{ requestClose(): void }>();
    const { CloseWatcher } = window as unknown as { CloseWatcher: new () => EventTarget & { requestClose(): void } };
    class Followed extends CloseWatcher {
      constructor() {
        super();
        watchers.add(this);
        this.addEventListener('close', () => watchers.delete(this));
      }
      destroy(): void {
        watchers.delete(this);
      }
    }
    Object.assign(window, { CloseWatcher: Followed, goBack: () => [...watchers].at(-1)?.requestClose() });
  });
  const goBack = (): Promise<void> => page.evaluate('goBack()');
  await playground.open();
  await playground.chooseFromMenu('More', 'Details');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  await playground.chooseFromMenu('More', 'Presets');
  await expect(page.getByRole('dialog')).toBeVisible();
  await goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(details).toBeVisible();
  await playground.button('More').tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await goBack();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(details).toBeVisible();
  await goBack();
  await expect(details).toBeHidden();
});

test('a notice above an open drawer leaves Play and Send in the window', async ({ playground, page }) => {
  await playground.open();
  await playground.chooseFromMenu('More', 'Details');
  await page.getByRole('tab', { name: 'Config', exact: true }).tap();
  await expect(page.getByRole('textbox', { name: /^Config/ })).toBeVisible();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'neither a link nor a log');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await expect(playground.alert).toContainText('This looks like plain text.');
  await expect(playground.transport).toBeInViewport({ ratio: 1 });
});

test('the menu says that it has more than fits', async ({ playground, page }) => {
  await playground.open();
  await playground.button('More').tap();
  const menu = page.getByRole('menu', { name: 'More' });
  await expect(menu.getByText('More below')).toBeVisible();
  await menu.getByRole('menuitem').last().scrollIntoViewIfNeeded();
  await expect(menu.getByText('More below')).toBeHidden();
});

test('a speed is read in full beside the other buttons, also where a phone is narrow', async ({ playground, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await playground.open();
  const speed = page.getByRole('combobox', { name: 'Speed', exact: true });
  await speed.selectOption({ label: '100×' });
  const spare = await speed.evaluate((select: HTMLSelectElement) => {
    const text = document.createElement('span');
    text.textContent = select.selectedOptions[0]?.textContent ?? '';
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    text.style.font = font;
    select.after(text);
    return select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text.getBoundingClientRect().width;
  });
  expect(spare).toBeGreaterThanOrEqual(0);
  const send = await boxOf(playground.button('Send'));
  expect((await boxOf(speed)).y).toBeLessThan(send.y + send.height);
  expect((await boxOf(speed)).y).toBeGreaterThan(send.y - send.height);
});

test('a held Send counts within its button, also where a phone is narrow', async ({ playground, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await playground.open();
  await playground.pauseClock();
  const send = playground.button('Send');
  const { x, y } = await boxOf(send);
  await page.mouse.move(x + 20, y + 20);
  await page.mouse.down();
  await page.clock.runFor(400 + 1_000);
  await expect(send).toContainText('12');
  expect(await send.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
  await page.mouse.up();
});

for (const [width, height] of someOf(
  [
    [844, 390],
    [360, 640],
    [640, 360],
  ] as const,
  1,
))
  test(`an open control of the policy leaves the transport whole in ${width} × ${height}`, async ({
    playground,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await playground.openFirstVisit();
    await playground.button('n 10').tap();
    await playground.numberField('Limit n').fill('79');
    await playground.numberField('Limit n').press('Enter');
    await expect(playground.button('n 79')).toBeInViewport({ ratio: 1 });
    await expect(playground.transport).toBeInViewport({ ratio: 1 });
    await expect(playground.lanes).toBeInViewport();
  });

test('level and count take turns, and every target is large enough for a finger', async ({ playground, page }) => {
  await playground.open();
  await expect(page.getByRole('img', { name: 'Level of lane 1' })).toBeVisible();
  await playground.button('Count').tap();
  await expect(page.getByRole('img', { name: 'Window count of lane 1' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Level of lane 1' })).toBeHidden();
  for (const name of ['Send', 'Burst ×10', 'Previous decision', 'Next decision', 'n 10', 'Share', 'More']) {
    const box = (await playground.button(name).boundingBox())!;
    expect(box.height, name).toBeGreaterThanOrEqual(43.5);
  }
});

detail(
  'without requests it says what to press, in the track and in each lane, and names no key',
  async ({ playground, page }) => {
    await playground.openScenario({
      policy: { n: 10, T: 10 },
      duration: 40,
      traffic: [],
      lanes: [{ limiter: 'fixed-window' }],
    });
    const hint = page.getByRole('region', { name: 'Traffic', exact: true }).getByText('Press Send, or add a phase.');
    await expect(hint).toBeVisible();
    await expect(page.getByRole('img', { name: 'No requests yet. Press Send, or add a phase.' })).toBeVisible();
    await expect(page.getByText('Space').filter({ visible: true })).toHaveCount(0);
  },
);

detail('a tap on a mark opens the details as a sheet', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 1, T: 10 },
    duration: 20,
    traffic: [{ kind: 'times', at: [5, 10] }],
    lanes: [{ limiter: 'sliding-log' }],
  });
  const list = page.getByRole('listbox', { name: 'Decisions of lane 1' });
  const box = (await list.boundingBox())!;
  await page.touchscreen.tap(box.x + 40 + (box.width - 48) / 2, box.y + box.height / 2 + 8);
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'Denied by Sliding log' })).toBeVisible();
  await playground.button('Close details').tap();
  await expect(details).toBeHidden();
});

detail(
  'the form of a phase that is chosen begins at its head, also below a longer one',
  async ({ playground, page }) => {
    const steady = { kind: 'steady', from: 5, to: 20, rate: 1 };
    await playground.openScenario({
      duration: 60,
      traffic: [steady, steady],
      lanes: [{ limiter: 'fixed-window' }],
    });
    await playground.chooseFromMenu('More', 'Traffic');
    const details = page.getByRole('complementary', { name: 'Details' });
    for (const number of [1, 2]) {
      await details.getByRole('button', { name: new RegExp(`^Phase ${number}: steady`) }).tap();
      await expect(details.getByText(`Phase ${number}`, { exact: true })).toBeInViewport({ ratio: 1 });
    }
  },
);

test('on its side, Why? has its verdict in sight beside a lane and the whole transport', async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await playground.open();
  await playground.button('Next decision').tap();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: /^Admitted by Fixed window/ })).toBeInViewport({ ratio: 1 });
  const [verdict, edge] = [await boxOf(details.getByRole('heading')), await boxOf(details.getByText('More below'))];
  expect(verdict.y + verdict.height).toBeLessThanOrEqual(edge.y);
  await expect(playground.transport).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: 'Fixed window', exact: true })).toBeInViewport({ ratio: 1 });
});

detail('a long key stays within its chart, whose beginning it leaves free', async ({ playground, page }) => {
  const key = 'a-client-whose-name-is-as-long-as-the-format-takes@example.com';
  const traffic = [
    { kind: 'burst', at: 1, count: 8, key },
    { kind: 'burst', at: 2, count: 3, key: 'other' },
  ];
  await playground.openScenario({ title: 'Long', policy: { n: 3, T: 10 }, traffic, lanes: [{ limiter: 'gcra' }] });
  const [label, chart] = [
    await boxOf(page.getByTitle(`key ${key}`)),
    await boxOf(page.getByRole('img', { name: 'Level of lane 1' })),
  ];
  expect(label.x).toBeGreaterThan(chart.x + chart.width / 4);
  expect(label.x + label.width).toBeLessThanOrEqual(chart.x + chart.width);
});

detail('what helps with a lane that cannot run is in sight', async ({ playground, page }) => {
  await playground.openScenario({
    traffic: [{ kind: 'burst', at: 5, count: 10 }],
    lanes: [{ limiter: 'own', options: { code: 'x x x' } }],
  });
  const edit = page.getByRole('button', { name: 'Edit the code' });
  await expect(edit).toBeVisible();
  const hidden = await edit.evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    const note = button.parentElement!.getBoundingClientRect();
    return Math.max(0, note.top - top) + Math.max(0, bottom - note.bottom);
  });
  expect(hidden).toBe(0);
});

detail('what is said has a line of its own, over nothing', async ({ playground, page }) => {
  await playground.open();
  await playground.chooseFromMenu('Lane 3 menu', 'Duplicate');
  await expect(page.getByRole('status')).not.toBeEmpty();
  const said = (await page.getByRole('status').boundingBox())!;
  const chip = (await playground.button('n 10').boundingBox())!;
  const lanes = (await playground.lanes.boundingBox())!;
  const playhead = (await playground.slider('Playhead').boundingBox())!;
  expect(lanes.y + lanes.height).toBeLessThanOrEqual(chip.y);
  expect(said.y).toBeGreaterThanOrEqual(chip.y + chip.height);
  expect(said.y + said.height).toBeLessThanOrEqual(playhead.y);
});

detail('Why? goes along to the lane that a finger chooses', async ({ playground, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.open();
  await playground.button('Next disagreement').tap();
  const why = page.getByRole('tabpanel', { name: 'Why?' });
  await expect(why.getByRole('heading', { name: /by Sliding log$/ })).toBeVisible();
  await playground.button('Next lane').tap();
  await expect(why.getByRole('heading', { name: /by Token bucket$/ })).toBeVisible();
});

for (const [name, viewport] of someOf(
  [
    ['390 × 844', { width: 390, height: 844 }],
    ['360 × 640', { width: 360, height: 640 }],
  ] as const,
  1,
)) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the clock, the traffic on its axis, and a lane with its picture are in sight', async ({
      playground,
      page,
    }) => {
      await playground.open();
      await expect(playground.transport.getByText(/^\d+\.\d{3} s$/)).toBeInViewport();
      const track = page.getByRole('region', { name: 'Traffic', exact: true });
      await expect(track.getByRole('button', { name: /^Phase 3: steady, 1 a second/ })).toBeInViewport({ ratio: 1 });
      expect((await track.boundingBox())!.height).toBeLessThanOrEqual(48);
      for (const picture of ['State of lane 1', 'Level of lane 1'])
        await expect(page.getByRole('img', { name: picture, exact: true })).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });

    detail(
      'a burst stands above its decisions: the track has the same edges as the charts',
      async ({ playground, page }) => {
        await playground.open();
        const phase = (await page.getByRole('button', { name: /^Phase 3:/ }).boundingBox())!;
        const chart = (await page.getByRole('img', { name: 'Level of lane 1' }).boundingBox())!;
        // From 6 to 24 s in sight, the phase from 12 to 23.5 s, in the plot without its gutters of 40 and 8 px.
        const x = (at: number): number => chart.x + 40 + ((at - 6) / 18) * (chart.width - 48);
        expect(Math.abs(phase.x - x(12))).toBeLessThanOrEqual(1.5);
        expect(Math.abs(phase.x + phase.width - x(23.5))).toBeLessThanOrEqual(1.5);
      },
    );

    test('every handle and button is a target of 44 px', async ({ playground, page }) => {
      await playground.open();
      await playground.chooseFromMenu('More', 'Details');
      await playground.button('n 10').tap();
      const small = await page.evaluate(() => {
        const names: string[] = [];
        for (const one of document.querySelectorAll(
          'button, [role=slider], [role=separator], select, [role=tab], [title^="Drag to move"]',
        )) {
          const { width, height, left, top } = one.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          // What has scrolled out of sight, and blocks, whose width is their time.
          if (width === 0 || one.matches('[data-phase]') || !one.contains(document.elementFromPoint(x, y))) continue;
          // A finger that misses by less than 22 px still hits it, or a neighbour that is a target itself.
          const isHit = (dx: number, dy: number): boolean => one.contains(document.elementFromPoint(x + dx, y + dy));
          const reaches = isHit(-21, 0) && isHit(21, 0) && isHit(0, -21) && isHit(0, 21);
          if (Math.min(width, height) < 43.5 && !reaches)
            names.push(`${one.ariaLabel ?? one.textContent} ${Math.round(width)} × ${Math.round(height)}`);
        }
        return names;
      });
      expect(small).toEqual([]);
    });

    test('nothing covers n: not the sheet, not what is said, not a notice', async ({ playground, page }) => {
      await playground.open();
      const isFree = async (): Promise<void> => {
        const chip = playground.button('n 10');
        const free = await chip.evaluate((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          return [0.1, 0.5, 0.9].every((part) =>
            one.contains(document.elementFromPoint(left + part * width, top + part * height)),
          );
        });
        expect(free).toBe(true);
      };
      await isFree();
      await playground.chooseFromMenu('Lane 1 menu', 'Duplicate');
      await expect(page.getByRole('status')).not.toBeEmpty();
      await isFree();
      await playground.chooseFromMenu('More', 'Details');
      await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
      await isFree();
      await playground.button('n 10').tap();
      await expect(playground.slider('Limit n')).toBeInViewport({ ratio: 1 });
      await isFree();
    });

    test('lanes and disagreements are reached without a keyboard', async ({ playground, page }) => {
      await playground.open();
      await expect(playground.button('Previous lane')).toHaveAttribute('aria-disabled', 'true');
      await playground.button('Next lane').tap();
      await playground.button('Next lane').tap();
      await expect(playground.lane(3, 'Token bucket')).toBeInViewport({ ratio: 0.9 });
      await expect(playground.button('Next lane')).toHaveAttribute('aria-disabled', 'true');
      await playground.button('Previous lane').tap();
      await playground.button('Previous lane').tap();
      await expect(playground.lane(1, 'Fixed window')).toBeInViewport({ ratio: 0.9 });
      await playground.button('Next disagreement').tap();
      await expect(page.getByRole('listbox').getByRole('option', { selected: true }).first()).toBeAttached();
    });

    detail('while the future is hidden, no button tells that there are disagreements', async ({ playground }) => {
      await playground.open(
        encodeLink(presetScenario(presetById('edge-burst')!), { at: 5, from: 0, to: 24, hideFuture: true }),
      );
      await expect(playground.button('Next lane')).toBeVisible();
      await expect(playground.button('Next disagreement')).toHaveCount(0);
    });
  });
}
