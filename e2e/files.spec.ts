/** Files, links and documents come in every way: picked, dropped, pasted. */
import type { Locator, Page } from '@playwright/test';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, test } from './fixtures.ts';

const OTHER = { title: 'Brought', lanes: [{ limiter: 'gcra' }] };
const link = encodeLink(scenarioOf(OTHER));
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0];

interface Brought {
  readonly files?: readonly { readonly name: string; readonly bytes: readonly number[] }[];
  readonly text?: string;
}

/** What the browser does when something is dragged over an element, dropped or pasted there. */
async function bring(
  target: Locator,
  how: 'dragover' | 'drop' | 'paste',
  { files = [], text }: Brought,
): Promise<void> {
  await target.evaluate(
    (element, what) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of what.files) transfer.items.add(new File([Uint8Array.from(bytes)], name));
      if (what.text !== undefined) transfer.setData('text/plain', what.text);
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        what.how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent(what.how, { ...options, dataTransfer: transfer }),
      );
    },
    { how, files, text },
  );
}

const bytesOf = (text: string): number[] => [...Buffer.from(text)];
const anywhere = (page: Page): Locator => page.getByRole('region', { name: 'Lanes', exact: true });

detail('a number field keeps a number that is pasted, and lets a link through', async ({ playground }) => {
  await playground.openScenario({ title: 'Mine' });
  const n = playground.numberField('Limit n');
  await bring(n, 'paste', { text: '12' });
  await expect(playground.button('Scenario: Mine')).toBeVisible();
  await bring(n, 'paste', { text: `https://spillway.example/${link}` });
  await expect(playground.button('Scenario: Brought')).toBeVisible();
});

test('a file, a link and a document are dropped or pasted anywhere, each as one undo step', async ({
  playground,
  page,
}) => {
  await playground.openScenario({ title: 'Mine' });
  const document = JSON.stringify(OTHER);
  const ways: readonly ['drop' | 'paste', Brought][] = [
    ['drop', { files: [{ name: 'brought.json', bytes: bytesOf(document) }] }],
    ['drop', { text: `https://spillway.example/${link}` }],
    ['paste', { files: [{ name: 'brought.txt', bytes: bytesOf(`${link}\n`) }] }],
    ['paste', { text: `Look: https://spillway.example/${link}.` }],
    ['paste', { text: document }],
  ];
  for (const [how, what] of ways) {
    await bring(anywhere(page), how, what);
    await expect(playground.button('Scenario: Brought')).toBeVisible();
    await playground.button('Undo').click();
    await expect(playground.button('Scenario: Mine')).toBeVisible();
  }
});

detail(
  'a file over the page shows that it may be dropped; fields keep the text pasted into them',
  async ({ playground, page }) => {
    await playground.openScenario({ title: 'Mine' });
    await bring(anywhere(page), 'dragover', { files: [{ name: 'x.json', bytes: [] }] });
    const hint = page.getByText('Drop a file or a link to open it');
    await expect(hint).toBeVisible();
    await anywhere(page).dispatchEvent('dragleave');
    await expect(hint).toBeHidden();
    await bring(playground.numberField('Limit n'), 'drop', { text: link });
    await playground.button('Scenario: Mine').click();
    await bring(page.getByRole('textbox', { name: 'Title' }), 'paste', { text: link });
    await page.keyboard.press('Escape');
    await expect(playground.button('Scenario: Mine')).toBeVisible();
  },
);

test('what is not ours is named, and changes nothing', async ({ playground, page }) => {
  await playground.openScenario({ title: 'Mine' });
  const OPENS = 'Spillway opens links, scenarios saved as JSON, access logs, and configs with a rate limit.';
  const cases: readonly [Brought, string][] = [
    [{ files: [{ name: 'scenario.json', bytes: PNG }] }, `This looks like a PNG picture. ${OPENS}`],
    [{ files: [{ name: 'none.json', bytes: [] }] }, `This looks like an empty file. ${OPENS}`],
    [{ text: '<!doctype html><img src=x onerror=alert(1)>' }, `This looks like an HTML page. ${OPENS}`],
    [{ text: '{"name":"x","scripts":{}}' }, `This looks like a package.json. ${OPENS}`],
    [{ text: '{"spillway":"works","works":[]}' }, 'This is an export of works: open it with Import in Works.'],
    [
      { files: ['a', 'b'].map((name) => ({ name, bytes: bytesOf('{}') })) },
      'These are 2 files. Open one at a time, or several logs.',
    ],
    [{ text: link.slice(0, -2) }, 'This link is cut off'],
    [{ text: `${link.slice(0, 12)}${link[12] === 'A' ? 'B' : 'A'}${link.slice(13)}` }, 'This link is'],
  ];
  for (const [what, sentence] of cases) {
    await bring(anywhere(page), 'drop', what);
    await expect(playground.alert).toContainText(sentence);
    await expect(playground.button('Scenario: Mine')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await expect(playground.button('Undo')).toBeDisabled();
});

detail(
  'a config without a limit that is read is shown with what is not understood, and opens no log',
  async ({ playground, page }) => {
    await playground.openScenario({ title: 'Mine', lanes: [{ limiter: 'gcra' }] });
    const haproxy =
      'frontend fe\n  stick-table type ip size 1m store gpc0_rate(10s)\n  http-request track-sc0 src\n' +
      '  http-request deny if { sc_gpc0_rate(0) gt 30 }\n';
    await bring(anywhere(page), 'drop', { files: [{ name: 'haproxy.cfg', bytes: bytesOf(haproxy) }] });
    const panel = page.getByRole('tabpanel', { name: 'Config' });
    await expect(panel.getByRole('textbox', { name: /^Config/ })).toHaveValue(haproxy);
    const problems = panel.getByRole('list', { name: 'Not understood' });
    await expect(problems).toContainText('This rule refuses by gpc0_rate');
    // Nor is it lost while another tab is looked at.
    await page.getByRole('tab', { name: 'Why?' }).click();
    await page.getByRole('tab', { name: 'Config', exact: true }).click();
    await expect(panel.getByRole('textbox', { name: /^Config/ })).toHaveValue(haproxy);
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

test('a config is dropped or pasted: the focused lane follows it in the Config tab, as one undo step', async ({
  playground,
  page,
}) => {
  await playground.openScenario({ title: 'Mine', lanes: [{ limiter: 'gcra' }, { limiter: 'fixed-window' }] });
  const zone = 'limit_req_zone $binary_remote_addr zone=api:10m rate=5r/s;';
  const nginx = `http {\n  ${zone}\n  server { location / { limit_req zone=api burst=18 nodelay; } }\n}\n`;
  const envoy =
    'typed_config:\n  stat_prefix: limit\n  token_bucket: { max_tokens: 6, tokens_per_fill: 3, fill_interval: 10s }\n';
  const haproxy =
    'frontend fe\n  stick-table type ip size 1m store http_req_rate(10s)\n  http-request track-sc0 src\n' +
    '  http-request deny if { sc_http_req_rate(0) gt 7 }\n';
  const cloudflare = '{"action": "block", "ratelimit": {"period": 60, "requests_per_period": 100}}';
  const editor = page.getByRole('tabpanel', { name: 'Config' }).getByRole('textbox');
  const ways: readonly ['drop' | 'paste', Brought, string, string][] = [
    ['drop', { files: [{ name: 'nginx.conf', bytes: bytesOf(nginx) }] }, nginx, 'nginx limit_req'],
    ['drop', { files: [{ name: 'envoy.yaml', bytes: bytesOf(envoy) }] }, envoy, 'Envoy local, all keys'],
    ['drop', { files: [{ name: 'haproxy.cfg', bytes: bytesOf(haproxy) }] }, haproxy, 'HAProxy http_req_rate'],
    ['paste', { text: nginx }, nginx, 'nginx limit_req'],
    ['paste', { text: cloudflare }, cloudflare, 'Cloudflare rules'],
  ];
  await playground.button('Lane 2 menu').focus();
  for (const [how, what, text, name] of ways) {
    await bring(anywhere(page), how, what);
    await expect(editor).toHaveValue(text);
    await expect(playground.lane(2, name)).toBeVisible();
    await expect(playground.status).toHaveText('Lane 2 follows the config. Ctrl+Z undoes this.');
    await expect(playground.lane(1, 'GCRA')).toBeVisible();
    await playground.button('Undo').click();
    await expect(playground.lane(2, 'Fixed window')).toBeVisible();
    await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  }
});

detail('a long link and a large file are read beside the page', async ({ playground, page }) => {
  const at = Array.from({ length: 100_000 }, (_, i) => ((i * 7_919) % 1_000_003) / 1_000);
  const long = { title: 'Long', traffic: [{ kind: 'times', at }], lanes: [{ limiter: 'gcra' }] };
  await playground.openScenario(long);
  await expect(playground.button('Scenario: Long')).toBeVisible();
  await expect(page).toHaveURL(/#1~/);
  await playground.startNew();
  await bring(anywhere(page), 'paste', { text: JSON.stringify(long) });
  await expect(playground.button('Scenario: Long')).toBeVisible();
  await playground.waitUntilSettled();
});
