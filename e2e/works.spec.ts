/** What is kept in the browser: by several tabs at once, across reloads and crashes, and where nothing can be kept. */
import type { BrowserContext, Page } from '@playwright/test';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, Playground, someOf, test } from './fixtures.ts';
import oldContents from '../src/store/works/oldContents.json' with { type: 'json' };

const MINE = {
  title: 'My own work',
  policy: { n: 4, T: 10 },
  duration: 30,
  traffic: [{ kind: 'steady', from: 1, to: 20, rate: 2 }],
  lanes: [{ limiter: 'gcra' }],
};
const OTHER_LINK = encodeLink(scenarioOf({ title: 'From a colleague', lanes: [{ limiter: 'fixed-window' }] }));

/** All that is stored of one kind. */
async function allStored<T>(page: Page, store: 'works' | 'states'): Promise<T[]> {
  return page.evaluate(async (name) => {
    const open = indexedDB.open('spillway');
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const { result: db } = open;
    const request = db.transaction(name).objectStore(name).getAll() as IDBRequest<T[]>;
    await new Promise((resolve) => request.addEventListener('success', resolve));
    db.close();
    return request.result;
  }, store);
}

/** The names and the number of states of all that is stored. */
async function storedWorks(page: Page): Promise<{ name: string; states: number }[]> {
  const works = await allStored<{ id: string; name: string }>(page, 'works');
  const states = await allStored<{ work: string }>(page, 'states');
  return works
    .map(({ id, name }) => ({ name, states: states.filter(({ work }) => work === id).length }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

async function storedNames(page: Page): Promise<string[]> {
  return (await storedWorks(page)).map(({ name }) => name);
}

/** The limits of the newest states of all works. */
async function storedLimits(page: Page): Promise<number[]> {
  const states = await allStored<{ work: string; revision: number; document: { policy: { n: number } } }>(
    page,
    'states',
  );
  const newest = new Map(states.sort((a, b) => a.revision - b.revision).map((state) => [state.work, state]));
  return [...newest.values()].map(({ document }) => document.policy.n);
}

/** Another tab of the same browser. */
async function openTab(context: BrowserContext, hash = ''): Promise<Playground> {
  const tab = new Playground(await context.newPage());
  await tab.page.goto(`./${hash}`);
  await tab.waitUntilSettled();
  return tab;
}

/** Opens the page and makes what it shows a work of this name, which is stored. */
async function openWork(playground: Playground): Promise<void> {
  await playground.page.goto(`./${encodeLink(scenarioOf(MINE))}`);
  await playground.waitUntilSettled();
  await setN(playground, 5);
  await expect.poll(() => storedLimits(playground.page)).toContain(5);
}

async function setN(playground: Playground, n: number): Promise<void> {
  await playground.numberField('Limit n').fill(String(n));
  await playground.waitUntilSettled();
}

const limitOf = (playground: Playground) => playground.numberField('Limit n');

detail(
  'a first visit that merely plays keeps nothing, nor does a link; a touch makes it a work',
  async ({ playground, page }) => {
    await playground.openFirstVisit();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('100');
    await page.clock.runFor(1_000);
    await expect(playground.button('Play again')).toBeVisible();
    await playground.waitUntilSaved();
    expect(await storedWorks(page)).toEqual([]);

    await page.goto('about:blank');
    await page.goto(`./${OTHER_LINK}`);
    await playground.waitUntilSettled();
    await playground.waitUntilSaved();
    expect(await storedWorks(page)).toEqual([]);
    // Not kept, but a reload does not lose it either.
    await page.reload();
    await expect(playground.button('Scenario: From a colleague')).toBeVisible();
    await page.keyboard.press('Space');
    await playground.waitUntilSaved();
    await expect.poll(() => storedWorks(page)).toEqual([{ name: 'From a colleague', states: 2 }]);
  },
);

test('leaving by Back loses nothing: Forward brings what was typed last, also over a link', async ({ page }) => {
  const tab = new Playground(page);
  for (const hash of ['', OTHER_LINK]) {
    await page.goto('about:blank');
    await page.goto(`./${hash}`);
    await tab.waitUntilSettled();
    const title = await page.title();
    await tab.numberField('Limit n').fill('7');
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
    await page.goForward();
    await tab.waitUntilSettled();
    await expect(page).toHaveTitle(title);
    await expect(tab.numberField('Limit n')).toHaveValue('7');
  }
});

test('two tabs: the second is told, changes a copy or takes the work over; nothing is overwritten', async ({
  playground,
  page,
  context,
}) => {
  await openWork(playground);
  const second = await openTab(context);
  await expect(second.alert).toContainText('This work is open in another tab.');
  await expect(limitOf(second)).toHaveValue('5');

  await setN(playground, 6);
  // The copy is to be the one that is changed last.
  await expect.poll(() => storedLimits(page)).toEqual([6]);
  await setN(second, 7);
  await expect(second.alert).toContainText('Your changes here now go to a copy, “My own work (copy)”.');
  await expect.poll(() => storedNames(page)).toEqual(['My own work', 'My own work (copy)']);

  const third = await openTab(context, OTHER_LINK);
  await third.button('Back to my work').click();
  // The copy was changed last, and the second tab has it.
  await expect(third.button('Scenario: My own work (copy)')).toBeVisible();
  await setN(second, 8);
  await third.button('Take it over').click();
  await expect(third.alert).toHaveText('');
  await expect(limitOf(third)).toHaveValue('8');
  await expect(second.alert).toContainText('Another tab has taken over this work.');
  await second.button('Continue in a copy').click();
  await setN(second, 9);
  await setN(third, 10);
  for (const [tab, n] of [
    [playground, '6'],
    [second, '9'],
    [third, '10'],
  ] as const) {
    await tab.page.reload();
    await expect(limitOf(tab)).toHaveValue(n);
    await expect(tab.alert).toHaveText('');
  }
});

detail(
  'a setting that one tab changes is not undone by another setting in another tab',
  async ({ playground, page, context }) => {
    await playground.open();
    const second = await openTab(context);
    await playground.button('More').click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await second.chooseFromMenu('More', 'Keyboard shortcuts');
    await second.page.getByRole('checkbox', { name: 'Enable single-key shortcuts' }).uncheck();
    const third = await openTab(context);
    await third.button('More').click();
    await expect(third.page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
    await third.page.keyboard.press('Escape');
    await third.chooseFromMenu('More', 'Keyboard shortcuts');
    await expect(third.page.getByRole('checkbox', { name: 'Enable single-key shortcuts' })).not.toBeChecked();
  },
);

detail('a tab that crashes frees its work, and loses nothing that was saved', async ({ playground, page, context }) => {
  await openWork(playground);
  await expect.poll(() => storedWorks(page)).toEqual([{ name: 'My own work', states: 2 }]);
  const crash = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void crash.send('Page.crash').catch(() => undefined); // a crashed page answers nothing
  await crashed;
  const second = await openTab(context);
  await expect(second.button('Scenario: My own work')).toBeVisible();
  await expect(second.alert).toHaveText('');
  await expect(limitOf(second)).toHaveValue('5');
});

test('what is changed in the last moment before a tab is closed or reloaded is saved', async ({
  playground,
  page,
  context,
}) => {
  await openWork(playground);
  for (let turn = 0; turn < 3; turn++) {
    await playground.button('Send').click();
    await page.reload();
    await expect(playground.alert).toHaveText('');
  }
  await playground.numberField('Limit n').fill('123');
  await page.close({ runBeforeUnload: true });
  const second = await openTab(context);
  await expect(limitOf(second)).toHaveValue('123');
  // Of 38 requests of the phase, and one sent before each reload.
  await expect(second.figure(1, 'Admitted')).toHaveText('41');
});

test('a work opens even where the browser lost all notes of earlier visits', async ({ playground, page, context }) => {
  await openWork(playground);
  await setN(playground, 7);
  await expect.poll(() => storedLimits(page)).toEqual([7]);
  await page.evaluate(() => localStorage.clear());
  const second = await openTab(context);
  expect(await second.page.evaluate(() => document.documentElement.dataset['visit'])).toBe('first');
  await expect(second.button('Scenario: My own work')).toBeVisible();
  await expect(limitOf(second)).toHaveValue('7');
});

detail(
  'a work that was left for a lesson is a run again, and nothing of it is locked',
  async ({ playground, page }) => {
    await playground.openFirstVisit();
    await playground.numberField('Limit n').fill('15');
    await playground.waitUntilSettled();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Learn', exact: true }).check();
    await page.getByRole('button', { name: /The edge of a window/ }).click();
    await page.getByRole('radio', { name: 'Run', exact: true }).check();
    await playground.button('Back to my work').click();
    await expect(playground.numberField('Limit n')).toHaveValue('15');
    await expect(page.getByRole('radio', { name: 'Run', exact: true })).toBeChecked();
    await playground.numberField('Limit n').fill('16');
    await expect(playground.numberField('Limit n')).toHaveValue('16');
    await expect(playground.button('Send')).toBeEnabled();
  },
);

detail('a link beside a work leaves it in Works, one click away', async ({ playground, page }) => {
  await openWork(playground);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, OTHER_LINK);
  await expect(playground.button('Scenario: From a colleague')).toBeVisible();
  await expect(playground.alert).toContainText('Your own work is in Works.');
  await playground.button('Back to my work').click();
  await expect(playground.button('Scenario: My own work')).toBeVisible();
  await expect(limitOf(playground)).toHaveValue('5');
  expect(await storedNames(page)).toEqual(['My own work']);
});

detail('a link opens also where the address is tidied up in the same moment', async ({ playground, page }) => {
  await openWork(playground);
  await page.evaluate((hash) => {
    location.hash = hash;
    // As when a work was saved, before the browser says that there is a link.
    history.replaceState(null, '', location.pathname);
  }, OTHER_LINK);
  await expect(playground.button('Scenario: From a colleague')).toBeVisible();
  expect(new URL(page.url()).hash).toBe(OTHER_LINK);
});

test.describe('what the release before kept', () => {
  test.use({
    storageState: async ({ baseURL }, use) => {
      const localStorage = Object.entries(oldContents).map(([name, value]) => ({ name, value }));
      await use({ cookies: [], origins: [{ origin: new URL(baseURL!).origin, localStorage }] });
    },
  });

  test('moves over, once, with its settings', async ({ playground, page, context }) => {
    await page.goto('./');
    await playground.waitUntilSettled();
    const second = await openTab(context);
    await expect(playground.button('Scenario: Edge burst')).toBeVisible();
    await expect(limitOf(playground)).toHaveValue('12');
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(14, 16, 20)');
    await expect(second.alert).toContainText('This work is open in another tab.');
    const names = await storedNames(page);
    expect(names).toHaveLength(6);
    // What the first paint has to know stays there.
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('spillway.')))).toEqual([
      'spillway.visited',
    ]);
    await page.reload();
    await expect(limitOf(playground)).toHaveValue('12');
    expect(await storedNames(page)).toEqual(names);
  });
});

test.describe('a browser that keeps nothing', () => {
  const cases: readonly (readonly [string, () => void, string])[] = [
    [
      'because it is full',
      () => {
        IDBObjectStore.prototype.add = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      },
      'This browser has no room left, so what you change is not saved.',
    ],
    [
      'for lack of IndexedDB',
      () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
      'Nothing is saved in this browser: it has no storage for this page.',
    ],
    [
      'where IndexedDB is forbidden',
      () =>
        Object.defineProperty(window, 'indexedDB', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        }),
      'Nothing is saved in this browser: it has no storage for this page.',
    ],
  ];
  for (const [what, breakIt, sentence] of someOf(cases, 1)) {
    test(`${what} says so once, offers a file, and works on`, async ({ playground, page }) => {
      await page.addInitScript(breakIt);
      await playground.openFirstVisit();
      await setN(playground, 5);
      await playground.waitUntilSaved();
      await expect(playground.alert).toContainText(sentence);
      await expect(playground.figure(2, 'Peak in T')).toHaveText('5/5');
      const saving = page.waitForEvent('download');
      await playground.button('Save file').click();
      expect((await saving).suggestedFilename()).toBe('edge-burst.json');
      await playground.button('Dismiss').click();
      await setN(playground, 6);
      await playground.waitUntilSaved();
      await expect(playground.figure(2, 'Peak in T')).toHaveText('6/6');
      await expect(playground.alert).toHaveText('');
    });
  }
});
