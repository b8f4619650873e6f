import type { Locator } from '@playwright/test';
import { boxOf, detail, expect, test } from './fixtures.ts';

test('n by field, slider and keys changes every lane, one undo step a gesture', async ({ playground, page }) => {
  await playground.open();
  await playground.numberField('Limit n').fill('5');
  await expect(playground.figure(2, 'Peak in T')).toHaveText('5/5');
  await expect(playground.slider('Limit n')).toHaveAttribute('aria-valuetext', '5 requests');

  await playground.slider('Limit n').focus();
  // On a busy machine three keys may take longer than the pause that parts two gestures.
  await playground.pauseClock();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  await expect(playground.numberField('Limit n')).toHaveValue('8');
  // A pause ends the gesture; the three keys are one step.
  await page.clock.runFor(1_000);
  await playground.button('Undo').click();
  await expect(playground.numberField('Limit n')).toHaveValue('5');
  await playground.button('Redo').click();
  await expect(playground.numberField('Limit n')).toHaveValue('8');
});

test('Ctrl+Z undoes what was typed into a field, within it and from the select beside it', async ({
  playground,
  page,
}) => {
  await playground.open();
  const T = playground.numberField('Window T');
  for (const key of ['Tab', null]) {
    await T.press('Control+a');
    await T.pressSequentially('20');
    if (key !== null) await page.keyboard.press(key);
    await page.keyboard.press('Control+z');
    await expect(T).toHaveValue('10');
    await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  }
  // The text alone is undone where it is no number.
  await T.pressSequentially('x');
  await expect(T).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+z');
  await expect(T).not.toHaveAttribute('aria-invalid', 'true');
});

test('dragging the slider moves the lanes with the hand, and is one undo step', async ({ playground, page }) => {
  await playground.openFirstVisit();
  await expect(playground.button('Pause')).toBeVisible();
  const box = (await playground.slider('Limit n').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const seen = new Set<string>();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(box.x + box.width / 2 + step * 8, box.y + box.height / 2);
    await page.clock.runFor(50);
    await playground.waitUntilSettled();
    seen.add((await playground.figure(2, 'Admitted').textContent()) ?? '');
  }
  await page.mouse.up();
  expect(seen.size).toBeGreaterThan(2);
  await playground.button('Undo').click();
  await expect(playground.numberField('Limit n')).toHaveValue('10');
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

detail('another unit of T keeps the figure, in one undo step, within what T may be', async ({ playground, page }) => {
  await playground.open();
  const unit = page.getByRole('combobox', { name: 'Unit of T' });
  const T = playground.slider('Window T');
  await unit.selectOption('min');
  await expect(playground.numberField('Window T')).toHaveValue('10');
  await expect(T).toHaveAttribute('aria-valuetext', '10 minutes');
  await playground.button('Undo').click();
  await expect(T).toHaveAttribute('aria-valuetext', '10 seconds');
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');

  await unit.selectOption('ms');
  await playground.numberField('Window T').fill('500');
  await expect(T).toHaveAttribute('aria-valuetext', '500 milliseconds');
  await unit.selectOption('d');
  await expect(T).toHaveAttribute('aria-valuetext', '30 days');
  await expect(playground.numberField('Window T')).toHaveValue('30');
  await expect(playground.status).toHaveText('T may be from 1 ms to 30 d: it is 30 d now.');
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const)
  detail(`at ${width} px what is wrong with a field is said inside the window`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await playground.open();
    for (const [name, chip] of [
      ['Limit n', 'n 10'],
      ['Window T', 'T 10 s'],
      ['Capacity', 'Capacity = n'],
    ] as const) {
      if (width < 720) await playground.button(chip).click();
      const field = playground.numberField(name);
      await field.fill('0');
      const problem = page.getByText(/^(n|T|Capacity) is 0.* It may be/).filter({ visible: true });
      await expect(problem).toBeVisible();
      const { x, width: wide } = await boxOf(problem);
      expect(x, name).toBeGreaterThanOrEqual(0);
      expect(x + wide, name).toBeLessThanOrEqual(width);
      await field.press('Escape');
    }
  });

/** How much of a text its element shows, from 0 to 1. */
function shownPart(element: Locator): Promise<number> {
  return element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
    const of = (from: number, to: number, low: number, high: number) =>
      Math.max(0, Math.min(to, high) - Math.max(from, low)) / (to - from);
    const across = of(text.left, text.right, box.left, box.right);
    return Number((across * of(text.top, text.bottom, box.top, box.bottom)).toFixed(2));
  });
}

detail('what the capacity does not move is said beside it', async ({ playground, page }) => {
  await playground.open();
  const policy = page.getByRole('region', { name: 'Policy' });
  const note = policy.getByText('not used by lanes 1 and 2');
  await expect(note).toBeVisible();
  // Learn leaves it less room, and it is read in full all the same.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('radio', { name: 'Learn' }).check();
  await expect(page.getByRole('heading', { name: 'Lessons' })).toBeVisible();
  expect(await shownPart(note)).toBe(1);
  // Where it has no room it is left out: cut off, it would say that no lane uses the capacity.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => shownPart(note)).toBe(0);
  await page.getByRole('radio', { name: 'Run' }).check();
  await expect(policy.getByText('Fixed window and Sliding log do not use capacity.')).toBeAttached();
  await playground.chooseFromMenu('Lane 1 menu', 'Remove');
  await expect(policy.getByText('not used by lane 1', { exact: true })).toBeVisible();
  await playground.chooseFromMenu('Lane 1 menu', 'Remove');
  await expect(policy.getByText(/not used by/)).toBeHidden();
});

detail('a lane of nginx gets a burst that fits the capacity, in its options', async ({ playground, page }) => {
  await playground.open();
  await playground.numberField('Capacity').fill('8');
  await playground.button('Add lane').click();
  const dialog = page.getByRole('dialog', { name: 'Choose a limiter' });
  await dialog.getByRole('searchbox').fill('nginx');
  await dialog.getByRole('rowheader', { name: 'nginx limit_req' }).click();
  await dialog.getByRole('button', { name: 'Add lane' }).click();
  await playground.chooseFromMenu('Lane 4 menu', 'Options…');
  await expect(playground.numberField('Burst')).toHaveValue('7');
});

detail('capacity follows n until it is touched, and again when told', async ({ playground, page }) => {
  await playground.open();
  const follows = page.getByRole('checkbox', { name: 'Follows n', exact: true });
  await expect(follows).toBeChecked();
  await expect(playground.slider('Capacity')).toHaveAttribute('aria-valuetext', '10 requests, follows n');
  await playground.numberField('Limit n').fill('7');
  await expect(playground.numberField('Capacity')).toHaveValue('7');
  await playground.numberField('Capacity').fill('3');
  await expect(follows).not.toBeChecked();
  await expect(page.getByText('bursts up to 3')).toBeVisible();
  await playground.numberField('Limit n').fill('9');
  await expect(playground.numberField('Capacity')).toHaveValue('3');
  await follows.check();
  await expect(playground.numberField('Capacity')).toHaveValue('9');
});

detail('what is typed towards a figure that cannot be leaves the one from before', async ({ playground }) => {
  await playground.open();
  const field = playground.numberField('Limit n');
  const value = (): Promise<string | null> => field.getAttribute('aria-valuenow');
  await field.selectText();
  await field.press('1');
  await expect.poll(value).toBe('1');
  await field.pressSequentially('e9');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(value).toBe('10');
  await field.press('Escape');
  await expect(field).toHaveValue('10');
});

detail(
  'a figure that cannot be is named with what it may be, stays to be mended, and the last good one holds',
  async ({ playground, page }) => {
    await playground.open();
    for (const [field, text, sentence] of [
      ['Limit n', '0', 'n is 0. It may be a whole number from 1 to 1,000,000.'],
      ['Limit n', '2.5', 'n is 2.5. It may be a whole number from 1 to 1,000,000.'],
      ['Window T', '0', 'T is 0 s. It may be from 1 ms to 30 d.'],
      ['Capacity', 'many', 'Capacity is “many”. It may be a whole number from 1 to 1,000,000.'],
    ] as const) {
      await playground.numberField(field).fill(text);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(playground.numberField(field)).toHaveValue(text);
      await expect(playground.numberField(field)).toHaveAttribute('aria-invalid', 'true');
      await playground.waitUntilSettled();
      await expect(playground.figure(1, 'Peak in T')).toHaveText('20/10');
      await playground.numberField(field).press('Escape');
      await playground.numberField(field).fill('10');
      await expect(page.getByText(sentence)).toBeHidden();
    }
  },
);
