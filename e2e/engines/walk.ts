/**
 * One walk through the page: open a link, drag n, send, ask why, write a script, share, copy a picture, reload. All that the page shows on
 * the way is compared with what Node computes from the link that the page itself wrote.
 */
import { expect } from 'vitest';
import { loadSandbox } from '../../src/sandbox/index.ts';
import { planOf, simulateToEnd } from '../../src/sim/engine.ts';
import { decodeLink, encodeLink, loadDeflate, scenarioOf, type Scenario } from '../../src/sim/index.ts';
import type { Browser } from './browser.ts';
import { Page, type LaneCounts } from './page.ts';

// The walk begins with a link.
await loadDeflate();

const FIRST_LINE = 'for (let k = 0; k < 30; k++) send(20 + k / 10);';
/** Brackets and quotes that the editor closes by itself are typed over. */
const SECOND_LINE = "for (const at of [50, 50, 51]) send(at, { key: 'b' });";

const scenario = scenarioOf({
  title: 'A walk',
  policy: { n: 10, T: 10 },
  duration: 60,
  traffic: [
    { kind: 'steady', from: 1, to: 40, rate: 2 },
    { kind: 'script', code: FIRST_LINE },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
});

export async function walk(browser: Browser, address: string): Promise<void> {
  const page = new Page(browser);

  await page.open(`${address}${encodeLink(scenario, { at: 5, from: 0, to: 60 })}`);
  await page.find('button', 'Scenario: A walk');
  expect(await page.counts()).toEqual(await countsInNode(scenario));

  await page.dragRight('slider', 'Limit n', 40);
  const limit = async (): Promise<string> => (await page.find('spinbutton', 'Limit n')).value;
  const dragged = await limit();
  expect(Number(dragged)).toBeGreaterThan(10);
  await page.click('button', 'Undo');
  await expect.poll(limit).toBe('10');
  await page.click('button', 'Redo');
  await expect.poll(limit).toBe(dragged);

  await page.click('button', /Send/);
  await expect.poll(() => page.status()).toBe('Sent at 5.000 s: admitted by 3 lanes.');

  await page.click('button', 'Next decision');
  await page.press('Enter');
  await page.find('heading', /Admitted by Fixed window/);

  await page.click('button', 'Edit traffic');
  await page.click('button', 'Phase 2: script, 1 line', 'Details');
  await page.click('textbox', 'Script of phase 2');
  await page.press('Control', 'End');
  await page.type(`\n${SECOND_LINE}`);
  await page.find('button', 'Phase 2: script, 2 lines', 'Details');

  await page.click('button', 'Share');
  const link = (await page.find('textbox', 'Link')).value;
  // WebKit refuses to copy for a dialog that opens by itself a moment after the click; the page then says how to copy.
  await page.click('button', 'Copy link');
  await expect.poll(() => page.status()).toBe(`Link copied, ${link.length} characters.`);
  const shared = decodeLink(link);
  if (!shared.ok) throw new Error('The link that the page wrote does not open.');
  expect(shared.scenario.traffic.find(({ kind }) => kind === 'script')).toHaveProperty(
    'code',
    `${FIRST_LINE}\n${SECOND_LINE}`,
  );
  expect(shared.scenario.policy.n).toBe(Number(dragged));
  const counts = await countsInNode(shared.scenario);
  await expect.poll(() => page.counts()).toEqual(counts);
  await page.press('Escape');

  await page.click('button', 'More');
  await page.click('menuitem', 'Picture…');
  // The dialog grows once the picture is there.
  await expect.poll(async () => (await page.find('button', 'Copy')).disabled).toBe(false);
  await page.click('radio', 'PNG');
  await page.click('button', 'Copy');
  await expect.poll(() => page.status()).toBe('Picture copied.');
  await page.press('Escape');

  const errors = await page.reload();
  await page.find('button', 'Scenario: A walk');
  expect(await page.counts()).toEqual(counts);
  expect(await limit()).toBe(dragged);
  expect([...errors, ...(await page.errors())]).toEqual([]);
}

/** The lanes' figures by the simulator itself. */
async function countsInNode(document: Scenario): Promise<readonly LaneCounts[]> {
  return simulateToEnd(planOf(document, await loadSandbox())).lanes.map(({ summary: { admitted, denied, peak } }) => ({
    admitted,
    denied,
    peak: peak?.permits ?? 0,
  }));
}
