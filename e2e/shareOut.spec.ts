/** What Share gives besides the link: an element for another page, and a QR code. */
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInFrame } from './axe.ts';
import { detail, expect, test, someOf } from './fixtures.ts';
import { openElsewhere } from './framingSite.ts';

const MINE = {
  title: 'Ours & "theirs"',
  policy: { n: 4, T: 10 },
  duration: 30,
  traffic: [{ kind: 'steady', from: 1, to: 20, rate: 2 }],
  lanes: [{ limiter: 'gcra' }],
};

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Share this run' });

async function openEmbed(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialogOf(page).getByRole('button', { name: 'Embed in a page' }).click();
  return dialogOf(page).getByRole('region', { name: 'Embed' });
}

const snippetIn = (part: Locator): Promise<string> => part.getByRole('textbox', { name: 'Snippet' }).inputValue();
const heightIn = (snippet: string): number => Number(/height="(\d+)"/.exec(snippet)?.[1]);

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('the snippet shows the run in a page of another origin, as high as it needs', async ({ playground, page }) => {
    await playground.openScenario(MINE, { at: 5, from: 0, to: 30 });
    const part = await openEmbed(page);
    await expect(part).toContainText('Everything that would change the run.');
    const preview = part.frameLocator('iframe');
    await expect(preview.getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute('aria-busy', 'false');
    await part.getByRole('button', { name: 'Copy snippet' }).click();
    await expect(part.getByText('Copied.')).toBeVisible();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    expect(snippet).toBe(await snippetIn(part));
    expect(snippet).toContain('title="Ours &amp; &quot;theirs&quot; · Spillway"');
    expect(snippet).toContain('sandbox="allow-scripts allow-same-origin allow-popups"');

    await openElsewhere(page, `<div style="width: 640px">${snippet}</div>`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(MINE.title);
    await expect(frame.getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute('aria-busy', 'false');
    await expect(frame.getByRole('slider', { name: 'Playhead' })).toHaveAttribute('aria-valuetext', '5.000 s of 30 s');
  });
});

detail(
  'what readers may do and how wide the preview is changes both preview and snippet',
  async ({ playground, page }) => {
    await playground.openScenario(MINE);
    const part = await openEmbed(page);
    const preview = part.frameLocator('iframe');
    const lanes = preview.getByRole('region', { name: 'Lanes', exact: true });
    await expect(lanes).toHaveAttribute('aria-busy', 'false');
    const watched = await snippetIn(part);
    await part.getByRole('radio', { name: 'Try other limits' }).check({ force: true });
    await expect(part).toContainText('Readers may change n, T and the capacity');
    await expect(preview.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
    expect(await snippetIn(part)).not.toBe(watched);
    const heights: number[] = [];
    for (const width of ['360', '640', '960']) {
      await part.getByRole('radio', { name: width }).check({ force: true });
      await expect.poll(() => preview.locator('html').evaluate(() => innerWidth)).toBe(Number(width));
      // The preview is as high as its content, and the snippet as the preview.
      await expect
        .poll(async () => {
          const [inner, content] = await preview
            .locator('body')
            .evaluate((body) => [innerHeight, Math.ceil(body.getBoundingClientRect().height)]);
          return [inner, heightIn(await snippetIn(part))].every((height) => height === content);
        })
        .toBe(true);
      heights.push(heightIn(await snippetIn(part)));
    }
    expect(new Set(heights).size).toBeGreaterThan(1);
  },
);

detail('where the clipboard is refused the snippet is selected, to be copied by hand', async ({ playground, page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError'));
  });
  await playground.openScenario(MINE);
  const part = await openEmbed(page);
  await part.getByRole('button', { name: 'Copy snippet' }).click();
  await expect(
    part.getByText('The browser does not allow copying: with the snippet selected, press Ctrl+C.'),
  ).toBeVisible();
  const field = part.getByRole('textbox', { name: 'Snippet' });
  await expect(field).toBeFocused();
  // All of it, also once the frame has told another height.
  await expect
    .poll(() =>
      field.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) => [
        value.startsWith('<iframe'),
        selectionStart,
        selectionEnd === value.length,
      ]),
    )
    .toEqual([true, 0, true]);
});

detail('a short link has a QR code, a long one says why not', async ({ playground, page }) => {
  await playground.openScenario(MINE);
  await playground.button('Share').click();
  await dialogOf(page).getByRole('button', { name: 'QR code' }).click();
  const code = dialogOf(page).getByRole('img', { name: 'QR code of the link' });
  await expect(code).toBeVisible();
  const { width, height } = (await code.boundingBox()) ?? { width: 0, height: 1 };
  expect(width).toBe(height);

  const noise = Array.from({ length: 400 }, (_, index) => ((index * 7_919) % 104_729) / 1_000).sort((a, b) => a - b);
  await page.goto('about:blank');
  await playground.openScenario({ ...MINE, duration: 120, traffic: [{ kind: 'times', at: noise }] });
  await playground.button('Share').click();
  await dialogOf(page).getByRole('button', { name: 'QR code' }).click();
  await expect(
    dialogOf(page).getByText(/^This link has [\d,]+ characters, and a QR code of more than 600/),
  ).toBeVisible();
  await expect(dialogOf(page).getByRole('img')).toHaveCount(0);
});

detail('a presented lesson shows its link as a QR code', async ({ playground, page }) => {
  await playground.openScenario(
    { ...MINE, lesson: { steps: [{ text: 'One.' }, { text: 'Two.' }] } },
    { at: 0, from: 0, to: 30, mode: 'learn', step: '1' },
  );
  await playground.button('Present').click();
  const slide = page.getByRole('dialog');
  await slide.getByRole('button', { name: 'QR code' }).click();
  await expect(slide.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await slide.getByRole('button', { name: 'Next →' }).click();
  await expect(slide.getByRole('img', { name: 'QR code of the link' })).toHaveCount(0);
});

for (const [what, viewport] of someOf(
  [
    ['a desktop', { width: 1440, height: 900 }],
    ['a phone', { width: 390, height: 844 }],
  ] as const,
  1,
)) {
  detail(`axe finds nothing wrong with Share on ${what}`, async ({ playground, page }) => {
    await page.setViewportSize(viewport);
    await playground.openScenario(MINE);
    const part = await openEmbed(page);
    await expect(part.frameLocator('iframe').getByRole('region', { name: 'Lanes', exact: true })).toHaveAttribute(
      'aria-busy',
      'false',
    );
    await expectNoViolationsInFrame(page, 'Share', '[role=dialog]');
    expect(await dialogOf(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
  });
}
