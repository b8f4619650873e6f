import type { Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, expect, test } from './fixtures.ts';

/** The first visit's traffic, over three nodes that split the limit, that ask a store, and as one process. */
const EDGE = {
  title: 'Nodes',
  policy: { n: 10, T: 10 },
  duration: 24,
  traffic: [
    { kind: 'steady', from: 9, to: 9.95, rate: 10 },
    { kind: 'steady', from: 10.05, to: 11, rate: 10 },
    { kind: 'steady', from: 12, to: 23.5, rate: 1 },
  ],
  cluster: { nodes: 3, latency: { kind: 'fixed', mean: 0.001 } },
  lanes: [
    { limiter: 'redis-incr', label: 'Counted' },
    { limiter: 'local-split', label: 'Split' },
    { limiter: 'token-bucket' },
  ],
};
const NODES_LINE = '3 nodes · 1 message each · 2 ms';
const withoutNbsp = (text: string | null) => text?.replaceAll('\u00a0', ' ');

test('a lane says how many nodes decide and what that takes', async ({ playground }) => {
  await playground.openScenario(EDGE);
  const counted = playground.lane(1, 'Counted').getByText('3 nodes').filter({ visible: true });
  expect(withoutNbsp(await counted.locator('..').textContent())).toBe(NODES_LINE);
  await expect(playground.lane(2, 'Split').getByText('no messages').filter({ visible: true })).toBeVisible();
  const ideal = playground.lane(3, 'Token bucket').getByText('one ideal instance').filter({ visible: true });
  await expect(ideal.locator('..')).toHaveText('one ideal instance: asking takes no time');
});

detail('what a lane’s head cuts off of its policy is in its title', async ({ playground }) => {
  const own = { limiter: 'redis-token-bucket', policy: { capacity: 3 }, options: { concurrency: 'none' } };
  await playground.openScenario({ ...EDGE, lanes: [{ ...own, label: 'Unguarded' }] });
  const policy = playground.lane(1, 'Unguarded').getByText(/^10 per 10 s, own capacity 3, [^,]+, concurrency none/);
  await policy.hover();
  await expect(policy).toHaveAttribute('title', (await policy.textContent()) ?? '');
});

detail('a low head has the number of nodes whole, however long the policy is', async ({ playground }) => {
  const long = { limiter: 'redis-incr', options: { variant: 'incr-expire', fallback: 'local' } };
  const lanes = Array.from({ length: 4 }, () => long);
  await playground.openScenario({ ...EDGE, cluster: { nodes: 100 }, lanes });
  const nodes = playground.lane(1, 'Redis INCR').getByText('100 nodes', { exact: true }).filter({ visible: true });
  expect(await nodes.evaluate((span) => span.scrollWidth - span.clientWidth)).toBe(0);
});

detail('the store’s load stands beside the figures, with all of its axis', async ({ playground, page }) => {
  const traffic = [{ kind: 'burst', at: 12, count: 60 }];
  await playground.openScenario({ ...EDGE, traffic });
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  const nodes = page.getByRole('group', { name: 'Nodes', exact: true });
  const chart = nodes.getByRole('figure');
  const top = async (of: Locator): Promise<number> => (await of.boundingBox())!.y;
  expect(await top(chart)).toBe(await top(nodes.getByRole('table', { name: 'Nodes of lane 1' })));
  const tick = chart.getByText('1,000', { exact: true });
  await expect(tick).toBeVisible();
  const left = (await chart.boundingBox())!.x;
  expect((await tick.boundingBox())!.x).toBeGreaterThanOrEqual(left);
});

detail('the read-out and the list name the node of a decision', async ({ playground, page }) => {
  // Two lanes, whose rows are high enough for three nodes with the drawer open.
  await playground.openScenario({ ...EDGE, lanes: [EDGE.lanes[0], EDGE.lanes[2]] });
  const [counted, ideal] = [playground.lane(1, 'Counted'), playground.lane(2, 'Token bucket')];
  await expect(counted.getByText('● admitted by N2 at 23.000 s')).toBeVisible();
  await expect(ideal.getByText('● admitted at 23.000 s')).toBeVisible();
  await page.keyboard.press('Home');
  for (let request = 1; request <= 11; request++) {
    await page.keyboard.press('ArrowRight');
    await expect(playground.selectedDecision).toHaveText(new RegExp(`^Request ${request} of 32`));
  }
  await expect(playground.selectedDecision).toHaveText('Request 11 of 32, 10.050 s, denied, N2');
  await expect(counted.getByText('✕ denied by N2 at 10.050 s')).toBeVisible();
  // Its ring is in the row of its node, below that row's base line.
  const [n1, n2, n3] = await Promise.all(
    ['N1', 'N2', 'N3'].map(async (name) => (await counted.getByText(name, { exact: true }).boundingBox())!.y),
  );
  const ring = (await counted.locator('.chart-ring:visible').boundingBox())!.y;
  expect(ring).toBeGreaterThan(n2! - 4);
  expect(ring).toBeLessThan(n3!);
  expect(n1).toBeLessThan(n2!);
  // One process has no rows.
  await page.keyboard.press('ArrowDown');
  await expect(playground.selectedDecision).toHaveText('Request 11 of 32, 10.050 s, admitted');
  await expect(ideal.getByText('in', { exact: true })).toBeVisible();
});

detail('a click on a mark in a row selects what that node decided', async ({ playground, page }) => {
  await playground.openScenario(EDGE);
  await playground.lane(1, 'Counted').getByText('N1', { exact: true }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(playground.selectedDecision).toHaveText('Request 32 of 32, 23.000 s, admitted, N2');
  await page.keyboard.press('ArrowLeft');
  await expect(playground.selectedDecision).toHaveText('Request 31 of 32, 22.000 s, admitted, N1');
  const ring = (await playground.lane(1, 'Counted').locator('.chart-ring:visible').boundingBox())!;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(playground.selectedDecision).toHaveCount(0);
  await page.mouse.click(ring.x + ring.width / 2, ring.y + ring.height / 2);
  await expect(playground.selectedDecision).toHaveText('Request 31 of 32, 22.000 s, admitted, N1');
});

detail('the Lane tab has what came of the limit, nodes that add up, and the load', async ({ playground, page }) => {
  await playground.openScenario(EDGE);
  await playground.chooseFromMenu('Lane 2 menu', 'Options…');
  const nodes = page.getByRole('group', { name: 'Nodes', exact: true });
  await expect(nodes.getByText('16 admitted within 10 s, from 9.000 s on: 1.6 × the limit of 10.')).toBeVisible();
  const table = nodes.getByRole('table', { name: 'Nodes of lane 2' });
  const row = async (name: string) =>
    (await table.getByRole('row', { name }).getByRole('cell').allTextContents()).slice(0, 3).map(Number);
  const [one, two, three, all] = [await row('N1'), await row('N2'), await row('N3'), await row('All')];
  expect(one.map((figure, i) => figure + two[i]! + three[i]!)).toEqual(all);
  const figures = (await playground.figures(2))[1]!;
  expect(all).toEqual([32, Number(figures.admitted), Number(figures.denied)]);
  // Nobody asks a store.
  await expect(nodes.getByRole('img', { name: 'Store load' })).toHaveCount(0);
  await nodes.getByRole('button', { name: 'Go to 9.000 s' }).click();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '9.000 s of 24 s');

  await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('0');
  await expect(nodes.getByText('At most 10 admitted within 10 s: the limit of 10 holds.')).toBeVisible();
  const asking = (name: string): Locator =>
    nodes.getByRole('table', { name: 'What deciding took in lane 1' }).getByRole('row', { name }).getByRole('cell');
  await expect(asking('Latency p99')).toHaveText('2 ms');
  await expect(asking('Messages per decision')).toHaveText('1');
  await expect(nodes.getByRole('img', { name: 'Store load' })).toHaveAccessibleDescription(
    /^At most \d+ messages per second: \d+ within 40 ms\.$/,
  );

  await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('2');
  await expect(
    page.getByText('One ideal instance: all nodes ask this one process, and asking takes no time.'),
  ).toBeVisible();
  await expect(nodes).toHaveCount(0);
});

detail('a scheme without a cluster says that it runs on one node', async ({ playground, page }) => {
  const { cluster: _, ...alone } = EDGE;
  await playground.openScenario(alone);
  const lane = playground.lane(1, 'Counted');
  const nodesLine = lane.getByText('one node', { exact: true }).filter({ visible: true }).locator('..');
  expect(withoutNbsp(await nodesLine.textContent())).toMatch(/^one node, no cluster · /);
  await expect(lane.getByText('✕ denied by N1', { exact: false }).or(lane.getByText('● admitted by N1'))).toBeVisible();
  // One node has the whole plot.
  await expect(lane.getByText('out', { exact: true })).toBeVisible();
  await expect(playground.lane(3, 'Token bucket').getByText('ideal')).toHaveCount(0);
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  await expect(
    page.getByRole('group', { name: 'Nodes', exact: true }).getByText(/^The scenario has no cluster: /),
  ).toBeVisible();
});

detail('Compare has what asking took, and dashes for one process', async ({ playground, page }) => {
  await playground.openScenario(EDGE);
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Compare' }).click();
  const table = page.getByRole('table', { name: 'Figures of all lanes' });
  for (const name of ['Messages per decision', 'Latency p50', 'Latency p99']) {
    await expect(table.getByRole('columnheader', { name })).toBeVisible();
  }
  const last = async (lane: string) =>
    (await table.getByRole('row', { name: lane }).getByRole('cell').allTextContents()).slice(-3);
  expect(await last('1 Counted')).toEqual(['1', '2 ms', '2 ms']);
  expect(await last('3 Token bucket')).toEqual(['–', '–', '–']);
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
] as const)
  detail(`at ${width} px that a node sent nothing pushes neither state nor rule down`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await playground.openScenario(EDGE, { at: 9.5, from: 6, to: 24, selected: { lane: 1, request: 5 } });
    const details = page.getByRole('complementary', { name: 'Details' });
    const sent = details.getByRole('group', { name: 'Messages', exact: true });
    await expect(sent).toContainText(/N\d sent nothing for this request\./);
    const verdict = await boxOf(details.getByRole('heading', { name: /by Split/ }));
    for (const name of ['Rule', 'State before and after'])
      expect((await boxOf(details.getByRole('group', { name, exact: true }))).y).toBeLessThan(verdict.y);
    expect((await boxOf(sent)).y).toBeGreaterThan(verdict.y);
  });

detail('a request that no node takes has a row of its own', async ({ playground, page }) => {
  const faults = [0, 1, 2].map((node) => ({ kind: 'node-down', node, at: 12.5, until: 14.5 }));
  await playground.openScenario({ ...EDGE, cluster: { ...EDGE.cluster, faults }, lanes: EDGE.lanes.slice(0, 1) });
  const lane = playground.lane(1, 'Counted');
  await expect(lane.locator('.chart-label', { hasText: /^–$/ })).toBeVisible();
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  const row = page.getByRole('table', { name: 'Nodes of lane 1' }).getByRole('row', { name: 'No node' });
  await expect(row.getByRole('cell')).toHaveText(['2', '0', '2', '0 %']);
});

for (const colorScheme of ['dark', 'light'] as const) {
  detail(`a lane and its nodes are within everybody's reach, ${colorScheme}`, async ({ playground, page }) => {
    await page.emulateMedia({ colorScheme });
    await playground.openScenario(EDGE);
    await playground.chooseFromMenu('Lane 1 menu', 'Options…');
    await page.getByRole('group', { name: 'Nodes', exact: true }).waitFor();
    await expectNoViolations(page, colorScheme, ['[aria-label="Details"]', '[aria-label="Lane 1: Counted"]']);
  });
}

detail('on the phone the line stands under the name, and two nodes have a row each', async ({ playground, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const traffic = [{ kind: 'steady', from: 9, to: 23.5, rate: 1 }];
  await playground.openScenario({ ...EDGE, traffic, cluster: { ...EDGE.cluster, nodes: 2 } });
  const lane = playground.lane(1, 'Counted');
  const line = lane.getByText('2 nodes').filter({ visible: true }).locator('..');
  expect(withoutNbsp(await line.textContent())).toBe('2 nodes · 1 message each · 2 ms');
  await expect(lane.getByText('N2', { exact: true })).toBeVisible();
});

for (const height of [768, 480])
  detail(
    `${height} px high, a stacked level says since when it is held, clear of what is below`,
    async ({ playground, page }) => {
      await page.setViewportSize({ width: 900, height });
      const lanes = Array.from({ length: 3 }, () => ({ limiter: 'redis-incr' }));
      await playground.openScenario({ ...EDGE, lanes }, { at: 20.5, from: 0, to: 24, layout: 'stacked' });
      const lane = playground.lane(1, 'Redis INCR');
      const readout = lane.getByText(/^\d+ permits counted at \d+\.\d+ s$/);
      expect(await readout.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0);
      // Where the window count is folded away, its name stands before its readout.
      const count =
        height < 640 ? lane.getByText(/^\d+ of 10 in 10\ss$/) : lane.getByText('Window count', { exact: true });
      const { y, height: high } = await boxOf(readout);
      expect(y + high).toBeLessThanOrEqual((await boxOf(count.first())).y);
    },
  );
