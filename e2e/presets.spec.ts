import { PRESET_TOPIC_IDS, PRESET_TOPICS, presetNotes, presets } from '../src/sim/index.ts';
import { galleryFiles } from '../src/tools/gallery/galleryFiles.mjs';
import { detail, expect, someOf, test } from './fixtures.ts';

for (const topic of someOf(PRESET_TOPIC_IDS, 1))
  test(`presets on “${PRESET_TOPICS[topic].name}” open from the gallery, paused where their pictures show something, with the figures that they promise`, async ({
    playground,
    page,
  }) => {
    test.slow();
    await playground.open();
    for (const preset of someOf(
      presets.filter((one) => one.topic === topic),
      2,
    )) {
      // By key: a click waits for the gallery to be drawn and still, a third of a second each time.
      await page.keyboard.press('g');
      await page
        .getByRole('dialog', { name: 'Presets' })
        .getByRole('button', { name: preset.title })
        .first()
        .press('Enter');
      await expect(playground.button(`Scenario: ${preset.title}`)).toBeVisible();
      if (preset.mode === 'tune') await playground.button('Show this run').click();
      await expect(page.getByText(presetNotes(preset), { exact: true })).toBeVisible();
      await playground.waitUntilSettled();
      const seconds = /^[\d,.]+/.exec(await playground.playhead())?.[0].replaceAll(',', '');
      if (seconds !== undefined && !/[:dh]/.test(await playground.playhead()))
        expect(Number(seconds), preset.id).toBeCloseTo(preset.opensAt, 2);
      await expect(playground.button('Play')).toBeVisible();

      await page.keyboard.press('End');
      await expect(playground.figure(1, 'Admitted')).toHaveText(/\d/, { timeout: 30_000 });
      const figures = await playground.figures(preset.expect.length);
      expect(
        figures.map(({ admitted, denied }) => [admitted, denied]),
        preset.id,
      ).toEqual(
        preset.expect.map(({ admitted, denied }) => [admitted, denied].map((value) => value.toLocaleString('en'))),
      );
      // In full: large ones are shortened on the screen. The title comes once the lanes are at rest.
      for (const [lane, { peak }] of preset.expect.entries())
        await expect(playground.figure(lane + 1, 'Peak in T'), preset.id).toHaveAttribute(
          'title',
          new RegExp(`^${peak.toLocaleString('en')} `),
        );
    }
  });

detail('opening one pauses, and is one undo step', async ({ playground, page }) => {
  await playground.openFirstVisit();
  await expect(playground.button('Pause')).toBeVisible();
  const preset = presets.at(-1)!;
  await page.keyboard.press('g');
  await page.getByRole('dialog', { name: 'Presets' }).getByRole('button', { name: preset.title }).first().click();
  await expect(playground.button(`Scenario: ${preset.title}`)).toBeVisible();
  await expect(playground.button('Play')).toBeVisible();
  await playground.button('Undo').click();
  await expect(playground.button('Scenario: Edge burst')).toBeVisible();
});

test('the gallery is searched by question, limiter, alias and source; no topic has a single card', async ({
  playground,
  page,
}) => {
  await playground.open();
  await page.keyboard.press('g');
  const dialog = page.getByRole('dialog', { name: 'Presets' });
  const cards = dialog.getByRole('listitem');
  const all = presets.length + galleryFiles().length;
  await expect(cards).toHaveCount(all);
  for (const topic of PRESET_TOPIC_IDS) {
    const section = dialog.getByRole('region', { name: PRESET_TOPICS[topic].name, exact: true });
    await expect(section.getByText(PRESET_TOPICS[topic].question)).toBeVisible();
    expect(await section.getByRole('listitem').count()).toBeGreaterThan(1);
  }

  const search = dialog.getByRole('searchbox', { name: 'Search presets' });
  await expect(search).toBeFocused();
  await search.fill('does jitter');
  await expect(cards).toHaveCount(1);
  await expect(dialog.getByText(`1 of ${all} presets`)).toBeVisible();
  await search.fill('leaky bucket');
  await expect(dialog.getByRole('button', { name: 'A queue of five' })).toContainText(
    'with Leaky queue: also called leaky bucket',
  );
  await search.fill('no such thing');
  await expect(dialog.getByText('No preset matches all of these words.')).toBeVisible();
});

detail('Enter in the search opens the first preset that is found', async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press('g');
  const dialog = page.getByRole('dialog', { name: 'Presets' });
  await dialog.getByRole('searchbox', { name: 'Search presets' }).fill('jitter help');
  await dialog.getByRole('searchbox', { name: 'Search presets' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(playground.button('Scenario: Does jitter help?')).toBeVisible();
});
