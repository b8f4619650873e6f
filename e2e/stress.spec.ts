/** The largest documents from outside: the results come, the page answers meanwhile, and its longest task is printed. */
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, test } from './fixtures.ts';

const lanes = [{ limiter: 'gcra' }, { limiter: 'token-bucket' }];
const policy = { n: 50, T: 10 };
const at = Array.from({ length: 100_000 }, (_, i) => ((i * 7_919) % 1_000_003) / 1_000);

const LARGE = [
  { title: '100,000 instants', policy, lanes, traffic: [{ kind: 'times', at }] },
  {
    title: '1,000 phases',
    policy,
    lanes,
    duration: 1_000,
    traffic: Array.from({ length: 1_000 }, (_, i) => ({ kind: 'steady', from: i, to: i + 1, rate: 5 })),
  },
  {
    title: '50 lanes',
    policy,
    duration: 100,
    traffic: [{ kind: 'poisson', rate: 20 }],
    lanes: Array.from({ length: 50 }, () => ({ limiter: 'gcra' })),
  },
  { title: '19.9 million decisions', policy, lanes, duration: 1_990, traffic: [{ kind: 'steady', rate: 5_000 }] },
];

detail('the largest documents open as links in one page, and none is lost', async ({ playground, page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  await playground.open();
  for (const document of LARGE) {
    await page.evaluate(
      (hash) => {
        (window as unknown as { longTasks: number[] }).longTasks.length = 0;
        location.hash = hash;
      },
      encodeLink(scenarioOf(document)),
    );
    await expect(playground.button(`Scenario: ${document.title}`)).toBeVisible();
    await playground.waitUntilSettled();
    // The page answers: a change of the limit reaches every lane.
    await playground.numberField('Limit n').fill('7');
    await playground.waitUntilSettled();
    await expect(playground.figure(1, 'Peak in T')).toHaveText(/\/7$/);
    const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks));
    process.stdout.write(`${document.title}: the longest task of the page's thread took ${Math.round(longest)} ms\n`);
  }
  await playground.button('Undo').click();
  await expect(playground.numberField('Limit n')).toHaveValue('50');
});

detail('100,000 instants are counted in their form, not laid out', async ({ playground, page }) => {
  await playground.openScenario(LARGE[0] as object);
  await page.getByRole('button', { name: /^Phase 1: times/ }).click();
  await expect(page.getByText('100,000 instants are too many to edit here.')).toBeVisible();
});
