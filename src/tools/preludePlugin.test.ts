import { expect, it } from 'vitest';
import { LUA_PRELUDE } from '../sandbox/lua/luaPrelude.ts';
import { SCHEME_PRELUDE } from '../sandbox/scheme/schemePrelude.ts';
import { preludes } from './preludePlugin.mjs';

type Transform = (code: string, id: string) => { code: string } | null;
const { transform } = preludes() as unknown as { transform: Transform };
const shipped = (code: string, file = 'scheme/schemePrelude.ts'): string =>
  transform(code, `/x/src/sandbox/${file}`)?.code ?? code;

it('takes out of a prelude the lines that are comments, and no others', () => {
  const code = "const a = 1; // kept\n  // gone\n/** Gone. */\nconst b = 'https://x'; /** kept */\n";
  expect(shipped(code)).toBe("const a = 1; // kept\n\n\nconst b = 'https://x'; /** kept */\n");
  expect(shipped(code, 'own/source.ts')).toBe(code);
});

it('keeps every line at its number', () => {
  for (const prelude of [SCHEME_PRELUDE, LUA_PRELUDE])
    expect(shipped(prelude).split('\n')).toHaveLength(prelude.split('\n').length);
  expect(shipped(SCHEME_PRELUDE)).not.toMatch(/^ *\/\//m);
});
