import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { licenceProblems, notices, type LockFile } from './licences.ts';

const root = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;

it('every package has a licence that we may use', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(licenceProblems(lock)).toEqual([]);
});

it.each([
  ['MIT', true, true],
  ['(GPL-3.0-only OR MIT)', true, true],
  ['MIT AND ISC', true, true],
  ['MPL-2.0', false, true],
  ['GPL-3.0-only', false, false],
  ['MIT AND GPL-3.0-only', false, false],
  [undefined, false, false],
])('%s may ship: %s; may be a tool: %s', (license, ships, tool) => {
  const named = license === undefined ? {} : { license };
  const problems = (dev: boolean) =>
    licenceProblems({ packages: { '': {}, 'node_modules/a/node_modules/@b/c': { ...named, dev } } });
  expect(problems(false)).toHaveLength(ships ? 0 : 1);
  expect(problems(true)).toHaveLength(tool ? 0 : 1);
});

it('a package that may not ship is named, with its licence and those that may', () => {
  expect(licenceProblems({ packages: { 'node_modules/@b/c': { license: 'GPL-3.0-only' } } })).toEqual([
    '@b/c has GPL-3.0-only. What ships may have 0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, ISC, MIT.',
  ]);
});

it('the notices name what ships, and no tool', () => {
  const text = notices(root);
  for (const name of ['react-dom', 'zustand', '@radix-ui/react-dialog', 'd3-scale']) expect(text).toContain(name);
  expect(text).toContain('Fabrice Bellard');
  expect(text).toContain('Meta Platforms');
  expect(text).not.toContain('playwright');
});
