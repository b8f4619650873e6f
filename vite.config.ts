import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  base: './', // dist can be served from any path
  plugins: [react()],
  build: {
    target: 'es2022',
    rolldownOptions: {
      output: {
        // The size limits know the chunks by these names. Recharts is one by being imported lazily; a group made by
        // hand could end up imported by the entry, for a helper that both use.
        entryFileNames: 'assets/entry-[hash].js',
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => /[\\/]node_modules[\\/]recharts[\\/]/.test(id))
            ? 'assets/recharts-[hash].js'
            : 'assets/[name]-[hash].js',
      },
    },
  },
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    allowOnly: false,
    // Nothing here waits; on two busy cores the longest of them takes ten times what it takes alone.
    testTimeout: 30_000,
    setupFiles: ['src/tools/fixedSeed.ts'],
    globalSetup: ['src/tools/redisServer.mjs'],
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
});
