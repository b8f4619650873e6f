// Which built files the first chart waits for, read from the build, so that no list can miss one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** @param {string} file in dist */
const read = (file) => readFileSync(join(root, 'dist', file), 'utf8');

/**
 * The files that a built script imports at once.
 *
 * @param {string} file in dist/assets
 */
const importsOf = (file) =>
  [...read(`assets/${file}`).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, name = '']) => name);

/** @returns {string[]} the page, what its head names, the worker, and all that these import at once, from the root on */
export function firstLoadFiles() {
  const named = read('index.html').matchAll(/(?:src|href)="\.\/assets\/([^"]+\.(?:js|css))"/g);
  const files = new Set([...named].map(([, name = '']) => name));
  for (const file of files) {
    const [worker] = /simulation\.worker-[\w-]+\.js/.exec(read(`assets/${file}`)) ?? [];
    if (worker !== undefined) files.add(worker);
  }
  for (const file of files) if (file.endsWith('.js')) for (const imported of importsOf(file)) files.add(imported);
  return ['dist/index.html', ...[...files].map((file) => `dist/assets/${file}`)];
}
