/** What is written in a file of its own, and then forgotten in the list that offers it, would be missing without a word. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const LISTS: readonly (readonly [folder: string, declares: RegExp, list: string])[] = [
  ['sim/limiters', /^export const \w+: Limiter</m, 'sim/limiters/index.ts'],
  ['sim/cluster/schemes', /^export const \w+: Scheme</m, 'sim/cluster/schemes/programs.ts'],
  ['sim/cluster/schemes/info', /^export const \w+: SchemeInfo = \{$/m, 'sim/cluster/schemes/index.ts'],
  ['sim/traffic', /^export const \w+: TrafficKind</m, 'sim/traffic/index.ts'],
  ['lessons', /^export const steps\b/m, 'lessons/index.ts'],
];

/** Lanes of a user's own: their words are loaded apart. */
const ELSEWHERE = new Set(['ownLua.ts', 'ownScheme.ts']);

it.each(LISTS)('what %s declares is in its list', (folder, declares, list) => {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
  const declared = readdirSync(join(import.meta.dirname, folder)).filter(
    (file) => /^\w+\.ts$/.test(file) && !ELSEWHERE.has(file) && declares.test(read(`${folder}/${file}`)),
  );
  expect(declared.length).toBeGreaterThan(8);
  expect(
    declared.filter((file) => !read(list).includes(`/${file}'`)),
    `to be added to src/${list}`,
  ).toEqual([]);
});
