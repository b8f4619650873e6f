/** Plain JSON in a document, and merge patches. */
import { describe, expect, it } from 'vitest';
import { jsonObject, mergePatch, patchBetween, type Json, type JsonObject } from './json.ts';

describe('a merge patch', () => {
  // The examples of RFC 7396, appendix A.
  it.each<[Json, Json, Json]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, result) => expect(mergePatch(target, patch)).toEqual(result));

  it('sets a field that is called __proto__, and no prototype', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true}}') as Json;
    expect(JSON.stringify(mergePatch({}, patch))).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('the patch between two documents', () => {
  it.each<[JsonObject, JsonObject, JsonObject]>([
    [{ a: 1 }, { a: 1 }, {}],
    [{ a: 1, b: 2 }, { a: 3 }, { a: 3, b: null }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
    [{ a: { b: 1 } }, { a: {} }, { a: { b: null } }],
    [{ a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
    [{ a: { b: 1 } }, { a: [1] }, { a: [1] }],
    [{}, { a: { b: { c: 1 } } }, { a: { b: { c: 1 } } }],
  ])('from %j to %j is %j, and makes the one of the other', (from, to, patch) => {
    expect(patchBetween(from, to)).toEqual(patch);
    expect(mergePatch(from, patch)).toEqual(to);
  });
});

describe('an object of JSON', () => {
  it('is copied: −0 is 0, and what is undefined is absent', () => {
    const given = { a: -0, b: undefined, c: [{ d: 'e' }] };
    const read = jsonObject.parse(given, '', () => undefined);
    expect(read).toEqual({ a: 0, c: [{ d: 'e' }] });
    expect(Object.is(read?.['a'], 0)).toBe(true);
    expect(read?.['c']).not.toBe(given.c);
  });

  it.each([[null], [[]], ['text'], [{ a: () => 1 }], [{ a: Infinity }]])('is not %o', (given) =>
    expect(problemPaths(given)).toEqual(['lesson']),
  );

  it('is not too deep for what walks it', () => expect(problemPaths(nested(100_000))).toEqual(['lesson']));
});

function problemPaths(given: unknown): readonly string[] {
  const paths: string[] = [];
  jsonObject.parse(given, 'lesson', ({ path }) => paths.push(path));
  return paths;
}

function nested(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}
