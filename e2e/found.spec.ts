/** How things are found: the palette, other names, definitions, new scenarios, links that are changed and brought back. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, someOf, test } from './fixtures.ts';

const MINE = {
  title: 'From a colleague',
  notes: 'Watch the edge.',
  policy: { n: 4, T: 10 },
  duration: 30,
  traffic: [{ kind: 'steady', from: 1, to: 20, rate: 2 }],
  lanes: [{ limiter: 'gcra' }, { limiter: 'sliding-log' }, { limiter: 'fixed-window' }],
};
const LINK = encodeLink(scenarioOf(MINE));

test.describe('the palette', () => {
  test('opens with Ctrl+K, from a field too, and adds a limiter found by another name', async ({
    playground,
    page,
  }) => {
    await playground.openScenario(MINE);
    await playground.numberField('Limit n').focus();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Find anything' });
    const search = dialog.getByRole('combobox');
    await expect(search).toBeFocused();
    await search.fill('express');
    // The system itself, then the limiter whose rule it has.
    await expect(dialog.getByRole('option').first()).toHaveText(/^express-rate-limit A client’s first request/);
    await page.keyboard.press('ArrowDown');
    const option = dialog.getByRole('option').nth(1);
    await expect(option).toHaveText('Quota reset express-rate-limit builds on it');
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(playground.lane(4, 'Quota reset')).toBeVisible();
    await expect(playground.numberField('Limit n')).toBeFocused();
  });

  test('has what it found first in sight, however its groups change places while one types', async ({
    playground,
    page,
  }) => {
    await playground.openScenario(MINE);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Find anything' });
    await dialog.getByRole('combobox').pressSequentially('a flood');
    const first = dialog.getByRole('option').first();
    await expect(first).toHaveText(/^A flood into a leaky bucket/);
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expect(first).toBeInViewport();
  });

  test('opens a preset, goes to a lane, and does what keys do, which it shows', async ({ playground, page }) => {
    await playground.openScenario(MINE);
    const dialog = page.getByRole('dialog', { name: 'Find anything' });
    const choose = async (search: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await dialog.getByRole('combobox').fill(search);
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
    };
    // It comes after the first chart; until then the lane's menu takes the focus.
    await expect(page.getByRole('listbox', { name: 'Decisions of lane 2' })).toBeAttached();
    await choose('go to lane 2');
    await expect(page.getByRole('listbox', { name: 'Decisions of lane 2' })).toBeFocused();

    await choose('start of the run');
    await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '0.000 s of 30 s');
    await page.keyboard.press('Control+k');
    await dialog.getByRole('combobox').fill('next decision');
    await expect(dialog.getByRole('option').first().getByText('→')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(playground.selectedDecision).toHaveAccessibleName(/^Request 1 of 38/);

    await choose('keyboard shortcuts');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts.getByRole('row', { name: 'Ctrl+K' })).toContainText('find anything');
    await page.keyboard.press('Escape');

    await choose('does jitter help');
    await expect(playground.button('Scenario: Does jitter help?')).toBeVisible();
  });

  detail('is in the menu, says when nothing is found, and closes with Esc or Ctrl+K', async ({ playground, page }) => {
    await playground.openScenario(MINE);
    await playground.chooseFromMenu('More', 'Find anything');
    const dialog = page.getByRole('dialog', { name: 'Find anything' });
    await dialog.getByRole('combobox').fill('no such thing');
    await expect(dialog.getByText('Nothing matches all of these words.')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(playground.button('Scenario: From a colleague')).toBeVisible();
  });
});

detail('the picker says by which other name a limiter was found', async ({ playground, page }) => {
  await playground.openScenario(MINE);
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Choose a limiter' });
  await dialog.getByRole('searchbox').fill('leaky bucket');
  await expect(dialog.getByRole('rowheader', { name: 'Leaky queue' })).toContainText('also called leaky bucket');
  await dialog.getByRole('searchbox').fill('envoy');
  await expect(dialog.getByRole('rowheader', { name: 'Token bucket', exact: false }).first()).toContainText(
    'Envoy local_ratelimit builds on it',
  );
  // What has the name is described, and Enter takes it, though others come before it in the list.
  await expect(dialog.getByRole('heading', { name: 'Envoy local', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Lane 4: Envoy local', exact: true })).toBeVisible();
});

test.describe('a word that says what it means', () => {
  for (const [name, text] of someOf(
    [
      ['n', 'The limit: how many permits are given out per T.'],
      ['T', 'The period that n is counted over'],
    ] as const,
    1,
  )) {
    test(`${name}: by key and by mouse`, async ({ playground, page }) => {
      await playground.openScenario(MINE);
      const word = page.getByRole('button', { name: `${name}: what it means`, exact: true });
      const definition = page.getByRole('dialog', { name, exact: true });
      await word.focus();
      await page.keyboard.press('Enter');
      await expect(definition).toContainText(text);
      await expect(word).toHaveAttribute('aria-expanded', 'true');
      await page.keyboard.press('Escape');
      await expect(definition).toBeHidden();
      await expect(word).toBeFocused();
      await word.click();
      await expect(definition).toBeInViewport({ ratio: 1 });
      await page.getByRole('heading', { name: 'Spillway' }).click();
      await expect(definition).toBeHidden();
    });
  }

  detail('peak, permit and Jain’s index', async ({ playground, page }) => {
    await playground.openScenario({
      ...MINE,
      traffic: [{ kind: 'poisson', rate: 4, key: 'user', keys: { count: 4 } }],
    });
    await page.keyboard.press('i');
    await page.getByRole('tab', { name: 'Fairness', exact: true }).click();
    await page.getByRole('button', { name: 'Jain’s index', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Jain’s index' })).toContainText('How evenly keys share');
    await page.keyboard.press('Escape');
    // Esc closed the definition, not the drawer.
    await page.getByRole('tab', { name: 'Traffic', exact: true }).click();
    await page
      .getByRole('complementary', { name: 'Details' })
      .getByRole('button', { name: /^Phase 1:/ })
      .click();
    await page.getByRole('button', { name: 'permits', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'permit', exact: true })).toContainText('What a limiter gives out');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Peak in T', exact: true }).first().click();
    await expect(page.getByRole('dialog', { name: 'peak in T', exact: true })).toContainText(
      'The most permits in effect within any period of length T',
    );
  });

  test.describe('by touch', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
    detail('n', async ({ playground, page }) => {
      await playground.openScenario(MINE);
      await playground.button('n 4').tap();
      await page.getByRole('button', { name: 'n: what it means', exact: true }).tap();
      await expect(page.getByRole('dialog', { name: 'n', exact: true })).toBeInViewport({ ratio: 1 });
    });
  });
});

test.describe('New', () => {
  for (const [start, lanes] of someOf(
    [
      ['Your policy, no traffic', ['GCRA', 'Sliding log', 'Fixed window']],
      ['Empty', []],
      ['A burst on one limiter', ['Token bucket']],
    ] as const,
    1,
  )) {
    test(`${start}: one undo step`, async ({ playground, page }) => {
      await playground.openScenario(MINE);
      await playground.startNew(start);
      await expect(playground.button('Scenario: Untitled')).toBeVisible();
      await expect(page.getByRole('region', { name: /^Lane \d/ })).toHaveCount(lanes.length);
      for (const [index, label] of lanes.entries()) await expect(playground.lane(index + 1, label)).toBeVisible();
      await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', /^0\.000 s/);
      await playground.button('Undo').click();
      await expect(playground.button('Scenario: From a colleague')).toBeVisible();
      await expect(playground.button('Undo')).toBeDisabled();
    });
  }
});

detail('what this is stands by the title, and in the document’s', async ({ playground, page }) => {
  await playground.open();
  await expect(page.getByText('Rate limiters side by side, on the same traffic', { exact: true })).toBeInViewport();
  await playground.startNew('Empty');
  await expect(page).toHaveTitle('Spillway: rate limiters side by side');
});

detail('a sentence that was hidden is shown again', async ({ playground, page }) => {
  await playground.openScenario(MINE);
  await expect(page.getByText('Watch the edge.')).toBeVisible();
  await playground.button('Hide caption').click();
  await expect(page.getByText('Watch the edge.')).toBeHidden();
  await playground.chooseFromMenu('More', 'Show the sentence');
  await expect(page.getByText('Watch the edge.')).toBeVisible();
  await playground.button('More').click();
  await expect(page.getByRole('menuitem', { name: 'Show the sentence' })).toHaveCount(0);
});

test.describe('a link', () => {
  detail(
    'stays in the address until something is changed; then Reset brings it back, as one undo step',
    async ({ playground, page }) => {
      await playground.openScenario(MINE);
      expect(new URL(page.url()).hash).toBe(LINK);
      await page.keyboard.press('Home');
      await playground.button('Next decision').click();
      await page.keyboard.press('+');
      await playground.waitUntilSettled();
      expect(new URL(page.url()).hash).toBe(LINK);
      await expect(playground.button('Reset')).toBeHidden();
      // A reload finds it where it was.
      await playground.waitUntilSaved();
      const range = await playground.slider('Range start').getAttribute('aria-valuetext');
      await page.reload();
      await playground.waitUntilSettled();
      await expect(playground.button('Scenario: From a colleague')).toBeVisible();
      expect(await playground.slider('Range start').getAttribute('aria-valuetext')).toBe(range);

      await playground.numberField('Limit n').fill('7');
      await page.keyboard.press('Escape');
      await playground.waitUntilSettled();
      expect(new URL(page.url()).hash).toBe('');
      await playground.button('Reset').click();
      await expect(playground.numberField('Limit n')).toHaveValue('4');
      await expect(playground.button('Reset')).toBeHidden();
      await playground.button('Undo').click();
      await expect(playground.numberField('Limit n')).toHaveValue('7');
      await expect(playground.button('Reset')).toBeVisible();
    },
  );

  detail('over one’s own work says what was opened, until the next edit', async ({ playground, page }) => {
    await playground.openScenario({ ...MINE, title: 'My own work' });
    await page.keyboard.press('Space');
    await playground.waitUntilSaved();
    await page.goto('about:blank');
    await playground.openScenario(MINE);
    await expect(playground.alert).toContainText('Opened “From a colleague” from a link. Your own work is in Works.');
    await page.keyboard.press('Space');
    await expect(playground.alert).toHaveText('');
  });
});

detail('what the command line printed of a run opens', async ({ playground, page }) => {
  const { stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../src/tools/simulate.mjs'), '-', '--format', 'json'],
    { input: JSON.stringify(MINE), encoding: 'utf8' },
  );
  await playground.open();
  const choosing = page.waitForEvent('filechooser');
  await playground.chooseFromMenu('More', 'Open file');
  await (await choosing).setFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(stdout) });
  await expect(playground.button('Scenario: From a colleague')).toBeVisible();
  await expect(playground.lane(2, 'Sliding log')).toBeVisible();
});

detail('Undo that has nothing to undo says so', async ({ playground }) => {
  await playground.openScenario(MINE);
  await expect(playground.button('Undo')).toHaveAccessibleDescription('Nothing to undo');
});
