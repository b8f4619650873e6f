/** The page's own policy: that it is there, what it refuses, and that the page needs no more than it admits. */
import { test as plainTest } from '@playwright/test';
import { hostingHeaders, PAGE_POLICY, WORKER_POLICY } from '../src/tools/contentSecurityPolicy.mjs';
import { ASSET_CACHING } from '../src/tools/headersFile.mjs';
import { detail, expect } from './fixtures.ts';

plainTest('the policy stands in the page and in the headers, and the worker has one of its own', async ({ page }) => {
  const [answer, workerAnswer] = await Promise.all([page.goto('./'), page.waitForResponse(/\.worker-[^/]*\.js$/)]);
  for (const [name, value] of Object.entries(hostingHeaders('/'))) expect(await answer?.headerValue(name)).toBe(value);
  await expect(page.locator('meta[http-equiv="Content-Security-Policy"]')).toHaveAttribute('content', PAGE_POLICY);
  expect(await workerAnswer.headerValue('Content-Security-Policy')).toBe(WORKER_POLICY);
  expect(`${PAGE_POLICY} ${WORKER_POLICY}`).not.toMatch(/unsafe-inline|'unsafe-eval'|nonce|\*/);
  expect(PAGE_POLICY).not.toContain('wasm');
});

plainTest(
  'a browser keeps the built files, whose names change with their content, and asks for the page anew',
  async ({ page }) => {
    const cachingOf = async (path: string) => (await page.request.get(path)).headers()['cache-control'];
    await page.goto('./');
    const script = await page.locator('script[type=module]').getAttribute('src');
    expect(await cachingOf(script!)).toBe(ASSET_CACHING);
    expect(await cachingOf('./')).toBe('no-cache');
    // The page comes in the place of a file that is missing, as of an earlier build.
    expect(await cachingOf('./assets/missing.js')).toBe('no-cache');
  },
);

/** What hostile code or markup would try. */
function attackPage(): Promise<Record<string, string>> {
  function add(name: string, attributes: Record<string, string>, text = ''): void {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    document.head.append(element);
  }
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes: { createPolicy(name: string, rules: object): void };
  };
  const run = Reflect.get(globalThis, 'eval') as (code: string) => unknown;
  const attacks: Record<string, () => unknown> = {
    markup: () => (document.head.innerHTML = '<img src=x>'),
    'markup as a document': () => new DOMParser().parseFromString('<b>', 'text/html'),
    code: () => run('1'),
    'a function of text': () => Reflect.construct(Function, ['return 1']),
    'a timer of text': () => Reflect.apply(setTimeout, undefined, ['1']) as unknown,
    WebAssembly: () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
    'an inline script': () => add('script', {}, '1'),
    "another's script": () => add('script', { src: 'http://localhost:1/x.js' }),
    'a handler': () => add('b', { onclick: '1' }),
    'a style element': () => add('style', {}, 'b { color: red }'),
    'a style attribute': () => add('b', { style: 'color: red' }),
    "another's sheet": () => add('link', { rel: 'stylesheet', href: 'http://localhost:1/x.css' }),
    "another's image": () => add('img', { src: 'http://localhost:1/x.png' }),
    "another's frame": () => add('iframe', { src: 'http://localhost:1/' }),
    "another's answer": () => fetch('http://localhost:1/'),
    "another's base": () => add('base', { href: 'http://localhost:1/' }),
    "another's worker": () => new Worker('data:text/javascript,0'),
    'a worker of a script that is none': () => new Worker('./boot.js'),
    'a Trusted Types policy': () => trustedTypes.createPolicy('other', {}),
  };
  const refusedBy = (act: () => unknown): Promise<string> =>
    new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
        once: true,
      });
      // What throws is refused as well: the event says by what.
      Promise.resolve()
        .then(act)
        .catch(() => {});
    });
  return (async () => {
    const results: Record<string, string> = {};
    // One after another: an event does not say which of them it is about.
    for (const [name, act] of Object.entries(attacks)) results[name] = await refusedBy(act);
    return results;
  })();
}

const PAGE_REFUSES = {
  markup: 'require-trusted-types-for',
  'markup as a document': 'require-trusted-types-for',
  code: 'require-trusted-types-for',
  'a function of text': 'require-trusted-types-for',
  'a timer of text': 'require-trusted-types-for',
  WebAssembly: 'script-src',
  'an inline script': 'require-trusted-types-for',
  "another's script": 'require-trusted-types-for',
  'a handler': 'require-trusted-types-for',
  'a style element': 'style-src-elem',
  'a style attribute': 'style-src-attr',
  "another's sheet": 'style-src-elem',
  "another's image": 'img-src',
  "another's frame": 'frame-src',
  "another's answer": 'connect-src',
  "another's base": 'base-uri',
  "another's worker": 'require-trusted-types-for',
  'a worker of a script that is none': 'require-trusted-types-for',
  'a Trusted Types policy': 'trusted-types',
};

for (const place of ['header', 'page'] as const) {
  plainTest(`with the policy in the ${place} alone, the page refuses what is not its own`, async ({ page }) => {
    await page.route('./', async (route) => {
      const answer = await route.fetch();
      const { 'content-security-policy': _policy, ...others } = answer.headers();
      const html = await answer.text();
      await route.fulfill(
        place === 'header'
          ? { response: answer, body: html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '') }
          : { response: answer, headers: others },
      );
    });
    const answer = await page.goto('./');
    expect(await answer?.headerValue('Content-Security-Policy')).toBe(place === 'header' ? PAGE_POLICY : null);
    await expect(page.locator('meta[http-equiv]')).toHaveCount(place === 'header' ? 0 : 1);
    expect(await page.evaluate(attackPage)).toEqual(PAGE_REFUSES);
  });
}

plainTest('the worker compiles WebAssembly, and no text as code, and asks no other host', async ({ page }) => {
  const [worker] = await Promise.all([page.waitForEvent('worker'), page.goto('./')]);
  const outcomes = await worker.evaluate(async () => {
    const run = Reflect.get(globalThis, 'eval') as (code: string) => unknown;
    const attempt = (act: () => unknown): Promise<string> =>
      Promise.resolve()
        .then(act)
        .then(
          () => 'done',
          (error: Error) => error.name,
        );
    return {
      WebAssembly: await attempt(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
      code: await attempt(() => run('1')),
      'a function of text': await attempt(() => Reflect.construct(Function, ['return 1'])),
      "another's answer": await attempt(() => fetch('http://localhost:1/')),
      'a worker': await attempt(() => new Worker('data:text/javascript,0')),
    };
  });
  expect(outcomes).toEqual({
    WebAssembly: 'done',
    code: 'EvalError',
    'a function of text': 'EvalError',
    "another's answer": 'TypeError',
    'a worker': 'TypeError',
  });
});

detail('what is typed over highlighted code leaves no style behind', async ({ playground, page }) => {
  await playground.openScenario({
    policy: { n: 10, T: 10 },
    duration: 20,
    traffic: [{ kind: 'script', code: 'const x = 1; // one\nfor (const y of [1]) send(y);\nsned(1);' }],
    lanes: [{ limiter: 'gcra' }],
  });
  await playground.button('Edit traffic').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  // The block in the track has the same name.
  await details.getByRole('button', { name: /^Phase 1: script/ }).click();
  const editor = page.getByRole('textbox', { name: 'Script of phase 1' });
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  // A selection over the end of a line, over a word that is marked as wrong, and one that brackets close around.
  await editor.press('Control+Home');
  for (const key of ['End', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.type('; ab');
  await page.keyboard.press('Control+End');
  for (const key of ['Shift+Home', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.type('end(7);');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type('(');
  await expect(editor).toHaveText('const x = 1; // one; abor (const y of [1]) send(y);(send(7);)');
});
