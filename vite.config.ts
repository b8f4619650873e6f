import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { scopedName } from './src/tools/classNames.mjs';
import { gallery } from './src/tools/gallery/galleryPlugin.mjs';
import { firstSentence } from './src/tools/firstSentencePlugin.ts';
import { firstLoad } from './src/tools/firstLoadPlugin.mjs';
import { hosting } from './src/tools/hostingPlugin.mjs';
import { preludes } from './src/tools/preludePlugin.mjs';
import { deflateGroup, librariesGroup, pageGroup, simGroup } from './src/tools/chunkGroups.mjs';
import { licencesPlugin } from './src/tools/licences.ts';
import { workerChunk } from './src/tools/workerChunkPlugin.mjs';
import { offlinePlugin } from './src/tools/offlinePlugin.ts';

const UNIT_TESTS = ['src/**/*.test.{ts,tsx}'];
const ISOLATED_TESTS = ['src/**/*.isolated.test.ts'];

/** What no lazy part has to ask for: it is there before any. The table of what they ask for is part of the first load. */
const IN_FIRST_LOAD = /(^|\/)(core|deflate|libraries|page|preload-helper|rolldown-runtime)-[\w-]{7,8}\.js$/;

export default defineConfig({
  base: './', // dist can be served from any path
  plugins: [
    react(),
    workerChunk(),
    firstSentence(),
    firstLoad(),
    hosting(),
    gallery(),
    licencesPlugin(),
    preludes(),
    offlinePlugin(),
  ],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2022',
    // Vite's helper asks the document for what a lazy part needs; a worker has none. What both share is in core.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) => {
        const asked = /(\.worker|firstSession|sandbox|core)-/.test(hostId)
          ? []
          : files.filter((file) => !IN_FIRST_LOAD.test(file));
        // A file alone is asked for by its import.
        return asked.length > 1 ? asked : [];
      },
    },
    rolldownOptions: {
      // Loaded apart from the door that names them, since the first chart needs one of them only.
      // So are lessons, the gallery and the kinds of files, which few pages need.
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/]sim[\\/]cluster[\\/]own[\\/]/, sideEffects: false },
          {
            test: /[\\/]sim[\\/]scenario[\\/](?:presets[\\/]|lesson|readLesson|gallery|recogniseFile)/,
            sideEffects: false,
          },
        ],
      },
      output: {
        codeSplitting: { groups: [pageGroup, librariesGroup, deflateGroup, simGroup] },
        // The size limits know the chunks by these names. Recharts is one by being imported lazily; a group made by
        // hand could end up imported by the entry, for a helper that both use.
        // Seven characters of a hash are the fewest that so many files can have; more are bytes that nothing compresses.
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        entryFileNames: 'assets/entry-[hash:7].js',
        chunkFileNames: ({ moduleIds }) => {
          const has = (part: RegExp): boolean => moduleIds.some((id) => part.test(id));
          if (has(/[\\/]node_modules[\\/]recharts[\\/]/)) return 'assets/recharts-[hash:7].js';
          // What page and worker share.
          if (has(/[\\/]sim[\\/]limiters[\\/]index\.ts$/)) return 'assets/core-[hash:7].js';
          // What the workers that run scenarios share.
          if (has(/[\\/]sim[\\/]run[\\/]simulate\.ts$/)) return 'assets/engine-[hash:7].js';
          return 'assets/[name]-[hash:7].js';
        },
      },
    },
  },
  worker: { format: 'es' },
  test: {
    allowOnly: false,
    // Nothing here waits; on two busy cores the longest of them, of fifteen seconds, takes ten times what it takes alone.
    testTimeout: process.env['SPILLWAY_TEST_LONG'] ? 300_000 : 150_000,
    // What is polled for is there in a moment, unless the machine is busy.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: availableParallelism(), // Vitest's own default leaves one of two cores idle
    setupFiles: ['src/tools/propertyTests.ts'],
    globalSetup: ['src/tools/redisServer.mjs'],
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    // To import the simulator anew for each file takes as long as the tests. A file that mocks a
    // module, or looks at what V8 has learnt, needs that.
    projects: [
      { extends: true, test: { name: 'shared', include: UNIT_TESTS, exclude: ISOLATED_TESTS, isolate: false } },
      { extends: true, test: { name: 'isolated', include: ISOLATED_TESTS } },
    ],
  },
});
