/** The page's own policy: that it is there, that it refuses, and that nothing of ours needs more than it admits. */
import type { Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import { hostingHeaders, PAGE_POLICY, WORKER_POLICY } from '../src/tools/contentSecurityPolicy.mjs';
import { test } from './fixtures.ts';

base('the policy stands in the page and in the headers, and the worker has one of its own', async ({
  page,
  request,
}) => {
  const answer = await page.goto('./');
  expect(answer?.headers()).toMatchObject(lowerCase(hostingHeaders('/')));
  await expect(page.locator('meta[http-equiv="Content-Security-Policy"]')).toHaveAttribute('content', PAGE_POLICY);
  await expect.poll(() => page.workers().length).toBe(1);
  const file = await request.get(page.workers()[0]?.url() ?? '');
  expect(file.headers()['content-security-policy']).toBe(WORKER_POLICY);
  for (const policy of [PAGE_POLICY, WORKER_POLICY]) expect(policy).not.toContain('unsafe-inline');
  expect(PAGE_POLICY).not.toContain('unsafe-eval');
});

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** What hostile markup or code would try, by name; each answers with what became of it. */
async function attack(): Promise<Record<string, string>> {
  const refused: string[] = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
  const element = <K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, string>) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const attacks: Record<string, () => unknown> = {
    markup: () => (document.body.innerHTML = '<img src=x onerror=alert(1)>'),
    'a document of markup': () => new DOMParser().parseFromString('<b>', 'text/html'),
    code: () => (0, eval)('1'),
    'a function': () => new Function('return 1')(),
    'a timer': () => setTimeout('1', 0),
    WebAssembly: () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
    'an inline script': () => {
      const script = element('script', {});
      script.textContent = 'document.title = "run"';
      document.head.append(script);
    },
    'a handler': () => document.body.append(element('b', { onclick: 'alert(1)' })),
    'a style element': () => {
      const style = element('style', {});
      style.textContent = 'b { color: red }';
      document.head.append(style);
    },
    'a style attribute': () => document.body.append(element('b', { style: 'color: red' })),
    "another's image": () => document.body.append(element('img', { src: 'http://localhost:1/x.png' })),
    "another's frame": () => document.body.append(element('iframe', { src: 'http://localhost:1/' })),
    "another's answer": () => fetch('http://localhost:1/'),
    "another's worker": () => new Worker('data:text/javascript,0'),
    'our own script as a worker': () => new Worker('./boot.js'),
    'another base': () => document.head.append(element('base', { href: 'http://localhost:1/' })),
    'another Trusted Types policy': () =>
      (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }).trustedTypes.createPolicy(
        'mine',
        {},
      ),
  };
  const results: Record<string, string> = {};
  for (const [name, act] of Object.entries(attacks)) {
    refused.length = 0;
    // Out of the test's own call, to which an engine may grant more than to the page.
    const error = await new Promise((resolve) => {
      setTimeout(() => {
        new Promise((done) => done(act())).then(() => resolve('nothing thrown'), (thrown: Error) => resolve(thrown.name));
      });
    });
    await new Promise((resolve) => setTimeout(resolve));
    results[name] = `${[...new Set(refused)].join(' ')} | ${String(error)}`;
  }
  return results;
}
const _x: Page | undefined = undefined;
void _x;
base('x', async ({ page }) => {
  await page.goto('./');
  console.log(await page.evaluate(attack));
});
void test;
