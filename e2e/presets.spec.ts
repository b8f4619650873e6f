import { PRESET_GROUPS, presetNotes, presets, presetScenario, type Preset } from '../src/sim/index.ts';
import { expect, test } from './fixtures.ts';

/** Some open with a request selected and the playhead elsewhere. */
function isAtEnd(preset: Preset): boolean {
  return preset.selected === undefined || preset.selected.at >= (presetScenario(preset).duration ?? 0);
}

for (const group of PRESET_GROUPS)
  test(`every preset of “${group}” opens from the gallery, paused at its end, with the figures that it promises`, async ({
    playground,
    page,
  }) => {
    test.slow();
    await playground.open();
    for (const preset of presets.filter((one) => one.group === group)) {
      await playground.button('Presets').click();
      await page.getByRole('dialog', { name: 'Presets' }).getByRole('button', { name: preset.title }).first().click();
      await expect(playground.button(`Scenario: ${preset.title}`)).toBeVisible();
      await expect(page.getByText(presetNotes(preset), { exact: true })).toBeVisible();
      const figures = await playground.figures(preset.expect.length);
      const peaks: (string | undefined)[] = [];
      for (let lane = 1; lane <= figures.length; lane++) {
        // In full: large ones are shortened on the screen.
        peaks.push((await playground.figure(lane, 'Peak in T').getAttribute('title'))?.split(' ')[0]);
      }
      expect(
        figures.map(({ admitted, denied }, lane) => [admitted, denied, peaks[lane]]),
        preset.id,
      ).toEqual(
        preset.expect.map(({ admitted, denied, peak }) =>
          [admitted, denied, peak].map((value) => value.toLocaleString('en')),
        ),
      );
      // Some open at the request that they are about.
      await expect(playground.button(isAtEnd(preset) ? 'Play again' : 'Play')).toBeVisible();
    }
  });

test('opening one is one undo step', async ({ playground, page }) => {
  await playground.open();
  const preset = presets.at(-1)!;
  await page.keyboard.press('g');
  await page.getByRole('dialog', { name: 'Presets' }).getByRole('button', { name: preset.title }).first().click();
  await expect(playground.button(`Scenario: ${preset.title}`)).toBeVisible();
  await playground.button('Undo').click();
  await expect(playground.button('Scenario: Edge burst')).toBeVisible();
});
