/** What the presets of several processes say in their one sentence, seen to hold on the page. */
import type { Locator, Page } from '@playwright/test';
import { encodeLink, presetNotes, presetById, presetScenario, type Preset } from '../src/sim/index.ts';
import { detail, expect, test, type Playground } from './fixtures.ts';

/** Opens a preset as a link brings it, with that request selected in that lane, both from 0. */
async function openPreset(playground: Playground, id: string, lane: number, request: number, at: number) {
  const preset = presetById(id) as Preset;
  const scenario = presetScenario(preset);
  const to = scenario.duration ?? 0;
  await playground.open(encodeLink(scenario, { at, from: 0, to, selected: { lane, request } }));
  await expect(playground.page.getByText(presetNotes(preset), { exact: true })).toBeVisible();
  await playground.page.keyboard.press('Enter');
}

function details(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Details' });
}

/** The last of a request's own messages that has such a name. */
function lastMessage(page: Page, name: RegExp): Locator {
  return details(page).getByRole('list', { name: 'Messages', exact: true }).getByRole('listitem', { name }).last();
}

async function laneNodes(page: Page, lane: number): Promise<Locator> {
  await page.getByRole('tab', { name: 'Lane', exact: true }).click();
  await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption(`${lane}`);
  return details(page).getByRole('group', { name: 'Nodes', exact: true });
}

test('two nodes take the last token, and one script refuses the second', async ({ playground, page }) => {
  await openPreset(playground, 'last-token', 0, 5, 6);
  await expect(details(page).getByRole('heading', { name: 'Admitted by Bucket, no guard at N2' })).toBeVisible();
  await expect(details(page).getByText(/between N2’s read and N2’s write/)).toBeVisible();
  await details(page).getByRole('button', { name: 'Show the atomic version' }).click();
  await playground.waitUntilSettled();
  await expect(details(page).getByRole('heading', { name: 'Denied by Redis token bucket at N2' })).toBeVisible();
});

detail('a node that dies between INCR and EXPIRE leaves a key that never expires', async ({ playground, page }) => {
  await openPreset(playground, 'immortal-key', 0, 0, 0);
  await expect(lastMessage(page, /^N1 sends INCR/)).toBeVisible();
  await expect(details(page).getByText('The node died before it answered.')).toBeVisible();
  await expect(lastMessage(page, /^N1 sends EXPIRE/)).toHaveCount(0);
  // The last request, 50 s later: nobody was let in since the fifth.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(playground.figure(1, 'Admitted')).toHaveText('4');
  await expect(playground.figure(2, 'Admitted')).toHaveText('24');
});

detail('ten milliseconds of skew split a second’s count over two keys', async ({ playground, page }) => {
  await openPreset(playground, 'clock-skew', 0, 1, 0.9905);
  await expect(lastMessage(page, /^N2 sends EVAL .*user:1 .*/)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(lastMessage(page, /^N1 sends EVAL .*user:0 .*/)).toBeVisible();
});

detail('two nodes both see no list, and both start one', async ({ playground, page }) => {
  await openPreset(playground, 'no-list-twice', 0, 1, 1.002);
  for (const node of ['N1', 'N2']) {
    await expect(lastMessage(page, new RegExp(`^${node} sends EXISTS user .*answers 0`))).toBeVisible();
    await expect(lastMessage(page, new RegExp(`^${node} sends (MULTI|EXEC).*user`))).toBeVisible();
  }
});

detail('limits in the nodes multiply when a deploy adds two', async ({ playground, page }) => {
  await openPreset(playground, 'deploy-adds-two', 0, 150, 37.5);
  const nodes = await laneNodes(page, 0);
  await expect(nodes.getByRole('row', { name: 'N3' })).toBeVisible();
  await expect(nodes.getByText(/30 admitted within 10 s/)).toBeVisible();
});

detail('a server that is away is answered for as each fallback says', async ({ playground, page }) => {
  await openPreset(playground, 'server-away', 0, 45, 15);
  await expect(
    details(page).getByText(/The server did not answer within 0\.100\ss .* So the node denies the request\./),
  ).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(details(page).getByText(/So the node admits the request\./)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(details(page).getByText(/the node decides locally, on its share of the limit\./)).toBeVisible();
});

detail('leases save messages and let as many in', async ({ playground, page }) => {
  await openPreset(playground, 'lease', 0, 0, 0);
  expect(await playground.figure(1, 'Admitted').textContent()).toBe(
    await playground.figure(2, 'Admitted').textContent(),
  );
  await page.getByRole('tab', { name: 'Compare' }).click();
  const row = (name: string) => details(page).getByRole('row', { name });
  await expect(row('Leases').getByRole('cell', { name: '0.29' })).toBeVisible();
  await expect(row('Ask every time').getByRole('cell', { name: '1', exact: true }).first()).toBeVisible();
});

detail('an outer layer spaces out what the inner one then decides on', async ({ playground, page }) => {
  await openPreset(playground, 'two-layers', 0, 15, 12);
  await expect(playground.figure(1, 'Delayed')).toHaveText('10');
  const nodes = await laneNodes(page, 0);
  await expect(nodes.getByRole('row', { name: 'Charged but denied' }).getByRole('cell')).toHaveText('1');
});

detail(
  'a system that counts in memory multiplies with its processes, and each explains what it decided',
  async ({ playground, page }) => {
    // The eleventh request that N1 takes: its own ten are used up, while the lane has admitted forty.
    await openPreset(playground, 'processes-multiply', 0, 40, 40);
    await expect(details(page).getByRole('heading', { name: 'Denied by Express in memory at N1' })).toBeVisible();
    await page.keyboard.press('End');
    await playground.waitUntilSettled();
    await expect(playground.figure(1, 'Admitted')).toHaveText('40');
    await expect(playground.figure(2, 'Admitted')).toHaveText('10');
  },
);

detail('a system in Redis shows what it sends', async ({ playground, page }) => {
  await openPreset(playground, 'processes-multiply', 1, 10, 10.002);
  await expect(lastMessage(page, /^N3 sends INCRBY user_0 1.*EXPIRE user_0 60/)).toBeVisible();
  await expect(details(page).getByRole('heading', { name: 'Denied by Envoy in Redis at N3' })).toBeVisible();
});
