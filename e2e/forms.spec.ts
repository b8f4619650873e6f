import type { Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, Drawer, endingWith, expect, test, type Playground, someOf } from './fixtures.ts';

const BASE = { policy: { n: 10, T: 10 }, duration: 60, lanes: [{ limiter: 'fixed-window' }] };
const STEADY = { kind: 'steady', from: 5, to: 20, rate: 2 };
const CLIENTS = { kind: 'clients', count: 20, rate: 1, to: 30, retry: { strategy: 'backoff' } };

/** A form of the drawer, by role and name. */
class PhaseFormDrawer extends Drawer {
  phase(name: string | RegExp): Locator {
    return this.details.getByRole('list', { name: 'Phases' }).getByRole('button', { name, exact: true });
  }
}

/** Opens the drawer with the first of these phases chosen. */
async function openPhaseForm(playground: Playground, ...traffic: readonly object[]): Promise<PhaseFormDrawer> {
  await playground.openScenario({ ...BASE, traffic });
  const { width } = playground.page.viewportSize()!;
  if (width < 720) await playground.chooseFromMenu('More', 'Traffic');
  else await playground.button('Edit traffic').click();
  const form = new PhaseFormDrawer(playground);
  await form.phase(/^Phase 1:/).click();
  return form;
}

test('clients are made of a phase, and each strategy has its own fields and its sentence', async ({ playground }) => {
  const form = await openPhaseForm(playground, STEADY);
  await form.select('Kind').selectOption('clients');
  const jobs = '2 jobs a second each, 5 s to 20 s';
  await expect(form.phase(`Phase 1: clients, 1 with backoff, full jitter, ${jobs}`)).toBeVisible();
  await form.numberField('Clients').fill('20');
  await form.select('Jitter').selectOption('equal');
  await expect(form.phase(`Phase 1: clients, 20 with backoff, equal jitter, ${jobs}`)).toBeVisible();
  await form.select('Jitter').selectOption('decorrelated');
  await expect(form.numberField('Factor')).toBeHidden();

  await form.select('Strategy').selectOption('retry-poll');
  await form.numberField('Every').fill('50 ms');
  await expect(form.details.getByText('A denied job is retried every 50 ms until it is admitted.')).toBeVisible();
  await form.textField('Maximum tries per job').fill('3');
  await expect(form.phase(`Phase 1: clients, 20 with retry-poll, ${jobs}`)).toBeVisible();

  // Who sets the pace of its own requests has none of ours, and gets one back.
  await form.select('Strategy').selectOption('careless');
  await expect(form.numberField('Rate per client')).toBeHidden();
  await expect(form.select('Job pace')).toBeHidden();
  await expect(form.phase('Phase 1: clients, 20 careless, one request every 10 ms each, 5 s to 20 s')).toBeVisible();
  await form.select('Strategy').selectOption('none');
  await expect(form.numberField('Rate per client')).toHaveValue('1');
  await expect(form.textField('Maximum tries per job')).toBeHidden();
  await playground.button('Undo').click();
  await playground.button('Undo').click();
  await expect(form.numberField('Rate per client')).toHaveValue('2');
  await expect(form.textField('Maximum tries per job')).toHaveValue('3');
});

detail('jobs of clients come at one rate, or in phases that are written as a list', async ({ playground }) => {
  const form = await openPhaseForm(playground, { ...CLIENTS, to: undefined });
  await form.select('Job pace').selectOption('phases');
  const list = form.textField('Phases, jobs @ rate');
  await expect(list).toHaveValue('10 @ 1');
  await list.fill('100 @ 8, 200 @ 10.5');
  await expect(form.phase('Phase 1: clients, 20 with backoff, full jitter, 2 phases')).toBeVisible();

  await list.fill('100 @ 8, 200 @ 0');
  await expect(
    form.details.getByText('Phases: the rate of number 2 is 0. It may be a number above 0, at most 1,000,000,000.'),
  ).toBeVisible();
  await expect(form.phase('Phase 1: clients, 20 with backoff, full jitter, 2 phases')).toBeVisible();
  // What is wrong stays while something else is changed.
  await form.numberField('Clients').fill('30');
  await expect(form.phase('Phase 1: clients, 30 with backoff, full jitter, 2 phases')).toBeVisible();
  await expect(list).toHaveValue('100 @ 8, 200 @ 0');
  await list.fill('100 @ 8');
  await expect(form.phase('Phase 1: clients, 30 with backoff, full jitter, 1 phase')).toBeVisible();
});

detail('bad figures of clients are refused at their field, and the last good value holds', async ({ playground }) => {
  const form = await openPhaseForm(playground, CLIENTS);
  for (const [field, text, sentence, good] of [
    ['Clients', '1000001', 'Clients is 1,000,001. It may be a whole number from 1 to 1,000,000.', '20'],
    ['Clients', '0', 'Clients is 0. It may be a whole number from 1 to 1,000,000.', '20'],
    ['Rate per client', '0', 'Rate per client is 0. It may be a number above 0, at most 1,000,000,000.', '1'],
    ['Rate per client', '-1', 'Rate per client is −1. It may be a number above 0, at most 1,000,000,000.', '1'],
    [
      'Rate per client',
      '1e12',
      'Rate per client is 1,000,000,000,000. It may be a number above 0, at most 1,000,000,000.',
      '1',
    ],
    ['Base', '0', 'Base is 0. It may be a number of seconds from 0.000001 to 2,592,000.', '1'],
    ['Factor', 'two', 'Factor is “two”. It may be a number from 1 to 1,000.', '2'],
    ['To', '-5', 'To is −5. It may be a number of seconds from 0 to 2,592,000.', '30'],
  ] as const) {
    const figure = form.numberField(field);
    await figure.fill(text);
    await expect(figure, `${field} ${text}`).toHaveAccessibleDescription(endingWith(sentence));
    await expect(figure).toHaveAttribute('aria-invalid', 'true');
    await expect(figure).toHaveValue(text);
    await expect(figure).toHaveAttribute('aria-valuenow', good);
    await figure.press('Escape');
    await expect(figure).toHaveValue(good);
  }
});

detail('label and timeout are fields of every phase, and an empty timeout is none', async ({ playground, page }) => {
  const form = await openPhaseForm(playground, STEADY, CLIENTS);
  await form.select('Label').selectOption('bad');
  const timeout = form.textField('Waiting timeout, s');
  await timeout.fill('250 ms');
  await form.select('Kind').selectOption('on-off');
  await expect(form.select('Label')).toHaveValue('bad');
  await expect(timeout).toHaveValue('0.25');
  await timeout.fill('-1');
  await expect(timeout).toHaveAccessibleDescription(
    'Waiting timeout is −1. It may be a number of seconds from 0 to 2,592,000.',
  );
  await timeout.fill('');
  await form.phase(/^Phase 2:/).click();
  await expect(form.select('Label')).toHaveValue('none');
  await timeout.fill('3');
  await playground.waitUntilSaved();
  await page.reload();
  await playground.button('Edit traffic').click();
  await form.phase(/^Phase 2:/).click();
  await expect(timeout).toHaveValue('3');
  await form.phase(/^Phase 1:/).click();
  await expect(form.select('Label')).toHaveValue('bad');
  await expect(timeout).toHaveValue('');
});

detail('a phase of which nothing can be seen says so, in the list and in the form', async ({ playground }) => {
  const form = await openPhaseForm(playground, STEADY);
  await form.numberField('To').fill('100');
  await form.numberField('From').fill('90');
  await expect(
    form.details.getByText('Phase 1 begins at 90 s; the run ends at 60 s. It has no effect in this run.'),
  ).toBeVisible();
  await expect(form.phase('Phase 1: steady, 2 a second, 90 s to 100 s, no effect in this run')).toBeVisible();
  await form.numberField('From').fill('59');
  await expect(form.phase('Phase 1: steady, 2 a second, 59 s to 100 s')).toBeVisible();
  await expect(form.details.getByText('It has no effect in this run.')).toBeHidden();
});

detail('the seconds at which a day peaks are a time of day too', async ({ playground }) => {
  const form = await openPhaseForm(playground, { kind: 'daily', mean: 5 });
  const peak = form.numberField('Peak at');
  await expect(peak).toHaveValue('50400');
  await expect(form.details.getByText('s, 14:00')).toBeVisible();
  await peak.fill('3660');
  await expect(peak).toHaveAttribute('aria-valuetext', '3660 seconds, 01:01');
  await expect(form.details.getByText('s, 01:01')).toBeVisible();
});

detail('an arrow key steps no end before its beginning', async ({ playground }) => {
  const form = await openPhaseForm(playground, { ...STEADY, from: 19.5 });
  const to = form.numberField('To');
  await to.press('ArrowDown');
  await expect(to).toHaveValue('20');
  await to.press('ArrowUp');
  await expect(to).toHaveValue('21');
});

for (const [name, viewport, colorScheme] of someOf(
  [
    ['wide, light', { width: 1440, height: 900 }, 'light'],
    ['medium, dark', { width: 1024, height: 768 }, 'dark'],
    ['phone, light', { width: 390, height: 844 }, 'light'],
  ] as const,
  1,
)) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme });

    detail(
      'the forms have nothing that axe objects to, and nothing in them leaves the drawer',
      async ({ playground, page }) => {
        const traffic = [
          { ...CLIENTS, keys: { count: 5 } },
          { ...CLIENTS, rate: undefined, phases: [{ jobs: 1, rate: 1 }] },
        ];
        const form = await openPhaseForm(playground, ...traffic, { kind: 'script', code: 'send(1);\n' });
        for (const phase of [1, 2, 3]) {
          await form.phase(new RegExp(`^Phase ${phase}:`)).click();
          if (phase === 3) await expect(form.textField('Script of phase 3')).toBeVisible();
          else await form.numberField('Clients').fill('x');
          await expectNoViolations(page, `phase ${phase}`, ['aside']);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
          for (const role of ['spinbutton', 'combobox', 'textbox'] as const) {
            for (const field of await form.details.getByRole('group').getByRole(role).all()) {
              const { x, width } = (await field.boundingBox())!;
              expect(x + width).toBeLessThanOrEqual(viewport.width);
            }
          }
        }
      },
    );
  });
}

detail(
  'options of a real system come with their labels, and a scheme offers every real system',
  async ({ playground, page }) => {
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/register-[\w-]+\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    const lanes = [{ limiter: 'upstash' }, { limiter: 'local-split', options: { limiter: 'traefik' } }];
    await playground.openScenario({ ...BASE, traffic: [STEADY] });
    const drawer = new Drawer(playground);
    await page.keyboard.press('i');
    const tab = drawer.details.getByRole('tab', { name: 'Lane', exact: true });
    await tab.click();
    await expect(drawer.details.getByText('Fixed window has no options.')).toBeVisible();
    const link = encodeLink(scenarioOf({ ...BASE, title: 'Systems', traffic: [STEADY], lanes }));
    await page.evaluate((hash) => (location.hash = hash), link);
    await expect(playground.button('Scenario: Systems')).toBeVisible();
    const options = drawer.details.getByRole('group', { name: 'Options' });
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(options).toHaveCount(0);

    arrive();
    await expect(drawer.select('Algorithm')).toHaveValue('slidingWindow');
    await expect(drawer.select('Ephemeral cache')).toHaveValue('true');
    await expect(options.getByText('Whether the process remembers who was refused, and until when.')).toBeVisible();
    await drawer.select('Algorithm').selectOption('tokenBucket');
    await playground.waitUntilSettled();

    await drawer.select('Lane').selectOption('1');
    await expect(drawer.select('Limiter')).toHaveValue('traefik');
    await drawer.select('Limiter').selectOption('Bucket4j');
    await playground.waitUntilSettled();
    await expect(drawer.select('Limiter')).toHaveValue('bucket4j');
  },
);
