/** What the header of a W3C extended log says, besides the golden log of CloudFront. */
import { expect, it } from 'vitest';
import { sourceOf } from '../goldenLogs.testing.ts';
import { readLog } from '../readLog.ts';
import { arrivalsOf } from '../recordingOf.ts';

const TEN = Date.UTC(2026, 0, 5, 10) * 1_000;
const IIS = ['#Software: Microsoft Internet Information Services 10.0', '#Version: 1.0'];
const FIELDS = '#Fields: date time c-ip cs-uri-stem sc-status time-taken';
const line = (taken: string) => `2026-01-05 10:00:00 203.0.113.7 / 200 ${taken}`;
const read = (...lines: readonly string[]) => readLog([sourceOf('u_ex260105.log', `${lines.join('\n')}\n`)]);

it.each([
  ['milliseconds of IIS', [...IIS, FIELDS, line('250')], 'ms', 250_000],
  ['seconds of CloudFront', [FIELDS.replace('sc-status', 'x-edge-location'), line('2')], 's', 2_000_000],
  ['seconds where they have fractions', [FIELDS, line('0.250'), line('2')], 's', 250_000],
  ['milliseconds where they have none', [FIELDS, line('250')], 'ms', 250_000],
])('time-taken is in %s', async (_, lines, unit, taken) => {
  const table = await read(...lines);
  expect([table.format, table.mapping.durationUnit]).toEqual(['cloudfront', unit]);
  expect(arrivalsOf(table)[0]).toBe(TEN - taken);
});

it('a header names the same columns with spaces after them, at the beginning and later', async () => {
  const table = await read(...IIS, `${FIELDS} `, line('250'), ...IIS, `${FIELDS}  `, line('20'));
  expect(table.badLines.first).toEqual([]);
  expect(Array.from(arrivalsOf(table))).toEqual([TEN - 250_000, TEN - 20_000]);
});

it('lines of CloudFront that were joined without their headers have its columns', async () => {
  const row =
    '2026-01-05\t10:00:00\tCDG50-P2\t703\t203.0.113.7\tGET\td1.cloudfront.net\t/a\t429\t-\tcurl/8\tb=1\t-\tError\tx1==\texample.org\thttps\t62\t0.250\t-\tTLSv1.3';
  const table = await read(row, row);
  expect([table.format, table.rows, table.badLines.count]).toEqual(['cloudfront', 2, 0]);
  expect(table.mapping).toMatchObject({
    timeIs: 'end',
    durationUnit: 's',
    fields: { address: 'c-ip', status: 'sc-status' },
  });
  expect(arrivalsOf(table)[0]).toBe(TEN - 250_000);
});
