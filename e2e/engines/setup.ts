/** Once before the tests in three engines: serves what was built, and computes in Node what each engine has to arrive at. */
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { assert } from 'vitest';
import type { TestProject } from 'vitest/node';
import { printMissingEngines } from '../../src/tools/engines.mjs';
import { thorough } from '../../src/thorough.ts';
import { fingerprints, LONG_PRESET } from '../fingerprints.ts';
import golden from '../fingerprints.golden.json' with { type: 'json' };

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the page. */
    address: string;
    /** What leaves `spillwayFingerprints` behind. */
    fingerprintCode: string;
    /** Node's. */
    fingerprints: Record<string, string>;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  printMissingEngines();
  const here = await fingerprints(thorough);
  // What the first release decided; presets that came later have none.
  const { [LONG_PRESET]: _, ...shorter } = golden;
  assert.containSubset(here, thorough ? golden : shorter);
  project.provide('fingerprints', here);
  project.provide('fingerprintCode', await bundleFingerprints());
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const server = await preview({ root, logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
  project.provide('address', server.resolvedUrls?.local[0] as string);
  return () => server.close();
}

async function bundleFingerprints(): Promise<string> {
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../fingerprints.ts', import.meta.url)),
        formats: ['iife'],
        name: 'spillwayFingerprintsModule',
      },
    },
  });
  const [output] = Array.isArray(bundle) ? bundle : [bundle];
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('The bundle is empty.');
  return chunk.code;
}
