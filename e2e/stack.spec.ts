/** Limits that stack: formed, decided together or in order, explained, and sent along. */
import { detail, expect, test, type Playground } from './fixtures.ts';

const SCENARIO = {
  title: 'Two limits',
  policy: { n: 3, T: 100 },
  duration: 120,
  traffic: [
    { kind: 'times', at: [0, 1, 2, 10, 11], key: 'a' },
    { kind: 'times', at: [20, 21], key: 'b' },
  ],
  lanes: ['together', 'in-order'].map((charge) => ({
    limiter: 'stack',
    options: { charge },
    of: [{ limiter: 'fixed-window' }, { limiter: 'fixed-window', policy: { n: 2, T: 10 } }],
  })),
};

const details = ({ page }: Playground) => page.getByRole('complementary', { name: 'Details' });
const limit = (playground: Playground, number: number) =>
  details(playground).getByRole('group', { name: `Limit ${number}`, exact: true });

detail('what a later limit refuses is charged in order, and not together', async ({ playground, page }) => {
  await playground.openScenario(SCENARIO, { at: 2, from: 0, to: 120, selected: { lane: 1, request: 2 } });
  // In order, the third request has used up the last permit of 100 s.
  await expect(playground.figure(1, 'Admitted')).toHaveText('5');
  await expect(playground.figure(2, 'Admitted')).toHaveText('4');

  await playground.chooseFromMenu('Lane 2 menu', 'Options…');
  await page.getByRole('tab', { name: 'Why?' }).click();
  await expect(details(playground).getByText('Limit 2, Fixed window, 2 per 10 s, refuses.')).toBeVisible();
  await expect(details(playground).getByRole('list', { name: 'Limits' }).getByRole('listitem')).toHaveText([
    /^1\. Fixed window, 3 per 100 s: admits/,
    /^2\. Fixed window, 2 per 10 s: refuses/,
  ]);
});

test('limits are changed, moved, added and removed, and a link keeps them', async ({ playground, page }) => {
  await playground.openScenario({ ...SCENARIO, lanes: [SCENARIO.lanes[0]] });
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  await limit(playground, 2).getByRole('spinbutton', { name: 'n', exact: true }).fill('1');
  await expect(playground.figure(1, 'Admitted')).toHaveText('3');

  await limit(playground, 2).getByRole('button', { name: 'Move limit 2 up' }).click();
  await expect(limit(playground, 1).getByRole('spinbutton', { name: 'n', exact: true })).toHaveValue('1');
  await limit(playground, 1).getByRole('combobox', { name: 'Counts' }).selectOption('all keys');
  await limit(playground, 2).getByRole('combobox', { name: 'Limiter' }).selectOption('Token bucket');
  await playground.button('Add a limit').click();
  await expect(limit(playground, 3)).toBeVisible();
  await playground.button('Remove limit 3').click();
  await expect(limit(playground, 3)).toBeHidden();
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Admitted')).toHaveText('3');

  await page.reload();
  await playground.waitUntilSettled();
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  await expect(limit(playground, 1).getByRole('combobox', { name: 'Counts' })).toHaveValue('all');
  await expect(limit(playground, 2).getByRole('combobox', { name: 'Limiter' })).toHaveValue('token-bucket');
});

detail(
  'a limit has the edition and the options of its limiter, kept by a reload, and undo takes them back',
  async ({ playground, page }) => {
    const traffic = [{ kind: 'times', at: [0, 0, 10], key: 'a' }];
    await playground.openScenario({ ...SCENARIO, traffic, lanes: [SCENARIO.lanes[0]] });
    await playground.chooseFromMenu('Lane 1 menu', 'Options…');
    await limit(playground, 2).getByRole('combobox', { name: 'Limiter' }).selectOption('Sliding log');
    const boundary = limit(playground, 2).getByRole('combobox', { name: 'Boundary' });
    // The last request comes exactly T after the others.
    await expect(playground.figure(1, 'Admitted')).toHaveText('3');
    await boundary.selectOption('closed');
    await expect(boundary).toHaveValue('closed');
    await expect(playground.figure(1, 'Admitted')).toHaveText('2');
    await page.reload();
    await playground.waitUntilSettled();
    await playground.chooseFromMenu('Lane 1 menu', 'Options…');
    await expect(boundary).toHaveValue('closed');
    await limit(playground, 2).getByRole('combobox', { name: 'Edition' }).selectOption('As published †');
    await expect(limit(playground, 1).getByRole('combobox', { name: 'Edition' })).toBeHidden();
    await playground.button('Undo').click();
    await expect(limit(playground, 2).getByRole('combobox', { name: 'Edition' })).toHaveValue('corrected');
  },
);

detail('a T of a limit keeps its unit while it is typed, key by key', async ({ playground }) => {
  await playground.openScenario({ ...SCENARIO, lanes: [SCENARIO.lanes[0]] });
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  const T = limit(playground, 2).getByRole('spinbutton', { name: 'T', exact: true });
  await T.fill('');
  await T.pressSequentially('600');
  await expect(T).toHaveValue('600');
  await expect(playground.lane(1, 'Stack of limits')).toContainText('own T 10 min');
});
