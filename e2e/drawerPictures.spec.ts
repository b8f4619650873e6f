/** The pictures of the drawer's charts and of the traffic: what they say is what their preview is called. */
import { expectNoViolations } from './axe.ts';
import { detail, expect, test } from './fixtures.ts';
import { hold, prepareHolding, release, untilHeld } from './heldQuestions.ts';

const KEYS = {
  title: 'Three keys',
  policy: { n: 5, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [1, 2, 3, 4, 5], key: ['ann', 'ann', 'bob', 'ann', 'cid'] }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log', policy: { n: 2 } }],
};

detail('the keys of a lane are a picture, each with its figures', async ({ playground, page }) => {
  await playground.openScenario(KEYS);
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Fairness' }).click();
  await playground.button('2 Sliding log').click();
  await playground.button('Picture of the keys of lane 2…').click();
  const dialog = page.getByRole('dialog', { name: 'Picture of the keys' });
  await expect(
    dialog.getByRole('img', { name: /Keys of lane 2, Sliding log\s+ann: 0 s to 20 s: 2 admitted, 1 denied/ }),
  ).toBeVisible();
  await expectNoViolations(page, 'Picture of the keys');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The strips on the page are as they were.
  await expect(page.getByRole('row', { name: /^ann 3/ })).toBeVisible();
});

test('an abuser beside the rule is a picture, and so is the store’s load', async ({ playground, page }) => {
  await playground.openScenario({
    title: 'Load and abuse',
    policy: { n: 10, T: 10 },
    duration: 30,
    cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
    traffic: [{ kind: 'clients', retry: { strategy: 'abuser', a: 2 } }],
    lanes: [{ limiter: 'token-bucket' }, { limiter: 'redis-incr' }],
  });
  await playground.chooseFromMenu('Lane 1 menu', 'Options…');
  await playground.button('Admitted before the first denial, by a as a picture…').click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect(
    dialog.getByRole('img', { name: /Lane 1, Token bucket\. It requests 2 × n\/T.*Dot: this lane, 19\./s }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Lane', exact: true }).selectOption('1');
  await playground.button('Store load as a picture…').click();
  await expect(
    dialog.getByRole('img', { name: /Store load\. Lane 2, Redis INCR\. At most \d+ messages/ }),
  ).toBeVisible();
});

detail('the traffic is a part of the run’s picture, or all of it', async ({ playground, page }) => {
  await playground.openScenario(KEYS);
  await playground.button('More').click();
  await page.getByRole('menuitem', { name: 'Picture…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  const figures = dialog.getByRole('img', { name: /Lane 1, Fixed window/ });
  await expect(figures).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Traffic' }).check();
  for (const name of ['Level', 'Window count', 'Decisions']) await dialog.getByRole('checkbox', { name }).uncheck();
  await expect(dialog.getByRole('img', { name: /Three keys/ })).toBeVisible();
  await expect(figures).toHaveCount(0);
});

detail('the buttons of a picture stand where they are when it comes', async ({ playground, page }) => {
  await prepareHolding(page);
  await playground.open();
  await hold(page, 'pictureCharts');
  await playground.chooseFromMenu('More', 'Picture…');
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await untilHeld(page);
  const button = dialog.getByRole('button', { name: 'Save', exact: true });
  const place = await button.boundingBox();
  await release(page);
  await expect(button).toBeEnabled();
  await expect(dialog.getByRole('group', { name: 'Preview' })).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
  // As PNG it has a size to choose as well.
  await dialog.getByRole('radio', { name: 'PNG' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Size' })).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
});
