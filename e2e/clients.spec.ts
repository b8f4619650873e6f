import type { Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, expect, test, someOf } from './fixtures.ts';

/** Twenty jobs every 10 s, for which a window has ten places and a bucket a few more; who is refused comes as told. */
const HERD = {
  title: 'Herd',
  policy: { n: 10, T: 10 },
  duration: 60,
  traffic: [{ kind: 'clients', count: 20, rate: 0.1, keys: 'shared', retry: { strategy: 'retry-after' } }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};
const ENDING_TEXT = '60 jobs still wait at the end, at 60.000 s.';

/** A log that records denials never lets those in again who keep trying: its third phase cannot begin. */
const NEVER_ENDS = {
  title: 'Never ends',
  policy: { n: 10, T: 1 },
  duration: 30,
  traffic: [
    {
      kind: 'clients',
      retry: { strategy: 'retry-poll', every: 0.05 },
      phases: [
        { jobs: 10, rate: 1 },
        { jobs: 40, rate: 20 },
        { jobs: 10, rate: 1 },
      ],
    },
  ],
  lanes: [{ limiter: 'sliding-log' }, { limiter: 'sliding-log', edition: 'published' }],
};

const ABUSER = {
  title: 'Abused',
  policy: { n: 10, T: 10 },
  duration: 60,
  traffic: [{ kind: 'clients', retry: { strategy: 'abuser', a: 2 } }],
  lanes: [{ limiter: 'token-bucket' }, { limiter: 'fixed-window' }],
};

test('a lane says what its clients did, and how that ended', async ({ playground, page }) => {
  await playground.openScenario(HERD);
  const lane = playground.lane(1, 'Fixed window');
  await expect(lane.getByText('60 of 120 jobs done, 2.25 tries each')).toBeVisible();
  const ending = lane.getByTitle(ENDING_TEXT).filter({ visible: true });
  await expect(ending).toHaveText(ENDING_TEXT);
  await expect(page.getByText('half marks are retries')).toBeVisible();
  // The figures are of requests, as ever.
  expect((await playground.figures(1))[0]).toEqual({ admitted: '60', denied: '210', peak: '10/10' });

  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  const clients = page.getByRole('group', { name: 'Clients' });
  await expect(clients.getByText(ENDING_TEXT)).toBeVisible();
  const figure = (name: string): Locator =>
    clients.getByRole('table', { name: 'Clients of lane 1' }).getByRole('row', { name }).getByRole('cell');
  await expect(figure('First tries')).toHaveText('120');
  await expect(figure('Retries')).toHaveText('150');
  await expect(figure('Done')).toHaveText('60');
  await expect(figure('Time to success p99')).toHaveText('0 s');
  await expect(figure('Still waiting')).toHaveText('60');
  await expect(clients.getByText('50 retries within 0.1 s, from 50.000 s')).toBeVisible();
  await clients.getByRole('button', { name: 'Go to 50.000 s' }).click();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '50.000 s of 60 s');

  // In a low row the sentence stands beside the policy, and is still there in full for who hears it.
  await expect(ending).toHaveText(ENDING_TEXT);
  await expect(lane.getByText('60 of 120 jobs done')).toBeHidden();

  await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('1');
  await expect(
    clients
      .getByRole('table', { name: 'Clients of lane 2' })
      .getByRole('row', { name: 'Time to success max' })
      .getByRole('cell'),
  ).toHaveText('9 s');
});

for (const [mode, width, height, lanes] of [
  ['learn', 1280, 720, [{ limiter: 'token-bucket' }]],
  ['run', 1024, 768, HERD.lanes],
] as const)
  detail(`in ${mode} at ${width} px the figures end above the line about the jobs`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await playground.openScenario({ ...HERD, lanes }, { at: 20, from: 0, to: 60, ...(mode === 'learn' && { mode }) });
    const jobs = playground
      .lane(lanes.length, 'Token bucket')
      .getByText('51 jobs still wait at the end, at 60.000 s.')
      .filter({ visible: true });
    // What a style writes has no box of its own: it makes its row higher.
    const peak = playground.figure(lanes.length, 'Peak in T');
    const { y, height: high } = await boxOf(peak.locator('xpath=..'));
    expect(y + high).toBeLessThanOrEqual((await boxOf(jobs)).y - 4);
    expect(await remarkOf(peak)).toBe('none');
  });

/** What is written after a figure by its style. */
function remarkOf(figure: Locator): Promise<string> {
  return figure.evaluate((cell) => getComputedStyle(cell, '::after').display);
}

detail('without clients nothing of that is there', async ({ playground, page }) => {
  await playground.openScenario({ ...HERD, traffic: [{ kind: 'steady', rate: 2 }] });
  await expect(page.getByText('half marks are retries')).toBeHidden();
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  await expect(page.getByRole('group', { name: 'Limits' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Clients' })).toBeHidden();
  await page.getByRole('tab', { name: 'Compare' }).click();
  await expect(page.getByRole('columnheader', { name: 'First denial' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Jobs done' })).toBeHidden();
});

detail('a denied try says whose it is and when its client is back, and leads there', async ({ playground, page }) => {
  await playground.openScenario(HERD);
  await page.keyboard.press('Home');
  // One press at a time: of presses that come faster than answers, only so many wait for their turn.
  for (let request = 1; request <= 11; request++) {
    await page.keyboard.press('ArrowRight');
    await expect(playground.selectedDecision).toHaveText(new RegExp(`^Request ${request} of 270`));
  }
  await expect(playground.selectedDecision).toHaveText('Request 11 of 270, 0.000 s, denied');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('Request 11 of 270, try 1 of job 1 of client 11, at 0.000 s')).toBeVisible();
  await expect(details.getByText('Retried at 10.000 s')).toBeVisible();
  await details.getByRole('button', { name: 'Go to try 2' }).click();
  await expect(details.getByText(/, try 2 of job 1 of client 11, at 10\.000 s/)).toBeVisible();
  await expect(playground.selectedDecision).toHaveText(/, 10\.000 s, denied, retry$/);
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '10.000 s of 60 s');
  // The bucket had let that client in a second after its first try.
  const others = details.getByRole('group', { name: 'Other lanes' });
  await expect(others.getByText('The same job in the other lanes')).toBeVisible();
  await expect(others.getByRole('button')).toHaveText(/2 Token bucket admitted.*try 2 at 1\.000 s/);
  await others.getByRole('button').click();
  await expect(details.getByRole('heading', { name: 'Admitted by Token bucket' })).toBeVisible();
  await expect(details.getByText(/, try 2 of job 1 of client 11, at 1\.000 s/)).toBeVisible();
  await expect(details.getByText(/tries again/i)).toBeHidden();
});

detail('a run that never ends ends with a sentence, phase by phase', async ({ playground, page }) => {
  await playground.openScenario(NEVER_ENDS);
  const sentence =
    /^\d+ jobs still wait at the end, at 30\.000 s; none was admitted since 1\d\.\d{3} s\. Phase 3 never starts\.$/;
  await expect(playground.lane(2, 'Sliding log').getByTitle(sentence).filter({ visible: true })).toBeVisible();
  await expect(playground.lane(1, 'Sliding log').getByTitle(/still wait/)).toHaveCount(0);

  await playground.chooseFromMenu('Lane 2 menu', 'Options…');
  const clients = page.getByRole('group', { name: 'Clients' });
  await expect(clients.getByText(sentence)).toBeVisible();
  const row = (number: number): Locator =>
    clients.getByRole('table', { name: 'Job phases' }).getByRole('row').nth(number);
  await expect(row(1)).toHaveText('1100.000 s10.000 s1');
  await expect(row(2)).toHaveText('24010.000 snot over');
  await expect(row(3)).toHaveText('310never starts');
  await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('0');
  await expect(row(2)).toHaveText(/^24010\.000 s1\d\.\d{3} s[\d.]+$/);
  await expect(row(3)).toHaveText(/^3101\d\.\d{3} s2\d\.\d{3} s1$/);

  // The other lane never received the last job.
  await playground.button('Previous decision').click();
  await page.getByRole('tab', { name: 'Why?' }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText(/, try 1 of job 60, at /)).toBeVisible();
  await expect(details.getByText('2 Sliding log † never received this job')).toBeVisible();
});

detail('an abuser is drawn beside the rule, against a bucket', async ({ playground, page }) => {
  await playground.openScenario(ABUSER);
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  const clients = page.getByRole('group', { name: 'Clients' });
  const chart = clients.getByRole('img', { name: 'Admitted before the first denial, by a' });
  await expect(chart).toBeVisible();
  await expect(chart).toHaveAccessibleDescription(
    'It requests 2 × n/T, and 19 requests are admitted before the first denial, as the rule predicts for a bucket of 10. ' +
      'The fluid approximation gives 20.',
  );
  await expect(clients.getByText('⌊(q·a − 1)/(a − 1)⌋ = 19')).toBeVisible();

  await playground.chooseFromMenu('Lane 2 menu', 'Options…');
  await expect(clients.getByText('10 requests are admitted before the first denial.')).toBeVisible();
  await expect(chart).toBeHidden();
});

detail('axe objects to nothing of what clients did', async ({ playground, page }) => {
  const traffic = [...NEVER_ENDS.traffic, { ...ABUSER.traffic[0], key: 'b' }];
  await playground.openScenario({ ...NEVER_ENDS, traffic, lanes: [...NEVER_ENDS.lanes, { limiter: 'token-bucket' }] });
  await playground.chooseFromMenu('Lane 3 menu', 'Options…');
  await expect(page.getByRole('table', { name: 'Job phases' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Admitted before the first denial, by a' })).toBeVisible();
  await expectNoViolations(page, 'jobs and the abuser');
});

detail('lanes compare by what became of jobs', async ({ playground, page }) => {
  await playground.openScenario(HERD);
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Compare' }).click();
  const table = page.getByRole('table', { name: 'Figures of all lanes' });
  await table.getByRole('button', { name: 'Retries' }).click();
  await expect(table.getByRole('columnheader', { name: 'Retries' })).toHaveAttribute('aria-sort', 'descending');
  await expect(table.getByRole('rowheader')).toHaveText(['2 Token bucket', '1 Fixed window']);
  // Jobs come first, after the box that compares lanes: done, time to success, herd, tries each, retries.
  const cells = (line: number): Locator => table.getByRole('row').nth(line).getByRole('cell');
  await expect(cells(2).nth(1)).toHaveText('60');
  await expect(cells(2).nth(6)).toHaveText('150');
  await expect(cells(1).nth(3)).toHaveText('9 s');
});

detail('played to its end, the caption counts jobs', async ({ playground, page }) => {
  await playground.openScenario({ ...HERD, notes: 'Twenty clients.' });
  await playground.button('Play again').click();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('100');
  await page.clock.runFor(2_000);
  await expect(page.getByText(/^60 and 69 of the same 120 jobs were done\./)).toBeVisible();
});

for (const [width, height] of someOf(
  [
    [1024, 768],
    [390, 844],
  ] as const,
  1,
)) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    detail('figures of millions stay in the lane’s head', async ({ playground, page }) => {
      const poll = { strategy: 'retry-poll', every: 0.01 };
      const traffic = [{ kind: 'clients', count: 1_000, rate: 0.1, keys: 'shared', retry: poll }];
      await playground.openScenario({
        policy: { n: 100_000, T: 10 },
        duration: 12,
        traffic,
        lanes: [{ limiter: 'token-bucket', policy: { n: 10, capacity: 5 } }],
      });
      const head = page.getByRole('heading', { name: 'Token bucket' }).locator('xpath=../..');
      await expect(head.getByText(/jobs still wait/).filter({ visible: true })).toBeVisible();
      const overflow = (element: Element): string[] => {
        const outer = element.getBoundingClientRect();
        const overflowing = (inner: Element): boolean => {
          const { right, bottom, width: wide } = inner.getBoundingClientRect();
          // What a finger presses grows over its margins.
          return inner.closest('button') === null && wide > 1 && (right > outer.right + 1 || bottom > outer.bottom + 1);
        };
        return [...element.querySelectorAll('*')].filter(overflowing).map(({ outerHTML }) => outerHTML.slice(0, 80));
      };
      expect(await head.evaluate(overflow)).toEqual([]);
      if (width < 720) return;
      // In the low row above the details, which keeps its picture, a figure in millions is heard in full.
      await page.keyboard.press('i');
      for (let lane = 0; lane < 3; lane++) await playground.chooseFromMenu('Lane 1 menu', 'Duplicate');
      await playground.waitUntilSettled();
      const figures = page.getByRole('table', { name: 'Figures of lane 1' });
      await expect(figures).toBeVisible();
      await expect(page.getByRole('img', { name: 'State of lane 1' })).toBeVisible();
      expect(await head.first().evaluate(overflow)).toEqual([]);
      await expect(playground.figure(1, 'Denied')).toHaveAccessibleName(/^\d,\d{3},\d{3}$/);
    });
  });
}
