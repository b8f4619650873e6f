/** What axe finds wrong with a screen. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects axe to object to nothing on the page as it is now, or to nothing in the elements that are named.
 *
 * Axe would also write down the address of each element that is sound, and put the parts of a page together in a window
 * of its own: a run took 3 to 5 s and takes 1. Our pages are of one part; what is wrong is found and named as before.
 *
 * @param what the state that the page is in, for the message
 * @param within selectors
 */
export async function expectNoViolations(page: Page, what: string, within: readonly string[] = []): Promise<void> {
  expect(page.frames(), 'parts of the page').toHaveLength(1);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  for (const selector of within) axe.include(selector);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
    what,
  ).toEqual([]);
}

/** The same of what is in a frame, or of an element with a frame in it. Axe puts these parts together by itself. */
export async function expectNoViolationsInFrame(page: Page, what: string, within: string): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).include(within);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
    what,
  ).toEqual([]);
}
