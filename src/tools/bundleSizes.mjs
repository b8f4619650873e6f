// `npm run sizes`: what each package adds to the built page. A package's part of a file is its part of the file's code
// before it is minified, of the file's size after gzip; so the parts add up to what the size limits measure.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './run.mjs';

/** @type {Map<string, number>} bytes by package; our own code is "spillway" */
const sizes = new Map();

/**
 * @param {string} name
 * @param {number} bytes
 */
const add = (name, bytes) => sizes.set(name, (sizes.get(name) ?? 0) + bytes);

/** @param {string} file */
const packageOf = (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'spillway';

/** @returns {import('vite').Plugin} */
const collector = () => ({
  name: 'spillway-sizes',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset') {
          // The worker's own build names where the file came from; the page's only carries it along.
          const [from] = output.originalFileNames;
          if (from?.endsWith('.wasm')) add(packageOf(from), gzipSync(output.source).length);
          continue;
        }
        const modules = Object.entries(output.modules);
        const total = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
        if (total === 0) continue; // it only exports what other files hold
        const bytes = gzipSync(output.code).length;
        for (const [file, { renderedLength }] of modules) add(packageOf(file), (bytes * renderedLength) / total);
      }
    },
  },
});

await build({
  root,
  logLevel: 'error',
  plugins: [collector()],
  worker: { plugins: () => [collector()] },
  build: { write: false },
});
for (const [name, bytes] of [...sizes].sort(([, a], [, b]) => b - a)) {
  console.log(`${(bytes / 1000).toFixed(1).padStart(6)} kB  ${name}`);
}
