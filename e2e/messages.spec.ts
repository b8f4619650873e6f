import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, expect, test, type Playground, someOf } from './fixtures.ts';

/** Both nodes read 3 of 3 at 1 s, and both write: the last request is let in by a race. The second lane is atomic. */
const RACE = {
  title: 'Race',
  policy: { n: 3, T: 10 },
  duration: 12,
  cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
  traffic: [{ kind: 'times', at: [0.2, 0.4, 0.6, 1, 1] }],
  lanes: [{ limiter: 'redis-incr', options: { variant: 'incr-expire' } }, { limiter: 'redis-incr' }],
};
const LAST = { at: 1, from: 0, to: 12, selected: { lane: 0, request: 4 } } as const;

const RACE_TEXT =
  'N2 wrote the key a between N1’s read and N1’s write. Had N1 read after that, this request would have been denied.';
const ADMITTED = 'Admitted by Redis INCR at N1';
const DENIED = 'Denied by Redis INCR at N1';

class MessagesPanel {
  readonly details: Locator;
  readonly group: Locator;
  readonly list: Locator;
  readonly items: Locator;

  constructor(page: Page) {
    this.details = page.getByRole('complementary', { name: 'Details' });
    this.group = this.details.getByRole('group', { name: 'Messages', exact: true });
    this.list = this.group.getByRole('list', { name: 'Messages', exact: true });
    this.items = this.list.getByRole('listitem');
  }

  /** The first of this request's own, which reads. */
  get ownRead(): Locator {
    return this.list.getByRole('listitem', { name: /^N1 sends GET a at / });
  }

  verdict(name: string): Locator {
    return this.details.getByRole('heading', { name, exact: true });
  }

  button(name: string): Locator {
    return this.group.getByRole('button', { name, exact: true });
  }

  async names(): Promise<string[]> {
    return this.items.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  }
}

async function openMessages(
  playground: Playground,
  page: Page,
  document: object = RACE,
  view = LAST,
): Promise<MessagesPanel> {
  await playground.openScenario(document, view);
  await page.keyboard.press('Enter');
  const messages = new MessagesPanel(page);
  await expect(messages.group).toBeVisible();
  return messages;
}

test('a race is shown message by message, with what crossed in a sentence', async ({ playground, page }) => {
  const messages = await openMessages(playground, page);
  await expect(messages.verdict(ADMITTED)).toBeVisible();
  await expect(messages.items).toHaveCount(4);
  expect(await messages.names()).toEqual([
    'N2 sends GET a for request 4 at 1.000 s; the store answers 3 at 1.001 s: reads a 3',
    'N1 sends GET a at 1.000 s; the store answers 3 at 1.001 s: reads a 3',
    'N2 sends INCR a for request 4 at 1.002 s; the store answers 4 at 1.003 s: changes a from 3 to 4',
    'N1 sends INCR a at 1.002 s; the store answers 5 at 1.003 s: changes a from 4 to 5',
  ]);
  await expect(messages.group.getByText(RACE_TEXT)).toBeInViewport({ ratio: 1 });
  await expect(messages.ownRead).toBeInViewport({ ratio: 0.99 });
  // The other columns have what they have for one process.
  const rule = messages.details.getByRole('group', { name: 'Rule', exact: true });
  await expect(rule.getByText('3 ≤ 3')).toBeAttached();
  await expect(messages.details.getByRole('group', { name: 'State before and after' })).toContainText('3 → 5');
  await expect(messages.details.getByRole('group', { name: 'Answer' }).getByText('200 OK')).toBeVisible();

  // Keys walk on from a message that has the focus, and what it says is told below the picture.
  await messages.ownRead.focus();
  await expect(messages.group.locator('p', { hasText: 'N1 sends GET a at 1.000 s; the store' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(messages.verdict('Admitted by Redis INCR at N2')).toBeVisible();
  // The message that had the focus is one of another request now, and keeps it; where it is gone, the first of its own has it.
  await expect(messages.items.and(page.locator(':focus'))).toHaveAccessibleName(/^N1 sends GET a for request 5 at /);
  await page.keyboard.press('ArrowLeft');
  await expect(messages.items.and(page.locator(':focus'))).toHaveAccessibleName(/^N1 sends GET a at 0\.600 s/);
  await page.keyboard.press('ArrowRight');
  await expect(messages.verdict('Admitted by Redis INCR at N2')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(messages.verdict('Admitted by Redis INCR at N2')).toBeHidden();
  await expect(messages.items).not.toHaveCount(4);
});

detail('the atomic version denies what the race let in, in one undo step', async ({ playground, page }) => {
  const messages = await openMessages(playground, page);
  expect((await playground.figures(2)).map(({ admitted }) => admitted)).toEqual(['5', '3']);
  await messages.button('Show the atomic version').click();
  await expect(messages.verdict(DENIED)).toBeVisible();
  expect((await playground.figures(2)).map(({ admitted }) => admitted)).toEqual(['3', '3']);
  await expect(messages.button('Show the atomic version')).toBeHidden();
  // The button is gone, and the focus is where it was.
  await expect(messages.group.getByRole('group', { name: 'Message actions' })).toBeFocused();
  await expect(messages.group.getByText(RACE_TEXT)).toBeHidden();
  await expect(messages.list.getByRole('listitem', { name: /^N1 sends EVAL/ })).toHaveCount(1);
  await playground.button('Undo').click();
  expect((await playground.figures(2)).map(({ admitted }) => admitted)).toEqual(['5', '3']);
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

test('a message is moved by keys, which changes the outcome, and put back', async ({ playground, page }) => {
  const messages = await openMessages(playground, page);
  await messages.ownRead.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(messages.ownRead).toHaveAccessibleName(
    /at 1\.000 s, moved by 200 µs; the store answers 3 at 1\.001200 s/,
  );
  await expect(messages.ownRead).toBeFocused();
  for (let press = 0; press < 16; press++) await page.keyboard.press('Alt+ArrowRight');
  await expect(messages.verdict(DENIED)).toBeVisible();
  await expect(messages.group.getByText(RACE_TEXT)).toBeHidden();
  // The lane beside it goes on as it was.
  expect((await playground.figures(2)).map(({ admitted }) => admitted)).toEqual(['4', '3']);
  await expect(messages.ownRead).toBeFocused();
  await page.keyboard.press('Alt+Home');
  await expect(messages.verdict(ADMITTED)).toBeVisible();
  await expect(messages.button('Put back')).toBeHidden();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(messages.ownRead).toHaveAccessibleName(/moved by/);
  // Beside three buttons its sentence has two lines, and the store is in sight.
  expect((await boxOf(messages.group.getByText(RACE_TEXT))).height).toBeLessThanOrEqual(40);
  await messages.button('Put back').click();
  await expect(messages.ownRead).not.toHaveAccessibleName(/moved by/);
  await expect(playground.status).toHaveText('Removed the message delays. Ctrl+Z undoes this.');
});

detail('a message is moved by hand, every frame runs, and one undo brings it back', async ({ playground, page }) => {
  const messages = await openMessages(playground, page);
  const box = (await messages.ownRead.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await expect(messages.group.locator('p', { hasText: 'N1 sends GET a at 1.000 s; the store' })).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await expect(messages.ownRead).toHaveAccessibleName(/moved by/);
  await expect(messages.verdict(ADMITTED)).toBeVisible();
  await page.mouse.move(x + 600, y, { steps: 8 });
  await expect(messages.verdict(DENIED)).toBeVisible();
  await page.mouse.up();
  await expect(playground.status).toHaveText(/^GET of N1 is delayed by [\d.]+ ms\. Ctrl\+Z undoes this\.$/);
  await expect(messages.button('Put back')).toBeVisible();
  expect((await playground.figures(2)).map(({ admitted }) => admitted)).toEqual(['4', '3']);
  await playground.button('Undo').click();
  expect((await playground.figures(2)).map(({ admitted }) => admitted)).toEqual(['5', '3']);
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

detail('Esc takes a message back that is in hand', async ({ playground, page }) => {
  const messages = await openMessages(playground, page);
  const box = (await messages.ownRead.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 500, box.y, { steps: 6 });
  await expect(messages.verdict(DENIED)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(messages.verdict(ADMITTED)).toBeVisible();
  await page.mouse.up();
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await expect(messages.details).toBeVisible();
});

detail('a message that is lost says so, and so does a node that gives up', async ({ playground, page }) => {
  const cluster = { ...RACE.cluster, faults: [{ kind: 'store-down', at: 0.9, until: 2 }] };
  const messages = await openMessages(playground, page, { ...RACE, cluster });
  await expect(messages.verdict(DENIED)).toBeVisible();
  await expect(messages.ownRead).toHaveAccessibleName(
    'N1 sends GET a at 1.000 s; the message is lost, and N1 gives up at 1.100 s',
  );
  const answer = messages.details.getByRole('group', { name: 'Answer' });
  await expect(answer.getByText('No Retry-After: the node cannot tell whether waiting would help.')).toBeVisible();
});

for (const [name, viewport] of someOf(
  [
    ['medium', { width: 1024, height: 768 }],
    ['phone', { width: 390, height: 844 }],
  ] as const,
  1,
)) {
  test.describe(name, () => {
    test.use({ viewport });

    detail(
      'the messages are a list in the order of sending, and nothing leaves its window',
      async ({ playground, page }) => {
        const messages = await openMessages(playground, page);
        await expect(messages.items).toHaveCount(4);
        for (const item of await messages.items.all()) {
          await item.scrollIntoViewIfNeeded();
          const box = (await item.boundingBox())!;
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        await messages.ownRead.focus();
        await page.keyboard.press('Alt+ArrowRight');
        await expect(messages.ownRead).toHaveAccessibleName(/moved by 200 µs/);
      },
    );

    detail('axe has nothing to say to them', async ({ playground, page }) => {
      const messages = await openMessages(playground, page);
      await expect(messages.items).toHaveCount(4);
      await expectNoViolations(page, 'Messages');
    });
  });
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a message is selected and sent later, which changes the outcome, and earlier again', async ({
    playground,
    page,
  }) => {
    const messages = await openMessages(playground, page);
    const later = messages.list.getByRole('button', { name: 'Send later' });
    const earlier = messages.list.getByRole('button', { name: 'Send earlier' });
    await expect(later).toHaveCount(0);
    await messages.ownRead.tap();
    expect((await later.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await expect(earlier).toHaveAttribute('aria-disabled', 'true');
    // Past the other node's write, below which its row goes.
    const name = async (): Promise<string> => (await messages.ownRead.getAttribute('aria-label'))!;
    for (let before = await name(); !before.includes('reads a 4'); before = await name()) {
      await later.tap();
      await expect(messages.ownRead).not.toHaveAccessibleName(before);
    }
    await expect(messages.verdict(DENIED)).toBeVisible();
    await expect(messages.ownRead).toHaveAccessibleName(/, moved by 2\.5 ms;/);
    await earlier.tap();
    await expect(messages.ownRead).toHaveAccessibleName(/, moved by 2 ms;/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await messages.button('Put back').tap();
    await expect(messages.verdict(ADMITTED)).toBeVisible();
  });
});
