import { describe, expect, it } from 'vitest';
import { expectLinearTime, repeated } from '../../linearTime.testing.ts';
import { nameInCode } from './nameInCode.ts';

describe('the name in a limiter’s code', () => {
  it.each<[string, string | undefined]>([
    ["export const about = { name: 'My bucket' };", 'My bucket'],
    ['export const about = { unit: "tokens", name: "It’s mine" };', 'It’s mine'],
    ['const x = 1;\n  export const about = {\n    name: `Of\tours `,\n  };', 'Of\tours'],
    [`export const about = { name: '${'x'.repeat(60)}' };`, 'x'.repeat(60)],
    [`export const about = { name: '${'x'.repeat(61)}' };`, undefined],
    ["export const about = { name: '  ' };", undefined],
    ["export const about = { unit: 'tokens' };", undefined],
    ["// export const about = { name: 'Not this' };", undefined],
    ["export const other = { name: 'Nor this' };", undefined],
    ["export const about = { name: 'unfinished", undefined],
    ['', undefined],
  ])('of %j', (code, name) => expect(nameInCode(code)).toBe(name));

  it.each(['export const about = { name : ', 'export const about = {\n', 'export ', "name: '"])(
    'is found in no more time than the text is long: %j',
    (part) => expectLinearTime(100_000, repeated(part), (code) => expect(nameInCode(code)).toBeUndefined()),
  );
});
