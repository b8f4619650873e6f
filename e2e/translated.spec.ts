/** While a browser translates the page, every figure and sentence stays that of the run. */
import type { Page } from '@playwright/test';
import { expect, Playground, test } from './fixtures.ts';

/**
 * Does what Chrome's translator does: each text is taken out, and a <font> with the translation put in its place, now and
 * wherever the page shows a text anew. The translation is the same words, so that the page can be compared with itself.
 */
function translate(): void {
  const isLeft = (text: Node): boolean =>
    !text.isConnected ||
    text.textContent?.trim() === '' ||
    text.parentElement?.closest('font, svg, script, style, textarea, option, [translate=no]') !== null;
  const translateWithin = (node: Node): void => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = node instanceof Text ? [node] : [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (isLeft(text)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translateWithin(document.body);
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) translateWithin(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** All that can be read on the page, but for what is drawn, and for what is said for a while. */
function readPage(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let words = '';
  while (walker.nextNode() !== null) {
    const { parentElement, textContent } = walker.currentNode;
    const isRead =
      parentElement?.closest('svg, script, style, [aria-live], [role=status]') === null &&
      parentElement.checkVisibility();
    if (isRead) words += ` ${textContent}`;
  }
  return words.split(/\s+/);
}

const SCENARIO = {
  duration: 24,
  policy: { n: 10, T: 10 },
  notes: 'Ten requests per 10 s.',
  traffic: [
    { kind: 'burst', at: 9.5, count: 10 },
    { kind: 'steady', from: 10, to: 23, rate: 2 },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
};

const TABS = ['Traffic', 'Cluster', 'Lane', 'Config', 'Test', 'Compare', 'Fairness', 'Why?'];

/** What a user may do, one thing after another. */
async function* walk(playground: Playground, page: Page): AsyncGenerator<string> {
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  yield 'two disagreements on';
  await page.getByRole('slider', { name: 'Limit n', exact: true }).focus();
  await page.keyboard.press('PageUp');
  yield 'n changed';
  for (const name of TABS) {
    await page.getByRole('tab', { name }).click();
    yield name;
  }
  await page.getByRole('slider', { name: 'Window T', exact: true }).focus();
  await page.keyboard.press('PageDown');
  yield 'T changed';
  await page.getByRole('tab', { name: 'Compare' }).click();
  yield 'Compare, after it';
  await page.keyboard.press('Escape');
  await playground.button('Undo').click();
  yield 'undone';
  for (const name of ['Learn', 'Run']) {
    await page.getByRole('radio', { name, exact: true }).check();
    yield name;
  }
}

test('a page that is translated shows what it would show', async ({ playground, page, browser, baseURL }) => {
  const context = await browser.newContext({ viewport: page.viewportSize(), ...(baseURL && { baseURL }) });
  const plainPage = await context.newPage();
  const plain = new Playground(plainPage);
  await plain.openScenario(SCENARIO);
  await playground.openScenario(SCENARIO);
  await page.evaluate(translate);
  const steps = walk(plain, plainPage);
  for await (const step of walk(playground, page)) {
    await steps.next();
    for (const each of [plain, playground]) await each.waitUntilSettled();
    const difference = async (): Promise<readonly unknown[]> => {
      const [words, plainWords] = [await page.evaluate(readPage), await plainPage.evaluate(readPage)];
      return [...words, undefined].filter((word, index) => word !== plainWords[index]);
    };
    await expect.poll(difference, step).toEqual([]);
  }
  await context.close();
});
