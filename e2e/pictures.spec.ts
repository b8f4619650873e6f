/** Pictures and data to take along, as the page saves them. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, test, type Playground, someOf } from './fixtures.ts';
import { hold, prepareHolding, release, untilHeld } from './heldQuestions.ts';

async function openFor(playground: Playground): Promise<Locator> {
  const { page } = playground;
  await playground.button('More').click();
  await page.getByRole('menuitem', { name: 'Picture…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect(dialog.getByRole('img')).toBeVisible();
  return dialog;
}

async function saved(page: Page, button: Locator): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** A table as a spreadsheet reads it: the byte order mark says that it is UTF-8. */
function tableOf(bytes: Buffer): string {
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return bytes.subarray(3).toString().trimEnd();
}

const save = (page: Page, dialog: Locator) => saved(page, dialog.getByRole('button', { name: 'Save', exact: true }));

/** The texts of an SVG as a browser reads it, on a page without a policy; null if it is not well-formed. */
async function textsOf(page: Page, svg: string): Promise<readonly string[] | null> {
  const reader = await page.context().newPage();
  const texts = await reader.evaluate((source) => {
    const read = new DOMParser().parseFromString(source, 'image/svg+xml');
    if (read.querySelector('parsererror') !== null) return null;
    return [...read.querySelectorAll('text')].map((text) => text.textContent ?? '');
  }, svg);
  await reader.close();
  return texts;
}

test('the run is saved as an SVG that says all that it takes to understand it', async ({ playground, page }) => {
  await playground.open();
  const dialog = await openFor(playground);
  const { name, bytes } = await save(page, dialog);
  expect(name).toBe('edge-burst.svg');
  const texts = await textsOf(page, bytes.toString());
  for (const text of [
    'Edge burst',
    '10 requests per 10 s, 1 a second in the long run, bursts up to 10',
    '1 Fixed window',
    '2 Sliding log',
    '3 Token bucket',
    'Level, tokens',
    'n 10',
    '24 s',
    '△ 20 in 10 s',
  ])
    expect(texts).toContain(text);
  expect(texts?.join(' ')).toContain('watch the fixed window at its 10 s edge');
  expect(texts?.join(' ')).toContain(`Open this run: ${new URL(page.url()).origin}`);
});

detail('one lane is drawn from its menu, with the charts that are wanted', async ({ playground, page }) => {
  await playground.open();
  await playground.button('Lane 2 menu').click();
  await page.getByRole('menuitem', { name: 'Picture…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await dialog.getByRole('checkbox', { name: 'Level' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Window count' }).uncheck();
  await expect(dialog.getByRole('img')).toBeVisible();
  const { name, bytes } = await save(page, dialog);
  expect(name).toBe('edge-burst-lane-2.svg');
  const texts = await textsOf(page, bytes.toString());
  expect(texts).toContain('2 Sliding log');
  expect(texts).toContain('Decisions');
  expect(texts).not.toContain('1 Fixed window');
  expect(texts).not.toContain('Level, entries');
  // One chart stays.
  await dialog.getByRole('checkbox', { name: 'Decisions' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Decisions' })).toBeChecked();
});

detail('PNG and SVG show the same charts, pixel by pixel', async ({ playground, page, browser }) => {
  await playground.open();
  const dialog = await openFor(playground);
  const svg = await save(page, dialog);
  await dialog.getByRole('radio', { name: 'PNG' }).check();
  await dialog.getByRole('combobox', { name: 'Size' }).selectOption('2');
  const png = await save(page, dialog);
  expect(png.name).toBe('edge-burst.png');
  const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
  expect(svg.bytes.toString()).toContain(`width="${width / 2}" height="${height / 2}"`);

  const viewer = await browser.newPage({ viewport: { width: width / 2, height: height / 2 }, deviceScaleFactor: 2 });
  // Long lines of letters are set differently: the texts are another test's.
  const charts = svg.bytes
    .toString()
    .replace(/^<\?.*\?>/, '')
    .replaceAll(/<text[^>]*>[^<]*<\/text>/g, '');
  await viewer.setContent(`<style>body{margin:0}svg{display:block}</style>${charts}`);
  const shot = await viewer.screenshot();
  const differing = await viewer.evaluate(
    async ({ images, across }) => {
      const pixels = await Promise.all(
        images.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const ctx = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          ctx.drawImage(bitmap, 0, 0);
          return ctx.getImageData(0, 0, bitmap.width, bitmap.height).data;
        }),
      );
      const [one, other] = pixels as [Uint8ClampedArray, Uint8ClampedArray];
      const isDrawn = (of: Uint8ClampedArray, pixel: number) => of[4 * pixel]! + of[4 * pixel + 1]! < 400;
      /** Edges are smoothed differently, so one beside it will do. */
      const isNear = (of: Uint8ClampedArray, pixel: number) =>
        [-1, 0, 1].some((down) => [-1, 0, 1].some((right) => isDrawn(of, pixel + down * across + right)));
      let [drawn, missing] = one.length === other.length ? [0, 0] : [0, Infinity];
      for (let pixel = across; pixel < one.length / 4 - across; pixel++) {
        if (!isDrawn(other, pixel)) continue;
        drawn++;
        if (!isNear(one, pixel)) missing++;
      }
      return { drawn, missing };
    },
    { images: [png.bytes.toString('base64'), shot.toString('base64')], across: width },
  );
  await viewer.close();
  expect(differing.drawn).toBeGreaterThan(50_000);
  expect(differing.missing).toBeLessThan(0.002 * differing.drawn);
});

detail('the picture is the same from either theme, in either layout and on a phone', async ({ playground, page }) => {
  await playground.open();
  const svgNow = async (): Promise<string> => {
    const dialog = await openFor(playground);
    const { bytes } = await save(page, dialog);
    await page.keyboard.press('Escape');
    return bytes.toString();
  };
  const first = await svgNow();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.keyboard.press('v');
  await playground.waitUntilSettled();
  expect(withoutLink(await svgNow())).toBe(withoutLink(first));
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.waitUntilSettled();
  expect(withoutLink(await svgNow())).toBe(withoutLink(first));
});

/** The layout is part of the link. */
function withoutLink(svg: string): string {
  return svg
    .replace(/<desc>[^]*?<\/desc>/, '')
    .replace(/<a [^]*<\/a>/, '')
    .replaceAll(/s\w+-([cm]\d)/g, '$1')
    .replace(/height="\d+" viewBox="[^"]*"/, '')
    .replace(/<rect [^>]*>/, '');
}

for (const [what, title] of someOf(
  [
    ['emoji and markup', '🎉 </svg><script>alert(1)</script> &amp; 👩‍👩‍👧'],
    ['200 characters', 'W'.repeat(200)],
    ['right-to-left letters', 'שלום עולם'],
  ] as const,
  1,
))
  detail(
    `a title of ${what} is drawn, also over a lane that failed and a run without requests`,
    async ({ playground, page }) => {
      await playground.openScenario({
        title,
        notes: `${title} `.repeat(40).slice(0, 5_000),
        lanes: [{ limiter: 'fixed-window' }, { limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }],
      });
      const dialog = await openFor(playground);
      const texts = await textsOf(page, (await save(page, dialog)).bytes.toString());
      // One from right to left is isolated.
      expect(texts?.[0]?.replace('\u2068', '').slice(0, 9)).toBe(title.slice(0, 9));
      expect(texts).toContain('This run has no requests.');
      expect(texts?.join(' ')).toContain('is less than a thousandth of a request a second');
    },
  );

detail(
  'a picture is copied, and where the clipboard is forbidden a sentence says so',
  async ({ playground, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await playground.open();
    const dialog = await openFor(playground);
    const copy = dialog.getByRole('button', { name: 'Copy' });
    await copy.click();
    await expect(playground.status).toHaveText('Copied as the text of an SVG.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<\?xml [^]*<\/svg>\s*$/);
    await dialog.getByRole('radio', { name: 'PNG' }).check();
    await copy.click();
    await expect(playground.status).toHaveText('Picture copied.');
    // The status line is behind the dialog, on a phone out of sight.
    await expect(dialog.getByText('Picture copied.')).toBeInViewport();
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    expect(types).toEqual(['image/png']);
    await page.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      Object.defineProperty(navigator, 'clipboard', { value: { write: refuse, writeText: refuse } });
    });
    await copy.click();
    await expect(
      dialog.getByText('does not let the page write to the clipboard. Save the file instead.'),
    ).toBeVisible();
  },
);

detail('the decisions of all lanes are a table whose rows add up to the figures', async ({ playground, page }) => {
  await playground.open();
  await playground.button('More').click();
  await page.getByRole('menuitem', { name: 'Save decisions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save decisions' });
  await expect(dialog.getByText('96 rows')).toBeVisible();
  const { name, bytes } = await save(page, dialog);
  expect(name).toBe('edge-burst-decisions.csv');
  await expect(dialog.getByText('Saved as edge-burst-decisions.csv.')).toBeVisible();
  const [head = '', ...rows] = tableOf(bytes).split('\n');
  const columns = head.split(',');
  const cell = (row: string, column: string) => row.split(',')[columns.indexOf(column)];
  for (const [lane, admitted, denied] of [
    ['1', '24', '8'],
    ['2', '15', '17'],
    ['3', '23', '9'],
  ] as const) {
    const own = rows.filter((row) => cell(row, 'lane') === lane);
    const count = (outcome: string) => `${own.filter((row) => cell(row, 'outcome') === outcome).length}`;
    expect([count('allow'), count('deny')]).toEqual([admitted, denied]);
  }
  await dialog.getByRole('radio', { name: 'JSON' }).check();
  const json = JSON.parse((await save(page, dialog)).bytes.toString()) as { lanes: { requests: unknown[] }[] };
  expect(json.lanes.map(({ requests }) => requests.length)).toEqual([32, 32, 32]);
});

detail('a million rows come piece by piece, with progress, and can be cancelled', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 5_000, T: 1 },
    duration: 100,
    traffic: [{ kind: 'steady', rate: 10_000 }],
    lanes: [{ limiter: 'fixed-window' }],
  });
  await playground.button('More').click();
  await page.getByRole('menuitem', { name: 'Save decisions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save decisions' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await expect(dialog.getByText(/^\d+,000 of 1,000,000 rows$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('1,000,000 rows', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  const { bytes } = await save(page, dialog);
  const text = bytes.toString();
  expect(text.split('\n')).toHaveLength(1_000_002);
  expect(text.match(/,allow,/g)).toHaveLength(500_000);
});

const burst = (n: number, count: number) => ({
  title: 'A burst',
  policy: { n, T: 10 },
  duration: 10,
  traffic: [{ kind: 'burst', at: 1, count }],
  lanes: [{ limiter: 'fixed-window' }],
});

/** Opens a link in the page: an open dialog stays, and what it is about is another run. */
async function openLink(page: Page, document: object): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    encodeLink(scenarioOf(document)),
  );
}

detail('decisions of a run that another takes the place of meanwhile are not saved', async ({ playground, page }) => {
  await prepareHolding(page);
  await playground.openScenario(burst(5, 20));
  await playground.chooseFromMenu('More', 'Save decisions…');
  const dialog = page.getByRole('dialog', { name: 'Save decisions' });
  await hold(page, 'decisionText');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await untilHeld(page);
  await openLink(page, burst(5, 30));
  await expect(dialog.getByRole('status')).toHaveText('0 of 30 rows');
  await release(page);
  await expect(dialog.getByRole('status')).toHaveText('The run has gone. Close this and run it again.');
});

detail('a picture is never of a new run with the charts of the one before', async ({ playground, page }) => {
  await prepareHolding(page);
  await playground.openScenario(burst(5, 20));
  const dialog = await openFor(playground);
  const button = dialog.getByRole('button', { name: 'Save', exact: true });
  await hold(page, 'pictureCharts');
  await openLink(page, burst(7, 20));
  await untilHeld(page);
  await expect(button).toBeDisabled();
  await release(page);
  await expect(button).toBeEnabled();
  const texts = await textsOf(page, (await save(page, dialog)).bytes.toString());
  expect(texts?.join(' ')).toContain('Admitted 7 of 20 requests');
});

detail('Compare saves its figures, and opens the picture', async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Compare' }).click();
  const { name, bytes } = await saved(page, playground.button('Save as CSV: figures of all lanes'));
  expect(name).toBe('edge-burst-figures-of-all-lanes.csv');
  // A comma within quotes ends no field.
  const [head = [], ...rows] = tableOf(bytes)
    .split('\r\n')
    .map((line) => line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g) ?? []);
  const figures = (column: string) => rows.map((row) => row[([...head] as string[]).indexOf(column)]);
  expect(figures('Name')).toEqual(['Fixed window', 'Sliding log', 'Token bucket']);
  expect(figures('Admitted')).toEqual(['24', '15', '23']);
  expect(figures('Denied')).toEqual(['8', '17', '9']);
  await playground.button('Picture…').click();
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
});

for (const scheme of ['dark', 'light'] as const)
  detail(`the dialogs are accessible in the ${scheme} theme`, async ({ playground, page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await playground.open();
    const dialog = await openFor(playground);
    await dialog.getByRole('radio', { name: 'PNG' }).check();
    await expectNoViolations(page, 'Picture');
    await page.keyboard.press('Escape');
    await playground.button('More').click();
    await page.getByRole('menuitem', { name: 'Save decisions…' }).click();
    await expect(page.getByRole('dialog', { name: 'Save decisions' })).toBeVisible();
    await expectNoViolations(page, 'Save decisions');
  });

detail('the messages of a request are a picture', async ({ playground, page }) => {
  await playground.openScenario(
    {
      title: 'Race',
      policy: { n: 3, T: 10 },
      duration: 12,
      cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
      traffic: [{ kind: 'times', at: [0.2, 0.4, 0.6, 1, 1] }],
      lanes: [{ limiter: 'redis-incr', options: { variant: 'incr-expire' } }],
    },
    { at: 1, from: 0, to: 12, selected: { lane: 0, request: 4 } },
  );
  await page.keyboard.press('Enter');
  await playground.button('Picture of the messages…').click();
  const dialog = page.getByRole('dialog', { name: 'Picture of the messages' });
  await expect(dialog.getByRole('img')).toBeVisible();
  const texts = await textsOf(page, (await save(page, dialog)).bytes.toString());
  for (const text of ['Messages of request 5, at 1.000 s', 'Client', 'N1', 'N2', 'Store', 'admitted'])
    expect(texts).toContain(text);
});

detail('the map of Tune is a picture, and its cells a table', async ({ page }) => {
  const scenario = scenarioOf({
    title: 'Tuned',
    policy: { n: 5, T: 10 },
    duration: 60,
    traffic: [{ kind: 'steady', rate: 1, keys: { count: 3, share: 'even' } }],
    lanes: [{ limiter: 'fixed-window' }],
  });
  await page.clock.install({ time: 0 });
  await page.goto(`./${encodeLink(scenario, { at: 0, from: 0, to: 60, mode: 'tune' })}`);
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expect(map).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  await map.getByRole('button', { name: 'Map as a picture…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture of the map' });
  await expect(dialog.getByRole('img')).toBeVisible();
  const picture = await save(page, dialog);
  // Beside that of the run.
  expect(picture.name).toBe('tuned-map.svg');
  const texts = await textsOf(page, picture.bytes.toString());
  expect(texts?.join(' ')).toMatch(
    /The circle is the present setting\. Now: n 5, T 10 s\. Clients ever refused: [\d.]+ %/,
  );
  expect(texts).toContain('n, to the right');
  await page.keyboard.press('Escape');
  await map.getByRole('button', { name: 'Map as a table' }).click();
  const { name, bytes } = await saved(page, map.getByRole('button', { name: 'Save as CSV: map' }));
  expect(name).toBe('tuned-map.csv');
  const rows = tableOf(bytes).split('\r\n');
  const columns = (await map.getByRole('columnheader').count()) - 1;
  const heights = (await map.getByRole('row').count()) - 1;
  expect(rows).toHaveLength(1 + columns * heights);
  expect(rows[1]?.split(',')[5]).toBe('goals met');
});

detail('the other charts of Tune are pictures as well', async ({ page }) => {
  const scenario = scenarioOf({
    title: 'Tuned',
    policy: { n: 5, T: 10 },
    duration: 20,
    traffic: [
      { kind: 'burst', at: 0, count: 10, key: 'busy' },
      { kind: 'burst', at: 5, count: 4, key: 'busy' },
      { kind: 'times', at: [1], key: 'calm' },
    ],
    lanes: [{ limiter: 'token-bucket' }],
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.clock.install({ time: 0 });
  await page.goto(`./${encodeLink(scenario, { at: 0, from: 0, to: 20, mode: 'tune' })}`);
  for (const [title, heard, expected] of [
    [
      'Busiest T of each client',
      'Clients by their busiest T, from 1 to 14. 1 of 2 clients above n.',
      [
        'Lane 1, Token bucket. Most requests within any 10 s, clients sorted by that. 1 of 2 clients above n.',
        'n 5',
        '15',
      ],
    ],
    [
      'Rate and burst',
      'At 5 per 10 s the least capacity is 12 for 90 % of clients',
      ['90–100 %', 'now', '30/min', 'Capacity, upwards', 'Rate, to the right'],
    ],
  ] as const) {
    const chart = page.getByRole('region', { name: title, exact: true });
    await expect(chart).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
    await chart.getByRole('button', { name: `${title} as a picture…` }).click();
    const dialog = page.getByRole('dialog', { name: /^Picture of / });
    await expect(dialog.getByRole('img', { name: heard })).toBeVisible();
    const svg = (await save(page, dialog)).bytes.toString();
    const texts = await textsOf(page, svg);
    for (const text of expected) expect(texts).toContain(text);
    expect(texts?.join(' ')).toContain(`Open this run: ${new URL(page.url()).origin}`);
    // The light theme's surface, from the dark one.
    expect(svg).toMatch(/<rect [^>]*fill="#ffffff"/);
    await dialog.getByRole('radio', { name: 'PNG' }).check();
    const png = await save(page, dialog);
    expect(png.name).toBe(`tuned-${title.toLowerCase().replaceAll(' ', '-')}.png`);
    expect(png.bytes.readUInt32BE(16)).toBe(1_440);
    await page.keyboard.press('Escape');
  }
});
