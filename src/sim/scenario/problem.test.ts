import { describe, expect, it } from 'vitest';
import { briefJson, joinWithOr, fieldPath, formatExactNumber, closestName, problemMessage } from './problem.ts';

describe('a figure in a sentence', () => {
  it.each([
    [0, '0'],
    [-5, '−5'],
    [1_000_000, '1,000,000'],
    [-1234.5678, '−1,234.5678'],
    [0.000001, '0.000001'],
    [1e-9, '1e-9'],
    [1e300, '1e+300'],
    [Infinity, 'Infinity'],
    [-Infinity, '−Infinity'],
    [NaN, 'NaN'],
  ])('%s is %s', (value, words) => expect(formatExactNumber(value)).toBe(words));
});

const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
const circular: Record<string, unknown> = {};
circular['self'] = circular;

describe('what was there, in short', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    ['five', '"five"'],
    [-5, '−5'],
    [null, 'null'],
    [undefined, 'undefined'],
    [true, 'true'],
    [[1, 'a', { b: [] }], '[1,"a",{"b":[]}]'],
    [{}, '{}'],
    [['a'.repeat(100)], `["${'a'.repeat(37)}…`],
    ['x'.repeat(100), `"${'x'.repeat(38)}…`],
    [`${'x'.repeat(37)}😀 and more`, `"${'x'.repeat(37)}…`],
    ['line\nbreak', '"line\\nbreak"'],
    [Array.from({ length: 100_000 }, () => 7), `[${'7,'.repeat(19)}…`],
    [deep, '[[[[[…]]]]]'],
    [circular, '{"self":{"self":{"self":{"self":{…}}}}}'],
    [Symbol('s'), 'Symbol(s)'],
    [12n, '12'],
  ];
  // Not `it.each`, which writes every value into a title and does not survive the deep one.
  cases.forEach(([value, words], index) => it(`${index}: ${words}`, () => expect(briefJson(value)).toBe(words)));
});

describe('the name that was meant', () => {
  const limiters = ['token-bucket', 'token-bucket-lazy', 'fixed-window', 'sliding-log', 'gcra'];
  it.each([
    ['token-buckt', 'token-bucket'],
    ['Token-Bucket', 'token-bucket'],
    ['tokenbucket', 'token-bucket'],
    ['silding-log', 'sliding-log'],
    ['grca', 'gcra'],
    ['window', undefined],
    ['', undefined],
    ['GCRA', 'gcra'],
  ])('%s: %s', (name, meant) => expect(closestName(name, limiters)).toBe(meant));

  it('is not looked for far away', () => {
    expect(closestName('k', ['n', 'T', 'capacity'])).toBeUndefined();
    expect(closestName('N', ['T', 'n'])).toBe('n');
    expect(closestName('on', ['to', 'from'])).toBeUndefined();
    expect(closestName('x'.repeat(100_000), limiters)).toBeUndefined();
  });
});

it('names a path so that it can be found', () => {
  expect(fieldPath('', 'policy')).toBe('policy');
  expect(fieldPath('policy', 'n')).toBe('policy.n');
  expect(fieldPath('traffic[0]', 'no name')).toBe('traffic[0]["no name"]');
  expect(fieldPath('', '__proto__')).toBe('["__proto__"]');
});

it('lists words', () => {
  expect([joinWithOr(['a']), joinWithOr(['a', 'b']), joinWithOr(['a', 'b', 'c'])]).toEqual([
    'a',
    'a or b',
    'a, b or c',
  ]);
});

it('says a problem in a sentence', () => {
  const may = 'a whole number from 1 to 1,000,000';
  expect(problemMessage({ path: 'n', actual: '0', expected: may })).toBe(
    'n is 0. It may be a whole number from 1 to 1,000,000.',
  );
  expect(problemMessage({ path: '', actual: '[]', expected: 'an object' })).toBe(
    'The scenario is []. It may be an object.',
  );
  expect(problemMessage({ path: 'a', actual: '"x"', expected: '"y"', suggestion: '"y"' })).toBe(
    'a is "x". It may be "y". Did you mean "y"?',
  );
  expect(problemMessage({ path: 'a', actual: '', expected: '', message: 'In other words.' })).toBe('In other words.');
});
