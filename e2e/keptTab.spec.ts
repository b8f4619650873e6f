/** What one test leaves in the tab that it shares with others, the next does not find. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// One after another, in one process.
test.describe.configure({ mode: 'serial' });

/** What of the test before is there: in the browser, of its window, and under its mouse. */
const whatIsThere = async () => ({
  local: localStorage.getItem('left'),
  session: sessionStorage.getItem('left'),
  databases: (await indexedDB.databases()).flatMap(({ name }) => (name === 'left' ? [name] : [])),
  size: [innerWidth, innerHeight],
  media: ['print', '(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].filter(
    (query) => matchMedia(query).matches,
  ),
  hovered: document.querySelectorAll('#root :hover').length,
});
const robots = () => fetch('./robots.txt').then((answer) => answer.text());

let asked = 0;
let tab: Page | undefined;

test('a test keeps something in the browser, pauses the clock, moves the mouse, and changes the window', async ({
  playground,
  page,
}) => {
  tab = page;
  page.on('request', () => asked++);
  await playground.open();
  await playground.pauseClock();
  await page.setViewportSize({ width: 800, height: 700 });
  await playground.button('Play').hover();
  await page.evaluate(async () => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
    await new Promise((opened) => indexedDB.open('left').addEventListener('success', opened));
  });
  const there = await page.evaluate(whatIsThere);
  expect(there).toMatchObject({ local: 'behind', session: 'behind', databases: ['left'], size: [800, 700] });
  expect(there.hovered).toBeGreaterThan(0);
  expect(asked).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  expect((await page.evaluate(whatIsThere)).media).toHaveLength(3);
});

test.describe('a test with a window of its own', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('has that, in the same tab', async ({ playground, page }) => {
    await playground.open();
    const { size, media } = await page.evaluate(whatIsThere);
    expect({ size, media }).toEqual({ size: [390, 844], media: ['(prefers-color-scheme: dark)'] });
    expect(page).toBe(tab);
  });
});

test('the next finds nothing of them, and changes how the page is answered', async ({ playground, page }) => {
  expect(page).toBe(tab);
  const askedBefore = asked;
  await playground.open();
  const there = await page.evaluate(whatIsThere);
  expect(there).toEqual({ local: null, session: null, databases: [], size: [1440, 900], media: [], hovered: 0 });
  const now = await page.evaluate(() => Date.now());
  await expect.poll(() => page.evaluate(() => Date.now())).toBeGreaterThan(now);
  expect(asked).toBe(askedBefore);
  await page.route('**/robots.txt', (route) => route.fulfill({ body: 'of the test before' }));
  expect(await page.evaluate(robots)).toBe('of the test before');
});

test('nor is it answered so in the one after that', async ({ playground, page }) => {
  await playground.open();
  expect(await page.evaluate(robots)).toContain('User-agent');
});
