import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFailed } from 'vitest';
import { thorough } from '../../src/thorough.ts';
import type { fingerprints } from '../fingerprints.ts';
import type { Browser } from './browser.ts';
import { walk } from './walk.ts';

declare global {
  // What the bundle of fingerprints.ts leaves behind.
  var spillwayFingerprints: typeof fingerprints;
}

const SCREENSHOTS = 'test-results/engines';

/** The tests of one engine, all in one browser. They are skipped where the engine is missing. */
export function testEngine(name: string, isThere: boolean, launch: () => Promise<Browser>): void {
  describe.skipIf(!isThere)(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    it('decides the presets as Node does, and computes the same mathematics, bit for bit', async () => {
      await browser.open('about:blank');
      await browser.evaluate((code) => {
        const script = document.createElement('script');
        script.textContent = code;
        document.head.append(script);
      }, inject('fingerprintCode'));
      expect(await browser.evaluate((everything) => globalThis.spillwayFingerprints(everything), thorough)).toEqual(
        inject('fingerprints'),
      );
    });

    it('opens a link, drags n, sends, says why, runs a script, shares and comes back after a reload', async () => {
      onTestFailed(async () => {
        mkdirSync(SCREENSHOTS, { recursive: true });
        writeFileSync(`${SCREENSHOTS}/${name}.png`, await browser.screenshot());
      });
      // A second try begins without what the first has left open.
      await browser.open('about:blank');
      await walk(browser, inject('address'));
    });
  });
}
