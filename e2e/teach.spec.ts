/** For teachers: lessons are made over any scenario, shared as links, presented, and printed. */
import type { Locator, Page } from '@playwright/test';
import { decodeLink, encodeLink, type LinkView } from '../src/sim/index.ts';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, expect, parseValidScenario, test, type Playground, someOf } from './fixtures.ts';

const BURST = {
  title: 'Burst',
  policy: { n: 4, T: 10 },
  traffic: [{ kind: 'burst', at: 5, count: 10 }],
  lanes: [{ limiter: 'token-bucket' }],
  duration: 20,
};
const COUNT = { kind: 'number', question: 'How many are admitted?', quantity: { of: 'admitted', lane: 0 } };
const TASK = {
  prompt: 'Let six pass.',
  until: [{ quantity: { of: 'admitted', lane: 0 }, at: 'exactly', value: 6 }],
  solution: { policy: { n: 6 } },
};
const LESSON = {
  title: 'Our burst',
  steps: [
    { text: 'Ten requests come at once.', bet: COUNT, after: 'As many as the bucket holds.', locks: ['n'] },
    { text: 'Now change it.', task: TASK },
  ],
};
const WITH_LESSON = { ...BURST, lesson: LESSON };
const STEP_1: LinkView = { at: 0, from: 0, to: 20, mode: 'learn', step: '1' };

const form = (page: Page): Locator => page.getByRole('region', { name: 'Make a lesson', exact: true });
const text = (page: Page): Locator => page.getByRole('region', { name: 'Lesson', exact: true });

async function makeLesson(playground: Playground): Promise<Locator> {
  await playground.chooseFromMenu('More', 'Make a lesson');
  await expect(form(playground.page)).toBeVisible();
  return form(playground.page);
}

async function type(field: Locator, words: string): Promise<void> {
  await field.fill(words);
  await field.blur();
}

test('a lesson is made over a scenario, tried, and shared as a link that begins it', async ({ playground, page }) => {
  await playground.openScenario(BURST);
  const make = await makeLesson(playground);
  await type(make.getByRole('textbox', { name: 'Title of the lesson' }), 'Our burst');
  await make.getByRole('button', { name: 'Add a step' }).click();
  await type(make.getByRole('textbox', { name: 'Text', exact: true }), 'Ten requests come at once.');
  await make.getByRole('combobox', { name: 'It asks for' }).selectOption('a bet on a number');
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
      { text: 'Ten requests come at once.', bet: COUNT, locks: ['n'] },
      { text: 'Now change it.', task: TASK },
    ],
  });

  await page.goto('about:blank');
  await page.goto(link);
  await expect(text(page).getByRole('heading', { name: 'Our burst' })).toBeVisible();
  await expect(text(page)).toContainText('Locked in this step: n.');
  await text(page).getByRole('textbox', { name: 'Your number' }).fill('4');
  await text(page).getByRole('button', { name: 'Place bet' }).click();
  await expect(text(page)).toContainText('You said 4. The answer is 4. Right.');
  await text(page).getByRole('button', { name: 'Next' }).click();
  await text(page).getByRole('button', { name: 'Show me' }).click();
  await expect(text(page)).toContainText('Done.');
});

detail(
  'what is typed is the lesson’s at once: one undo step, and kept when the page goes before it rests',
  async ({ playground, page }) => {
    await playground.openScenario(WITH_LESSON, { at: 20, from: 0, to: 20 });
    const make = await makeLesson(playground);
    const title = make.getByRole('textbox', { name: 'Title of the lesson' });
    const words = make.getByRole('textbox', { name: 'Text', exact: true });
    await title.fill('');
    await title.pressSequentially('A burst ');
    await expect(title).toHaveValue('A burst ');
    await page.keyboard.press('Control+z');
    await expect(title).toHaveValue('Our burst');
    await words.fill('Ten come at once.');
    await expect(make.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()).toHaveText(
      '1 Ten come at once. (bet)',
    );
    await page.reload();
    await expect(text(page)).toContainText('Ten come at once.');
  },
);

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
  await expect(text(page).getByRole('group', { name: 'Step 1 of 2' })).toContainText('Now change it.');
});

detail(
  'the scenario’s own sentence is not shown while a bet is open: it may be the answer',
  async ({ playground, page }) => {
    const notes = 'Four of the ten are admitted.';
    await playground.openScenario({ ...WITH_LESSON, notes }, STEP_1);
    await expect(text(page).getByRole('form', { name: 'Your bet' })).toBeVisible();
    await expect(page.getByText(notes)).toBeHidden();
    await text(page).getByRole('button', { name: 'Show me', exact: true }).click();
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
  await type(words, 'See [it](lane:0).');
  await expect(words).toHaveAccessibleDescription('');
  await playground.button('Undo').click();
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

test.describe('a lesson link', () => {
  const open = (playground: Playground, lesson: object, view: LinkView = STEP_1): Promise<void> =>
    playground.open(encodeLink(parseValidScenario({ ...BURST, lesson }), view));

  test('of a newer version, or with what is not there, says so, and the rest works', async ({ playground, page }) => {
    const [first, second] = LESSON.steps;
    await open(playground, {
      ...LESSON,
      music: 1,
      steps: [{ ...first, film: 1, lit: ['lane:3'], bet: { ...COUNT, quantity: { of: 'admitted', lane: 7 } } }, second],
    });
    await expect(text(page)).toContainText('Ten requests come at once.');
    await text(page).getByText('4 parts of this lesson are left out.').click();
    await expect(text(page)).toContainText('lesson.steps[0].lit names lane 3, which is not there');
    await expect(text(page)).toContainText('lesson.steps[0].bet names lane 7, which is not there');
    await text(page).getByRole('button', { name: 'Next' }).click();
    await expect(text(page).getByRole('group', { name: 'Task' })).toContainText('Let six pass.');
  });

  detail('with too many steps shows the first ones', async ({ playground, page }) => {
    await open(playground, { steps: Array.from({ length: 60 }, (_, step) => ({ text: `This is step ${step + 1}.` })) });
    await expect(text(page).getByRole('group', { name: 'Step 1 of 50' })).toBeVisible();
    await text(page).getByText('A part of this lesson is left out.').click();
    await expect(text(page)).toContainText('The lesson has 60 steps, of which the first 50 are shown.');
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
      await expect(text(page).getByRole('note').filter({ hasText: sentence })).toBeVisible();
      await expect(playground.figure(1, 'Admitted')).toBeVisible();
    });

  detail('after another one opens its own lesson', async ({ playground, page }) => {
    await open(playground, LESSON);
    await expect(text(page).getByRole('heading', { name: 'Our burst' })).toBeVisible();
    await page.goto(
      `./${encodeLink(parseValidScenario({ ...BURST, lesson: { ...LESSON, title: 'Theirs' } }), STEP_1)}`,
    );
    await expect(text(page).getByRole('heading', { name: 'Theirs' })).toBeVisible();
  });

  detail('without a view begins the lesson', async ({ playground, page }) => {
    await playground.open(encodeLink(parseValidScenario(WITH_LESSON)));
    await expect(text(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
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

test.describe('presented', () => {
  test.use({ viewport: { width: 1280, height: 720 } });
  const slide = (page: Page): Locator => page.getByRole('dialog', { name: 'Our burst' });

  async function present(playground: Playground): Promise<Locator> {
    await playground.openScenario(WITH_LESSON, STEP_1);
    await playground.button('Present').click();
    await expect(slide(playground.page)).toBeVisible();
    return slide(playground.page);
  }

  detail(
    'keys step and leave; answers are hidden until they are revealed, also the second time',
    async ({ playground, page }) => {
      const shown = await present(playground);
      for (let time = 1; time <= 2; time++) {
        await expect(shown).toContainText('How many are admitted?');
        await expect(shown).not.toContainText('The answer is');
        await page.keyboard.press('r');
        await expect(shown).toContainText('The answer is 4.');
        await expect(shown).toContainText('As many as the bucket holds.');
        await page.keyboard.press('ArrowRight');
        await expect(shown.getByRole('group', { name: 'Step 2' })).toContainText('Let six pass.');
        await page.keyboard.press('r');
        await expect(shown).toContainText('Done.');
        await page.keyboard.press('PageDown');
        await expect(shown.getByRole('group', { name: 'Step 2' })).toBeVisible();
        await page.keyboard.press('ArrowLeft');
        await expect(shown.getByRole('group', { name: 'Step 1' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(shown).toHaveCount(0);
        await expect(text(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
        if (time === 1) await playground.button('Present').click();
      }
    },
  );

  detail('Esc closes the QR code before it leaves', async ({ playground, page }) => {
    const shown = await present(playground);
    const code = shown.getByRole('button', { name: 'QR code' });
    await code.click();
    await expect(code).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(code).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(0);
  });

  detail('words are 28 px at least, labels in charts 20, and nothing is cut off', async ({ playground }) => {
    const shown = await present(playground);
    for (const words of [shown.getByRole('heading', { name: 'Our burst' }), shown.getByText('How many are admitted?')])
      expect(await words.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))).toBeGreaterThanOrEqual(28);
    // A chart's labels of 12 px are stretched as it is.
    const stretched = await shown
      .getByRole('img', { name: 'Decisions' })
      .evaluate((canvas: HTMLCanvasElement) => (12 * 3 * canvas.getBoundingClientRect().width) / canvas.width);
    expect(stretched).toBeGreaterThanOrEqual(20);
    expect(
      await shown.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight),
    ).toBe(true);
  });

  for (const [lanes, least] of [
    [['fixed-window'], 300],
    [['fixed-window', 'sliding-log', 'token-bucket', 'gcra'], 60],
  ] as const)
    detail(
      `${lanes.length} of the lanes share the height of the slide, below its traffic`,
      async ({ playground, page }) => {
        await playground.openScenario({ ...WITH_LESSON, lanes: lanes.map((limiter) => ({ limiter })) }, STEP_1);
        await playground.button('Present').click();
        const charts = slide(page).getByRole('group', { name: 'Charts' });
        const decisions = charts.getByRole('img', { name: 'Decisions' });
        await expect(decisions).toHaveCount(lanes.length);
        // What is asked about is seen before it is decided.
        await expect(charts.getByRole('img', { name: 'Traffic' })).toBeInViewport({ ratio: 1 });
        await expect(charts).toContainText('so far 0 in, 0 out');
        for (const one of await decisions.all())
          await expect.poll(async () => (await boxOf(one)).height).toBeGreaterThan(least);
        expect(await charts.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
      },
    );

  detail('a long answer makes the words smaller, and cuts none of them off', async ({ playground, page }) => {
    const [first, second] = LESSON.steps;
    const long = { ...first, text: 'Ten requests come at once. '.repeat(12), after: 'As many. '.repeat(20) };
    await playground.openScenario({ ...BURST, lesson: { ...LESSON, steps: [long, second] } }, STEP_1);
    await playground.button('Present').click();
    await expect(slide(page)).toBeVisible();
    await page.keyboard.press('r');
    await expect(slide(page)).toContainText('The answer is 4');
    const words = slide(page).getByRole('group', { name: 'Step 1' });
    expect(await words.evaluate((one) => one.scrollTop)).toBe(0);
    expect(await words.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
  });

  detail('what has to be done on the page leads there; Space goes on', async ({ playground, page }) => {
    const shown = await present(playground);
    await expect(shown.getByRole('button', { name: 'Do this on the page' })).toHaveCount(0);
    await page.keyboard.press('Space');
    await expect(shown.getByRole('group', { name: 'Step 2' })).toBeVisible();
    await shown.getByRole('button', { name: 'Do this on the page' }).click();
    await expect(shown).toHaveCount(0);
    await expect(text(page).getByRole('group', { name: 'Step 2 of 2' })).toBeVisible();
    await expect(text(page)).toContainText('Let six pass.');
  });

  detail('after the last slide of a lesson comes the next lesson', async ({ playground, page }) => {
    await playground.openScenario(BURST, { at: 20, from: 0, to: 20, mode: 'learn' });
    await text(page)
      .getByRole('button', { name: /The edge of a window/ })
      .click();
    await text(page).getByRole('button', { name: 'Step 7', exact: true }).click();
    await playground.button('Present').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Next lesson →' }).click();
    const next = page.getByRole('dialog', { name: 'Remembering every request' });
    await expect(next.getByRole('group', { name: 'Step 1' })).toBeVisible();
  });

  detail('in a window without room for the button is in the menu', async ({ playground, page }) => {
    await page.setViewportSize({ width: 720, height: 720 });
    await playground.openScenario(WITH_LESSON, STEP_1);
    await expect(playground.button('Present')).toHaveCount(0);
    await expect(playground.button('More')).toBeInViewport({ ratio: 1 });
    await playground.chooseFromMenu('More', 'Present');
    await expect(slide(page)).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      detail(`in ${colorScheme} at ${width} px is sound to axe`, async ({ playground, page }) => {
        await page.emulateMedia({ colorScheme });
        await present(playground);
        await page.setViewportSize({ width, height: 720 });
        await page.keyboard.press('r');
        await expect(slide(page)).toContainText('The answer is 4.');
        await expectNoViolations(page, 'the slide', ['[role=dialog]']);
      });
});

test.describe('the handout', () => {
  const paper = (page: Page): Locator => page.getByRole('article', { name: 'Handout: Our burst', exact: true });

  /** Counts what the page asks the browser to print: none has paper in a test. */
  async function countPrints(page: Page): Promise<() => Promise<number>> {
    await page.addInitScript(() => {
      Object.assign(window, { prints: 0, print: () => void (window as unknown as { prints: number }).prints++ });
    });
    return () => page.evaluate(() => (window as unknown as { prints: number }).prints);
  }

  for (const [how, ask] of someOf(
    [
      [
        'by the button',
        (playground: Playground) => playground.chooseFromMenu('Handout', 'Print questions and answers'),
      ],
      ['by Ctrl+P', ({ page }: Playground) => page.keyboard.press('Control+p')],
    ] as const,
    1,
  ))
    test(`is printed ${how}: questions, the charts of the step, then the answers, and no controls`, async ({
      playground,
      page,
    }) => {
      const prints = await countPrints(page);
      await playground.openScenario(WITH_LESSON, STEP_1);
      await expect(text(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
      await ask(playground);
      await expect.poll(prints).toBe(1);
      await page.emulateMedia({ media: 'print' });
      const sheet = paper(page);
      await expect(sheet.getByRole('heading', { name: 'Our burst', level: 1 })).toBeVisible();
      await expect(sheet.getByRole('region', { name: 'Step 1', exact: true })).toContainText('How many are admitted?');
      await expect(sheet.getByRole('region', { name: 'Step 1', exact: true })).toContainText('Your number');
      await expect(sheet.getByRole('region', { name: 'Step 2', exact: true })).toContainText('Let six pass.');
      await expect(sheet.getByRole('img', { name: 'Decisions', exact: true })).toHaveCount(1);
      const answers = sheet.getByRole('region', { name: 'Answers', exact: true });
      await expect(answers).toContainText('The answer is 4.');
      await expect(answers).toContainText('As many as the bucket holds.');
      await expect(answers).toContainText('One way to do it: n 6.');
      await expect(answers).toContainText('This gives 6.');
      // Before the answers nothing gives them away, nor do the charts: no bet is placed.
      for (const step of ['Step 1', 'Step 2'])
        await expect(sheet.getByRole('region', { name: step, exact: true })).not.toContainText('As many as');
      await expect(sheet).toContainText('What comes after the playhead, at 0.000 s, is hidden.');
      expect(await answers.evaluate((one) => getComputedStyle(one).breakBefore)).toBe('page');
      await expect(page.getByRole('button')).toHaveCount(0);
      await page.emulateMedia({ media: null });
      await expect(sheet).toHaveCount(0);
    });

  detail('is printed for the class without the answers', async ({ playground, page }) => {
    const prints = await countPrints(page);
    await playground.openScenario(WITH_LESSON, STEP_1);
    await playground.chooseFromMenu('Handout', 'Print the questions');
    await expect.poll(prints).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await expect(paper(page)).toContainText('Let six pass.');
    await expect(paper(page).getByRole('region', { name: 'Answers' })).toHaveCount(0);
  });

  detail(
    'from the browser’s own menu has all but the answers, and says how to have them',
    async ({ playground, page }) => {
      await playground.openScenario(WITH_LESSON, STEP_1);
      await expect(text(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(paper(page).getByRole('region', { name: 'Answers' })).toContainText('use the Handout button');
      await expect(paper(page)).toContainText('Let six pass.');
    },
  );

  detail('is of the lesson only: once it is left, the run is printed', async ({ playground, page }) => {
    await playground.openScenario(WITH_LESSON, STEP_1);
    await expect(text(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
    await page.getByRole('radio', { name: 'Run', exact: true }).click();
    await expect(text(page)).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('article')).toContainText('This run as a link');
  });
});
