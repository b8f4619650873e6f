// What the built page may weigh, compressed.
import { firstLoadFiles } from './src/tools/firstLoadFiles.mjs';

export default [
  { name: 'all that the first chart waits for', path: firstLoadFiles(), gzip: true, limit: '260 kB' },
  { name: 'recharts, after the first chart', path: 'dist/assets/recharts-*.js', gzip: true, limit: '140 kB' },
  {
    name: "the code editor, when a script's form is first shown",
    path: 'dist/assets/ScriptEditor-*.js',
    gzip: true,
    limit: '155 kB',
  },
  { name: 'styles', path: 'dist/assets/*.css', gzip: true, limit: '40 kB' },
  { name: 'the service worker, after the page has loaded', path: 'dist/sw.js', gzip: true, limit: '18.8 kB' },
  // Lua, for Redis scripts, is 90 kB of it.
  { name: 'all scripts together', path: 'dist/assets/*.{js,wasm}', gzip: true, limit: '1514 kB' },
];
