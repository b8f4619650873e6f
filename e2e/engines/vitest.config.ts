import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['e2e/engines/*.test.ts'],
    globalSetup: ['e2e/engines/setup.ts'],
    allowOnly: false,
    maxWorkers: 2,
    // As for the end-to-end tests: a shared machine can starve a browser for seconds.
    retry: process.env['CI'] ? 1 : 0,
    // The longest takes a few seconds alone, and some more while another browser starts beside it.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    reporters: ['default', ['json', { outputFile: 'test-results/engines.json' }]],
  },
});
