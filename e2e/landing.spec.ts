/** What is there without JavaScript: for crawlers, for those who show a link, and for people. */
import { expect, test } from './fixtures.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [1440, 390])
    test(`says what this is, and that it needs it, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('./');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: 'Spillway' })).toBeInViewport();
      await expect(main).toContainText('A playground for rate limiters.');
      await expect(main.getByText('which needs JavaScript')).toBeInViewport({ ratio: 1 });
      // Not the frame of a page that never comes.
      await expect(page.getByText('Window count')).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
});

test('a pasted link has a title and a description, whatever it holds', async ({ page }) => {
  const html = await (await page.request.get('./')).text();
  expect(html).toContain('<meta property="og:title" content="Spillway: rate limiters side by side">');
  expect(html).toMatch(/<meta property="og:description" content="Rate limiters [^"]+">/);
  // Where the page will stand was not said, and the picture's address has to be a full one.
  expect(html).not.toContain('og:image');
  expect((await page.request.get('./social.png')).headers()['content-type']).toBe('image/png');
});
