/** Hostile links and files in the page itself: nothing leaves, nothing is shown as markup, and the work stays. */
import { deflateRawSync, crc32 } from 'node:zlib';
import { thorough } from '../src/thorough.ts';
import { expect, test } from './fixtures.ts';

const MARKUP = '<img src="https://evil.example/x.png" onerror="document.title=\'owned\';alert(1)">';
const HOSTILE: readonly string[] = [
  MARKUP,
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202Egnp.exe\u202C',
  'a\u0000b\u0007\u001B[31m',
  '\uD800',
  '__proto__',
  'constructor',
  'x'.repeat(200),
];

/** A new link to whatever text, as another program might write it. */
function linkTo(text: string): string {
  const content = deflateRawSync(text).toString('base64url');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return `#1~${sum.toString('base64url')}.${content}`;
}

/** `npm test` tries every fifth of them: of each document's kind, and of each text. */
function inputs(): readonly string[] {
  const documents = HOSTILE.flatMap((text) => [
    { title: text, notes: text, lanes: [{ limiter: 'gcra', label: text }] },
    { traffic: [{ kind: 'burst', at: 1, count: 2, key: text }], lanes: [{ limiter: 'gcra' }] },
    { traffic: [{ kind: 'script', code: text }], lanes: [{ limiter: 'gcra' }] },
    { policy: { n: text } },
    { [text]: 1, title: 'x' },
    { lanes: [{ limiter: text }] },
  ]).map((document) => JSON.stringify(document));
  const bombs = [`[${'['.repeat(400_000)}`, '{"a":'.repeat(150_000), `{"title":"${'x'.repeat(900_000)}"}`];
  const all = [
    ...documents,
    ...documents.map(linkTo),
    ...[...documents, ...bombs].map((text) => linkTo(text).replace(/~[\w-]{6}/, '')),
    ...bombs.map(linkTo),
    ...documents.map((text) => linkTo(text).slice(0, -3)),
    ...HOSTILE,
    ...HOSTILE.map((text) => `#1.${text}`),
    '{"__proto__":{"polluted":true},"title":"p"}',
    '.'.repeat(3_000_000),
    ' '.repeat(3_000_000),
  ];
  return thorough ? all : all.filter((_, index) => index % 5 === 0);
}

test('hostile links and files: no request, no markup, no dialog', async ({ playground, page }) => {
  const asked: string[] = [];
  const shown: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('dialog', (dialog) => {
    shown.push(dialog.message());
    void dialog.dismiss();
  });
  await playground.openScenario({ title: 'Mine', lanes: [{ limiter: 'gcra' }] });
  const before = asked.length;

  const found = await page.evaluate(async (texts) => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    const markup: string[] = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const elementsOfTheirs =
      'img, script:not([src]), svg[onload], iframe, object, embed, [onerror], a[href^="javascript"]';
    const ours = document.querySelectorAll(elementsOfTheirs).length;
    for (const text of texts) {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      await frame();
      if (document.querySelectorAll(elementsOfTheirs).length !== ours) markup.push(text);
    }
    return {
      markup,
      polluted: 'polluted' in {},
      title: document.title,
      longest: Math.round(Math.max(0, ...tasks)),
    };
  }, inputs());
  process.stdout.write(
    `${inputs().length} hostile inputs: the longest task of the page's thread took ${found.longest} ms\n`,
  );
  expect(found).toMatchObject({ markup: [], polluted: false });
  expect(found.title).not.toBe('owned');
  expect(shown).toEqual([]);
  // Parts of the page itself: the script sandbox, loaded by the first script, and its icon, which the browser may ask for
  // again when the address changes.
  const origin = new URL(page.url()).origin;
  const own = [`${origin}/assets/`, `${origin}/icon.svg`];
  expect(asked.slice(before).filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);

  // The page still answers.
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    },
    JSON.stringify({ title: 'Afterwards', lanes: [{ limiter: 'gcra' }] }),
  );
  await expect(playground.button('Scenario: Afterwards')).toBeVisible();
  await playground.waitUntilSettled();
});
