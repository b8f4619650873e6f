import type { Page } from '@playwright/test';
import { encodeLink, presetById, presetScenario, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, test, someOf } from './fixtures.ts';

const MARGIN_MM = 15;
const MM = 96 / 25.4;

test.use({ colorScheme: 'dark' });

/** As on paper: the sheet takes the page's place as soon as it is loaded. */
async function showSheet(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article')).toBeAttached();
}

for (const [format, width] of someOf(
  [
    ['A4', 210],
    ['Letter', 215.9],
  ] as const,
  1,
)) {
  test(`on ${format} there are title, sentence, policy, lanes in full width and the link, and no controls`, async ({
    playground,
    page,
  }) => {
    const inner = Math.round((width - 2 * MARGIN_MM) * MM);
    await playground.open();
    await page.setViewportSize({ width: inner, height: 900 });
    await showSheet(page);
    const sheet = page.getByRole('article');
    await expect(sheet.getByRole('heading', { name: 'Edge burst', level: 1 })).toBeVisible();
    await expect(sheet.getByText('watch the fixed window at its 10 s edge')).toBeVisible();
    await expect(sheet.getByText('10 requests per 10 s, 1 a second in the long run')).toBeVisible();
    await expect(sheet.getByText('Admitted 24 of 32 requests; denied 8. At most 20 in any 10 s')).toBeVisible();
    for (const name of ['Level', 'Window count', 'Decisions', 'Time']) {
      const charts = sheet.getByRole('img', { name, exact: true });
      await expect(charts).toHaveCount(3);
      for (const chart of await charts.all()) {
        const box = (await chart.boundingBox())!;
        expect([Math.round(box.x), Math.round(box.width)]).toEqual([0, await page.evaluate(() => innerWidth)]);
      }
    }
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('slider')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(inner);
  });
}

detail('of a cluster it says what it is like', async ({ playground, page }) => {
  await playground.openScenario({
    traffic: [{ kind: 'burst', at: 5, count: 10 }],
    lanes: [{ limiter: 'redis-incr' }],
    cluster: { nodes: 2, faults: [{ kind: 'node-down', node: 1, at: 5, until: 8 }] },
  });
  await showSheet(page);
  const sheet = page.getByRole('article');
  await expect(sheet.getByText('Cluster: 2 nodes, 1 ms each way, requests to each in turn')).toBeVisible();
  await expect(sheet.getByText('Faults: N2 down, 5 s to 8 s')).toBeVisible();
});

detail('a lane fits on a page however many nodes decide, and says whose level it is', async ({ playground, page }) => {
  await playground.openScenario({
    traffic: [{ kind: 'steady', to: 20, rate: 2, keys: { count: 3, share: 'noisy' } }],
    lanes: [{ limiter: 'redis-incr' }, { limiter: 'token-bucket' }],
    cluster: { nodes: 40 },
  });
  await page.setViewportSize({ width: Math.round((215.9 - 2 * MARGIN_MM) * MM), height: 900 });
  await showSheet(page);
  const sheet = page.getByRole('article');
  for (const name of ['1 Redis INCR', '2 Token bucket']) {
    const lane = sheet.locator('section').filter({ has: page.getByRole('heading', { name }) });
    expect((await lane.boundingBox())!.height, name).toBeLessThan((279.4 - 2 * MARGIN_MM) * MM);
    await expect(lane.getByRole('heading', { name: /^Level, .*, of the key / })).toBeVisible();
    await expect(lane.getByRole('heading', { name: /^Window count, in the last 1 min, of the key / })).toBeVisible();
  }
});

detail('it says of a lane what its name and its limit do not', async ({ playground, page }) => {
  const lanes = [
    { limiter: 'token-bucket', options: { start: 'empty' } },
    { limiter: 'stack', of: [{ limiter: 'gcra' }, { limiter: 'fixed-window', policy: { n: 5 }, key: 'all' }] },
  ];
  await playground.openScenario({ traffic: [{ kind: 'burst', at: 5, count: 10 }], lanes });
  await showSheet(page);
  const sheet = page.getByRole('article');
  await expect(sheet.getByText('Start empty', { exact: true })).toBeVisible();
  await expect(sheet.getByText('Of GCRA and Fixed window (own n 5, for all keys)')).toBeVisible();
});

test('charts are drawn, in light colours, also from the dark theme, which comes back', async ({ playground, page }) => {
  await playground.open();
  await showSheet(page);
  const colours = await page
    .getByRole('article')
    .getByRole('img', { name: 'Decisions' })
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set<string>();
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen.add(data.slice(i, i + 3).join(' '));
      return [...seen];
    });
  expect(colours).toContain('0 95 179');
  expect(colours).toContain('173 44 0');
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(playground.button('Send')).toBeVisible();
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(14, 16, 20)');
});

test('curves are steps at the resolution of paper, also from a narrow plot', async ({ playground, page }) => {
  await playground.open();
  await showSheet(page);
  const level = page.getByRole('article').getByRole('img', { name: 'Level', exact: true }).first();
  /** At how many heights the topmost dark pixel is while ten requests fill the window, from 9 to 10 s of 6 to 24 s. */
  const heights = (): Promise<number> =>
    level.evaluate((canvas: HTMLCanvasElement) => {
      const ratio = canvas.width / 680;
      const x = (at: number): number => Math.round((44 + ((at - 6) / 18) * 628) * ratio);
      const [left, width] = [x(8.95), x(9.95) - x(8.95)];
      // Below the wall, whose hatching is dark as well.
      const top = Math.round(22 * ratio);
      const { data } = canvas.getContext('2d')!.getImageData(left, top, width, canvas.height - top);
      const found = new Map<number, number>();
      for (let column = 0; column < width; column++) {
        let y = 0;
        while (
          y < canvas.height - top &&
          (data[4 * (y * width + column) + 3]! < 200 || data[4 * (y * width + column)]! > 60)
        )
          y++;
        found.set(y, (found.get(y) ?? 0) + 1);
      }
      // A step is level over several pixels.
      return [...found.values()].filter((columns) => columns >= 4).length;
    });
  await expect.poll(heights).toBeGreaterThanOrEqual(9);
});

detail('the browser prints whole lanes on each page, and all of a long link', async ({ playground, page }) => {
  const notes = 'One sentence, and another one.\n'.repeat(12);
  await playground.openScenario({
    title: 'Four lanes',
    notes,
    policy: { n: 5, T: 10 },
    duration: 30,
    traffic: [{ kind: 'steady', from: 0, to: 30, rate: 1 }],
    lanes: ['fixed-window', 'sliding-log', 'token-bucket', 'gcra'].map((limiter) => ({ limiter })),
  });
  await showSheet(page);
  const sheet = page.getByRole('article');
  const link = (await sheet.getByText('http://').textContent())!;
  for (const lane of await sheet.getByRole('heading', { level: 2 }).all()) {
    const section = lane.locator('..');
    expect(await section.evaluate((one) => getComputedStyle(one).breakInside)).toBe(
      (await lane.textContent()) === 'This run as a link' ? 'auto' : 'avoid',
    );
  }
  await page.emulateMedia({ media: null });
  await expect(sheet).toHaveCount(0);
  // As from the browser's own menu: only `beforeprint` tells the page.
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type \/XObject/g)?.length ?? 0, `drawings on ${format}`).toBeGreaterThanOrEqual(16);
    expect(pdf.match(/\/Type \/Page\b/g), `pages of ${format}`).toHaveLength(3);
  }
  await expect(sheet).toHaveCount(0);
  await page.goto(link.slice(link.indexOf('#')).replace(/^/, './'));
  await playground.waitUntilSettled();
  await expect(playground.button('Scenario: Four lanes')).toBeVisible();
});

detail('what is hidden on the screen is not on paper', async ({ playground, page }) => {
  const sheets: string[][] = [];
  const texts: string[] = [];
  for (const after of [Array.from({ length: 60 }, () => 10.5), [21]]) {
    const document = {
      duration: 24,
      policy: { n: 4, T: 10 },
      traffic: [{ kind: 'times', at: [1, 2, 3, 4, 5, ...after] }],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
    };
    await playground.open(encodeLink(scenarioOf(document), { at: 10, from: 0, to: 24, hideFuture: true }));
    await showSheet(page);
    const sheet = page.getByRole('article');
    await expect(sheet).toContainText('What comes after the playhead, at 10.000 s, is hidden.');
    await expect(sheet).toContainText('Admitted 4; denied 1. These are up to the playhead;');
    await expect(sheet).not.toContainText('At most');
    const charts = sheet.getByRole('img');
    await expect(charts).toHaveCount(8);
    sheets.push(await charts.evaluateAll((all) => all.map((chart) => (chart as HTMLCanvasElement).toDataURL())));
    texts.push((await sheet.locator('section').allTextContents()).join('\n'));
    await page.emulateMedia({ media: null });
  }
  expect(texts[0]).toBe(texts[1]);
  expect(sheets[0]).toEqual(sheets[1]);
});

detail('all lanes are dots, or all are bars, as the legend says', async ({ playground, page }) => {
  const sheet = page.getByRole('article');
  const lanes = [{ limiter: 'fixed-window' }];
  const at = (count: number) => [{ kind: 'times', at: Array.from({ length: count }, () => 10) }];
  await playground.openScenario({ duration: 20, policy: { n: 10, T: 10 }, traffic: at(8), lanes });
  await showSheet(page);
  await expect(sheet).toContainText('A dot is a request that was admitted');
  await page.emulateMedia({ media: null });
  await playground.openScenario({ duration: 20, policy: { n: 10, T: 10 }, traffic: at(300), lanes });
  await showSheet(page);
  await expect(sheet).toContainText('Bars count requests');
  await expect(sheet).not.toContainText('A dot is');
});

detail(
  'with clients that try again the jobs come first; a changed n leaves the sentence its own',
  async ({ playground, page }) => {
    const scenario = presetScenario(presetById('jitter')!);
    await playground.open(encodeLink({ ...scenario, policy: { ...scenario.policy, n: scenario.policy.n + 1 } }));
    await showSheet(page);
    const sheet = page.getByRole('article');
    await expect(
      sheet
        .getByText(
          /^60 jobs done, 4\.\d+ tries each, .*; no-jitter: herd of 19, .*; full-jitter: herd of 5, .*\. Admitted /,
        )
        .first(),
    ).toBeVisible();
    await expect(sheet.getByText(`The sentence was written for n = ${scenario.policy.n}.`)).toBeVisible();
  },
);
