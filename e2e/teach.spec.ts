/** For teachers: lessons are made over any scenario, and shared as links. */
import type { Locator, Page } from '@playwright/test';
import { decodeLink, encodeLink, scenarioOf, type LinkView } from '../src/sim/index.ts';
import { expectNoViolations } from './axe.ts';
import { detail, expect, test, type Playground, someOf } from './fixtures.ts';
import { BURST, COUNT, LESSON, lessonText, STEP_1, TASK, WITH_LESSON } from './ownLesson.ts';

const form = (page: Page): Locator => page.getByRole('region', { name: 'Make a lesson', exact: true });

async function makeLesson(playground: Playground): Promise<Locator> {
  await playground.chooseFromMenu('More', 'Make a lesson');
  await expect(form(playground.page)).toBeVisible();
  return form(playground.page);
}

async function type(field: Locator, words: string): Promise<void> {
  await field.fill(words);
  await field.blur();
}

detail('where a step looks is told as the clock tells it', async ({ playground }) => {
  await playground.openScenario(BURST, { at: 5.000_006, from: 0, to: 20 });
  const make = await makeLesson(playground);
  await make.getByRole('button', { name: 'Add a step' }).click();
  await expect(make).toContainText('0 s to 20 s, the playhead at 5.000 s.');
});

test('a lesson is made over a scenario, tried, and shared as a link that begins it', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  const make = await makeLesson(playground);
  await type(make.getByRole('textbox', { name: 'Title of the lesson' }), 'Our burst');
  await make.getByRole('button', { name: 'Add a step' }).click();
  await type(make.getByRole('textbox', { name: 'Text', exact: true }), 'Ten requests come at once.');
  await make.getByRole('combobox', { name: 'It asks for' }).selectOption('a bet on a number');
  await make.getByRole('combobox', { name: 'Quantity' }).selectOption('bad requests admitted');
  await expect(make).toContainText('On this run: none, so no answer is right.');
  await make.getByRole('combobox', { name: 'Quantity' }).selectOption('admitted');
  await expect(make).toContainText('On this run: 4.');
  await make.getByRole('checkbox', { name: 'n', exact: true }).check();
  await make.getByRole('button', { name: 'Add a step' }).click();
  await type(make.getByRole('textbox', { name: 'Text', exact: true }), 'Now change it.');
  await make.getByRole('combobox', { name: 'It asks for' }).selectOption('a task');
  await type(make.getByRole('textbox', { name: 'What is to be done' }), 'Let six pass.');
  await make.getByRole('combobox', { name: 'Quantity' }).selectOption('admitted');
  await make.getByRole('combobox', { name: 'Is' }).selectOption('exactly');
  await type(make.getByRole('textbox', { name: 'Value' }), '6');
  await make.getByRole('button', { name: 'Show how it is done' }).click();
  await expect(make.getByRole('button', { name: 'Keep it' })).toBeDisabled();
  await playground.numberField('Limit n').fill('6');
  await playground.numberField('Limit n').press('Enter');
  await expect(make).toContainText('This run does the task.');
  await make.getByRole('button', { name: 'Keep it' }).click();
  await expect(playground.numberField('Limit n')).toHaveValue('4');
  await expectNoViolations(page, 'the form', ['section[aria-label="Make a lesson"]']);

  await make.getByRole('button', { name: 'Share the lesson' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  const decoded = decodeLink(new URL(link).hash);
  expect(decoded).toMatchObject({ ok: true, view: { mode: 'learn' } });
  expect(decoded.ok && decoded.scenario.lesson).toMatchObject({
    title: 'Our burst',
    steps: [
      { text: 'Ten requests come at once.', bet: COUNT, locks: ['n'], view: { at: 0 } },
      { text: 'Now change it.', task: TASK },
    ],
  });

  await page.goto('about:blank');
  await page.goto(link);
  await expect(lessonText(page).getByRole('heading', { name: 'Our burst' })).toBeVisible();
  await expect(lessonText(page)).toContainText('Locked in this step: n.');
  // What has become of the requests is not to be seen until then.
  await expect(playground.lane(1, 'Token bucket').getByRole('table')).toContainText('Admitted0?');
  await lessonText(page).getByRole('textbox', { name: 'Your number' }).fill('4');
  await lessonText(page).getByRole('button', { name: 'Place bet' }).click();
  await expect(lessonText(page)).toContainText('You said 4. The answer is 4. Right.');
  await lessonText(page).getByRole('button', { name: 'Next' }).click();
  await lessonText(page).getByRole('button', { name: 'Show me' }).click();
  await expect(lessonText(page)).toContainText('Done.');
});

detail('what is shown and not kept is no part of the lesson', async ({ playground, page }) => {
  await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
  const make = await makeLesson(playground);
  const n = playground.numberField('Limit n');
  const show = async (): Promise<void> => {
    await make.getByRole('button', { name: '2 Now change it. (task)' }).click();
    await make.getByRole('button', { name: 'Show another way' }).click();
    await n.fill('6');
    await n.press('Enter');
    await expect(make).toContainText('This run does the task.');
  };
  await show();
  await make.getByRole('button', { name: 'Cancel' }).click();
  await expect(n).toHaveValue('4');
  await expect(make.getByRole('button', { name: 'Show another way' })).toBeVisible();
  await show();
  await make.getByRole('button', { name: '1 Ten requests come at once. (bet)' }).click();
  await expect(n).toHaveValue('4');
  await expect(playground.status).toHaveText('What you showed is not kept, and was taken back. Ctrl+Z undoes this.');
  await show();
  await make.getByRole('button', { name: 'Share the lesson' }).click();
  const link = decodeLink(new URL(await page.getByRole('textbox', { name: 'Link' }).inputValue()).hash);
  expect(link.ok && link.scenario.policy.n).toBe(4);
});

detail(
  'what is typed is the lesson’s at once: one undo step, and kept when the page goes before it rests',
  async ({ playground, page }) => {
    await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
    const make = await makeLesson(playground);
    const title = make.getByRole('textbox', { name: 'Title of the lesson' });
    const words = make.getByRole('textbox', { name: 'Text', exact: true });
    // A pause in typing ends the step, and a busy machine makes one.
    await page.clock.pauseAt(60_000);
    await title.fill('');
    await title.pressSequentially('A burst ');
    await expect(title).toHaveValue('A burst ');
    await page.keyboard.press('Control+z');
    await expect(title).toHaveValue('Our burst');
    await page.clock.resume();
    await words.fill('Ten come at once.');
    await expect(make.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()).toHaveText(
      '1 Ten come at once. (bet)',
    );
    await page.reload();
    await expect(lessonText(page)).toContainText('Ten come at once.');
  },
);

detail('a new step is written at once: what was clicked leads into its text', async ({ playground, page }) => {
  await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
  const make = await makeLesson(playground);
  const words = make.getByRole('textbox', { name: 'Text', exact: true });
  await make.getByRole('button', { name: 'Add a step' }).press('Enter');
  await expect(words).toHaveValue('');
  await expect(words).toBeFocused();
  await page.keyboard.type('And now?');
  await expect(make.getByRole('list', { name: 'Steps' }).getByRole('listitem').last()).toHaveText('3 And now?');
});

detail('a step that is tried is read, as one that was gone to', async ({ playground, page }) => {
  await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
  const make = await makeLesson(playground);
  await make.getByRole('button', { name: 'Try it' }).press('Enter');
  await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 2' })).toBeFocused();
});

test('steps are moved, removed and undone, by keys alone, and are still there after a reload', async ({
  playground,
  page,
}) => {
  await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
  const make = await makeLesson(playground);
  const steps = make.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveText(['1 Ten requests come at once. (bet)', '2 Now change it. (task)']);
  await make.getByRole('button', { name: 'Move step 1 down' }).press('Enter');
  await expect(steps).toHaveText(['1 Now change it. (task)', '2 Ten requests come at once. (bet)']);
  await make.getByRole('button', { name: 'Remove step 2' }).press('Enter');
  await expect(steps).toHaveText(['1 Now change it. (task)']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(steps).toHaveText(['1 Ten requests come at once. (bet)', '2 Now change it. (task)']);
  await page.keyboard.press('Control+Shift+z');
  await playground.waitUntilSaved();
  await page.reload();
  await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 2' })).toContainText('Now change it.');
});

detail(
  'the scenario’s own sentence is not shown while a bet is open: it may be the answer',
  async ({ playground, page }) => {
    const notes = 'Four of the ten are admitted.';
    await playground.openScenario({ ...WITH_LESSON, notes }, STEP_1);
    await expect(lessonText(page).getByRole('form', { name: 'Your bet' })).toBeVisible();
    await expect(page.getByText(notes)).toBeHidden();
    await lessonText(page).getByRole('button', { name: 'Show me', exact: true }).click();
    await expect(page.getByText(notes)).toBeVisible();
  },
);

detail('what is wrong is said at its field, and changes nothing', async ({ playground }) => {
  await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
  const make = await makeLesson(playground);
  const words = make.getByRole('textbox', { name: 'Text', exact: true });
  await type(words, 'See [it](lane:7).');
  await expect(words).toHaveAccessibleDescription(
    'lane:7 is lane 8, which is not there. They count from 0: lane:0 is lane 1.',
  );
  // It is the lesson's nevertheless: what is written is not lost by leaving the step.
  await make.getByRole('button', { name: 'Add a step' }).click();
  await make.getByRole('button', { name: '1 See it. (bet)' }).click();
  await expect(words).toHaveValue('See [it](lane:7).');
  await type(words, 'See [it](lane:0).');
  await expect(words).toHaveAccessibleDescription('');
  for (let step = 0; step < 3; step++) await playground.button('Undo').click();
  const question = make.getByRole('textbox', { name: 'Question' });
  await type(question, ' ');
  await expect(question).toHaveAccessibleDescription('The question is empty. Write a few words.');
  const within = make.getByRole('textbox', { name: 'Right within ±' });
  await type(within, '-1');
  await expect(within).toHaveAccessibleDescription('Right within ± may be a number of at least 0.');
  await type(within, 'two');
  await expect(playground.button('Undo')).toBeDisabled();
  await type(within, '2');
  await expect(playground.button('Undo')).toBeEnabled();
  await expect(question).toHaveAccessibleDescription('The question is empty. Write a few words.');
  await type(question, 'How many?');
  await expect(question).toHaveAccessibleDescription('');
});

detail('beside a narrow page the buttons of the form are in one line', async ({ playground, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
  const make = await makeLesson(playground);
  const buttons = make.getByRole('button', { name: /^(Try it|Share the lesson|Save file)$/ });
  await expect(buttons).toHaveCount(3);
  const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await expect(make.locator('footer').getByRole('button')).toHaveCount(3);
});

detail('the form is left for the run, and the lesson is edited from where it is read', async ({ playground, page }) => {
  await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
  const make = await makeLesson(playground);
  await make.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('radio', { name: 'Run' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Lanes' })).toBeFocused();
  await page.getByRole('radio', { name: 'Learn' }).click();
  await expect(lessonText(page)).toContainText('Ten requests come at once.');
  await lessonText(page).getByRole('button', { name: 'Edit the lesson' }).press('Enter');
  await expect(make.getByRole('heading', { name: 'Make a lesson' })).toBeFocused();
  await expect(make.getByRole('textbox', { name: 'Title of the lesson' })).toHaveValue('Our burst');
});

detail('a bet may have a decimal comma', async ({ playground, page }) => {
  await playground.openScenario(WITH_LESSON, STEP_1);
  await lessonText(page).getByRole('textbox', { name: 'Your number' }).fill('4,0');
  await lessonText(page).getByRole('button', { name: 'Place bet' }).click();
  await expect(lessonText(page)).toContainText('You said 4. The answer is 4. Right.');
});

test.describe('a lesson link', () => {
  const open = (playground: Playground, lesson: object, view: LinkView = STEP_1): Promise<void> =>
    playground.open(encodeLink(scenarioOf({ ...BURST, lesson }), view));

  test('of a newer version, or with what is not there, says so, and the rest works', async ({ playground, page }) => {
    const [first, second] = LESSON.steps;
    await open(playground, {
      ...LESSON,
      music: 1,
      steps: [{ ...first, film: 1, lit: ['lane:3'], bet: { ...COUNT, quantity: { of: 'admitted', lane: 7 } } }, second],
    });
    await expect(lessonText(page)).toContainText('Ten requests come at once.');
    await lessonText(page).getByText('4 parts of this lesson are left out.').click();
    await expect(lessonText(page)).toContainText('lesson.steps[0].lit names lane 3, which is not there');
    await expect(lessonText(page)).toContainText('lesson.steps[0].bet names lane 7, which is not there');
    await lessonText(page).getByRole('button', { name: 'Next' }).click();
    await expect(lessonText(page).getByRole('group', { name: 'Task' })).toContainText('Let six pass.');
  });

  detail('with too many steps shows the first ones', async ({ playground, page }) => {
    await open(playground, { steps: Array.from({ length: 60 }, (_, step) => ({ text: `This is step ${step + 1}.` })) });
    await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 50' })).toBeVisible();
    await lessonText(page).getByText('A part of this lesson is left out.').click();
    await expect(lessonText(page)).toContainText('The lesson has 60 steps, of which the first 50 are shown.');
  });

  for (const [step, sentence] of someOf(
    [
      ['9', '“Our burst” has 2 steps; this is the last.'],
      ['no-such-lesson/1', 'There is no lesson “no-such-lesson” in this version.'],
      ['0/../1', 'The link names no step of a lesson.'],
    ] as const,
    1,
  ))
    detail(`to ${step} says what is not there`, async ({ playground, page }) => {
      await open(playground, LESSON, { ...STEP_1, step });
      await expect(lessonText(page).getByRole('note').filter({ hasText: sentence })).toBeVisible();
      await expect(playground.figure(1, 'Admitted')).toBeVisible();
    });

  detail('after another one opens its own lesson', async ({ playground, page }) => {
    await open(playground, LESSON);
    await expect(lessonText(page).getByRole('heading', { name: 'Our burst' })).toBeVisible();
    await page.goto(`./${encodeLink(scenarioOf({ ...BURST, lesson: { ...LESSON, title: 'Theirs' } }), STEP_1)}`);
    await expect(lessonText(page).getByRole('heading', { name: 'Theirs' })).toBeVisible();
  });

  detail('without a view begins the lesson', async ({ playground, page }) => {
    await playground.open(encodeLink(scenarioOf(WITH_LESSON)));
    await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme}, on a phone`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true });

    detail('the form is a sheet, sound to axe, with targets of 44 px', async ({ playground, page }) => {
      await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
      const make = await makeLesson(playground);
      await expectNoViolations(page, 'the form', ['section[aria-label="Make a lesson"]']);
      for (const button of await make.getByRole('button').all())
        expect((await button.boundingBox())!.height, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(44);
    });
  });
