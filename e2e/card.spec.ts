import { everyRule } from '../src/sim/systems/everyRule.testing.ts';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, expect, someOf, test } from './fixtures.ts';

const BURST = {
  policy: { n: 2, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [1, 1, 1, 4] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};

test('the card of a lane shows its state at the playhead, and each step changes it', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await playground.chooseFromMenu('Lane 2 menu', 'About this limiter');
  const card = page.getByRole('dialog', { name: 'Token bucket', exact: true });
  const state = card.getByRole('img', { name: 'State of Token bucket', exact: true });
  const last = card.getByRole('group', { name: 'Last decision' });
  await expect(card).toHaveAccessibleDescription('Buckets. Lane 2, 2 per 10 s.');
  await expect(state).toHaveAccessibleDescription('At 20.000 s: 2 of 2 tokens.');
  await expect(last).toContainText('✕ Denied at 4.000 s');
  await card.getByRole('slider', { name: 'Playhead' }).press('Home');
  await expect(state).toHaveAccessibleDescription('At 0.000 s: 2 of 2 tokens.');
  await expect(last).toContainText('No decision yet.');

  await card.getByRole('button', { name: 'Next decision' }).click();
  await expect(state).toHaveAccessibleDescription('At 1.000 s: 1 of 2 tokens.');
  await expect(last).toContainText('Admitted Request 1 of 4, at 1.000 s');
  await expect(last).toContainText('2 ≥ 1 true');
  await card.getByRole('button', { name: 'Next decision' }).click();
  await expect(state).toHaveAccessibleDescription('At 1.000 s: 0 of 2 tokens.');
  await card.getByRole('button', { name: 'Next decision' }).click();
  await expect(last).toContainText('Denied Request 3 of 4, at 1.000 s');
  await card.getByRole('button', { name: 'Previous decision' }).click();
  await expect(last).toContainText('Admitted Request 2 of 4, at 1.000 s');

  // What was stepped to is selected in this lane, and nothing has opened below.
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden();
  await expect(playground.lane(2, 'Token bucket').getByRole('option', { selected: true })).toHaveAccessibleName(
    'Request 2 of 4, 1.000 s, admitted',
  );
  await expect(playground.button('Lane 2 menu')).toBeFocused();
});

detail(
  'the card shows no rule where none was reached, and no number without its unit',
  async ({ playground, page }) => {
    await playground.openScenario({
      ...BURST,
      cluster: { faults: [{ kind: 'store-down', at: 0, until: 2 }] },
      lanes: [{ limiter: 'redis-incr' }],
    });
    await playground.chooseFromMenu('Lane 1 menu', 'About this limiter');
    const card = page.getByRole('dialog', { name: 'Redis INCR', exact: true });
    const last = card.getByRole('group', { name: 'Last decision' });
    const step = card.getByRole('button', { name: 'Previous decision' });
    await step.click();
    await expect(last).toContainText('Request 4 of 4');
    await expect(last.locator('code')).toHaveCount(2);
    await step.click();
    await expect(last).toContainText('Request 3 of 4');
    await expect(last).toContainText(/within 0\.100\u00a0s/);
    await expect(last.locator('code')).toHaveCount(0);
  },
);

detail(
  'its keys step and play, the picture moves while it plays, and its words follow when it rests',
  async ({ playground, page }) => {
    await playground.openScenario(BURST);
    await playground.chooseFromMenu('Lane 2 menu', 'About this limiter');
    const card = page.getByRole('dialog', { name: 'Token bucket', exact: true });
    const state = card.getByRole('img', { name: 'State of Token bucket', exact: true });
    const last = card.getByRole('group', { name: 'Last decision' });
    await expect(last).toContainText('✕ Denied at 4.000 s');
    await playground.pauseClock();
    await page.keyboard.press('ArrowLeft');
    await expect(last).toContainText('Denied Request 4 of 4, at 4.000 s');
    await page.keyboard.press('ArrowLeft');
    await expect(last).toContainText('Denied Request 3 of 4, at 1.000 s');
    await page.keyboard.press('ArrowRight');
    await expect(last).toContainText('Denied Request 4 of 4, at 4.000 s');
    await expect(state).toContainText('0.6 of 2 tokens');

    await page.keyboard.press('Space');
    await expect(card.getByRole('button', { name: 'Pause' })).toBeVisible();
    // Less than the 5 s of silence after which a worker that was not let answer would be replaced.
    await page.clock.runFor(4_900);
    await expect(state).toContainText(/1\.[56]\d* of 2 tokens/);
    await expect(state).toHaveAccessibleDescription('At 4.000 s: 0.6 of 2 tokens.');
    await page.keyboard.press('p');
    await expect(card.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(state).toHaveAccessibleDescription(/^At [89]\.\d+\ss: 1\.[56]\d* of 2 tokens\.$/);
  },
);

detail('it goes on with what is played', async ({ playground, page }) => {
  await playground.openFirstVisit();
  await expect(playground.button('Pause')).toBeVisible();
  await playground.chooseFromMenu('Lane 1 menu', 'About this limiter');
  const card = page.getByRole('dialog', { name: 'Fixed window', exact: true });
  await expect(card.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(card.getByRole('img')).toHaveAccessibleDescription(/ of 10 in the window from /);
});

detail(
  'from the picker, a limiter that is in no lane decides on the traffic of the scenario',
  async ({ playground, page }) => {
    await playground.openScenario(BURST);
    const fullPage = async (): Promise<void> => {
      await playground.button('Add lane').click();
      const picker = page.getByRole('dialog', { name: 'Choose a limiter' });
      await picker.getByRole('row', { name: /^GCRA/ }).click();
      await picker.getByRole('button', { name: 'Full page' }).click();
    };
    await fullPage();
    const card = page.getByRole('dialog', { name: 'GCRA', exact: true });
    const state = card.getByRole('img', { name: 'State of GCRA', exact: true });
    await card.getByRole('slider', { name: 'Playhead' }).press('Home');
    await expect(state).toHaveAccessibleDescription(/^At 0\.000\ss: /);
    await card.getByRole('button', { name: 'Next decision' }).click();
    await expect(state).toHaveAccessibleDescription('At 1.000 s: TAT is 5 s ahead of now; refuses beyond 10 s.');
    await card.getByRole('button', { name: 'Next decision' }).click();
    await expect(state).toHaveAccessibleDescription('At 1.000 s: TAT is 10 s ahead of now; refuses beyond 10 s.');
    await page.keyboard.press('Escape');
    await expect(playground.button('Add lane')).toBeFocused();
    await fullPage();
    await card.getByRole('button', { name: 'Add lane' }).click();
    await expect(card).toBeHidden();
    await expect(playground.lane(3, 'GCRA')).toBeVisible();
  },
);

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
] as const)
  detail(`at ${width} px the picker’s columns stay where they are while one searches`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await playground.openScenario(BURST);
    await playground.button('Add lane').click();
    const picker = page.getByRole('dialog', { name: 'Choose a limiter' });
    const edges = () =>
      picker
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    await expect(picker.getByRole('row', { name: /^Fixed window/ })).toBeVisible();
    const before = await edges();
    await picker.getByRole('searchbox').fill('redis');
    await expect(picker.getByRole('row', { name: /^Fixed window/ })).toHaveCount(0);
    expect(await edges()).toEqual(before);
    // Nor does a column that is left out keep its room.
    const table = await boxOf(picker.getByRole('grid'));
    const last = await boxOf(picker.getByRole('columnheader').last());
    expect(Math.round(last.x + last.width)).toBe(Math.round(table.x + table.width));
  });

for (const [width, height, mostLines] of [
  [1440, 900, 5],
  [1280, 720, 7],
  [390, 844, 7],
] as const)
  detail(`at ${width} px the picker cuts nothing off, and its rows stay low`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    await playground.openScenario(BURST);
    await page.keyboard.press('l');
    const cells = page.getByRole('dialog', { name: 'Choose a limiter' }).locator('tbody td, tbody th');
    await expect(cells.first()).toBeVisible();
    const cut = await cells.evaluateAll((all) =>
      all
        .flatMap((cell) => [cell, ...cell.querySelectorAll(':not(.visually-hidden, svg, svg *)')])
        .filter((one) => getComputedStyle(one).display !== 'inline' && one.scrollHeight > one.clientHeight + 1)
        .map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
    const heights = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(18 + 16 * mostLines);
  });

detail('the card of a stack says its limits, as its lane does', async ({ playground, page }) => {
  const of = [
    { limiter: 'fixed-window', policy: { n: 5 } },
    { limiter: 'gcra', key: 'all' },
  ];
  await playground.openScenario({ ...BURST, lanes: [{ limiter: 'stack', label: 'Both', of }] });
  await playground.chooseFromMenu('Lane 1 menu', 'About this limiter');
  await expect(page.getByRole('dialog', { name: 'Stack' })).toHaveAccessibleDescription(
    /Lane 1, “Both”, 2 per 10 s, of Fixed window \(own n 5\) and GCRA \(for all keys\)\.$/,
  );
});

detail('from the picker of a lane, the page of a limiter offers it to that lane', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  await playground.chooseFromMenu('Lane 2 menu', 'Change limiter…');
  const picker = page.getByRole('dialog', { name: 'Choose a limiter' });
  const card = page.getByRole('dialog', { name: 'Fixed window', exact: true });
  // It is in another lane already, which is the one that is shown.
  await picker.getByRole('row', { name: /^Fixed window/ }).click();
  await picker.getByRole('button', { name: 'Full page' }).click();
  await expect(card).toHaveAccessibleDescription('Windows. Lane 1, 2 per 10 s.');
  await card.getByRole('button', { name: 'All limiters' }).click();
  await expect(picker.getByRole('button', { name: 'Use in lane 2' })).toBeVisible();
  await picker.getByRole('row', { name: /^Fixed window/ }).click();
  await picker.getByRole('button', { name: 'Full page' }).click();
  await card.getByRole('button', { name: 'Use in lane 2' }).click();
  await expect(card).toBeHidden();
  await expect(playground.lane(2, 'Fixed window')).toBeVisible();
  await expect(playground.status).toHaveText('Lane 2 is now Fixed window. Ctrl+Z undoes this.');
});

detail('a limiter that cannot run on the scenario says why', async ({ playground, page }) => {
  await playground.openScenario({ ...BURST, policy: { n: 1, T: 2_592_000 }, lanes: [{ limiter: 'fixed-window' }] });
  await playground.button('Add lane').click();
  const picker = page.getByRole('dialog', { name: 'Choose a limiter' });
  await picker.getByRole('row', { name: /^nginx limit_req/ }).click();
  await picker.getByRole('button', { name: 'Full page' }).click();
  const card = page.getByRole('dialog', { name: 'nginx limit_req', exact: true });
  await expect(card.getByRole('img', { name: 'State of nginx limit_req' })).toHaveAccessibleDescription(
    /^nginx limit_req: n = 1 per T = 2,592,000\ss is less than .+ n may be 2,592 or more/,
  );
});

detail('a defect is one press from the scenario that shows it', async ({ playground, page }) => {
  await playground.openScenario({ ...BURST, lanes: [{ limiter: 'sliding-log', edition: 'published' }] });
  await playground.chooseFromMenu('Lane 1 menu', 'About this limiter');
  const card = page.getByRole('dialog', { name: 'Sliding log', exact: true });
  await expect(card.getByText('This lane runs it.')).toBeVisible();
  await card.getByRole('button', { name: 'Show it: denials recorded', exact: true }).click();
  await expect(card).toBeHidden();
  await expect(playground.status).toContainText('Ctrl+Z undoes this.');
});

for (const family of someOf([...new Set(everyRule.map((limiter) => limiter.family))], 1)) {
  detail(`${family}: a card is drawn, and says another state after a decision`, async ({ playground, page }) => {
    test.slow();
    const limiters = someOf(
      everyRule.filter((limiter) => limiter.family === family),
      2,
    );
    await playground.openScenario({
      policy: { n: 5, T: 10 },
      duration: 20,
      traffic: [{ kind: 'times', at: [1, 1] }],
      lanes: limiters.map(({ id }) => ({ limiter: id })),
    });
    for (const [index, { name }] of limiters.entries()) {
      await playground.chooseFromMenu(`Lane ${index + 1} menu`, 'About this limiter');
      const card = page.getByRole('dialog', { name, exact: true });
      const state = card.getByRole('img', { name: `State of ${name}`, exact: true });
      const last = card.getByRole('group', { name: 'Last decision' });
      const words = async (at: string): Promise<string> => {
        await expect(state).toHaveAccessibleDescription(new RegExp(`^At ${at}\\ss: \\S`));
        return (await card.getByText(`At ${at} s: `).textContent())!.replace(/^At [\d.]+\ss: /, '');
      };
      await card.getByRole('slider', { name: 'Playhead' }).press('Home');
      const before = await words('0.000');
      await card.getByRole('button', { name: 'Next decision' }).click();
      await expect(last).toContainText('Admitted Request 1 of 2');
      const after = await words('1.000');
      expect(after).not.toBe(before);
      // At the same instant time changes nothing: what differs then is what was decided.
      await card.getByRole('button', { name: 'Next decision' }).click();
      await expect(last).toContainText(/(Admitted|Delayed|Denied) Request 2 of 2/);
      const denied = (await last.textContent())!.startsWith('Denied');
      if (denied) await expect(state).toHaveAccessibleDescription(`At 1.000 s: ${after}`);
      else await expect(state).not.toHaveAccessibleDescription(`At 1.000 s: ${after}`);
      await expect(state.locator('.picture-headline')).not.toBeEmpty();
      await page.keyboard.press('Escape');
      await expect(card).toBeHidden();
    }
  });
}

for (const [name, viewport, colorScheme] of someOf(
  [
    ['wide', { width: 1440, height: 900 }, 'light'],
    ['medium, dark', { width: 1024, height: 768 }, 'dark'],
    ['phone', { width: 390, height: 844 }, 'light'],
  ] as const,
  1,
)) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme });

    test('the card fits its window, and axe objects to nothing in it', async ({ playground, page }) => {
      await playground.openScenario(BURST);
      await playground.chooseFromMenu('Lane 2 menu', 'About this limiter');
      const card = page.getByRole('dialog', { name: 'Token bucket', exact: true });
      await card.getByRole('button', { name: 'Previous decision' }).click();
      await expect(card.getByRole('group', { name: 'Last decision' })).toContainText('Request 4 of 4');
      const box = (await card.boundingBox())!;
      const gap = viewport.width < 720 ? 0 : 16;
      expect(box.x).toBeGreaterThanOrEqual(gap);
      expect(box.y).toBeGreaterThanOrEqual(gap);
      expect(box.width).toBe(Math.min(viewport.width - 2 * gap, gap === 0 ? Infinity : 1120));
      expect(box.height).toBe(Math.min(viewport.height - 2 * gap, gap === 0 ? Infinity : 720));
      for (const named of ['Previous decision', 'Next decision', 'Close']) {
        await expect(card.getByRole('button', { name: named })).toBeInViewport();
      }
      await expectNoViolations(page, 'the card', ['[role=dialog]']);
    });
  });
}
