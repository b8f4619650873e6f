/** For teachers: lessons are presented, and printed as handouts. */
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, expect, test, type Playground, someOf } from './fixtures.ts';
import { BURST, LESSON, lessonText, STEP_1, WITH_LESSON } from './ownLesson.ts';

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
        await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
        if (time === 1) await playground.button('Present').click();
      }
    },
  );

  detail('Esc closes the QR code before it leaves', async ({ playground, page }) => {
    const shown = await present(playground);
    const code = shown.getByRole('button', { name: 'QR code' });
    await code.click();
    await expect(code).toHaveAttribute('aria-pressed', 'true');
    await expect(shown).toContainText('Scan to open this step.');
    await expect(shown).toContainText('Without a camera: copy the link from Share and send it.');
    await page.keyboard.press('Escape');
    await expect(code).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(0);
  });

  detail(
    'beside the QR code is how to get there without a camera, and both are in sight',
    async ({ playground, page }) => {
      await playground.openScenario(BURST, { at: 20, from: 0, to: 20, mode: 'learn' });
      await lessonText(page)
        .getByRole('button', { name: /The edge of a window/ })
        .click();
      await lessonText(page).getByRole('button', { name: 'Step 3', exact: true }).click();
      await playground.button('Present').click();
      const shown = page.getByRole('dialog', { name: 'The edge of a window' });
      await shown.getByRole('button', { name: 'QR code' }).click();
      const { host } = new URL(page.url());
      const way = shown.getByText(`Without a camera: open ${host}, choose Learn and lesson 2, and go to step 3.`);
      await expect(way).toBeInViewport({ ratio: 1 });
      const code = await boxOf(shown.getByRole('img', { name: 'QR code of the link' }));
      expect(Math.min(code.width, code.height)).toBeGreaterThanOrEqual(360);
      expect(code.y + code.height).toBeLessThanOrEqual((await boxOf(way)).y);
    },
  );

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

  detail('a lane that stacks limits names each of them, and has room for its chart', async ({ playground, page }) => {
    const of = [
      { limiter: 'token-bucket', policy: { n: 2, T: 1 } },
      { limiter: 'fixed-window', policy: { n: 100, T: 60 } },
      { limiter: 'sliding-log', policy: { n: 5_000, T: 3_600 }, key: 'all' },
    ];
    const lanes = [{ limiter: 'stack', of }, { limiter: 'gcra' }];
    await playground.openScenario({ ...WITH_LESSON, lanes }, STEP_1);
    await playground.button('Present').click();
    const charts = slide(page).getByRole('group', { name: 'Charts' });
    await expect(charts.getByRole('heading', { level: 2 })).toHaveText([
      '1 Stack of limits2 per second, 100 per minute and 5,000 per hour for all keys',
      '2 GCRA4 per 10 s',
    ]);
    expect(await charts.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
  });

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
    await expect(lessonText(page).getByRole('group', { name: 'Step 2 of 2' })).toBeVisible();
    await expect(lessonText(page)).toContainText('Let six pass.');
  });

  detail(
    'after the last slide of a lesson comes the next lesson, and before its first the last of the one before',
    async ({ playground, page }) => {
      await playground.openScenario(BURST, { at: 20, from: 0, to: 20, mode: 'learn' });
      await lessonText(page)
        .getByRole('button', { name: /The edge of a window/ })
        .click();
      await lessonText(page).getByRole('button', { name: 'Step 7', exact: true }).click();
      await playground.button('Present').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Next lesson →' }).click();
      const next = page.getByRole('dialog', { name: 'Remembering every request' });
      await expect(next.getByRole('group', { name: 'Step 1' })).toBeVisible();
      // And back again, to where that one ended.
      await page.keyboard.press('ArrowLeft');
      await expect(page.getByRole('dialog', { name: 'The edge of a window' })).toContainText('7 of 7');
    },
  );

  detail('leaves the focus on the lanes if its button is gone meanwhile', async ({ playground, page }) => {
    const shown = await present(playground);
    const { width, height } = page.viewportSize() as { width: number; height: number };
    await page.setViewportSize({ width: 720, height });
    await expect(page.getByRole('button', { name: 'Present', includeHidden: true })).toHaveCount(0);
    await page.setViewportSize({ width, height });
    await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(0);
    await expect(playground.lanes).toBeFocused();
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
      await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
      await ask(playground);
      await expect.poll(prints).toBe(1);
      await page.emulateMedia({ media: 'print' });
      const sheet = paper(page);
      await expect(sheet.getByRole('heading', { name: 'Our burst', level: 1 })).toBeVisible();
      await expect(sheet.getByRole('region', { name: 'Step 1', exact: true })).toContainText('How many are admitted?');
      await expect(sheet.getByRole('region', { name: 'Step 1', exact: true })).toContainText('Your number');
      await expect(sheet.getByText('Traffic: burst, 10 at 5 s')).toHaveCount(1);
      await expect(sheet.getByRole('region', { name: 'Step 2', exact: true })).toContainText('Let six pass.');
      await expect(sheet.getByRole('img', { name: 'Decisions', exact: true })).toHaveCount(1);
      const answers = sheet.getByRole('region', { name: 'Answers', exact: true });
      await expect(answers).toContainText('The answer is 4.');
      await expect(answers).toContainText('As many as the bucket holds.');
      await expect(answers).toContainText('One way to do it: set n to 6.');
      await expect(answers).toContainText('Result: 6.');
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
    // Nor do the charts of another step answer the bet of the first.
    await page.emulateMedia({ media: null });
    await playground.button('Next').click();
    await expect(lessonText(page).getByRole('group', { name: 'Step 2 of 2' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(paper(page)).toContainText('The charts are left out here: they would answer step 1.');
    await expect(paper(page).getByRole('img', { name: 'Decisions', exact: true })).toHaveCount(0);
  });

  detail('has no charts of a run without requests', async ({ playground, page }) => {
    await playground.openScenario({ ...WITH_LESSON, traffic: [] }, { ...STEP_1, step: '2' });
    await expect(lessonText(page).getByRole('group', { name: 'Step 2 of 2' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(paper(page)).toContainText('The charts are left out here: no request has come yet.');
    await expect(paper(page).getByRole('img', { name: 'Decisions', exact: true })).toHaveCount(0);
  });

  test('says where its tasks are done: a link that begins the lesson, whatever step is open', async ({
    playground,
    page,
  }) => {
    const prints = await countPrints(page);
    await playground.openScenario(WITH_LESSON, STEP_1);
    await playground.button('Next').click();
    await expect(lessonText(page).getByRole('group', { name: 'Step 2 of 2' })).toBeVisible();
    await playground.chooseFromMenu('Handout', 'Print the questions');
    await expect.poll(prints).toBe(1);
    await page.emulateMedia({ media: 'print' });
    const address = paper(page).getByRole('region', { name: 'This lesson as a link', exact: true });
    await expect(address.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const link = await address.getByText(/^http/).innerText();
    await page.emulateMedia({ media: null });
    await page.goto('about:blank');
    await page.goto(link);
    await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
  });

  detail(
    'from the browser’s own menu has all but the answers, and says how to have them',
    async ({ playground, page }) => {
      await playground.openScenario(WITH_LESSON, STEP_1);
      await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(paper(page).getByRole('region', { name: 'Answers' })).toContainText('use the Handout button');
      await expect(paper(page)).toContainText('Let six pass.');
    },
  );

  detail('is of the lesson only: once it is left, the run is printed', async ({ playground, page }) => {
    await playground.openScenario(WITH_LESSON, STEP_1);
    await expect(lessonText(page).getByRole('group', { name: 'Step 1 of 2' })).toBeVisible();
    await page.getByRole('radio', { name: 'Run', exact: true }).click();
    await expect(lessonText(page)).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('article')).toContainText('This run as a link');
  });
});
