import { detail, expect, test } from './fixtures.ts';

const TWO = {
  title: 'Two lanes',
  policy: { n: 3, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [0, 0, 0, 0, 1, 9.999, 10, 10, 10, 10] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};

test('a lane is added, and the same limiter twice with other parameters decides otherwise', async ({
  playground,
  page,
}) => {
  await playground.openScenario(TWO);
  await playground.button('Add lane').click();
  const dialog = page.getByRole('dialog', { name: 'Choose a limiter' });
  await dialog.getByText('Fixed window', { exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Add lane', exact: true }).click();
  await expect(playground.lane(3, 'Fixed window')).toBeVisible();
  await expect(playground.figure(3, 'Admitted')).toHaveText('6');

  await playground.chooseFromMenu('Lane 3 menu', 'Options…');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('checkbox', { name: 'Own n', exact: true }).check();
  await details.getByRole('spinbutton', { name: 'n', exact: true }).fill('5');
  await expect(playground.figure(3, 'Peak in T')).toHaveText('5/5');
  await expect(playground.figure(1, 'Peak in T')).toHaveText('3/3');
});

detail('an own T keeps its unit while it is typed, key by key', async ({ playground, page }) => {
  await playground.openScenario(TWO);
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  const details = page.getByRole('complementary', { name: 'Details' });
  const T = details.getByRole('spinbutton', { name: 'T', exact: true });
  const unit = details.getByRole('combobox', { name: 'Unit of own T', exact: true });
  // At 60 s it would be 1 min, and with the next zero 10 h.
  for (const [text, read] of [
    ['600', 'own 3 per 10 min'],
    ['0.5', 'own 3 per 500 ms'],
  ] as const) {
    await T.fill('');
    await T.pressSequentially(text);
    await expect(T).toHaveValue(text);
    await expect(unit).toHaveValue('s');
    await expect(playground.lane(1, 'Fixed window')).toContainText(read);
  }
  // What is set elsewhere has its own unit.
  await unit.selectOption('d');
  await expect(playground.lane(1, 'Fixed window')).toContainText('own 3 per 12 h');
  await details.getByRole('checkbox', { name: 'Own T', exact: true }).uncheck();
  await expect(unit).toHaveValue('s');
  await expect(T).toHaveValue('10');
});

detail(
  'an added lane is in sight, also below many others, and so is one that undo brings back',
  async ({ playground, page }) => {
    const many = Array.from({ length: 8 }, () => ({ limiter: 'gcra' }));
    await playground.openScenario({ ...TWO, lanes: many });
    await expect(playground.lane(8, 'GCRA')).not.toBeInViewport();
    await page.keyboard.press('l');
    const dialog = page.getByRole('dialog', { name: 'Choose a limiter' });
    await dialog.getByText('Fixed window', { exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Add lane', exact: true }).click();
    await expect(playground.lane(9, 'Fixed window')).toBeInViewport({ ratio: 1 });
    await expect(playground.lane(1, 'GCRA')).not.toBeInViewport();

    await playground.lane(1, 'GCRA').scrollIntoViewIfNeeded();
    await playground.chooseFromMenu('Lane 1 menu', 'Remove');
    await playground.lane(8, 'Fixed window').scrollIntoViewIfNeeded();
    await playground.button('Undo').click();
    await expect(playground.lane(1, 'GCRA')).toBeInViewport({ ratio: 1 });
  },
);

detail('a lane added by a key has the focus; a button that adds lanes keeps it', async ({ playground, page }) => {
  await playground.openScenario(TWO);
  const dialog = page.getByRole('dialog', { name: 'Choose a limiter' });
  const decisions = (lane: number) => page.getByRole('listbox', { name: `Decisions of lane ${lane}`, exact: true });
  const choose = async (): Promise<void> => {
    await dialog.getByRole('searchbox').fill('gcra');
    await page.keyboard.press('Enter');
    await playground.waitUntilSettled();
  };
  // The second time the focus is in the list of another lane.
  for (const lane of [3, 4]) {
    await page.keyboard.press('l');
    await choose();
    await expect(decisions(lane)).toBeFocused();
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(decisions(4).getByRole('option', { selected: true })).toHaveCount(1);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('cooldown score');
  await expect(page.getByRole('option', { name: /Cooldown score/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(decisions(5)).toBeFocused();

  await playground.button('Add lane').press('Enter');
  await choose();
  await expect(playground.lane(6, 'GCRA')).toBeVisible();
  await expect(playground.button('Add lane')).toBeFocused();
});

test('without lanes, a tab about them offers to add one', async ({ playground, page }) => {
  await playground.open();
  await playground.startNew();
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  for (const name of ['Lane', 'Compare', 'Fairness']) {
    await details.getByRole('tab', { name, exact: true }).click();
    await expect(details.getByText('No lanes yet.')).toBeVisible();
    await expect(details.getByRole('button', { name: 'Add lane', exact: true })).toBeVisible();
  }
});

test('duplicate, rename, move and remove, and undo brings each back', async ({ playground, page }) => {
  await playground.openScenario(TWO);
  await playground.chooseFromMenu('Lane 1 menu', 'Duplicate');
  await expect(playground.lane(2, 'Fixed window')).toBeVisible();
  await expect(playground.lane(3, 'Token bucket')).toBeVisible();

  await playground.chooseFromMenu('Lane 2 menu', 'Rename');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The copy');
  await page.keyboard.press('Enter');
  await expect(playground.lane(2, 'The copy')).toBeVisible();

  await playground.chooseFromMenu('Lane 2 menu', 'Move down');
  await expect(playground.lane(3, 'The copy')).toBeVisible();
  await playground.chooseFromMenu('Lane 3 menu', 'Remove');
  await expect(playground.lane(3, 'The copy')).toBeHidden();
  await expect(playground.status).toHaveText('Removed lane 3. Ctrl+Z undoes this.');

  for (const [number, label] of [
    [3, 'The copy'],
    [2, 'The copy'],
    [2, 'Fixed window'],
  ] as const) {
    await playground.button('Undo').click();
    await expect(playground.lane(number, label)).toBeVisible();
  }
  await playground.button('Undo').click();
  await expect(playground.lane(2, 'Token bucket')).toBeVisible();
});

detail('a lane is moved by its grip, and by Alt and an arrow', async ({ playground, page }) => {
  await playground.openScenario(TWO);
  const grip = playground.lane(1, 'Fixed window').getByTitle('Drag to move the lane');
  const from = (await grip.boundingBox())!;
  const below = (await playground.lane(2, 'Token bucket').boundingBox())!;
  await page.mouse.move(from.x + 4, from.y + 4);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, below.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(playground.lane(1, 'Token bucket')).toBeVisible();
  await expect(playground.lane(2, 'Fixed window')).toBeVisible();

  await page.keyboard.press('Alt+ArrowUp');
  await expect(playground.lane(1, 'Fixed window')).toBeVisible();
});

detail('while a lane is dragged the others make room, and the list scrolls with it', async ({ playground, page }) => {
  const others = Array.from({ length: 11 }, () => ({ limiter: 'gcra' }));
  await playground.openScenario({ ...TWO, lanes: [{ limiter: 'fixed-window' }, ...others] });
  const grip = (await playground.lane(1, 'Fixed window').getByTitle('Drag to move the lane').boundingBox())!;
  const yOfSecond = async () => (await playground.lane(2, 'GCRA').boundingBox())!.y;
  const before = await yOfSecond();
  const list = page.getByRole('region', { name: 'Lanes' });
  const { y, height } = (await list.boundingBox())!;
  await page.mouse.move(grip.x + 4, grip.y + 4);
  await page.mouse.down();
  await page.mouse.move(grip.x + 4, before + 20, { steps: 4 });
  await expect.poll(yOfSecond).toBeLessThan(before - 40);
  // At the lower edge every movement scrolls on.
  let step = 0;
  const scrollOn = async (): Promise<number> => {
    await page.mouse.move(grip.x + 4, y + height - 30 - (step++ % 2));
    return list.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop);
  };
  await expect
    .poll(scrollOn, { intervals: [50] })
    // The last row is in sight; below it is the list's own padding.
    .toBeLessThan(40);
  await page.mouse.up();
  await expect(playground.lane(12, 'Fixed window')).toBeInViewport();
  await expect(list.locator('section[style*=transform]')).toHaveCount(0);
});

detail(
  'by keyboard, the focus goes with a lane that is moved, and Alt and an arrow move it on',
  async ({ playground, page }) => {
    await playground.openScenario({ ...TWO, lanes: [...TWO.lanes, { limiter: 'gcra' }] });
    await playground.button('Lane 3 menu').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await expect(playground.lane(2, 'GCRA')).toBeVisible();
    await expect(playground.button('Lane 2 menu')).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(playground.lane(3, 'GCRA')).toBeVisible();
    await expect(page.getByRole('menu')).toBeHidden();
  },
);

test('the limiter of a lane is changed, and its edition, options and own policy are its own', async ({
  playground,
  page,
}) => {
  await playground.openScenario(TWO);
  await playground.chooseFromMenu('Lane 2 menu', 'Change limiter…');
  const dialog = page.getByRole('dialog', { name: 'Choose a limiter' });
  await dialog.getByText('Sliding log', { exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Use in lane 2', exact: true }).click();
  await expect(playground.lane(2, 'Sliding log')).toBeVisible();
  await expect(playground.figure(2, 'Admitted')).toHaveText('6');

  await playground.chooseFromMenu('Lane 2 menu', 'Options…');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('combobox', { name: 'Boundary' }).selectOption('closed');
  // With the closed boundary what came exactly T ago still counts.
  await expect(playground.figure(2, 'Admitted')).toHaveText('3');
  await details.getByRole('radio', { name: /published/i }).check();
  await expect(playground.lane(2, 'Sliding log').getByText('† as published')).toBeVisible();
});
