import { decodeLink, encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, Playground, test, someOf } from './fixtures.ts';

const MINE = {
  title: 'My own work',
  policy: { n: 4, T: 10 },
  duration: 30,
  traffic: [{ kind: 'steady', from: 1, to: 20, rate: 2 }],
  lanes: [{ limiter: 'gcra' }, { limiter: 'sliding-log', edition: 'published' }],
};

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a shared link opens in another browser as the very same run, at the same place', async ({
  playground,
  page,
  browser,
}) => {
  await playground.open();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await playground.numberField('Limit n').fill('7');
  await playground.waitUntilSettled();
  await page.keyboard.press('Escape');
  await playground.button('Next decision').click();
  await expect(playground.selectedDecision).toHaveAccessibleName(/^Request 1 of 33, 0.000 s/);
  await playground.button('Next decision').click();
  await expect(playground.selectedDecision).toHaveAccessibleName(/^Request 2 of 33, 9.000 s/);
  await page.keyboard.press('+');
  await playground.waitUntilSettled();
  const before = {
    figures: await playground.figures(3),
    playhead: await playground.playhead(),
    range: await playground.slider('Range start').getAttribute('aria-valuetext'),
  };

  await playground.button('Share').click();
  const dialog = page.getByRole('dialog', { name: 'Share this run' });
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await expect(dialog.getByText(`Link copied, ${link.length} characters.`)).toBeVisible();
  await expect(playground.status).toHaveText(`Link copied, ${link.length} characters.`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const context = await browser.newContext();
  const other = new Playground(await context.newPage());
  await other.page.goto(link);
  await other.waitUntilSettled();
  expect(await other.figures(3)).toEqual(before.figures);
  expect(await other.playhead()).toBe(before.playhead);
  expect(await other.slider('Range start').getAttribute('aria-valuetext')).toBe(before.range);
  await expect(other.selectedDecision).toHaveAccessibleName(/^Request 2 of 33, 9.000 s/);
  await expect(other.button('Play')).toBeVisible();
  await context.close();
});

detail(
  'where the browser hands links to other apps, Share does; whoever thinks better of it is where they were',
  async ({ playground, page }) => {
    await page.addInitScript(() => {
      const asked: ShareData[] = [];
      const share = (data: ShareData): Promise<void> =>
        asked.push(data) === 1 ? Promise.reject(new DOMException('', 'AbortError')) : Promise.resolve();
      Object.assign(navigator, { share, asked });
    });
    await playground.openScenario(MINE);
    await playground.button('Share').click();
    const dialog = page.getByRole('dialog', { name: 'Share this run' });
    const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    await dialog.getByRole('button', { name: 'Send with an app…' }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Send with an app…' }).click();
    await expect(dialog).toBeHidden();
    expect(await page.evaluate('navigator.asked')).toEqual([
      { title: 'My own work', url },
      { title: 'My own work', url },
    ]);
  },
);

test("opening a link leaves one's own work one click away", async ({ playground, page }) => {
  await playground.openScenario(MINE);
  await page.keyboard.press('Space');
  await playground.waitUntilSaved();
  await page.goto('about:blank');
  await playground.openScenario({ title: 'From a colleague', lanes: [{ limiter: 'fixed-window' }] });
  await expect(playground.button('Scenario: From a colleague')).toBeVisible();
  await expect(playground.alert).toContainText('Your own work is in Works.');
  await playground.button('Back to my work').click();
  await expect(playground.button('Scenario: My own work')).toBeVisible();
});

test('the work in hand survives a reload, requests sent by hand and place included', async ({ playground, page }) => {
  await playground.openScenario(MINE, { at: 3, from: 0, to: 10 });
  await page.keyboard.press('Space');
  await playground.lane(1, 'GCRA').waitFor();
  await playground.waitUntilSettled();
  const before = await playground.figures(2);
  await playground.waitUntilSaved();
  await page.reload();
  await expect(playground.button('Scenario: My own work')).toBeVisible();
  expect(await playground.figures(2)).toEqual(before);
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '3.000 s of 30 s');
  await expect(playground.button('Play')).toBeVisible();
});

test.describe('a link that cannot be opened', () => {
  const good = encodeLink(scenarioOf(MINE));
  for (const [what, hash, sentence] of someOf(
    [
      ['cut short', good.slice(0, -12), 'This link is cut off'],
      ['damaged', `${good.slice(0, 8)}!!${good.slice(10)}`, 'This link is damaged'],
      ['of a newer version', '#3.abcdef', 'This link was made by a newer Spillway (format 3; this one reads up to 1).'],
      ['something else', '#hello', 'This is not a Spillway link'],
    ] as const,
    1,
  )) {
    test(`${what}: the page says what is wrong, keeps the text and shows the default`, async ({ playground, page }) => {
      await playground.open(hash);
      await expect(playground.alert).toContainText(sentence);
      await expect(playground.alert).toContainText('The default scenario is shown instead.');
      await expect(playground.button('Scenario: Edge burst')).toBeVisible();
      await page.getByRole('button', { name: 'Show the text' }).click();
      await expect(
        page.getByRole('dialog', { name: 'The link’s text' }).getByRole('textbox', { name: 'Text' }),
      ).toHaveValue(hash);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Copy it' }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(playground.alert).toHaveText('');
    });
  }

  test('its text is shown where there is no clipboard, as at an address without https', async ({
    playground,
    page,
  }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await playground.open('#hello');
    await page.getByRole('button', { name: 'Copy it' }).click();
    await expect(
      page.getByRole('dialog', { name: 'The link’s text' }).getByRole('textbox', { name: 'Text' }),
    ).toHaveValue('#hello');
  });

  test('values out of range are named with what they may be', async ({ playground }) => {
    // As somebody's own program might write it: the codec takes any document.
    const { foreignLinkOf } = await import('../src/cli/testing.ts');
    await playground.open(foreignLinkOf({ policy: { n: -5 } }));
    await expect(playground.alert).toContainText(
      'The link says policy.n is −5. It may be a whole number from 1 to 1,000,000.',
    );
  });
});

test('a file holds what the page shows, and opens again', async ({ playground, page }) => {
  await playground.openScenario(MINE);
  const saving = page.waitForEvent('download');
  await playground.chooseFromMenu('More', 'Save file');
  const path = await (await saving).path();
  await playground.startNew();
  await expect(playground.button('Scenario: Untitled')).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await playground.chooseFromMenu('More', 'Open file');
  await (await choosing).setFiles(path);
  await expect(playground.button('Scenario: My own work')).toBeVisible();
});

detail('the link is as long as it says, and decodes to what was shared', async ({ playground, page }) => {
  await playground.openScenario(MINE);
  await playground.button('Share').click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const decoded = decodeLink(link);
  expect(decoded.ok && decoded.scenario).toEqual(scenarioOf(MINE));
});
