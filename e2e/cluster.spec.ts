import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, Drawer, endingWith, expect, test, Playground, someOf } from './fixtures.ts';
import { isReadInFull } from './textRoom.ts';

const BASE = {
  policy: { n: 100, T: 10 },
  duration: 24,
  traffic: [{ kind: 'steady', from: 1, to: 21, rate: 2 }],
  lanes: [{ limiter: 'redis-incr' }],
};
const DOWN = { kind: 'node-down', node: 1, at: 5, until: 8 };
const SLOW = { kind: 'store-slow', at: 6, until: 10, factor: 50 };
const FLUSH = { kind: 'store-flush', at: 12 };
const MANY = [
  DOWN,
  SLOW,
  FLUSH,
  { kind: 'crash-after', node: 0, command: 'INCR', at: 14 },
  { kind: 'node-added', at: 16 },
  { kind: 'store-down', at: 20 },
];

/** The Cluster tab, by role and name. */
class ClusterDrawer extends Drawer {
  readonly trackFaults: Locator;

  constructor(playground: Playground) {
    super(playground);
    const { page } = playground;
    this.trackFaults = page.getByRole('region', { name: 'Traffic' }).getByRole('list', { name: 'Faults' });
  }

  fault(name: string | RegExp): Locator {
    return this.details.getByRole('list', { name: 'Faults' }).getByRole('button', { name, exact: true });
  }

  checkbox(name: string): Locator {
    return this.details.getByRole('checkbox', { name, exact: true });
  }
}

/** Opens the drawer at the Cluster tab. */
async function openCluster(playground: Playground, cluster?: object, rest: object = {}): Promise<ClusterDrawer> {
  await playground.openScenario({ ...BASE, ...rest, ...(cluster && { cluster }) });
  await openTab(playground);
  return new ClusterDrawer(playground);
}

async function openTab(playground: Playground): Promise<void> {
  if (playground.page.viewportSize()!.width < 720) await playground.chooseFromMenu('More', 'Traffic');
  else await playground.button('Edit traffic').click();
  await playground.page.getByRole('tab', { name: 'Cluster' }).click();
}

/** What the link of the run, as the page shares it, brings. */
async function reloadThroughLink(playground: Playground, page: Page): Promise<void> {
  await playground.button('Share').click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await playground.waitUntilSettled();
}

test('a cluster is added, told what it is like, and removed; each is one step', async ({ playground }) => {
  const cluster = await openCluster(playground);
  await expect(
    cluster.details.getByText('Without a cluster, lanes with a distributed scheme run on one node.'),
  ).toBeVisible();
  await cluster.button('Add a cluster').click();
  await expect(playground.status).toHaveText('Added a cluster of 3 nodes. Ctrl+Z undoes this.');
  await expect(cluster.numberField('Nodes')).toHaveValue('3');
  await expect(cluster.numberField('One-way latency')).toHaveValue('1');

  await cluster.numberField('Nodes').fill('5');
  await cluster.numberField('Nodes').press('Enter');
  await cluster.select('Latency').selectOption('Uniform');
  await expect(cluster.numberField('From')).toHaveValue('0');
  await expect(cluster.numberField('To')).toHaveValue('2');
  await cluster.numberField('To').fill('0.5 s');
  await cluster.numberField('To').press('Enter');
  await cluster.select('Routing').selectOption('Weighted');
  const weights = cluster.details.getByRole('textbox', { name: 'Weights, one per node' });
  await expect(weights).toHaveValue('1, 1, 1, 1, 1');
  await weights.fill('5, 1, 1, 1, 1');
  await weights.press('Enter');
  await cluster.numberField('Service time').fill('0.2');
  await cluster.numberField('Service time').press('Enter');
  await playground.waitUntilSettled();

  for (let step = 0; step < 3; step++) await playground.button('Undo').click();
  await expect(cluster.select('Routing')).toHaveValue('round-robin');
  await expect(cluster.numberField('To')).toHaveValue('500');
  for (let step = 0; step < 3; step++) await playground.button('Undo').click();
  await expect(cluster.numberField('Nodes')).toHaveValue('3');

  await cluster.button('Remove the cluster').click();
  await expect(cluster.button('Add a cluster')).toBeVisible();
  await playground.button('Undo').click();
  await expect(cluster.numberField('Nodes')).toHaveValue('3');
});

test('a fault is added, stands on the track, decides otherwise, and goes', async ({ playground, page }) => {
  const cluster = await openCluster(playground, { nodes: 3 });
  await expect(playground.figure(1, 'Denied')).toHaveText('0');
  await expect(cluster.trackFaults).toBeHidden();
  await cluster.button('Add fault').click();
  await expect(cluster.fault('Fault 1: N1 down, 6 s to 18 s')).toHaveAttribute('aria-pressed', 'true');
  await cluster.select('Kind').selectOption('Store down');
  await cluster.numberField('From').fill('5');
  await cluster.numberField('Until').fill('8');
  await expect(cluster.fault('Fault 1: store down, 5 s to 8 s')).toBeVisible();
  await playground.waitUntilSettled();
  // Two a second for three seconds.
  await expect(playground.figure(1, 'Denied')).toHaveText('6');

  await playground.button('Close details').click();
  await reloadThroughLink(playground, page);
  const bar = cluster.trackFaults.getByRole('button', { name: 'Fault 1: store down, 5 s to 8 s', exact: true });
  await expect(bar).toHaveText('store down');
  await bar.click();
  await expect(cluster.fault(/^Fault 1:/)).toHaveAttribute('aria-pressed', 'true');
  await expect(cluster.numberField('From')).toHaveValue('5');

  await cluster.checkbox('To the end').check();
  await expect(bar).toBeHidden();
  await expect(cluster.fault('Fault 1: store down, 5 s to the end')).toBeVisible();
  await cluster.button('Remove').click();
  await expect(playground.status).toHaveText('Removed fault 1. Ctrl+Z undoes this.');
  await expect(cluster.trackFaults).toBeHidden();
  await expect(playground.figure(1, 'Denied')).toHaveText('0');
  await playground.button('Undo').click();
  await expect(cluster.trackFaults.getByRole('button')).toHaveCount(1);
});

// Without the fixture, which takes what the browser says of the file that is not there for an error.
detail('the rows of faults have their room before they are loaded; without them the page says so', async ({ page }) => {
  const playground = new Playground(page);
  const topOfLane = async () => (await boxOf(playground.lane(1, 'Redis INCR'))).y;
  await page.route('**/assets/FaultRows-*.js', (route) => route.abort());
  await playground.openScenario({ ...BASE, cluster: { nodes: 3 } });
  const withoutFaults = await topOfLane();
  await playground.openScenario({ ...BASE, cluster: { nodes: 3, faults: [DOWN, SLOW] } });
  await expect(playground.status).toHaveText(
    'The faults below the traffic could not be loaded. The run has them all the same.',
  );
  const before = await topOfLane();
  expect(before).toBe(withoutFaults + 2 * 16);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(new ClusterDrawer(playground).trackFaults.getByRole('button')).toHaveCount(2);
  expect(await topOfLane()).toBe(before);
});

detail('each kind of fault has its own fields', async ({ playground }) => {
  const lanes = [{ limiter: 'redis-incr', options: { variant: 'list' } }];
  const cluster = await openCluster(playground, { nodes: 3, faults: [DOWN, { kind: 'node-added', at: 3 }] }, { lanes });
  await cluster.fault(/^Fault 1:/).click();
  await cluster.select('Node').selectOption('N4, added');
  await expect(cluster.fault('Fault 1: N4 down, 5 s to 8 s')).toBeVisible();
  await cluster.select('Kind').selectOption('Node dies after a command');
  expect(await cluster.select('Kind').evaluate(isReadInFull)).toBe(true);
  await cluster.select('Command').selectOption('EXISTS');
  await expect(cluster.fault('Fault 1: N4 dies after EXISTS, from 5 s')).toBeVisible();
  await cluster.select('Kind').selectOption('Store slow');
  await expect(cluster.select('Node')).toBeHidden();
  await cluster.numberField('Slowdown factor').fill('20');
  await expect(cluster.fault('Fault 1: store 20× slower, 5 s to the end')).toBeVisible();
  await cluster.select('Kind').selectOption('Store loses its data');
  await expect(cluster.numberField('Until')).toBeHidden();
  await expect(cluster.fault('Fault 1: store loses its data at 5 s')).toBeVisible();
});

detail('clocks and links are set node by node, and a clock’s step stands on the track', async ({ playground }) => {
  const cluster = await openCluster(playground, { nodes: 2 });
  await cluster.numberField('Offset of N2').fill('10');
  await cluster.numberField('Drift of N2').fill('-0.001');
  await cluster.numberField('Step of N1 at').fill('5');
  await cluster.numberField('Step of N1 by').fill('-50');
  const step = cluster.trackFaults.getByRole('button', { name: 'Clock of N1: 50 ms back at 5 s', exact: true });
  await expect(step).toHaveText('N1 −50 ms');
  await step.click();
  await cluster.checkbox('Latency per node').check();
  await cluster.select('Latency of N2').selectOption('Exponential');
  await cluster.numberField('One-way latency, mean of N2').fill('7');
  await expect(cluster.numberField('One-way latency of N1')).toHaveValue('1');
  await playground.waitUntilSaved();
  await playground.page.reload();
  await openTab(playground);
  await expect(cluster.numberField('Offset of N2')).toHaveValue('10');
  await expect(cluster.numberField('Drift of N2')).toHaveValue('-0.001');
  await expect(cluster.numberField('Step of N1 by')).toHaveValue('-50');
  await expect(cluster.numberField('One-way latency, mean of N2')).toHaveValue('7');
  await cluster.checkbox('Latency per node').uncheck();
  await expect(cluster.select('Latency of N2')).toBeHidden();
});

detail(
  'fewer nodes take along what names them, and say so; what is typed over loses nothing',
  async ({ playground }) => {
    const cluster = await openCluster(playground, { nodes: 3, faults: [DOWN, FLUSH], skew: [{ node: 2, offset: 1 }] });
    const nodes = cluster.numberField('Nodes');
    await nodes.fill('1');
    await expect(cluster.fault(/^Fault/)).toHaveCount(1);
    await expect(playground.status).toHaveText(
      'Removed N2 and N3, and with them 1 fault and 1 clock. Ctrl+Z undoes this.',
    );
    await nodes.fill('12');
    await expect(cluster.fault(/^Fault/)).toHaveCount(2);
    await expect(cluster.numberField('Offset of N3')).toHaveValue('1000');
    await nodes.press('Enter');
    await playground.button('Undo').click();
    await expect(nodes).toHaveValue('3');
    await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  },
);

detail('bad figures are refused at their field, and the last good value holds', async ({ playground }) => {
  const cluster = await openCluster(playground, { nodes: 3, faults: [DOWN] });
  await cluster.fault(/^Fault 1:/).click();
  for (const [field, text, sentence, good] of [
    [
      'Nodes',
      '1000',
      'Nodes is 1,000. It may be at most 100: every node has a clock, a link and a row of its own.',
      '3',
    ],
    ['Nodes', '0', 'Nodes is 0. It may be a whole number from 1 to 100.', '3'],
    [
      'One-way latency',
      '-1',
      'One-way latency is −1 ms. It may be from 0 s to 1 h: no message arrives before it is sent.',
      '0.001',
    ],
    ['Service time', '11 s', 'Service time is 11 s. It may be from 0 s to 10 s.', '0'],
    ['From', '24', 'From is 24. It may be a number of seconds from 0 to 8, where it ends.', '5'],
    ['Until', '4', 'Until is 4. It may be a number of seconds from 5, where it begins, to 2,592,000.', '8'],
    ['Offset of N2', 'x', 'Offset is “x”. It may be from −30 d to 30 d.', '0'],
    [
      'Drift of N2',
      '-1',
      'Drift is −1. It may be a number from −0.9 to 9: at −1 the clock would stand still, and below that it would run backwards.',
      '0',
    ],
  ] as const) {
    const figure = cluster.numberField(field);
    await figure.fill(text);
    await expect(figure, `${field} ${text}`).toHaveAccessibleDescription(endingWith(sentence));
    await expect(figure).toHaveAttribute('aria-invalid', 'true');
    await expect(figure).toHaveValue(text);
    await expect(figure).toHaveAttribute('aria-valuenow', good);
    await figure.press('Escape');
    await expect(figure).not.toHaveAttribute('aria-invalid');
  }
  await cluster.select('Routing').selectOption('Weighted');
  const weights = cluster.details.getByRole('textbox', { name: 'Weights, one per node' });
  await weights.fill('0, 0, 0');
  await expect(weights).toHaveAccessibleDescription(
    'Weights is all 0. It may be a list of 3, one for each of the nodes, at least one above 0.',
  );
  await expect(playground.alert).toHaveText('');
});

detail('a run that is made shorter than its faults says which one to move', async ({ playground, page }) => {
  const cluster = await openCluster(playground, { nodes: 3, faults: [DOWN, FLUSH] });
  await page.getByRole('tab', { name: 'Traffic' }).click();
  await cluster.numberField('Duration').fill('10');
  await expect(playground.alert).toContainText(
    'cluster.faults[1].at is 12. It may be a number of seconds from 0 on, below 10, where the run ends.',
  );
  await playground.button('Edit the fault').click();
  await expect(cluster.fault(/^Fault 2:/)).toHaveAttribute('aria-pressed', 'true');
  await expect(
    cluster.details.getByText(
      'Fault 2 begins at 12 s; the run ends at 10 s. Nothing runs until one of the two is changed.',
    ),
  ).toBeVisible();
  await cluster.numberField('At').fill('9');
  await expect(playground.alert).toHaveText('');
});

detail('what was moved by hand is counted, and put back', async ({ playground }) => {
  const moves = [0, 1, 2].map((request) => ({ lane: 0, request, command: 0, delay: 0.1 }));
  const cluster = await openCluster(playground, { nodes: 3, moves });
  await expect(cluster.details.getByText('3 commands are delayed manually.')).toBeVisible();
  await cluster.button('Put them back').click();
  await expect(cluster.button('Put them back')).toBeHidden();
  await playground.button('Undo').click();
  await expect(cluster.button('Put them back')).toBeVisible();
});

detail('lanes that run on no nodes: the tab says so, and leads to one that does', async ({ playground, page }) => {
  const cluster = await openCluster(playground, undefined, { lanes: [{ limiter: 'gcra' }] });
  await cluster.button('Try an example').click();
  await expect(playground.lane(1, 'Bucket, no guard')).toBeVisible();
  await playground.button('Undo').click();
  await page.getByRole('tab', { name: 'Cluster', exact: true }).click();
  await cluster.button('Add a cluster').click();
  const note = cluster.details.getByRole('note').filter({ hasText: 'No lane runs on these nodes' });
  await expect(note).toBeVisible();
  // Beside it, not below: it takes nothing of what is in sight of the nodes.
  const { y, height } = await boxOf(note);
  expect((await boxOf(cluster.checkbox('Latency per node'))).y).toBeLessThan(y + height);
  await note.getByRole('button', { name: 'Add a lane that does' }).click();
  // Only such: GCRA, which redis-cell builds on, is one ideal instance.
  await expect(page.getByRole('dialog').getByRole('row', { name: /^GCRA/ })).toHaveCount(0);
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /^Redis token bucket (?!as published)/ })
    .dblclick();
  await expect(playground.lane(2, 'Redis token bucket')).toContainText('3 nodes');
  await expect(note).toBeHidden();
});

detail('without lanes the tab does not speak of limiters', async ({ playground, page }) => {
  const cluster = await openCluster(playground, { nodes: 3 }, { lanes: [] });
  const note = cluster.details.getByRole('note');
  await expect(note).toContainText('No lanes yet: nothing runs on these nodes.');
  await note.getByRole('button', { name: 'Add a lane on them' }).click();
  await expect(
    page.getByRole('dialog').getByRole('row', { name: /^Redis token bucket (?!as published)/ }),
  ).toBeVisible();
});

detail('beside a latency per node, the fields of a fault are whole, and in sight', async ({ playground, page }) => {
  const links = [0.001, 0.002, 0.003].map((to) => ({ kind: 'uniform', from: 0, to }));
  const cluster = await openCluster(playground, { nodes: 3, links, faults: [SLOW] });
  await cluster.fault(/^Fault 1:/).click();
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [860, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const field of ['From', 'Until', 'Slowdown factor'])
      await expect(cluster.numberField(field).last(), `${field} at ${width}`).toBeInViewport({ ratio: 1 });
  }
});

detail('slow motion comes with a cluster, and goes with it', async ({ playground, page }) => {
  const cluster = await openCluster(playground, undefined, { lanes: [{ limiter: 'gcra' }] });
  const speed = page.getByRole('combobox', { name: 'Speed' });
  await expect(speed.getByRole('option')).toHaveCount(10);
  await cluster.button('Add a cluster').click();
  await expect(speed.getByRole('option')).toHaveCount(12);
  await speed.selectOption('0.1');
  await cluster.button('Remove the cluster').focus();
  for (const slower of ['0.01', '0.001', '0.001']) {
    await page.keyboard.press('[');
    await expect(speed).toHaveValue(slower);
  }
  await page.keyboard.press(']');
  await expect(speed).toHaveValue('0.01');
  await playground.button('Undo').click();
  await expect(speed).toHaveValue('0.1');
  await expect(speed.getByRole('option')).toHaveCount(10);
});

detail(
  'in slow motion the playhead moves by microseconds, and the range slides along',
  async ({ playground, page }) => {
    await playground.openScenario({ ...BASE, cluster: { nodes: 3 } }, { at: 0, from: 0, to: 0.004 });
    const range = async () => [
      await playground.slider('Range start').getAttribute('aria-valuetext'),
      await playground.slider('Range end').getAttribute('aria-valuetext'),
    ];
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(range).toEqual(['0.000000 s', '0.001000 s']);
    await expect(page.getByText('+200 µs').first()).toBeVisible();

    await page.getByRole('combobox', { name: 'Speed' }).selectOption('0.001');
    await playground.pauseClock();
    await playground.button('Play').click();
    await page.clock.runFor(1_000);
    await playground.button('Pause').click();
    expect(await playground.playhead()).toMatch(/^0\.000\d{3} s of 24 s$/);
    const at = Number.parseFloat(await playground.playhead());
    expect(at).toBeGreaterThan(0.0009);
    const [from = '', to = ''] = await range();
    expect(at - Number.parseFloat(from ?? '')).toBeCloseTo(0.00085, 5);
    expect(Number.parseFloat(to ?? '') - Number.parseFloat(from ?? '')).toBeCloseTo(0.001, 6);
  },
);

for (const [name, viewport, height] of someOf(
  [
    ['wide', { width: 1440, height: 900 }, 72],
    ['medium', { width: 1024, height: 768 }, 56],
  ] as const,
  1,
)) {
  test.describe(`the track, ${name}`, () => {
    test.use({ viewport });

    detail('faults lie on no block and no time; without any the track is as it was', async ({ playground, page }) => {
      const cluster = await openCluster(playground, { nodes: 3, faults: MANY });
      const region = page.getByRole('region', { name: 'Traffic' });
      const foot = (await region.getByRole('list', { name: 'Phases' }).boundingBox())!;
      const bars = await cluster.trackFaults.getByRole('button').all();
      expect(bars).toHaveLength(MANY.length);
      const track = (await region.boundingBox())!;
      expect(track.height).toBe(height + 32);
      for (const bar of bars) {
        const box = (await bar.boundingBox())!;
        expect(box.y).toBeGreaterThanOrEqual(foot.y + foot.height);
        // The axis' ticks are the last 16.
        expect(box.y + box.height).toBeLessThanOrEqual(track.y + track.height - 16);
      }
      await cluster.button('Remove the cluster').click();
      await expect.poll(async () => (await region.boundingBox())?.height).toBe(height);
    });
  });
}

for (const [name, viewport, colorScheme] of someOf(
  [
    ['wide, light', { width: 1440, height: 900 }, 'light'],
    ['medium, dark', { width: 1024, height: 768 }, 'dark'],
    ['phone, light', { width: 390, height: 844 }, 'light'],
  ] as const,
  1,
)) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme });

    detail(
      'the tab has nothing that axe objects to, and nothing in it leaves the drawer',
      async ({ playground, page }) => {
        const cluster = await openCluster(playground, { nodes: 3, faults: MANY });
        await cluster.fault(/^Fault 2:/).click();
        await cluster.checkbox('Latency per node').check();
        await cluster.select('Latency of N2').selectOption('Uniform');
        await cluster.numberField('Step of N2 by').fill('x');
        await expectNoViolations(page, 'Cluster', ['aside', '[aria-label=Traffic]']);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        const panel = cluster.details.getByRole('tabpanel');
        expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
        // Every field is in sight. The tabs scroll.
        const outside = await cluster.details.evaluate((drawer, width) => {
          const all = [...drawer.querySelectorAll('input, select, button:not([role=tab])')];
          const far = all.filter((one) => one.getBoundingClientRect().right > width);
          return far.map(({ outerHTML }) => outerHTML.slice(0, 80));
        }, viewport.width);
        expect(outside).toEqual([]);
      },
    );
  });
}
