import { detail, expect, someOf, test } from './fixtures.ts';

const HEAVY = {
  title: 'Heavy',
  policy: { n: 100, T: 10 },
  duration: 1_200,
  traffic: [{ kind: 'steady', rate: 500 }],
  lanes: [{ limiter: 'sliding-log' }, { limiter: 'gcra' }, { limiter: 'token-bucket' }],
};

test('a worker that is killed in mid-run is replaced: the page says so, and the same decisions come', async ({
  playground,
  page,
}) => {
  await playground.openScenario(HEAVY);
  const before = await playground.figures(3);
  const [worker] = page.workers();
  await playground.numberField('Limit n').fill('50');
  // Whatever it was doing, it never answers again.
  await worker?.evaluate(() => {
    close();
  });
  await playground.numberField('Limit n').fill('100');
  await page.clock.runFor(6_000);
  await expect(playground.alert).toContainText(
    'The simulation did not answer for 5 s and was restarted. Your scenario is unchanged.',
  );
  await expect(playground.numberField('Limit n')).toHaveValue('100');
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(playground.alert).toHaveText('');
  expect(await playground.figures(3)).toEqual(before);
});

const FAILING = {
  silent: {
    code: 'onmessage = () => undefined;',
    sentence: 'The simulation did not answer for 5 s and was restarted. Your scenario is unchanged.',
  },
  'out of memory': {
    code: "onmessage = () => { throw new RangeError('Array buffer allocation failed'); };",
    sentence: 'The simulation ran out of memory and was restarted. Your scenario is unchanged.',
  },
} as const;

for (const how of someOf(['silent', 'out of memory'] as const, 1)) {
  const { code, sentence } = FAILING[how];
  test(`a worker that is ${how} is replaced: the page says so, and the work is unchanged`, async ({
    playground,
    page,
  }) => {
    await playground.openScenario({ title: 'Mine', policy: { n: 3, T: 10 }, lanes: [{ limiter: 'gcra' }] });
    const workerFile = /simulation\.worker/;
    await page.route(workerFile, (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
    // The first worker ends; its replacements fail from the start.
    await page.workers()[0]?.evaluate(() => {
      close();
    });
    await playground.numberField('Limit n').fill('4');
    // Its replacement is started at once, to be asked about the shown run.
    const started = page.waitForEvent('worker');
    await page.clock.runFor(6_000);
    await page.getByRole('button', { name: 'Run again' }).click();
    await started;
    if (how === 'silent') await page.clock.runFor(6_000);
    await expect(playground.alert).toContainText(sentence);
    await expect(playground.numberField('Limit n')).toHaveValue('4');
    await expect(playground.button('Scenario: Mine')).toBeVisible();
    await page.unroute(workerFile);
    await page.getByRole('button', { name: 'Run again' }).click();
    await expect(playground.alert).toHaveText('');
    await playground.waitUntilSettled();
  });
}

test('a long run shows how far it is, and can be stopped', async ({ playground, page }) => {
  // Random gaps and keys: some seconds of work for six million requests.
  const traffic = [{ kind: 'poisson', rate: 500, keys: { count: 1_000, share: 'zipf' } }];
  await playground.openScenario({ ...HEAVY, traffic, duration: 10 });
  await playground.button('Edit traffic').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  const duration = details.getByRole('spinbutton', { name: 'Duration' });
  await expect(duration).toBeVisible(); // what is still loading may wait for the clock
  await playground.pauseClock();
  await duration.fill('12000');
  await page.clock.runFor(600);
  await expect(page.getByText(/million decisions|Generating requests/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(playground.alert).toContainText('The run was stopped.');
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(playground.alert).toHaveText('');
  await playground.waitUntilSettled();
});

detail('a newer change calls off the run before it', async ({ playground }) => {
  await playground.openScenario(HEAVY);
  for (const n of ['60', '70', '80', '90']) await playground.numberField('Limit n').fill(n);
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Peak in T')).toHaveText('90/90');
});
