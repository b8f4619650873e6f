import { boxOf, detail, expect, test } from './fixtures.ts';

const BASE = {
  policy: { n: 100, T: 10 },
  duration: 24,
  traffic: [{ kind: 'steady', from: 1, to: 21, rate: 2 }],
  lanes: [{ limiter: 'redis-incr' }],
};
const FAULTS = [
  { kind: 'node-down', node: 1, at: 5, until: 8 },
  { kind: 'store-flush', at: 12 },
];

test('a fault is dragged on the track, stretched, moved by keys and removed', async ({ playground, page }) => {
  await playground.openScenario({ ...BASE, cluster: { nodes: 3, faults: FAULTS } });
  const trackFaults = page.getByRole('region', { name: 'Traffic' }).getByRole('list', { name: 'Faults' });
  const fault = trackFaults.getByRole('button', { name: /^Fault 1:/ });
  const box = await boxOf(fault);
  const perSecond = box.width / 3;
  const drag = async (from: number, by: number): Promise<void> => {
    const { x, y, height } = await boxOf(fault);
    await page.mouse.move(x + from, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + from + by, y + height / 2, { steps: 4 });
    await page.mouse.up();
  };
  await drag(box.width / 2, 4 * perSecond);
  await expect(fault).toHaveAccessibleName('Fault 1: N2 down, 9 s to 12 s');
  await expect(playground.status).toHaveText('Fault 1: N2 down, 9 s to 12 s. Ctrl+Z undoes this.');
  await drag(box.width - 2, 2 * perSecond);
  await expect(fault).toHaveAccessibleName('Fault 1: N2 down, 9 s to 14 s');
  // A drag opens no form; a click does.
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden();
  await playground.button('Undo').click();
  await playground.button('Undo').click();
  await expect(fault).toHaveAccessibleName('Fault 1: N2 down, 5 s to 8 s');

  await fault.focus();
  await page.keyboard.press('ArrowRight');
  await expect(fault).toHaveAccessibleName('Fault 1: N2 down, 5.1 s to 8.1 s');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(fault).toHaveAccessibleName('Fault 1: N2 down, 5.1 s to 8 s');
  await page.keyboard.press('Delete');
  await expect(playground.status).toHaveText('Removed fault 1. Ctrl+Z undoes this.');
  // What is left is where the keys go on.
  await expect(trackFaults.getByRole('button', { name: 'Fault 1: store loses its data at 12 s' })).toBeFocused();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Cluster' })).toHaveAttribute('aria-selected', 'true');
});

detail('the step of a clock is moved by keys, and removed', async ({ playground, page }) => {
  const step = { at: 6, by: 0.05 };
  await playground.openScenario({ ...BASE, cluster: { nodes: 3, faults: [], skew: [{ node: 2, offset: 1, step }] } });
  const faults = page.getByRole('region', { name: 'Traffic' }).getByRole('list', { name: 'Faults' });
  await faults.getByRole('button', { name: 'Clock of N3: 50 ms ahead at 6 s' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(faults.getByRole('button')).toHaveAccessibleName('Clock of N3: 50 ms ahead at 5.9 s');
  await page.keyboard.press('Delete');
  await expect(playground.status).toHaveText('Removed the step of the clock of N3. Ctrl+Z undoes this.');
  await expect(faults).toBeHidden();
});
