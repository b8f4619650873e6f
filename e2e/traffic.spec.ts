import { boxOf, detail, expect, test } from './fixtures.ts';

test('phases are added, edited, reordered and removed, and every lane runs again', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 5, T: 10 },
    duration: 40,
    traffic: [{ kind: 'burst', at: 10, count: 8 }],
    lanes: [{ limiter: 'fixed-window' }],
  });
  await expect(playground.figure(1, 'Admitted')).toHaveText('5');
  const phases = page.getByRole('region', { name: 'Traffic' }).getByRole('list', { name: 'Phases' });
  await expect(phases.getByRole('button', { name: 'Phase 1: burst, 8 at 10 s', exact: true })).toBeVisible();

  await playground.button('Add phase').click();
  await expect(phases.getByRole('button')).toHaveCount(2);
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('spinbutton', { name: 'Rate', exact: true }).fill('2');
  await expect(phases.getByRole('button', { name: /^Phase 2: steady, 2 a second/ })).toBeVisible();
  await playground.waitUntilSettled();
  const grown = Number(await playground.figure(1, 'Admitted').textContent());
  expect(grown).toBeGreaterThan(5);

  await details.getByRole('spinbutton', { name: 'Rate', exact: true }).fill('0');
  await expect(details.getByText(/is 0\. It may be/)).toBeVisible();
  expect(Number(await playground.figure(1, 'Admitted').textContent())).toBe(grown);
  await details.getByRole('spinbutton', { name: 'Rate', exact: true }).fill('3');

  await details.getByRole('button', { name: 'Move up', exact: true }).click();
  await expect(phases.getByRole('button', { name: /^Phase 1: steady, 3 a second/ })).toBeVisible();
  await details.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(phases.getByRole('button')).toHaveCount(1);
  await expect(playground.figure(1, 'Admitted')).toHaveText('5');
  await playground.button('Undo').click();
  await expect(phases.getByRole('button')).toHaveCount(2);
});

test('the head of a new phase’s form stays in sight', async ({ playground, page }) => {
  await playground.open();
  const form = page.getByRole('group', { name: 'Phase 4', exact: true });
  const panel = page.getByRole('tabpanel', { name: 'Traffic' });
  // As high as there is room, the form has all of it, and scrolls by itself.
  await playground.button('Add phase').click();
  await expect(form).toBeVisible();
  expect(await panel.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  // In a low window the phases and the fields of the run are scrolled beside it.
  await page.setViewportSize({ width: 1280, height: 720 });
  await panel.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  expect((await boxOf(form.getByText('Phase 4'))).y).toBeGreaterThanOrEqual((await boxOf(panel)).y);
});

detail('an empty range says where the next request is, and goes there', async ({ playground }) => {
  await playground.openScenario(
    {
      policy: { n: 5, T: 10 },
      duration: 40,
      traffic: [{ kind: 'times', at: [9] }],
      lanes: [{ limiter: 'fixed-window' }],
    },
    { at: 3, from: 3, to: 4 },
  );
  const lane = playground.lane(1, 'Fixed window');
  await expect(lane.getByText('No requests between 3 s and 4 s. The next request is at 9.000 s.')).toBeVisible();
  await lane.getByRole('button', { name: 'Go there' }).click();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '9.000 s of 40 s');
  await expect(lane.getByRole('listbox')).toBeVisible();
});

test('a scenario that is too large is refused with the count and what to change; what was shown stays', async ({
  playground,
  page,
}) => {
  await playground.openScenario({
    policy: { n: 5, T: 10 },
    duration: 24_000,
    traffic: [{ kind: 'steady', rate: 1 }],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'gcra' }, { limiter: 'token-bucket' }],
  });
  const before = await playground.figures(3);
  await expect(playground.button('Edit traffic')).toHaveAttribute('aria-expanded', 'false');
  await playground.button('Edit traffic').click();
  await expect(playground.button('Edit traffic')).toHaveAttribute('aria-expanded', 'true');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: /^Phase 1/ }).click();
  await details.getByRole('spinbutton', { name: 'Rate', exact: true }).fill('1000');
  await expect(playground.alert).toContainText(
    'This makes 72,000,000 decisions (24,000,000 requests × 3 lanes); the maximum is 20,000,000. ' +
      'Lower a rate, shorten the run, or remove a lane.',
  );
  expect(await playground.figures(3)).toEqual(before);
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(playground.alert).toHaveText('');
});

detail('a rate is dragged on a logarithmic scale, which is there while it is dragged', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 10, T: 10 },
    duration: 20,
    traffic: [{ kind: 'steady', from: 0, to: 20, rate: 1 }],
    lanes: [{ limiter: 'gcra' }],
  });
  const block = page.getByRole('button', { name: /^Phase 1: steady/ });
  const { x, y, width } = (await block.boundingBox())!;
  const scale = page.getByText('100/s', { exact: true });
  await page.mouse.move(x + width / 2, y);
  await page.mouse.down();
  await expect(scale).toBeHidden();
  await page.mouse.move(x + width / 2, y - 11, { steps: 4 });
  await page.clock.runFor(100);
  await expect(scale).toBeVisible();
  await page.mouse.up();
  await expect(scale).toBeHidden();
  await expect(block).toHaveAccessibleName(/^Phase 1: steady, (9\.\d|1[0-2](\.\d)?) a second/);
});
