import { expect, it } from 'vitest';
import { costOptions, keyOptions, keyText } from './fieldOptions.ts';

const field = (name: string, isNumeric = false, isKept = true) => ({
  name,
  isKept,
  values: 3,
  examples: [],
  isNumeric,
});
const SUMMARY: Parameters<typeof keyOptions>[0] = {
  mapping: {
    time: 'ts',
    timeIs: 'arrival',
    duration: null,
    durationUnit: 's',
    fields: { address: 'ip', user: null, method: null, path: 'uri', status: null, bytes: 'size', agent: null },
  },
  fields: [
    field('ip'),
    field('uri'),
    field('size', true),
    field('tenant'),
    field('units', true),
    field('trace', true, false),
  ],
};
const values = (options: readonly { readonly value: string }[]): string[] => options.map(({ value }) => value);

it('a key is a common field that the log has, a part of one, or any other column', () => {
  expect(values(keyOptions(SUMMARY))).toEqual([
    'address',
    'address/24',
    'address/64',
    'path:1',
    'path:2',
    'path',
    'tenant',
    'units',
    'trace',
  ]);
  expect(keyOptions(SUMMARY).at(-1)?.label).toBe('trace (reads the file again)');
});

it('a cost is a field with numbers, or one of which nothing is known yet', () => {
  expect(values(costOptions(SUMMARY))).toEqual(['bytes', 'units', 'trace']);
});

it('says how many clients a key may make, where the log tells at once', () => {
  expect(keyText(SUMMARY, ['address'])).toBe('3 different values');
  expect(keyText(SUMMARY, ['tenant'])).toBe('3 different values');
  for (const key of [[], ['address/24'], ['trace'], ['address', 'tenant']]) expect(keyText(SUMMARY, key)).toBeNull();
});
