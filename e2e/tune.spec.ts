/** Tune: a log is brought, its clients are shown, and one of them is looked at in Run. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { detail, expect, test, type Playground, someOf } from './fixtures.ts';
import { hold, prepareHolding, release, tellProgress, untilHeld } from './heldQuestions.ts';

/** An address a minute asks once a second; another one asks thirty times within three seconds. */
function accessLog(): string {
  const line = (second: number, address: string, status: number): string => {
    const time = new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString().slice(11, 19);
    return `${address} - - [05/Jan/2026:${time} +0000] "GET /api/items HTTP/1.1" ${status} 512 "-" "test"`;
  };
  const lines = Array.from({ length: 60 }, (_, second) => line(second, '192.0.2.1', 200));
  for (let i = 0; i < 30; i++) lines.push(line(20 + Math.floor(i / 10), '192.0.2.2', 401));
  return [...lines.toSorted((a, b) => a.slice(20).localeCompare(b.slice(20))), 'not a line of a log', ''].join('\n');
}

const clients = (page: Page): Locator => page.getByRole('region', { name: 'Clients', exact: true });
const rowOf = (page: Page, name: string): Locator =>
  clients(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Open a log', exact: true });
const select = (where: Locator, name: string): Locator => where.getByRole('combobox', { name, exact: true });

async function settled(page: Page): Promise<void> {
  await expect(clients(page)).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
}

async function drop(page: Page, text: string, name = 'access.log'): Promise<void> {
  await page.getByRole('main').evaluate(
    (main, file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.text], file.name));
      main.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    },
    { text, name },
  );
}

async function openLog(playground: Playground, page: Page): Promise<void> {
  await playground.openScenario({ title: 'Mine', policy: { n: 10, T: 10 }, lanes: [{ limiter: 'token-bucket' }] });
  await drop(page, accessLog());
  await dialog(page).getByRole('button', { name: 'Use this log' }).click();
  await settled(page);
}

async function openRunOfClient2(playground: Playground, page: Page): Promise<void> {
  await openLog(playground, page);
  await clients(page).getByRole('button', { name: 'client 2', exact: true }).click();
  await playground.waitUntilSettled();
}

test('a log is dropped: it is understood, becomes the traffic in one step, and its clients are shown', async ({
  playground,
  page,
}) => {
  await playground.openScenario({ title: 'Mine', policy: { n: 10, T: 10 }, lanes: [{ limiter: 'token-bucket' }] });
  await drop(page, accessLog());
  await expect(
    dialog(page).getByText('access.log: nginx or Apache combined, 90 requests, 1 s timestamps.'),
  ).toBeVisible();
  await expect(dialog(page).getByRole('table', { name: 'First rows' }).getByRole('row')).toHaveCount(11);
  await expect(dialog(page).getByText('1 of 91 lines cannot be read and is left out.')).toBeVisible();
  await expect(dialog(page).getByRole('listitem')).toContainText('Line 91:');
  await dialog(page).getByRole('button', { name: 'Use this log' }).click();
  await settled(page);
  await expect(page.getByRole('radio', { name: 'Tune' })).toBeChecked();
  await expect(clients(page).getByRole('heading')).toHaveText('1 of 2 clients is refused at least once');
  await expect(rowOf(page, 'client 2').getByRole('cell')).toContainText(['30', '30']);
  await expect(page.getByText('5 January 2026, 10:00:00 to 10:00:59 UTC')).toBeVisible();
  await playground.button('Undo').click();
  await expect(playground.button('Scenario: Mine')).toBeVisible();
  await playground.button('Redo').click();
  await expect(playground.button('Scenario: access.log')).toBeVisible();
  await settled(page);
  await expect(rowOf(page, 'client 2')).toBeVisible();
});

detail('that a limiter was at work already is said before the log is used', async ({ playground, page }) => {
  await playground.openScenario({ title: 'Mine', lanes: [{ limiter: 'token-bucket' }] });
  await drop(page, accessLog().replaceAll(' 401 ', ' 429 '));
  const note = dialog(page).getByRole('note');
  await expect(note).toHaveText(/^30 requests were answered 429: a limiter was already at work\./);
  await expect(note).toBeInViewport();
  await dialog(page).getByRole('button', { name: 'Use this log' }).click();
  await settled(page);
  // Said above the fields; what does not fit below them is announced.
  const traffic = page.getByRole('region', { name: 'Tuned traffic' });
  await expect(traffic.getByText('30 requests were answered 429')).toBeInViewport({ ratio: 1 });
  await expect(traffic.getByText('More below')).toBeVisible();
  await traffic.getByRole('button', { name: 'Open another log' }).scrollIntoViewIfNeeded();
  await expect(traffic.getByText('More below')).toBeHidden();
});

test('what counts as bad is counted, and the limit that is tuned is named where the policy above is not its own', async ({
  playground,
  page,
}) => {
  await playground.openScenario({
    policy: { n: 10, T: 10 },
    lanes: [{ limiter: 'token-bucket' }, { limiter: 'nginx-limit-req', policy: { n: 5, T: 1 } }],
  });
  await drop(page, accessLog());
  await dialog(page).getByRole('textbox', { name: 'Counts as bad' }).fill('address=192.0.2.3');
  await dialog(page).getByRole('button', { name: 'Use this log' }).click();
  await settled(page);
  const traffic = page.getByRole('region', { name: 'Tuned traffic', exact: true });
  await expect(traffic.getByText('No request counts as bad: none matches address=192.0.2.3.')).toBeVisible();
  await traffic.getByRole('textbox', { name: 'Counts as bad' }).fill('address=192.0.2.2');
  await page.keyboard.press('Enter');
  await expect(traffic.getByText('30 of 90 requests count as bad.')).toBeVisible();

  const own = page.getByText('has its own limit, 5 per second');
  await expect(own).toHaveCount(0);
  await select(page.getByRole('main'), 'Tuning lane').selectOption('1');
  await expect(own).toBeVisible();
});

test('a client opens its own run at its first refusal in the tuned lane, and Why? explains it', async ({
  playground,
  page,
}) => {
  await playground.openScenario({
    title: 'Mine',
    policy: { n: 10, T: 10 },
    lanes: [{ limiter: 'token-bucket', policy: { n: 100 } }, { limiter: 'gcra' }, { limiter: 'token-bucket' }],
  });
  await page.keyboard.press('i');
  await page.getByRole('complementary', { name: 'Details' }).getByRole('tab', { name: 'Config' }).click();
  await drop(page, accessLog());
  await dialog(page).getByRole('button', { name: 'Use this log' }).click();
  await settled(page);
  await select(page.getByRole('main'), 'Tuning lane').selectOption({ label: '3 Token bucket' });
  await settled(page);
  await clients(page).getByRole('button', { name: 'client 2', exact: true }).click();
  await playground.waitUntilSettled();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'Denied by Token bucket' })).toBeVisible();
  await expect(details.getByText(/^Request \d+ of 90, at 2[12]\./)).toContainText('client 2');
  await expect(playground.lane(3, 'Token bucket')).toBeInViewport();
  await expect(playground.lane(3, 'Token bucket')).toContainText('client 2');
  expect(await playground.playhead()).toMatch(/^2[12]\./);
  await expect(playground.figure(3, 'Denied')).toHaveText('18');
});

test('a run of a log says times of day: of the playhead, the crosshair, a decision and each row of the table', async ({
  playground,
  page,
}) => {
  await openRunOfClient2(playground, page);
  await expect(page.getByRole('region', { name: 'Transport' })).toContainText(/10:00:2[12] UTC/);
  await playground.lane(1, 'Token bucket').hover({ position: { x: 500, y: 100 } });
  await expect(page.locator('.axis-header-chip').first()).toHaveText(/ s, 10:00:\d\d UTC$/);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(/^Request \d+ of 90, at 2\d\.\d+ s, 10:00:2\d UTC/)).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('columnheader', { name: 'Time of day, UTC' })).toBeVisible();
});

detail('the table is sorted, filtered, paged and saved', async ({ playground, page }) => {
  await openLog(playground, page);
  const names = (): Locator => clients(page).getByRole('rowheader');
  await expect(names()).toHaveText(['client 2', 'client 1']);
  await clients(page).getByRole('button', { name: 'Requests' }).click();
  await expect(names()).toHaveText(['client 1', 'client 2']);
  await expect(clients(page).getByRole('columnheader', { name: /Requests/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await clients(page)
    .getByRole('button', { name: /Requests/ })
    .click();
  await expect(names()).toHaveText(['client 2', 'client 1']);
  await clients(page).getByRole('checkbox', { name: 'Refused only' }).check();
  await expect(names()).toHaveText(['client 2']);
  await clients(page).getByRole('checkbox', { name: 'Refused only' }).uncheck();
  await clients(page).getByRole('searchbox', { name: 'Find a client' }).fill('T 1');
  await expect(names()).toHaveText(['client 1']);
  await clients(page).getByRole('searchbox', { name: 'Find a client' }).fill('');
  const download = page.waitForEvent('download');
  await playground.button('Save as CSV').click();
  const csv = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(csv.map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
    'client,requests',
    'client 2,30',
    'client 1,60',
  ]);
});

detail(
  'key, cost and label are changed after the import; names are kept only where that is asked',
  async ({ playground, page }) => {
    await openLog(playground, page);
    const traffic = page.getByRole('region', { name: 'Tuned traffic' });
    await select(traffic, 'Key').selectOption('client address');
    await select(traffic, 'And').selectOption('status');
    await traffic.getByRole('checkbox', { name: 'Keep the clients’ names' }).check();
    await expect(clients(page).getByRole('button', { name: '192.0.2.2 401', exact: true })).toBeVisible();
    await select(traffic, 'Key').selectOption('all requests together');
    await expect(clients(page).getByRole('heading')).toHaveText('The only client is refused at least once');
    await playground.button('Undo').click();
    await expect(clients(page).getByRole('button', { name: '192.0.2.2 401', exact: true })).toBeVisible();
    await select(traffic, 'Cost').selectOption('bytes');
    await expect(rowOf(page, '192.0.2.1 200').getByRole('cell').nth(1)).toHaveText(/^5,120|^5,632/);
    await traffic.getByRole('textbox', { name: 'Counts as bad' }).fill('nothing');
    await traffic.getByRole('textbox', { name: 'Counts as bad' }).press('Enter');
    await expect(traffic.getByText(/What counts as bad is "nothing"/)).toBeVisible();
    await expect(rowOf(page, '192.0.2.1 200')).toBeVisible();
  },
);

detail(
  'JSON lines under other names: the mapping is guessed, and edited on the first rows',
  async ({ playground, page }) => {
    await playground.openScenario({ title: 'Mine', lanes: [{ limiter: 'token-bucket' }] });
    const lines = Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({ at: 1_767_607_200.25 + i / 4, took: 200, who: `k${i % 4}`, from: '192.0.2.7' }),
    );
    await drop(page, lines.join('\n'), 'events.ndjson');
    await expect(dialog(page).getByRole('columnheader', { name: 'at, UTC' })).toBeVisible();
    await select(dialog(page), 'User').selectOption('who');
    await select(dialog(page), 'Key').selectOption('user');
    await select(dialog(page), 'Stamped when').selectOption('the response ends');
    await select(dialog(page), 'Duration').selectOption('took');
    await select(dialog(page), 'Unit of the duration').selectOption('ms');
    await expect(select(dialog(page), 'Duration')).toHaveValue('took');
    await dialog(page).getByRole('button', { name: 'Use this log' }).click();
    await settled(page);
    await expect(clients(page).getByRole('heading')).toHaveText('None of the 4 clients is ever refused');
  },
);

for (const [name, text, sentence] of someOf(
  [
    [
      'access.log.1',
      'GET \0\u0001\u0002',
      'access.log.1 is binary, not text. An access log is text with one request a line.',
    ],
    ['access.log', '', 'access.log is empty.'],
  ] as const,
  1,
)) {
  detail(`of a dropped log it is said: ${sentence}`, async ({ playground, page }) => {
    await playground.openScenario({ title: 'Mine' });
    await drop(page, text, name);
    await expect(dialog(page).getByRole('status')).toHaveText(sentence);
    await expect(dialog(page).getByRole('status')).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByRole('button', { name: 'Use this log' })).toBeDisabled();
  });
}

detail(
  'what counts as bad can be typed with pauses: a part of it that is wrong is said, and typing goes on',
  async ({ playground, page }) => {
    await openLog(playground, page);
    const traffic = page.getByRole('region', { name: 'Tuned traffic' });
    const bad = traffic.getByRole('textbox', { name: 'Counts as bad' });
    await bad.pressSequentially('status=');
    await expect(traffic.getByText('What counts as bad is "status=".')).toBeVisible();
    await page.keyboard.type('401');
    await expect(bad).toHaveValue('status=401');
    await expect(traffic.getByRole('status')).toHaveText('Reading has ended.');
    // Elsewhere, a digit is a shortcut.
    await expect(bad).toBeFocused();
    await expect(page.getByRole('radio', { name: 'Tune' })).toBeChecked();
    await playground.button('Undo').click();
    await expect(bad).toHaveValue('');
  },
);

detail('while a log is read, its start and its end are announced, not each figure', async ({ playground, page }) => {
  await prepareHolding(page);
  await playground.openScenario({ title: 'Mine', policy: { n: 10, T: 10 }, lanes: [{ limiter: 'token-bucket' }] });
  await hold(page, 'read');
  await drop(page, accessLog());
  await untilHeld(page);
  const announced = dialog(page).getByRole('status');
  await expect(announced).toHaveText('Reading the log.');
  await tellProgress(page, { bytes: 2_000_000, totalBytes: 8_000_000, lines: 1_000 });
  await expect(dialog(page).getByText('2 of 8 MB, 1,000 lines')).toBeVisible();
  await expect(dialog(page).getByRole('progressbar', { name: '2 of 8 MB, 1,000 lines' })).toHaveAttribute(
    'value',
    '0.25',
  );
  await expect(announced).toHaveText('Reading the log.');
  await release(page);
  await expect(announced).toHaveText('Reading has ended.');
});

test('what is no log is said in a sentence, and what was there stays', async ({ playground, page }) => {
  await openLog(playground, page);
  await drop(
    page,
    'Running 30s test @ http://127.0.0.1\n  2 threads and 10 connections\nRequests/sec: 100\n',
    'wrk.txt',
  );
  await expect(dialog(page).getByText(/wrk/).first()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(playground.button('Scenario: access.log')).toBeVisible();
  await expect(rowOf(page, 'client 2')).toBeVisible();
});

test('a log in use can still be changed after another was opened and left', async ({ playground, page }) => {
  await openLog(playground, page);
  await drop(page, accessLog().replaceAll('192.0.2.2', '192.0.2.1'), 'other.log');
  await expect(dialog(page).getByText(/^other.log: /)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await select(page.getByRole('region', { name: 'Tuned traffic' }), 'Key').selectOption('all requests together');
  await expect(clients(page).getByRole('heading')).toHaveText('The only client is refused at least once');
  await expect(playground.button('Scenario: access.log')).toBeVisible();
});

test('a scenario with a log is saved, and shows the same figures in a fresh browser', async ({
  playground,
  page,
  browser,
}) => {
  await openLog(playground, page);
  const row = await rowOf(page, 'client 2').innerText();
  const download = page.waitForEvent('download');
  await playground.chooseFromMenu('More', 'Save file');
  const text = readFileSync(await (await download).path(), 'utf8');
  const context = await browser.newContext();
  const fresh = await context.newPage();
  await fresh.goto(page.url());
  await fresh.getByRole('radio', { name: 'Tune' }).check();
  await drop(fresh, text, 'saved.json');
  await expect(fresh.getByRole('button', { name: 'Scenario: access.log', exact: true })).toBeVisible();
  await settled(fresh);
  expect(await rowOf(fresh, 'client 2').innerText()).toBe(row);
  await context.close();
});

detail('who has no log at hand tunes to an example of one, and can go back', async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press('2');
  await playground.button('Try an example').click();
  const traffic = page.getByRole('region', { name: 'Tuned traffic' });
  await expect(traffic).toContainText('2,000 requests, 61 clients');
  await expect(playground.button('Try an example')).toBeHidden();
  await expect(playground.button('Open another log')).toBeVisible();
  await playground.button('Undo').click();
  await expect(playground.button('Try an example')).toBeVisible();
});

detail('by keyboard alone: a log is pasted, used, and a client opened', async ({ playground, page }) => {
  await playground.openScenario({ title: 'Mine', lanes: [{ limiter: 'token-bucket' }] });
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Open a log', exact: true }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Paste lines instead').focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('textbox', { name: 'Lines of a log' }).focus();
  await page.keyboard.insertText(accessLog());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('table', { name: 'First rows' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Use this log' }).focus();
  await page.keyboard.press('Enter');
  await settled(page);
  await clients(page).getByRole('button', { name: 'client 1', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(playground.lanes).toBeVisible();
});

for (const colorScheme of someOf(['dark', 'light'] as const, 1)) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    detail('Tune and its dialog have no violation that axe finds', async ({ playground, page }) => {
      await openLog(playground, page);
      await expectNoViolations(page, 'Tune');
      await playground.button('Open another log').click();
      await expect(dialog(page)).toBeVisible();
      await expectNoViolations(page, 'with the dialog');
    });
  });
}

detail('the preset opens in Tune, and says what its stamps cannot tell', async ({ playground, page }) => {
  await playground.openScenario({ title: 'Mine' });
  await playground.button('Presets').click();
  await page.getByRole('dialog', { name: 'Presets' }).getByRole('button', { name: 'An hour of an API' }).click();
  await settled(page);
  await expect(clients(page).getByRole('heading')).toContainText('of 61 clients are refused at least once');
  await expect(page.getByText(/Bursts and windows under 10 s cannot be told/)).toBeVisible();
  await playground.numberField('Window T').fill('9');
  await playground.numberField('Window T').press('Enter');
  await expect(clients(page).getByRole('cell', { name: 'not identifiable' }).first()).toBeVisible();
});

detail('once its lane is gone, it asks for one and has no tools for clients', async ({ playground, page }) => {
  await playground.openScenario({ title: 'Mine', lanes: [{ limiter: 'token-bucket' }] });
  await playground.chooseFromMenu('Lane 1 menu', 'Remove');
  await page.keyboard.press('Control+z');
  await page.getByRole('radio', { name: 'Tune', exact: true }).check();
  await settled(page);
  const search = clients(page).getByRole('searchbox', { name: 'Find a client' });
  await expect(search).toBeVisible();
  await playground.button('Redo').click();
  await expect(clients(page).getByText('No lanes yet.')).toBeVisible();
  await expect(search).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  detail('the cards stack, and nothing is wider than the screen', async ({ playground, page }) => {
    await openLog(playground, page);
    await expect(rowOf(page, 'client 2')).toBeAttached();
    const { scrollWidth, scrollHeight } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      scrollHeight: document.documentElement.scrollHeight,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(390);
    // The cards scroll, and not the page away from under them.
    expect(scrollHeight).toBe(844);
    await clients(page).getByRole('button', { name: 'client 2', exact: true }).click();
    await expect(playground.lanes).toBeVisible();
  });
});
