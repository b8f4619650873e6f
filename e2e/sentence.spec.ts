/** The sentence under the policy: written where it stands, kept through changes, and sent along. */
import { detail, expect, test, type Playground } from './fixtures.ts';

const SCENARIO = {
  title: 'Sentence',
  notes: 'Ten in ten seconds.',
  policy: { n: 10, T: 10 },
  duration: 24,
  traffic: [{ kind: 'times', at: [8, 9, 9.5, 9.9, 10, 10.5, 11, 20] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
};

const sentence = ({ page }: Playground) => page.getByRole('group', { name: 'Sentence', exact: true });
const editor = ({ page }: Playground) => page.getByRole('textbox', { name: 'Sentence', exact: true });

test('it is written where it stands, with paragraphs, a list, emphasis and places in the run', async ({
  playground,
  page,
}) => {
  await playground.openScenario(SCENARIO);
  await sentence(playground).click();
  await expect(editor(playground)).toBeFocused();
  await expect(editor(playground)).toHaveValue('Ten in ten seconds.');
  await editor(playground).fill('Watch *the edge* at [10.05 s].\n\nThen:\n- the log\n- <b>the bucket</b>');
  await page.keyboard.press('Control+Enter');

  await expect(sentence(playground).getByRole('paragraph')).toHaveText(['Watch the edge at 10.05 s.', 'Then:']);
  await expect(sentence(playground).getByRole('emphasis')).toHaveText('the edge');
  await expect(sentence(playground).getByRole('listitem')).toHaveText(['the log', '<b>the bucket</b>']);
  await expect(playground.button('Edit the sentence')).toBeFocused();

  await playground.button('Go to 10.05 s').click();
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '10.050 s of 24 s');
  await expect(editor(playground)).toBeHidden();

  await playground.button('Undo').click();
  await expect(sentence(playground)).toHaveText('Ten in ten seconds.');
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

test('Enter on it edits, Esc leaves it as it was, leaving it saves, and its letters are no shortcuts', async ({
  playground,
  page,
}) => {
  await playground.openScenario(SCENARIO);
  await sentence(playground).focus();
  await page.keyboard.press('Enter');
  await expect(editor(playground)).toBeFocused();
  await page.keyboard.type(' p d');
  await expect(editor(playground)).toHaveValue('Ten in ten seconds. p d');
  await page.keyboard.press('Escape');
  await expect(sentence(playground)).toHaveText('Ten in ten seconds.');
  await expect(playground.button('Edit the sentence')).toBeFocused();
  await expect(playground.button('Play again')).toBeVisible();

  await page.keyboard.press('Enter');
  await editor(playground).fill('Nine.');
  await playground.button('Cancel').click();
  await expect(sentence(playground)).toHaveText('Ten in ten seconds.');

  await playground.button('Edit the sentence').click();
  await editor(playground).fill('Nine.');
  await playground.slider('Playhead').focus();
  await expect(sentence(playground)).toHaveText('Nine.');
});

detail('it stays when n is changed, says what it was written for, and leads back', async ({ playground, page }) => {
  await playground.openScenario(SCENARIO);
  await playground.numberField('Limit n').fill('12');
  await expect(sentence(playground)).toHaveText('Ten in ten seconds.');
  await expect(page.getByText('Written for n = 10.', { exact: true })).toBeVisible();

  // It travels: in a link, and over a reload.
  await playground.button('Share').click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.goto(`./${link.slice(link.indexOf('#'))}`);
  await page.reload();
  await expect(playground.numberField('Limit n')).toHaveValue('12');
  await expect(page.getByText('Written for n = 10.', { exact: true })).toBeVisible();

  await playground.button('Set n = 10').click();
  await expect(playground.numberField('Limit n')).toHaveValue('10');
  await expect(page.getByText(/^Written for/)).toBeHidden();
  await playground.button('Undo').click();
  await expect(playground.numberField('Limit n')).toHaveValue('12');
  await expect(page.getByText('Written for n = 10.', { exact: true })).toBeVisible();
});

detail('it says so when lanes have changed since', async ({ playground, page }) => {
  await playground.openScenario(SCENARIO);
  const changed = page.getByText('Lanes or traffic have changed since this was written.');
  await expect(changed).toBeHidden();
  await playground.chooseFromMenu('Lane 2 menu', 'Remove');
  await expect(sentence(playground)).toHaveText('Ten in ten seconds.');
  await expect(changed).toBeVisible();
  await playground.button('Undo').click();
  await expect(changed).toBeHidden();
});

detail('a long one takes two lines, so that the charts stay, until all is asked for', async ({ playground }) => {
  const notes = Array.from({ length: 12 }, (_, i) => `Paragraph ${i + 1} of a long sentence.`).join('\n\n');
  await playground.openScenario({ ...SCENARIO, notes });
  const height = async (): Promise<number> => (await sentence(playground).boundingBox())!.height;
  expect(await height()).toBeLessThanOrEqual(40);
  const all = playground.button('Show all');
  await expect(all).toHaveAttribute('aria-expanded', 'false');
  await all.click();
  expect(await height()).toBeGreaterThan(150);
  await playground.button('Show less').click();
  expect(await height()).toBeLessThanOrEqual(40);
});

detail('one that is missing can be written, on the phone from the menu', async ({ playground, page }) => {
  await playground.openScenario({ ...SCENARIO, notes: '' });
  await playground.button('Write a sentence').click();
  await editor(playground).fill('Here.');
  await playground.button('Save').click();
  await expect(sentence(playground)).toHaveText('Here.');
  await playground.button('Undo').click();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(playground.button('Write a sentence')).toBeHidden();
  await playground.chooseFromMenu('More', 'Write a sentence');
  await editor(playground).fill('There.');
  await playground.button('Save').click();
  await expect(sentence(playground)).toHaveText('There.');
});
