import { build } from 'vite';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { fingerprints } from './fingerprints.ts';
import golden from './fingerprints.golden.json' with { type: 'json' };

declare global {
  // What the bundle below leaves behind.
  var spillwayFingerprints: typeof fingerprints;
}

test('every preset decides the same, bit for bit, in this browser and in Node', async ({ page }) => {
  // All presets, twice: ten million decisions of one alone take a while on a slow machine.
  test.slow();
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('fingerprints.ts', import.meta.url)),
        formats: ['iife'],
        name: 'spillwayFingerprintsModule',
      },
    },
  });
  const [output] = Array.isArray(bundle) ? bundle : [bundle];
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('The bundle is empty.');
  await page.goto('about:blank');
  await page.addScriptTag({ content: chunk.code });
  const here = fingerprints();
  // What the first release decided; presets that came later have none.
  expect(here).toMatchObject(golden);
  expect(await page.evaluate(() => globalThis.spillwayFingerprints())).toEqual(here);
});
