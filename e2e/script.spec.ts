import type { Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { detail, expect, test, type Playground, someOf } from './fixtures.ts';

const BASE = { policy: { n: 10, T: 10 }, duration: 60, lanes: [{ limiter: 'fixed-window' }] };
const STEADY = { kind: 'steady', from: 5, to: 20, rate: 1 };

interface ScriptPanel {
  readonly details: Locator;
  readonly editor: Locator;
}

/** Opens a script as the first phase, in its form. */
async function openScript(playground: Playground, code: string, ...others: readonly object[]): Promise<ScriptPanel> {
  const { page } = playground;
  await playground.openScenario({ ...BASE, traffic: [{ kind: 'script', code }, ...others] });
  const { width } = page.viewportSize()!;
  if (width < 720) await playground.chooseFromMenu('More', 'Traffic');
  else await playground.button('Edit traffic').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await phase(details, /^Phase 1: script/).click();
  const editor = details.getByRole('textbox', { name: 'Script of phase 1', exact: true });
  await expect(editor).toBeVisible();
  return { details, editor };
}

function phase(details: Locator, name: string | RegExp): Locator {
  return details.getByRole('list', { name: 'Phases' }).getByRole('button', { name, exact: true });
}

/** Writes at the end of what is in the editor. */
async function typeAtEnd(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+End');
  await editor.page().keyboard.type(text);
}

detail(
  'the editor comes when a script is first shown, and works on without a network',
  async ({ playground, page, context }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const editors = () => asked.filter((url) => /ScriptEditor|sandbox|\.wasm/.test(url));
    await playground.openScenario({ ...BASE, traffic: [STEADY] });
    await playground.button('Edit traffic').click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await phase(details, /^Phase 1:/).click();
    await expect(details.getByRole('spinbutton', { name: 'Rate', exact: true })).toBeVisible();
    expect(editors()).toEqual([]);

    await details.getByRole('combobox', { name: 'Kind' }).selectOption('script');
    const editor = details.getByRole('textbox', { name: 'Script of phase 1', exact: true });
    await expect(editor).toContainText('send(5 + k / 1);');
    expect(editors()).not.toEqual([]);
    expect(new Set(editors().map((url) => new URL(url).host))).toEqual(new Set([new URL(page.url()).host]));
    await expect(phase(details, 'Phase 1: script, 3 lines')).toBeVisible();
    await playground.waitUntilSettled();

    await context.setOffline(true);
    await details.getByRole('combobox', { name: 'Kind' }).selectOption('burst');
    await expect(editor).toBeHidden();
    await playground.button('Undo').click();
    await typeAtEnd(editor, 'send(1);');
    await expect(phase(details, 'Phase 1: script, 4 lines')).toBeVisible();
    await playground.waitUntilSettled();
  },
);

detail(
  'a script and everything else are one history, from within the editor and from without',
  async ({ playground, page }) => {
    const { details, editor } = await openScript(playground, 'send(1);');
    const cost = details.getByRole('spinbutton', { name: 'Cost', exact: true });
    await typeAtEnd(editor, '\nsend(2);');
    await expect(phase(details, 'Phase 1: script, 2 lines')).toBeVisible();
    await cost.fill('3');
    await typeAtEnd(editor, '\nsend(3);');

    // What was typed just now is the first to go, whether or not it has become the scenario.
    await editor.press('Control+z');
    await expect(editor).toHaveText('send(1);send(2);');
    await expect(cost).toHaveValue('3');
    await editor.press('Control+z');
    await expect(cost).toHaveValue('1');
    await expect(editor).toHaveText('send(1);send(2);');
    await expect(editor).toBeFocused();
    await editor.press('Control+z');
    await expect(editor).toHaveText('send(1);');
    await expect(phase(details, 'Phase 1: script, 1 line')).toBeVisible();
    await editor.press('Control+z');
    await expect(playground.status).toHaveText('Nothing to undo.');

    await playground.button('Redo').click();
    await expect(editor).toHaveText('send(1);send(2);');
    await playground.button('Redo').click();
    await expect(cost).toHaveValue('3');
    await editor.press('Control+Shift+z');
    await expect(editor).toHaveText('send(1);send(2);send(3);');
    await page.keyboard.type('// on');
    await expect(editor).toHaveText('send(1);send(2);send(3);// on');
    await expect(phase(details, 'Phase 1: script, 3 lines')).toBeVisible();
  },
);

detail('a drag on the track and typing are steps of one history, in their order', async ({ playground, page }) => {
  const { details, editor } = await openScript(playground, 'send(1);', { ...STEADY, from: 20, to: 40 });
  const block = page.getByRole('region', { name: 'Traffic', exact: true }).getByRole('button', { name: /^Phase 2:/ });
  const drag = async (): Promise<void> => {
    const { x, y, width, height } = (await block.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width, y + height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await typeAtEnd(editor, '\nsend(2);');
  await drag();
  await expect(block).toHaveAccessibleName('Phase 2: steady, 1 a second, 30 s to 50 s');
  await expect(phase(details, 'Phase 1: script, 2 lines')).toBeVisible();
  await phase(details, /^Phase 1:/).click();
  await typeAtEnd(editor, '\nsend(3);');
  await expect(phase(details, 'Phase 1: script, 3 lines')).toBeVisible();

  await editor.press('Control+z');
  await expect(editor).toHaveText('send(1);send(2);');
  await editor.press('Control+z');
  await expect(block).toHaveAccessibleName('Phase 2: steady, 1 a second, 20 s to 40 s');
  await expect(editor).toHaveText('send(1);send(2);');
  await editor.press('Control+z');
  await expect(editor).toHaveText('send(1);');
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await editor.press('Control+y');
  await expect(editor).toHaveText('send(1);send(2);');
  await editor.press('Control+y');
  await expect(block).toHaveAccessibleName('Phase 2: steady, 1 a second, 30 s to 50 s');
  await editor.press('Control+y');
  await expect(editor).toHaveText('send(1);send(2);send(3);');
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Admitted')).toHaveText('23');
});

test('what a script does wrong is said at its line, and the last good run stays', async ({ playground, page }) => {
  const { details, editor } = await openScript(playground, 'send(1);\nsend(2);');
  await expect(playground.figure(1, 'Admitted')).toHaveText('2');
  await typeAtEnd(editor, '\nsned(3);');
  const told = details.getByText(/^Phase 1, line 3: .*sned/);
  await expect(told).toBeVisible();
  await expect(editor).toHaveAccessibleDescription(/^Phase 1, line 3: .*sned/);
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(playground.alert).toContainText('Phase 1, line 3:');
  await expect(playground.figure(1, 'Admitted')).toHaveText('2');

  // The way to it, from wherever one is.
  await details.getByRole('button', { name: 'Larger view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Script of phase 1' });
  await dialog.getByRole('button', { name: 'Go to line 3' }).click();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('send(3);');
  await expect(told).toBeHidden();
  await expect(dialog.getByRole('textbox')).not.toHaveAttribute('aria-invalid');
  await expect(dialog.getByText('3 requests in all')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor).not.toHaveAttribute('aria-invalid');
  await expect(playground.alert).toHaveText('');
  await expect(playground.figure(1, 'Admitted')).toHaveText('3');
});

/** Puts each of these in the place of a good script: it is told where it is wrong, and the page lives on. */
async function expectRejected(
  playground: Playground,
  scripts: readonly (readonly [code: string, told: RegExp])[],
): Promise<void> {
  const { details, editor } = await openScript(playground, 'send(1);');
  const admitted = playground.figure(1, 'Admitted');
  let last = '1';
  await expect(admitted).toHaveText(last);
  for (const [code, told] of scripts) {
    await editor.press('Control+a');
    await editor.page().keyboard.insertText(code);
    await expect(details.getByText(told), code).toBeVisible({ timeout: 15_000 });
    await expect(editor).toHaveAttribute('aria-invalid', 'true');
    await expect(admitted).toHaveText(last);
    last = last === '1' ? '2' : '1';
    await editor.press('Control+a');
    await editor.page().keyboard.insertText(last === '1' ? 'send(1);' : 'send(1);\nsend(2);');
    await expect(editor).not.toHaveAttribute('aria-invalid');
    await expect(admitted).toHaveText(last);
  }
}

detail('a script that cannot go on ends with a sentence at its line', ({ playground }) =>
  expectRejected(playground, [
    ['send(1);\nfor (;;', /^Phase 1, line 2: /],
    ["send(1);\nthrow new Error('no more');", /^Phase 1, line 2: .*no more/],
    ['send(1);\nsend(-1);', /^Phase 1, line 2: .*−1/],
    ['send(1);\nsend(NaN);', /^Phase 1, line 2: .*NaN/],
    ['client(function* () {\n  yield request();\n  yield sleep(2);\n  oops();\n});', /^Phase 1, line 4.*oops/],
  ]),
);

test('a script that never ends, or takes too much, ends with a sentence at its line', ({ playground }) =>
  expectRejected(playground, [
    ['send(1);\nwhile (true) {}', /^Phase 1, line 2: .*too long/],
    ["send(1);\nlet x = 'x';\nwhile (true) x += x;", /^Phase 1, line 3: .*memory/],
    ['send(1);\nfor (let k = 0; k < 1e7; k++) send(1);', /^Phase 1, line 2: .*1,000,000/],
  ]));

detail('each example runs, and each sends something', async ({ playground, page }) => {
  const { details, editor } = await openScript(playground, '');
  await expect(playground.figure(1, 'Admitted')).toHaveText('0');
  const insert = details.getByRole('button', { name: 'Insert an example' });
  await insert.click();
  await expect(page.getByRole('menuitem')).toHaveCount(3);
  const titles = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  for (const title of titles) {
    await insert.click();
    await page.getByRole('menuitem', { name: title, exact: true }).click();
    await expect(playground.status).toContainText('Ctrl+Z brings back what was there.');
    await playground.waitUntilSettled();
    await expect(playground.alert).toHaveText('');
    await expect(editor).not.toHaveAttribute('aria-invalid');
    expect(Number(await playground.figure(1, 'Admitted').textContent()), title).toBeGreaterThan(0);
    await playground.button('Undo').click();
    await playground.waitUntilSettled();
    await expect(playground.figure(1, 'Admitted')).toHaveText('0');
  }
});

test('a run that a script makes longer is shown whole, with its last request', async ({ playground, page }) => {
  const { details } = await openScript(playground, 'send(1); send(323);');
  await expect(details.getByText('A script sends until 323 s.')).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Playhead', exact: true })).toHaveAttribute(
    'aria-valuetext',
    /^323(\.0+)? s of 323 s/,
  );
  await playground.waitUntilSettled();
  const requests = page.getByRole('listbox', { name: 'Decisions of lane 1' }).getByRole('option');
  await expect(requests).toHaveCount(2);
  // A part, and back to the whole by the key.
  await page.keyboard.press('+');
  await expect(requests).toHaveCount(1);
  await page.keyboard.press('0');
  await expect(requests).toHaveCount(2);
});

test('nothing typed is lost by going elsewhere at once', async ({ playground, page }) => {
  const { details, editor } = await openScript(playground, 'send(1);', STEADY);
  await playground.pauseClock();
  await typeAtEnd(editor, '\nsend(2);');
  await phase(details, /^Phase 2:/).click();
  await expect(phase(details, 'Phase 1: script, 2 lines')).toBeVisible();
  await phase(details, /^Phase 1:/).click();
  await expect(editor).toHaveText('send(1);send(2);');

  await typeAtEnd(editor, '\nsend(3);');
  await page.reload();
  await page.clock.resume();
  await playground.button('Edit traffic').click();
  await expect(phase(details, 'Phase 1: script, 3 lines')).toBeVisible();
});

detail('a program that is too long is refused under the editor, and stays there', async ({ playground, page }) => {
  const { details, editor } = await openScript(playground, 'send(1);');
  await editor.evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `// ${'all work and no play '.repeat(5)}\n`.repeat(9_300),
  );
  await expect(editor).toHaveAccessibleDescription(
    /^The code is 1,013,708 characters\. It may be text of at most 1,000,000 characters\./,
  );
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(phase(details, 'Phase 1: script, 1 line')).toBeVisible();
  await details.getByRole('combobox', { name: 'Label' }).selectOption('bad');
  await expect(editor).toHaveAccessibleDescription(/^The code is 1,013,708 characters/);
  // It goes along into the larger view, and back.
  await details.getByRole('button', { name: 'Larger view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Script of phase 1' });
  await expect(dialog.getByText('code is 1,013,708 characters.')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toContainText('all work and no play');
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The first to be taken back is what was not taken, and nothing else.
  await editor.press('Control+z');
  await expect(editor).toHaveText('send(1);');
  await expect(editor).not.toHaveAttribute('aria-invalid');
  await expect(details.getByRole('combobox', { name: 'Label' })).toHaveValue('bad');
  await editor.press('Control+z');
  await expect(details.getByRole('combobox', { name: 'Label' })).toHaveValue('none');
});

detail(
  'Tab leaves the editor, unless it was asked to indent, and single keys are letters there',
  async ({ playground, page }) => {
    const { details, editor } = await openScript(playground, '');
    await expect(editor).toHaveAccessibleDescription(/Tab leaves the editor; Ctrl\+M makes it indent\./);
    await editor.focus();
    await page.keyboard.type('// pls?');
    await expect(editor).toHaveText('// pls?');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(editor).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editor).toBeFocused();
    await page.keyboard.press('Control+m');
    await expect(details.getByText('Tab indents; Ctrl+M makes it leave the editor.')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(editor).toBeFocused();
    await expect(editor).toHaveText(/^ {2}\/\/ pls\?$/, { useInnerText: true });
    await page.keyboard.press('Control+m');
    await page.keyboard.press('Tab');
    await expect(editor).not.toBeFocused();
  },
);

detail('our functions are completed, and explained where one writes', async ({ playground, page }) => {
  const { details, editor } = await openScript(playground, '');
  await editor.focus();
  await page.keyboard.type('sen');
  await expect(page.getByRole('option', { name: /^send/, selected: true })).toBeVisible();
  // So that nobody takes by mistake what came up under the hands.
  await page.clock.runFor(100);
  await page.keyboard.press('Enter');
  await expect(editor).toHaveText('send');

  await details.getByText('Script API').click();
  await expect(details.getByRole('term').filter({ hasText: 'send(' })).toBeVisible();
});

detail('an example takes the place of what was there, and undo brings that back', async ({ playground, page }) => {
  const { details, editor } = await openScript(playground, 'send(1);');
  await details.getByRole('button', { name: 'Insert an example' }).click();
  await page.getByRole('menuitem').first().click();
  await expect(editor).not.toHaveText('send(1);');
  await editor.press('Control+z');
  await expect(editor).toHaveText('send(1);');
});

for (const [name, viewport, colorScheme] of someOf(
  [
    ['wide, light', { width: 1440, height: 900 }, 'light'],
    ['phone, dark', { width: 390, height: 844 }, 'dark'],
  ] as const,
  1,
)) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme });

    detail(
      'a larger view has the same script, at the same place, and gives the focus back',
      async ({ playground, page }) => {
        const { details, editor } = await openScript(playground, 'send(1);');
        await typeAtEnd(editor, '\nsend(2);');
        await details.getByRole('button', { name: 'Larger view' }).click();
        const dialog = page.getByRole('dialog', { name: 'Script of phase 1' });
        const large = dialog.getByRole('textbox', { name: 'Script of phase 1', exact: true });
        await expect(large).toBeFocused();
        await page.keyboard.type('\nsen');
        await expect(large).toHaveText('send(1);send(2);sen');
        // Esc closes the list of what could be meant, then the dialog.
        await expect(dialog.getByRole('option', { name: /^send/ })).toBeVisible();
        await expectNoViolations(page, 'the larger view');
        await page.keyboard.press('Escape');
        await expect(dialog.getByRole('option')).toBeHidden();
        await page.keyboard.type('d(3);');
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(details.getByRole('button', { name: 'Larger view' })).toBeFocused();
        await expect(editor).toHaveText('send(1);send(2);send(3);');
        await expect(phase(details, 'Phase 1: script, 3 lines')).toBeVisible();
      },
    );
  });
}

detail('a link whose script is broken leads to it', async ({ playground, page }) => {
  await playground.openScenario({ ...BASE, traffic: [STEADY, { kind: 'script', code: 'send(1);\nsend(-1);' }] });
  await expect(page.getByRole('alert')).toHaveText(/^!?\s*Phase 2, line 2: send: at is −1\./);
  await page.getByRole('button', { name: 'Edit the phase', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Script of phase 2', exact: true })).toBeVisible();
});
