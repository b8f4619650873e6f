/** Scripts that do too much, in the page. */
import { existsSync, readFileSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { encodeLink, scenarioOf } from '../src/sim/index.ts';
import { detail, expect, someOf, test } from './fixtures.ts';
import { thorough } from '../src/thorough.ts';

const BASE = { policy: { n: 10, T: 10 }, duration: 60, lanes: [{ limiter: 'fixed-window' }] };
const STEADY = { kind: 'steady', from: 5, to: 20, rate: 1 };

for (const [name, code, line] of someOf(
  [
    ['has a pattern without an end', 'send(1);\n/(.*)\\1x/.test("a".repeat(20_000));', 2],
    ['calls itself for ever', 'let n = 0;\nfunction f() { try { n++; f() } finally { f() } }\nf();', 2],
  ] as const,
  1,
)) {
  detail(`a link whose script ${name} says so, and the page works on`, async ({ playground, page }) => {
    await playground.openScenario({ ...BASE, traffic: [STEADY, { kind: 'script', code }] });
    await expect(playground.alert).toContainText(
      `Phase 2, line ${line}: This ran for too long: it was stopped after 40,000,000 steps.`,
      { timeout: 20_000 },
    );
    await playground.numberField('Limit n').fill('11');
    await playground.button('Undo').click();
    await expect(playground.numberField('Limit n')).toHaveValue('10');
    await openInPlace(page, { ...BASE, traffic: [STEADY] });
    // After the runs before it, none of which a message interrupts.
    await expect(playground.alert).not.toContainText('Phase 2', { timeout: 20_000 });
    await expect(playground.figure(1, 'Admitted')).toHaveText('15');
  });
}

/** As if one had pasted a link into the address bar. */
async function openInPlace(page: Page, document: object): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    encodeLink(scenarioOf(document)),
  );
}

test.describe('where WebAssembly is forbidden', () => {
  test.use({ violated: ['wasm-eval'] });

  test('a script says so, and the rest of the page works', async ({ playground, page }) => {
    await page.route(/simulation\.worker-.*\.js/, async (route) => {
      const response = await route.fetch();
      const policy = { 'content-security-policy': "default-src 'self'; script-src 'self'" };
      await route.fulfill({ response, headers: { ...response.headers(), ...policy } });
    });
    await playground.openScenario({ ...BASE, traffic: [STEADY, { kind: 'script', code: 'send(1);' }] });
    await expect(playground.alert).toContainText(
      'Phase 2: Scripts run in WebAssembly, and it is switched off here, by the browser or by a policy of this page.',
    );
    await openInPlace(page, { ...BASE, traffic: [STEADY] });
    await expect(playground.alert).not.toContainText('Phase 2');
    await expect(playground.figure(1, 'Admitted')).toHaveText('15');
  });
});

const RUNS = thorough ? 200 : 20;

detail(
  'runs of a script that fills the memory leave no more behind than the first ten',
  async ({ playground, page, browser }) => {
    test.setTimeout(240_000);
    const code = [
      'const list = [];',
      'for (let i = 0; i < 40; i++) list.push("x".repeat(1e6) + i);',
      'for (let i = 0; i < n; i++) send(i / n);',
    ].join('\n');
    await playground.openScenario({ ...BASE, policy: { n: 100, T: 10 }, traffic: [{ kind: 'script', code }] });
    const collect = await collector(await page.context().newCDPSession(page));
    const system = await browser.newBrowserCDPSession();
    const renderers = async (): Promise<number[]> => {
      const { processInfo } = await system.send('SystemInfo.getProcessInfo');
      return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    };
    // The browser keeps one spare, and others may be about to end; the page's own has the worker, and so the most memory.
    const sized = (await renderers()).map((id) => ({ id, size: residentMegabytes(id) }));
    const own = sized.sort((a, b) => b.size - a.size)[0]!.id;
    const resident = () => residentMegabytes(own);
    const n = playground.numberField('Limit n');
    const sizes: number[] = [];
    const uncollected: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      await n.fill(String(100 + run));
      await expect(playground.figure(1, 'Admitted')).toHaveText(String(100 + run));
      if (run % 10 !== 0) continue;
      uncollected.push(resident());
      await collect();
      sizes.push(resident());
    }
    const list = (all: readonly number[]): string => all.map((size) => size.toFixed(0)).join(' ');
    process.stdout.write(`resident MB every 10 runs: ${list(sizes)}; before a collection ${list(uncollected)}\n`);
    expect(sizes.at(-1)).toBeLessThan(1.1 * (sizes[0] as number));
  },
);

/** Linux only, as the tests are. Zero of a process that has ended. */
function residentMegabytes(process: number): number {
  const file = `/proc/${process}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}

/** Collects the garbage of the page and of its worker. */
async function collector(cdp: CDPSession): Promise<() => Promise<void>> {
  const workers: string[] = [];
  cdp.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  expect(workers.length).toBeGreaterThan(0);
  const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
  return async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    for (const sessionId of workers) {
      const collected = new Promise((resolve) => cdp.once('Target.receivedMessageFromTarget', resolve));
      await cdp.send('Target.sendMessageToTarget', { sessionId, message });
      await collected;
    }
  };
}
