import { detail, expect, test } from './fixtures.ts';

const EMPTY = {
  title: 'By hand',
  policy: { n: 2, T: 10 },
  duration: 20,
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket', policy: { n: 1 } }],
};
const AT_5 = { at: 5, from: 0, to: 20 };

test('Send puts a request at the playhead in every lane, and says what became of it', async ({ playground }) => {
  await playground.openScenario(EMPTY, AT_5);
  await expect(playground.lane(1, 'Fixed window').getByText('No requests yet.')).toBeVisible();
  await playground.button('Send').click();
  await expect(playground.figure(1, 'Admitted')).toHaveText('1');
  await expect(playground.status).toHaveText('Sent at 5.000 s: admitted by 2 lanes.');
  await playground.button('Send').click();
  await expect(playground.status).toHaveText('Sent at 5.000 s: admitted by 1 lane, denied by 1.');
  await expect(playground.figure(1, 'Admitted')).toHaveText('2');
  await expect(playground.figure(2, 'Denied')).toHaveText('1');
});

detail('Space sends; held it goes on, as one undo step', async ({ playground, page }) => {
  await playground.openScenario(EMPTY, AT_5);
  await page.keyboard.press('Space');
  await expect(playground.figure(1, 'Admitted')).toHaveText('1');

  await playground.pauseClock();
  await page.keyboard.down('Space');
  await page.clock.runFor(400 + 300);
  await expect(playground.button('Send')).toContainText('Send · 5');
  await page.keyboard.up('Space');
  await expect(playground.button('Send')).not.toContainText('·');
  await expect(playground.figure(1, 'Denied')).toHaveText('4');
  await playground.button('Undo').click();
  await expect(playground.figure(1, 'Admitted')).toHaveText('1');
  await expect(playground.figure(1, 'Denied')).toHaveText('0');
});

detail(
  'a held button sends while the playhead runs: each request where the playhead then was',
  async ({ playground, page }) => {
    await playground.openScenario({ ...EMPTY, policy: { n: 100, T: 10 } }, AT_5);
    await playground.pauseClock();
    await playground.button('Play').click();
    const box = (await playground.button('Send').boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.clock.runFor(1_000);
    await page.mouse.up();
    await playground.button('Pause').click();
    const sent = Number(await playground.figure(1, 'Admitted').textContent());
    expect(sent).toBeGreaterThan(5);
    // Walk through them, waiting for each: their instants differ, by the pace of the hand.
    const instants = new Set<string>();
    await page.keyboard.press('Home');
    for (let sequence = 1; sequence <= sent; sequence++) {
      await page.keyboard.press('ArrowRight');
      await expect(playground.selectedDecision).toHaveAccessibleName(new RegExp(`^Request ${sequence} of ${sent}, `));
      instants.add(await playground.playhead());
    }
    expect(instants.size).toBeGreaterThan(5);
  },
);

detail(
  '×10 sends ten at once, and at the end of the run a request makes it longer by T',
  async ({ playground, page }) => {
    await playground.openScenario(EMPTY, AT_5);
    await playground.button('Burst ×10').click();
    await expect(playground.figure(1, 'Denied')).toHaveText('8');
    await page.keyboard.press('End');
    await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '20.000 s of 20 s');
    await page.keyboard.press('Space');
    await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '20.000 s of 30 s');
    await expect(playground.figure(1, 'Admitted')).toHaveText('3');
  },
);
