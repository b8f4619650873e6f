import { describe, expect, it } from 'vitest';
import { csvField, csvTable, spreadsheetField } from './csv.ts';

describe('CSV', () => {
  it('quotes what would end a field or a line', () => {
    expect(['plain', 'a,b', 'say "no"', 'two\nlines', ''].map(csvField)).toEqual([
      'plain',
      '"a,b"',
      '"say ""no"""',
      '"two\nlines"',
      '',
    ]);
  });

  it('keeps spreadsheets from computing a text', () => {
    expect(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=A1,"b"', 'a=1'].map(spreadsheetField)).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "'\tx",
      `"'=A1,""b"""`,
      'a=1',
    ]);
  });

  it('writes numbers exactly, and nothing for what is none', () => {
    expect(
      csvTable([
        ['a', 'b'],
        [-0.1, 1e21],
        [null, NaN],
        [Infinity, 0],
      ]),
    ).toBe('a,b\r\n-0.1,1e+21\r\n,\r\n,0\r\n');
  });
});
