/** The drawer tab Config: a lane as its product writes it, and a lane that follows what is typed. */
import type { Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { detail, Drawer, expect, someOf, test, type Playground } from './fixtures.ts';

const NGINX = 'nginx limit_req';
const TRAFFIC = [
  { kind: 'burst', at: 2, count: 30 },
  { kind: 'steady', from: 5, to: 40, rate: 3 },
];
const BASE = { policy: { n: 20, T: 10 }, duration: 40, traffic: TRAFFIC };
const NGINX_LANE = { limiter: 'nginx-limit-req', options: { burst: 18, delay: 'none' } };

const WHOLE_FILE = `http {
  include conf.d/extra.conf;
  limit_req_zone $binary_remote_addr zone=api:10m rate=5r/s;
  limit_req_zone $binary_remote_addr zone=login:10m rate=30r/m;
  server {
    location /api/ { limit_req zone=api burst=18 nodelay; }
    location /login { limit_req zone=login burst=5; }
  }
}
`;

interface ConfigPanel {
  readonly panel: Locator;
  readonly editor: Locator;
  readonly system: Locator;
}

async function openConfig(playground: Playground, document: object): Promise<ConfigPanel> {
  const { page } = playground;
  await playground.openScenario({ ...BASE, ...document });
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'Config', exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: 'Config' });
  const editor = panel.getByRole('textbox', { name: 'Config: edit or paste; the lane follows' });
  await expect(editor).toBeVisible();
  return { panel, editor, system: panel.getByRole('combobox', { name: /^(System|Nearest in)$/ }) };
}

/** The policy under a lane's name. */
function policyOf(playground: Playground, number: number, label = NGINX): Locator {
  return playground.lane(number, label);
}

test('a real system is written as itself, and its lane follows what is typed, one undo step a pause', async ({
  playground,
  page,
}) => {
  const { editor, system } = await openConfig(playground, { lanes: [NGINX_LANE] });
  await expect(system).toHaveAccessibleName('System');
  await expect(editor).toHaveValue(/rate=2r\/s;[^]*burst=18 nodelay;/);
  const written = await editor.inputValue();

  await editor.fill(written.replace('rate=2r/s', 'rate=5r/s'));
  await expect(policyOf(playground, 1)).toContainText('own 50 per 10 s');
  await editor.press('Control+End');
  await page.keyboard.type('# mine');
  // No pause between: still the same step.
  await editor.fill(written.replace('rate=2r/s', 'rate=6r/s'));
  await page.clock.runFor(1_000);
  await editor.fill(written.replace('rate=2r/s', 'rate=7r/s').replace('burst=18', 'burst=3'));
  await expect(policyOf(playground, 1)).toContainText('own 70 per 10 s, burst 3');

  await playground.button('Undo').click();
  await expect(policyOf(playground, 1)).toContainText('own 60 per 10 s, burst 18');
  await expect(editor).toHaveValue(/rate=6r\/s/);
  await playground.button('Undo').click();
  await expect(editor).toHaveValue(written);
  await expect(policyOf(playground, 1)).toContainText('20 per 10 s, burst 18');
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await playground.button('Redo').click();
  await expect(editor).toHaveValue(/rate=6r\/s/);

  // Whatever else changes the lane is written anew.
  await playground.numberField('Limit n').fill('30');
  await expect(editor).toHaveValue(/rate=6r\/s/);
  await page.getByRole('tab', { name: 'Lane', exact: true }).click();
  await new Drawer(playground).numberField('Burst').fill('4');
  await page.getByRole('tab', { name: 'Config', exact: true }).click();
  await expect(editor).toHaveValue(/rate=6r\/s;[^]*burst=4 nodelay;/);
});

test('a whole file is pasted: its limits are listed, one is chosen, and what is not understood is said at its line', async ({
  playground,
}) => {
  const { panel, editor } = await openConfig(playground, { lanes: [{ limiter: 'token-bucket' }] });
  await editor.fill(WHOLE_FILE);
  await expect(playground.status).toHaveText('Lane 1 is now nginx limit_req.');
  const limits = panel.getByRole('group', { name: 'Limits in this text' }).getByRole('button', { name: /^Line/ });
  await expect(limits).toHaveText([
    /^Line 6.*location \/api\/5 per second$/,
    /^Line 7.*location \/login30 per minute$/,
  ]);
  await expect(limits.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(policyOf(playground, 1)).toContainText('own 5 per second, burst 18');

  await limits.last().click();
  await expect(policyOf(playground, 1)).toContainText('own 30 per minute, burst 5');
  await expect(editor).toHaveValue(WHOLE_FILE);

  const problems = panel.getByRole('list', { name: 'Not understood' }).getByRole('listitem');
  await expect(problems).toHaveText([/^Line 2include conf\.d\/extra\.conf: that file is not read\./]);
  await problems.getByRole('button', { name: 'Line 2' }).click();
  await expect(editor).toBeFocused();
  const selected = editor.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(await selected).toBe('  include conf.d/extra.conf;');

  // Nothing is lost while a line is broken.
  const broken = WHOLE_FILE.replace('rate=30r/m', 'rate=');
  await editor.fill(broken);
  await expect(problems.first()).toBeVisible();
  await expect(editor).toHaveValue(broken);
  await editor.fill('');
  await expect(panel.getByText('No limit was recognised in this text. The lane is unchanged.')).toBeVisible();
  await panel.getByRole('button', { name: 'Rewrite from the lane' }).click();
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue(/limit_req_zone/);
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
] as const)
  detail(`at ${width} px what is not understood is in sight, beside the text`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    const { panel, editor } = await openConfig(playground, { lanes: [NGINX_LANE] });
    const problems = panel.getByRole('list', { name: 'Not understood' }).getByRole('listitem');
    // As a file that is opened: the editor has not scrolled to its end.
    const fill = async (text: string): Promise<void> => {
      await editor.fill(text);
      await panel.evaluate((element) => element.scrollTo(0, 0));
    };
    await fill(WHOLE_FILE);
    await expect(problems.first()).toBeInViewport({ ratio: 1 });
    // A limit of which nothing is left.
    await fill('limit_req_zone $binary_remote_addr zone=a:1m rate=1r/x;\n'.repeat(40));
    await expect(panel.getByText('No limit was recognised in this text.')).toBeInViewport({ ratio: 1 });
    await expect(problems.first()).toBeInViewport();
  });

detail('the tab says what can be pasted, also of products that no lane is written for', async ({ playground }) => {
  const { panel } = await openConfig(playground, { lanes: [NGINX_LANE] });
  await panel.getByText('What can be pasted', { exact: true }).click();
  await expect(
    panel.getByText(/^Limits of .*HAProxy.*Laravel.*nginx limit_req.* and .*\. Whole files, too\.$/),
  ).toBeVisible();
});

detail(
  'a text of a product that is only read stays while it is edited, and another product says the lane in its own words',
  async ({ playground }) => {
    const { panel, editor, system } = await openConfig(playground, { lanes: [NGINX_LANE] });
    const laravel = (n: number): string =>
      `RateLimiter::for('api', fn ($request) => [\n    Limit::perMinute(${n})->by($request->ip()),\n    Limit::perDay(900)->by($request->ip()),\n]);\n`;
    await editor.fill(laravel(60));
    await expect(playground.status).toHaveText('Lane 1 is now Stack of limits.');
    const limits = panel
      .getByRole('group', { name: 'Limits in this text' })
      .getByRole('button', { name: /^(Stack|Line)/ });
    await expect(limits).toHaveText([/^Stack/, /^Line 2.*, of api60 per minute$/, /^Line 3.*, of api900 per day$/]);
    await limits.nth(1).click();
    await expect(policyOf(playground, 1, 'Quota reset')).toContainText('own 60 per minute');
    await expect(editor).toHaveValue(laravel(60));
    await expect(system).toHaveAccessibleName('Nearest in');
    await expect(panel.getByRole('group', { name: 'What that does, on this traffic' })).toHaveCount(0);
    // Nor what is known of the product that is chosen: the text is none of its.
    await expect(panel).toContainText('Read as Laravel.');
    await expect(panel).not.toContainText('Recorded here');
    await expect(panel.getByRole('group', { name: 'It matters here' })).toHaveCount(0);

    await editor.fill(laravel(90));
    await expect(policyOf(playground, 1, 'Quota reset')).toContainText('own 90 per minute');
    await editor.fill('RateLimiter::for("api", fn () => Limit::perMinute(9x));\n');
    await expect(panel.getByRole('list', { name: 'Not understood' })).toContainText('The limit of perMinute is 9x');
    await expect(policyOf(playground, 1, 'Quota reset')).toContainText('own 90 per minute');
    await editor.fill(laravel(90));
    await limits.nth(1).click();

    await expect(panel.getByRole('button', { name: 'Dry run' })).toHaveCount(0);
    await system.selectOption('Kong rate-limiting');
    await expect(editor).toHaveValue(/minute: 90/);
    const facts = panel.getByRole('group', { name: 'It matters here' });
    await expect(facts).toBeVisible();
    await editor.fill('rate_limiter:\n  login: { policy: sliding_window, limit: 5, interval: 1 minute }\n');
    await expect(panel).toContainText('Read as Symfony’s rate_limiter.');
    await expect(facts).toHaveCount(0);

    // A rule that counts each address is no bucket for all packets.
    const rule = (match: string): string => `-A INPUT -m ${match} -j ACCEPT\n`;
    await editor.fill(rule('limit --limit 10/s --limit-burst 5'));
    await expect(facts).toBeVisible();
    await expect(panel).toContainText('What is within the limit matches');
    await editor.fill(rule('hashlimit --hashlimit-upto 10/s --hashlimit-mode srcip'));
    await expect(policyOf(playground, 1, 'nftables limit')).toContainText('capacity 5');
    await expect(panel).not.toContainText('This is one bucket for all packets');
  },
);

detail(
  'a textbook lane is written as its nearest system, and the requests that differ are counted and shown',
  async ({ playground, page }) => {
    const { panel, editor, system } = await openConfig(playground, {
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'gcra' }],
    });
    await expect(system).toHaveAccessibleName('Nearest in');
    await expect(editor).toHaveValue(/rate=2r\/s;[^]*burst=19 nodelay;/);
    await expect(panel).toContainText('20 per 10 s is written exactly: the same rate and burst.');
    const sentence = panel.getByText(/^nginx limit_req decides \d+ of 135 requests differently\.$/);
    await expect(sentence).toBeVisible();
    const count = /decides (\d+)/.exec((await sentence.textContent()) ?? '')?.[1];

    await panel.getByRole('button', { name: 'Show them' }).click();
    await playground.waitUntilSettled();
    await expect(playground.lane(2, NGINX)).toBeVisible();
    await expect(playground.lane(3, 'GCRA')).toBeVisible();
    await expect(playground.status).toHaveText(new RegExp(`^Disagreement 1 of ${count}\\. `));
    await expect(playground.lane(1, 'Fixed window').getByRole('option', { selected: true })).toBeAttached();
    await expect(page.getByRole('main').getByText(new RegExp(`^${count} disagreements`))).toBeVisible();
    await expect(panel).toBeVisible();
    await playground.button('Undo').click();
    await expect(playground.lane(2, 'GCRA')).toBeVisible();
  },
);

detail(
  'a product with one limit for all clients is written as such, and its lane keeps its keys',
  async ({ playground }) => {
    const { panel, editor, system } = await openConfig(playground, { lanes: [{ limiter: 'token-bucket' }] });
    await system.selectOption('Envoy local');
    await expect(panel).toContainText(
      '20 per 10 s is written as nearly as it can be: one limit for all clients instead of one for each.',
    );
    await expect(panel).toContainText('This is one bucket for all clients of a process, and the lane has one for each');
    const written = await editor.inputValue();
    await editor.fill(written.replace('tokens_per_fill: 20', 'tokens_per_fill: 30'));
    await expect(playground.status).toHaveText('Lane 1 is now Envoy local, all keys.');
    await expect(policyOf(playground, 1, 'Envoy local, all keys')).toContainText('own 30 per 10 s, capacity 20');

    // A lane of Envoy with a bucket for each client stays that while its numbers change.
    const own = await openConfig(playground, { lanes: [{ limiter: 'envoy-local' }] });
    await own.editor.fill((await own.editor.inputValue()).replace('tokens_per_fill: 20', 'tokens_per_fill: 30'));
    await expect(policyOf(playground, 1, 'Envoy local')).toContainText('own 30 per 10 s');
    await expect(own.panel).toContainText('and the lane has one for each client.');
  },
);

detail(
  'limits that the same requests pass are one lane, in words of a product that takes several',
  async ({ playground }) => {
    const { panel, editor, system } = await openConfig(playground, { lanes: [{ limiter: 'token-bucket' }] });
    const two = WHOLE_FILE.replace('nodelay;', 'nodelay; limit_req zone=login burst=2 nodelay;');
    await editor.fill(two);
    await expect(playground.status).toHaveText('Lane 1 is now Stack of limits.');
    const limits = panel
      .getByRole('group', { name: 'Limits in this text' })
      .getByRole('button', { name: /^(Stack|Line)/ });
    await expect(limits).toHaveText([
      /^Stack2 limits that the same requests pass, line 6: /,
      /^Line 6limit_req zone=api/,
      /^Line 6limit_req zone=login/,
      /^Line 7/,
    ]);
    await expect(limits.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(system).toHaveAccessibleName('System');
    await expect(panel.getByText(/^A stack of the textbook’s limiters, with the same limits, decides/)).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Dry run' })).toBeHidden();

    // Both limits follow what is typed, in one step.
    await editor.fill(two.replace('burst=2', 'burst=4'));
    await expect(editor).toHaveValue(/burst=4/);
    await panel.getByRole('button', { name: 'Rewrite from the lane' }).click();
    await expect(editor).toHaveValue(/burst=18 nodelay;\n\s*limit_req zone=\S+ burst=4 nodelay;/);

    await system.selectOption('Kong rate-limiting');
    await expect(panel.getByText('Limit 1 is not the same: a burst of 5 instead of 19.')).toBeVisible();
    await expect(panel.getByText(/^Kong rate-limiting decides \d+ of 135 requests differently\.$/)).toBeVisible();
    await system.selectOption('Caddy rate_limit');
    await expect(
      panel.getByText(/^No config of .* for several limits on the same requests is known here\.$/),
    ).toBeVisible();
  },
);

detail('a difference is asked for only once all is at rest', async ({ playground, page }) => {
  const { panel } = await openConfig(playground, { lanes: [{ limiter: 'fixed-window' }] });
  const sentence = panel.getByText(/^nginx limit_req decides \d+ of 135 requests differently\.$/);
  await expect(sentence).toBeVisible();
  await page.clock.pauseAt(3_600_000);
  await playground.slider('Limit n').press('ArrowRight');
  await playground.waitUntilSettled();
  await expect(panel.getByText('Comparing on this traffic…')).toBeVisible();
  await page.clock.runFor(500);
  await expect(sentence).toBeVisible();
});

detail('what a product cannot say is said with the nearest two that it can', async ({ playground }) => {
  const { panel, editor } = await openConfig(playground, { policy: { n: 10, T: 7 }, lanes: [NGINX_LANE] });
  await expect(panel).toContainText('nginx counts whole requests a second or a minute; nearest: 85r/m and 86r/m.');
  await expect(editor).toHaveValue('');
  await panel.getByRole('button', { name: 'Use 86 per minute', exact: true }).click();
  await expect(policyOf(playground, 1)).toContainText('own 86 per minute');
  await expect(editor).toHaveValue(/rate=86r\/m/);
});

detail('a config is copied and saved, and so is its dry run', async ({ playground, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { panel, editor } = await openConfig(playground, { lanes: [NGINX_LANE] });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await panel.getByRole('button', { name: 'Copy config', exact: true }).click();
  await expect(playground.status).toHaveText(/^Config copied, \d+ characters\.$/);
  expect(await clipboard()).toBe(await editor.inputValue());

  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save config as a file', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('nginx.conf');

  await panel.getByRole('button', { name: 'Dry run', exact: true }).focus();
  await playground.page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Dry run', exact: true, pressed: true })).toBeFocused();
  await expect(panel.getByRole('textbox', { name: 'Config of the dry run' })).toHaveValue(/limit_req_dry_run on;/);
  // As many as the lane above refuses.
  await expect(playground.figure(1, 'Denied')).toContainText('41');
  await expect(panel.getByRole('group', { name: 'What to count' })).toContainText('it predicts 41 refused.');
  await panel.getByRole('button', { name: 'Copy config', exact: true }).click();
  await expect.poll(clipboard).toContain('limit_req_dry_run on;');
});

detail('a product that counts per process is shown on 3 nodes, in one step; nginx is not', async ({ playground }) => {
  const { panel } = await openConfig(playground, {
    lanes: [{ limiter: 'express-rate-limit' }, NGINX_LANE],
    traffic: [{ kind: 'burst', at: 2, count: 90 }],
  });
  await expect(playground.figure(1, 'Admitted')).toContainText('20');
  await expect(panel).toContainText('Per process: with 3 behind a balancer, clients get up to 3 × this.');
  const show = panel.getByRole('button', { name: 'Show it on 3 nodes' });
  await show.click();
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Admitted')).toContainText('60');
  await expect(panel).toContainText('Per process: this scenario has 3, so clients get up to 3 × this.');
  await expect(show).toBeHidden();

  await playground.button('Undo').click();
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Admitted')).toContainText('20');
  await expect(show).toBeVisible();
  await panel.getByRole('combobox', { name: 'Lane' }).selectOption({ index: 1 });
  await expect(panel).toContainText('Per server: with 3 behind a balancer, clients get up to 3 × this.');
  await expect(show).toBeHidden();
});

detail('it says nothing of what is hidden beyond the playhead', async ({ playground, page }) => {
  const { panel } = await openConfig(playground, { lanes: [{ limiter: 'fixed-window' }] });
  await playground.slider('Playhead').press('Home');
  await page.getByRole('checkbox', { name: 'Hide the future' }).check();
  await expect(panel).toContainText('Hidden beyond the playhead.');
  await expect(panel).not.toContainText('differently');
});

test('on a phone the first line that is not understood stands above all, and leads to the others', async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { panel, editor } = await openConfig(playground, { lanes: [{ limiter: 'nginx-limit-req' }] });
  await editor.fill(
    'limit_req_zone $binary_remote_addr zone=a:1m rate=2r/s;\nlimit_req zone=a burst=5;\nlimit_req zone=b;\nlimit_conn c 3;\n',
  );
  const first = panel.getByRole('button', {
    name: 'Line 3: The zone b is not in this text: paste its limit_req_zone, too. And 1 more.',
  });
  await first.scrollIntoViewIfNeeded();
  await first.click();
  await expect(panel.getByRole('button', { name: 'Line 3', exact: true })).toBeFocused();
  await expect(panel.getByText(/^limit_conn limits connections/)).toBeInViewport({ ratio: 1 });
});

for (const [name, width, height] of someOf(
  [
    ['a phone', 390, 844],
    ['a wide window', 1440, 900],
  ] as const,
  1,
))
  test(`nothing is wrong with it on ${name}, nor clipped`, async ({ playground, page }) => {
    await page.setViewportSize({ width, height });
    const { panel, editor } = await openConfig(playground, { lanes: [{ limiter: 'token-bucket' }] });
    await editor.fill(WHOLE_FILE);
    await expect(panel.getByText(/^A token bucket of 5 per second with capacity 19 decides/)).toBeVisible();
    await expectNoViolations(page, name, ['[aria-label=Details]']);
    const overflow = await panel.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(overflow).toBe(0);
    // Where the tabs are scrolled, the one that is chosen is in sight, whoever chose it.
    for (const tab of ['Fairness', 'Why?', 'Config']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await expect(page.getByRole('tab', { name: tab, exact: true })).toBeInViewport({ ratio: 0.99 });
    }
  });
