import type { Locator, Page } from '@playwright/test';
import { encodeLink, presetById, presetScenario, scenarioOf } from '../src/sim/index.ts';
import { detail, Drawer, expect, someOf, test, type Playground } from './fixtures.ts';

const EDGE_BURST = {
  duration: 24,
  policy: { n: 10, T: 10 },
  traffic: [
    { kind: 'steady', from: 9, to: 9.95, rate: 10 },
    { kind: 'steady', from: 10.05, to: 11, rate: 10 },
    { kind: 'steady', from: 12, to: 23.5, rate: 1 },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
};
const WHOLE = { from: 6, to: 24 };

/** The figure up to the playhead; `Playground.figure` is that of the whole run. */
function upTo({ page }: Playground, lane: number, name: string): Locator {
  return page
    .getByRole('table', { name: `Figures of lane ${lane}`, exact: true })
    .getByRole('row', { name })
    .getByRole('cell')
    .nth(1);
}

async function openPreset(playground: Playground, id: string, at?: number): Promise<void> {
  const scenario = presetScenario(presetById(id)!);
  const to = scenario.duration ?? 60;
  await playground.open(encodeLink(scenario, { at: at ?? to, from: 0, to }));
}

/** Of two pictures of the same size, the most that a colour of a pixel differs by, of 255. */
async function greatestDifference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (bytes) => {
          const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
          const ctx = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          ctx.drawImage(bitmap, 0, 0);
          return ctx.getImageData(0, 0, bitmap.width, bitmap.height).data;
        }),
      );
      return a!.length === b!.length ? a!.reduce((most, value, i) => Math.max(most, Math.abs(value - b![i]!)), 0) : 255;
    },
    [[...one], [...other]],
  );
}

const hideFuture = (page: Page): Locator => page.getByRole('checkbox', { name: 'Hide the future', exact: true });

test('figures count up to the playhead, out of the whole run, while it moves', async ({ playground, page }) => {
  await playground.openScenario(EDGE_BURST, { at: 10, ...WHOLE });
  await expect(upTo(playground, 1, 'Admitted')).toHaveText('10');
  await expect(playground.figure(1, 'Admitted')).toHaveText('24');
  await expect(upTo(playground, 2, 'Denied')).toHaveText('0');
  await expect(playground.figure(2, 'Denied')).toHaveText('17');

  await playground.slider('Playhead').focus();
  await page.keyboard.press('End');
  await expect(upTo(playground, 1, 'Admitted')).toHaveText('24');
  await expect(upTo(playground, 3, 'Denied')).toHaveText('9');

  await page.keyboard.press('Home');
  await expect(upTo(playground, 1, 'Admitted')).toHaveText('0');

  // Shortly before the burst: a busy machine's worker would else have been silent for five seconds of the page's clock.
  await playground.openScenario(EDGE_BURST, { at: 8.5, ...WHOLE });
  await expect(upTo(playground, 1, 'Admitted')).toHaveText('0');
  await playground.pauseClock();
  await playground.button('Play').click();
  await page.clock.runFor(750);
  // What the worker answers last is written in a later frame.
  await expect(async () => {
    await page.clock.runFor(16);
    await expect(upTo(playground, 1, 'Admitted')).toHaveText(/^[3-9]$/, { timeout: 200 });
  }).toPass();
});

detail('of several requests at one instant, those up to the selected one count', async ({ playground, page }) => {
  await playground.openScenario({
    ...EDGE_BURST,
    traffic: [{ kind: 'times', at: [...Array.from({ length: 12 }, () => 10), 20] }],
  });
  await playground.slider('Playhead').focus();
  await page.keyboard.press('Home');
  await playground.button('Next decision').click();
  await expect(upTo(playground, 1, 'Admitted')).toHaveText('1');
  for (const admitted of ['2', '3', '4']) {
    await playground.button('Next decision').click();
    await expect(upTo(playground, 1, 'Admitted')).toHaveText(admitted);
  }
  await expect(upTo(playground, 2, 'Admitted')).toHaveText('4');
  await expect(upTo(playground, 1, 'Denied')).toHaveText('0');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(upTo(playground, 1, 'Admitted')).toHaveText('10');
  await expect(upTo(playground, 1, 'Denied')).toHaveText('2');
});

detail('the pointer does not change what has been let in up to the playhead', async ({ playground, page }) => {
  await playground.openScenario(EDGE_BURST, { at: 10, ...WHOLE });
  const level = page.getByRole('img', { name: 'Level of lane 1', exact: true });
  const box = (await level.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await expect(playground.lane(1, 'Fixed window').getByText(/^[0-4] permits? used$/)).toBeVisible();
  await expect(upTo(playground, 1, 'Admitted')).toHaveText('10');
});

detail('the delayed are shown as a part of the admitted', async ({ playground, page }) => {
  await playground.openScenario({ ...EDGE_BURST, lanes: [{ limiter: 'leaky-queue' }] });
  const rows = page.getByRole('table', { name: 'Figures of lane 1', exact: true }).getByRole('rowheader');
  await expect(rows).toHaveText(['Admitted', 'Delayed', 'Denied', 'Peak in T']);
  const [admitted, delayed, denied] = await Promise.all(
    ['Admitted', 'Delayed', 'Denied'].map(async (name) => Number(await playground.figure(1, name).textContent())),
  );
  expect(admitted! + denied!).toBe(32);
  expect(delayed).toBeLessThanOrEqual(admitted!);
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Compare' }).click();
  const columns = page.getByRole('table', { name: 'Figures of all lanes' }).getByRole('columnheader');
  await expect(columns.nth(3)).toHaveText('Of which delayed');
});

test.describe('hide the future', () => {
  /** A run that is the same up to 10 s, at 10 s. */
  const open = async (playground: Playground, limiter: string, after: readonly number[]): Promise<void> => {
    // Two phases, since the one at the playhead is lit to its end.
    const traffic = [[1, 2, 3, 4, 5], after].map((at) => ({ kind: 'times', at }));
    const document = { duration: 24, policy: { n: 4, T: 10 }, traffic, lanes: [{ limiter }] };
    await playground.open(encodeLink(scenarioOf(document), { at: 10, from: 0, to: 24, hideFuture: true }));
  };

  for (const [limiter, name] of someOf(
    [
      // Of the first of the two runs the peak is 7, of the second 4.
      ['fixed-window', 'Fixed window'],
      ['sliding-log', 'Sliding log'],
    ] as const,
    1,
  )) {
    detail(`two runs of ${limiter} with the same past look the same in the lanes`, async ({ playground, page }) => {
      const seen: Buffer[] = [];
      for (const after of [[10.5, 10.5, 10.5, 10.5, 10.5, 10.5], [21]]) {
        await open(playground, limiter, after);
        await expect(upTo(playground, 1, 'Admitted')).toHaveText('4');
        await expect(page.getByRole('row', { name: 'Peak in T' }).getByRole('cell').last()).toHaveText('?');
        // Pictures of states and time axes are loaded after the first chart.
        await page.waitForLoadState('networkidle');
        await expect(playground.lane(1, name).locator('.chart-axes').first()).toBeVisible();
        seen.push(await playground.lane(1, name).screenshot());
      }
      // Smoothed edges may come out a shade lighter or darker.
      expect(await greatestDifference(page, seen[0]!, seen[1]!)).toBeLessThan(8);
      await hideFuture(page).uncheck();
      const shown = await playground.lane(1, name).screenshot();
      expect(await greatestDifference(page, shown, seen[1]!)).toBeGreaterThan(64);
    });
  }

  detail('the next disagreement is told, but not how many there are', async ({ playground, page }) => {
    await playground.openScenario(EDGE_BURST, { at: 9, ...WHOLE });
    await hideFuture(page).check();
    await page.keyboard.press('d');
    await expect(playground.status).toHaveText(/^Disagreement 1\. /);
    await hideFuture(page).uncheck();
    await page.keyboard.press('d');
    await expect(playground.status).toHaveText(/^Disagreement 2 of 18\. /);
  });

  detail('blanks the whole run’s figures until the end is reached', async ({ playground, page }) => {
    await playground.openScenario(EDGE_BURST, { at: 10, ...WHOLE });
    await hideFuture(page).check();
    for (const name of ['Admitted', 'Denied', 'Peak in T']) await expect(playground.figure(2, name)).toHaveText('?');
    await expect(upTo(playground, 2, 'Admitted')).toHaveText('10');
    await expect(page.getByText(/disagreements?\./)).toHaveCount(0);
    await playground.slider('Playhead').focus();
    await page.keyboard.press('End');
    await expect(playground.figure(2, 'Admitted')).toHaveText('15');
    await expect(playground.figure(2, 'Peak in T')).toHaveText('10/10');
    await expect(page.getByText('18 disagreements.')).toBeVisible();
  });

  detail(
    'does not tell what was decided there to the pointer, a screen reader or Compare',
    async ({ playground, page }) => {
      await playground.openScenario(EDGE_BURST, { at: 9.95, ...WHOLE });
      await hideFuture(page).check();
      const lane = playground.lane(2, 'Sliding log');
      const list = lane.getByRole('listbox');
      await expect(list.getByRole('option', { name: /hidden beyond the playhead$/ })).toHaveCount(1);
      await expect(list.getByRole('option', { name: /denied/ })).toHaveCount(0);

      const box = (await lane.getByRole('img', { name: 'Level of lane 2', exact: true }).boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
      await expect(lane.getByText('hidden', { exact: true }).filter({ visible: true })).toHaveCount(3);

      await page.keyboard.press('i');
      const { details } = new Drawer(playground);
      await page.getByRole('tab', { name: 'Compare' }).click();
      await expect(details).toContainText('These figures are of the whole run, so they are hidden with the future.');
      await expect(details.getByRole('table')).toHaveCount(0);
      await details.getByRole('button', { name: 'Show the future' }).click();
      await expect(details.getByRole('table')).toHaveCount(1);
      await expect(hideFuture(page)).not.toBeChecked();
    },
  );

  detail('a press beyond the playhead selects nothing', async ({ playground, page }) => {
    await playground.openScenario(EDGE_BURST, { at: 9.95, ...WHOLE });
    await hideFuture(page).check();
    const box = (await playground.lane(1, 'Fixed window').getByRole('listbox').boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.9, box.y + box.height / 2);
    await expect(playground.status).toHaveText('Hidden beyond the playhead.');
    await expect(playground.selectedDecision).toHaveCount(0);
  });

  detail('is in the link that is shared', async ({ playground, page }) => {
    await playground.openScenario(EDGE_BURST, { at: 10, ...WHOLE });
    await expect(hideFuture(page)).not.toBeChecked();
    await hideFuture(page).check();
    await playground.button('Share').click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.goto('about:blank');
    await playground.open(new URL(link).hash);
    await expect(hideFuture(page)).toBeChecked();
    await expect(playground.figure(1, 'Admitted')).toHaveText('?');
  });
});

test.describe('clients that answer back', () => {
  detail('the jobs done lead, and jitter is seen to help', async ({ playground, page }) => {
    await openPreset(playground, 'jitter');
    const figures = page.getByRole('table', { name: 'Figures of lane 1', exact: true });
    await expect(figures.getByRole('rowheader').first()).toHaveText('Jobs done');
    await expect(playground.figure(1, 'Jobs done')).toHaveText('60');
    await expect(playground.lane(1, 'Fixed window')).toContainText('no-jitter: herd of 20, 4 tries, p50 15 s');
    await expect(playground.lane(1, 'Fixed window')).toContainText('full-jitter: herd of 5, 4.5 tries, p50 11 s');

    await page.keyboard.press('i');
    await page.getByRole('tab', { name: 'Compare' }).click();
    const byKey = page.getByRole('table', { name: 'Jobs by key' });
    await expect(byKey.getByRole('row').nth(1)).toHaveText('1 Fixed windowno-jitter30 of 3015 s204');
    await expect(byKey.getByRole('row').nth(2)).toContainText('full-jitter30 of 3011 s');
  });

  detail('jobs count up to the playhead', async ({ playground }) => {
    await openPreset(playground, 'jitter', 20);
    await expect(upTo(playground, 1, 'Jobs done')).toHaveText('40');
    await expect(playground.figure(1, 'Jobs done')).toHaveText('60');
  });

  detail('lanes whose retries differ are not said to agree on every request', async ({ playground, page }) => {
    // Both deny all first tries but one, and then differ.
    const client = {
      kind: 'clients',
      count: 1,
      rate: 0.1,
      keys: 'shared',
      retry: { strategy: 'retry-poll', every: 1 },
    };
    await playground.openScenario({
      duration: 9,
      policy: { n: 1, T: 5 },
      traffic: [
        { kind: 'times', at: [0] },
        { ...client, from: 1 },
      ],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'fixed-window', policy: { T: 8 } }],
    });
    await page.keyboard.press('i');
    await page.getByRole('tab', { name: 'Compare' }).click();
    const { details } = new Drawer(playground);
    await expect(details).toContainText('Not comparable request by request: retries differ.');
    await expect(details).not.toContainText('They agree on every request.');
    await page.keyboard.press('d');
    await expect(playground.status).toHaveText('Not comparable request by request: retries differ.');
  });
});

detail('more than n by design looks different from a defect', async ({ playground, page }) => {
  await openPreset(playground, 'token-bucket-throttler-double-refill');
  await expect(playground.figure(1, 'Peak in T')).toHaveAttribute('title', /More than the 19 .*: a defect\.$/);
  await expect(playground.figure(2, 'Peak in T')).toHaveAttribute('title', /by design: the rule allows up to 19\.$/);
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Compare' }).click();
  const table = page.getByRole('table', { name: 'Figures of all lanes' });
  await expect(table.getByRole('cell', { name: '▲ 32/10 rule allows 19' })).toBeVisible();
  await expect(table.getByRole('cell', { name: '△ 16/10 by design' })).toBeVisible();
});

detail('levels say their direction, in three digits until a request is selected', async ({ playground }) => {
  await playground.openScenario(
    {
      duration: 20,
      policy: { n: 3, T: 7 },
      traffic: [{ kind: 'times', at: [1, 2, 9.1] }],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'sliding-log' }],
    },
    { at: 3.1, from: 0, to: 20 },
  );
  await expect(playground.lane(1, 'Token bucket').getByText('1.9 tokens left', { exact: true })).toBeVisible();
  await expect(playground.lane(2, 'Sliding log').getByText('2 entries used', { exact: true })).toBeVisible();
  await playground.button('Previous decision').click();
  await expect(playground.lane(1, 'Token bucket').getByText('1.429 tokens left', { exact: true })).toBeVisible();
});

detail('what a store holds says when it was stored', async ({ playground }) => {
  await playground.openScenario(
    {
      duration: 20,
      policy: { n: 3, T: 10 },
      traffic: [{ kind: 'times', at: [1, 2] }],
      cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
      lanes: [{ limiter: 'redis-token-bucket' }],
    },
    { at: 8, from: 0, to: 20 },
  );
  await expect(playground.lanes.getByText(/^1\.3 tokens left at 2\.00\d s$/)).toBeVisible();
});

detail('caption and chart name the same span', async ({ playground, page }) => {
  await openPreset(playground, 'edge-burst');
  await expect(page.getByText('where it lets 20 through in 10 s.')).toBeVisible();
  await expect(playground.figure(1, 'Peak in T')).toHaveAttribute('title', /^20 of 10 within 10 s\./);
});

/** The names of a lane's counted figures that are seen beside them; the others have no width, or are on a hidden line. */
async function shownNames(page: Page, lane: number): Promise<string[]> {
  return page.getByRole('table', { name: `Figures of lane ${lane}`, exact: true }).evaluate((table) =>
    [...table.querySelectorAll('tbody tr:not([data-figure=peak])')].flatMap((row) => {
      const [name, line] = [row.querySelector('th')!.getBoundingClientRect(), row.getBoundingClientRect()];
      return name.width > 8 && name.top < line.bottom - 1 ? [row.querySelector('th')!.textContent] : [];
    }),
  );
}

detail('each figure has its name beside it where there is room', async ({ playground, page }) => {
  await openPreset(playground, 'edge-burst');
  await playground.waitUntilSettled();
  expect(await shownNames(page, 1)).toEqual(['Admitted', 'Delayed', 'Denied']);
});

test('all figures of a lane have their names, or none', async ({ playground, page }) => {
  for (const width of [720, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openPreset(playground, 'edge-burst');
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key);
      await playground.waitUntilSettled();
      expect([0, 3], `${width} px, ${key}`).toContain((await shownNames(page, 1)).length);
    }
  }
});

detail(
  'a figure that is too long is shown short and heard in full, also after a change',
  async ({ playground, page }) => {
    await playground.openScenario({
      duration: 1,
      policy: { n: 150_000, T: 1 },
      traffic: [{ kind: 'steady', rate: 200_000 }],
      lanes: [{ limiter: 'fixed-window' }],
    });
    await page.keyboard.press('End');
    const row = page
      .getByRole('table', { name: 'Figures of lane 1', exact: true })
      .getByRole('row', { name: 'Admitted' });
    // Up to the playhead, which is the whole run.
    await expect(row.getByRole('cell', { name: '150,000', exact: true })).toHaveCount(1);
    await expect(row.getByText('150k').first()).toBeVisible();
    const n = page.getByRole('spinbutton', { name: 'Limit n', exact: true });
    await n.fill('120000');
    await n.press('Enter');
    await expect(row.getByRole('cell', { name: '120,000', exact: true })).toHaveCount(1);
    await playground.slider('Playhead').focus();
    await page.keyboard.press('Home');
    await expect(row.getByRole('cell')).toHaveCount(3);
    await expect(row.getByRole('cell', { name: '120,000', exact: true })).toHaveCount(1);
    await expect(row.getByText('120k').first()).toBeVisible();
  },
);

for (const n of [100, 1_500, 99_900, 150_000]) {
  detail(`a peak is seen whole, with a limit of ${n}`, async ({ playground, page }) => {
    await playground.openScenario({
      duration: 2,
      policy: { n, T: 1 },
      traffic: [0.9, 1].map((at) => ({ kind: 'burst', at, count: n })),
      // n of n, and 2n with a sign and a remark.
      lanes: [{ limiter: 'sliding-log' }, { limiter: 'fixed-window' }],
    });
    await expect(playground.figure(2, 'Peak in T')).toHaveText(/\d/);
    for (const [width, layout] of [
      [1440, 'Columns'],
      [1440, 'Stacked'],
      [1200, 'Columns'],
      [1024, 'Columns'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('radio', { name: layout }).check();
      for (const lane of [1, 2]) {
        const outside = (): Promise<number> =>
          playground.figure(lane, 'Peak in T').evaluate((cell) => {
            const row = cell.parentElement!;
            const [value, room] = [cell.lastElementChild!, row].map((each) => each.getBoundingClientRect());
            // Below is its remark.
            const bottom = room!.bottom - parseFloat(getComputedStyle(row).paddingBottom);
            return Math.max(value!.bottom - bottom, value!.right - room!.right);
          });
        await expect.poll(outside, { message: `lane ${lane}, ${width} px, ${layout}` }).toBeLessThanOrEqual(1);
      }
    }
  });
}
