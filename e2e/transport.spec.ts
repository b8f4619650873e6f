import { detail, expect, test } from './fixtures.ts';
import { hold, prepareHolding, release, untilHeld } from './heldQuestions.ts';

test('the clock drives the playhead at the chosen speed, and pause holds it', async ({ playground, page }) => {
  await playground.openFirstVisit();
  await playground.button('Pause').click();
  await playground.pauseClock();
  await page.keyboard.press('Home');
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '0.000 s of 24 s');
  const speed = page.getByRole('combobox', { name: 'Speed' });
  const speeds = ['0.1×', '0.25×', '0.5×', '1×', '2×', '5×', '10×', '20×', '50×', '100×'];
  await expect(speed.getByRole('option')).toHaveText(speeds);
  await speed.selectOption('2×');
  await playground.button('Play').click();
  await page.clock.runFor(3_000);
  await playground.button('Pause').click();
  const at = Number.parseFloat(await playground.playhead());
  expect(at).toBeGreaterThan(5.8);
  expect(at).toBeLessThanOrEqual(6);
  await page.clock.runFor(3_000);
  expect(Number.parseFloat(await playground.playhead())).toBe(at);
});

test('buttons without words tell a pointer what they do, and by which key', async ({ playground, page }) => {
  await playground.open();
  for (const [name, title] of [
    ['Previous decision', 'Previous decision (←)'],
    ['Play', 'Play (P)'],
    ['Next decision', 'Next decision (→)'],
    ['Burst ×10', 'Burst ×10 (Shift+Space)'],
    ['More', 'More'],
    ['Lane 1 menu', 'Lane 1 menu'],
    ['Hide caption', 'Hide caption'],
  ] as const)
    await expect(playground.button(name)).toHaveAttribute('title', title);
  await page.keyboard.press('i');
  await expect(playground.button('Close details')).toHaveAttribute('title', 'Close details (Esc)');
});

test('steps walk the requests by time and sequence, back and forth, and select them', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 2, T: 10 },
    duration: 20,
    traffic: [{ kind: 'times', at: [1, 1, 1, 4] }],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'fixed-window', policy: { n: 9 } }],
  });
  const selected = playground.selectedDecision;
  await page.keyboard.press('Home');
  for (const name of [
    'Request 1 of 4, 1.000 s, admitted',
    'Request 2 of 4, 1.000 s, admitted',
    'Request 3 of 4, 1.000 s, denied',
    'Request 4 of 4, 4.000 s, denied',
  ]) {
    await playground.button('Next decision').click();
    await expect(selected).toHaveAccessibleName(name);
  }
  await page.keyboard.press('ArrowRight');
  await expect(playground.status).toHaveText('There is no later request.');
  await page.keyboard.press('ArrowDown');
  await expect(selected).toHaveAccessibleName('Request 4 of 4, 4.000 s, admitted');
  await playground.button('Previous decision').click();
  await expect(selected).toHaveAccessibleName('Request 3 of 4, 1.000 s, admitted');
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '1.000 s of 20 s');
});

test('every press goes one on while answers wait, but a held key does not run ahead of them', async ({
  playground,
  page,
}) => {
  await prepareHolding(page);
  await playground.openScenario({
    duration: 40,
    lanes: [{ limiter: 'gcra' }],
    traffic: [{ kind: 'times', at: Array.from({ length: 40 }, (_, i) => i) }],
  });
  const whileHeld = async (press: () => Promise<void>): Promise<void> => {
    await hold(page, 'step');
    for (let times = 0; times < 12; times++) await press();
    await untilHeld(page);
    await release(page);
  };
  await page.keyboard.press('Home');
  await whileHeld(() => page.keyboard.press('ArrowRight'));
  await expect(playground.selectedDecision).toHaveText(/^Request 12 of 40/);
  await whileHeld(() => page.keyboard.down('ArrowRight'));
  await page.keyboard.up('ArrowRight');
  // The one that was asked, and the next.
  await expect(playground.selectedDecision).toHaveText(/^Request 14 of 40/);
  await page.keyboard.press('ArrowLeft');
  await expect(playground.selectedDecision).toHaveText(/^Request 13 of 40/);
});

detail('scrubbing goes back and forth, by drag and by key', async ({ playground, page }) => {
  await playground.openFirstVisit();
  await expect(playground.button('Pause')).toBeVisible();
  const rail = (await playground.slider('Playhead').boundingBox())!;
  await page.mouse.move(rail.x + 8, rail.y + 8);
  await page.mouse.down();
  await page.mouse.move(rail.x + 300, rail.y + 8, { steps: 5 });
  const forth = Number.parseFloat(await playground.playhead());
  await page.mouse.move(rail.x - 100, rail.y + 8, { steps: 5 });
  const back = Number.parseFloat(await playground.playhead());
  await page.mouse.up();
  expect(forth).toBeGreaterThan(back);
  await expect(playground.button('Play')).toBeVisible();
  await playground.slider('Playhead').press('End');
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '24.000 s of 24 s');
});

test('zoom, pan and the range handles change what is seen, and nothing else', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 3, T: 10 },
    duration: 100,
    traffic: [{ kind: 'steady', from: 0, rate: 1 }],
    lanes: [{ limiter: 'token-bucket' }],
  });
  const range = async () => [
    await playground.slider('Range start').getAttribute('aria-valuetext'),
    await playground.slider('Range end').getAttribute('aria-valuetext'),
  ];
  expect(await range()).toEqual(['0.000 s', '100.000 s']);
  const before = await playground.figures(1);
  await page.keyboard.press('+');
  await expect.poll(range).toEqual(['50.000 s', '100.000 s']);
  await playground.slider('Range start').press('ArrowLeft');
  await expect.poll(range).toEqual(['49.000 s', '100.000 s']);
  await page.keyboard.press('0');
  await expect.poll(range).toEqual(['0.000 s', '100.000 s']);
  expect(await playground.figures(1)).toEqual(before);
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

detail('a click on a mark selects that request, and says why', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 1, T: 10 },
    duration: 20,
    traffic: [{ kind: 'times', at: [5, 10] }],
    lanes: [{ limiter: 'sliding-log' }],
  });
  const list = playground.lane(1, 'Sliding log').getByRole('listbox', { name: 'Decisions of lane 1' });
  const box = (await list.boundingBox())!;
  // The plot begins 40 px from the left and ends 8 px from the right; the second request stands in its middle, below.
  await page.mouse.click(box.x + 40 + (box.width - 48) / 2, box.y + 24 + (box.height - 34) / 2 + 8);
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'Denied by Sliding log' })).toBeVisible();
  await expect(details.getByText('Request 2 of 2, at 10.000 s')).toBeVisible();
  await details.getByRole('button', { name: 'Go to 15.000 s', exact: true }).click();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '15.000 s of 20 s');
});
