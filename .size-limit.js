// What the built page may weigh, compressed.
import { readFileSync } from 'node:fs';

/** @param {string} file in dist/assets @returns {string[]} the files that it imports at once */
const importsOf = (file) =>
  [...readFileSync(`dist/assets/${file}`, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, name]) =>
    String(name),
  );

/** What the page names at its head, the worker, and all that these import: read from the build, so that nothing is missed. */
function firstLoad() {
  const page = readFileSync('dist/index.html', 'utf8');
  const files = new Set(
    [...page.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => String(name)),
  );
  const worker = [...files].map(
    (file) => /simulation\.worker-[\w-]+\.js/.exec(readFileSync(`dist/assets/${file}`, 'utf8'))?.[0],
  );
  for (const file of worker) if (file !== undefined) files.add(file);
  for (const file of files) if (file.endsWith('.js')) for (const imported of importsOf(file)) files.add(imported);
  return ['dist/index.html', ...[...files].map((file) => `dist/assets/${file}`)];
}

export default [
  { name: 'all that the first chart waits for', path: firstLoad(), gzip: true, limit: '295 kB' },
  { name: 'recharts, after the first chart', path: 'dist/assets/recharts-*.js', gzip: true, limit: '140 kB' },
  {
    name: "the code editor, when a script's form is first shown",
    path: 'dist/assets/ScriptEditor-*.js',
    gzip: true,
    limit: '155 kB',
  },
  { name: 'styles', path: 'dist/assets/*.css', gzip: true, limit: '29 kB' },
  { name: 'the service worker, after the page has loaded', path: 'dist/sw.js', gzip: true, limit: '12.5 kB' },
  { name: 'all scripts together', path: 'dist/assets/*.{js,wasm}', gzip: true, limit: '1000 kB' },
];
