/** Columns that are dropped while a log is read. */
import { expect, it } from 'vitest';
import { sourceOf } from './goldenLogs.testing.ts';
import { readLog } from './readLog.ts';
import { TableBuilder } from './tableBuilder.ts';

const ROWS = 110_000;

it('a column that differs in most rows holds nothing more, though its reader goes on', () => {
  const table = new TableBuilder();
  const id = table.column('id', false);
  const needed = table.column('key', true);
  const fill = (from: number): void => {
    for (let row = from; row < from + ROWS; row++) {
      id.pending = id.values.codeOfText(`request ${row}`);
      needed.pending = needed.values.codeOfText(`request ${row}`);
      table.add(row, 0);
    }
  };
  fill(0);
  table.dropSingular();
  fill(ROWS);
  expect([id.values.size, id.codes.length]).toEqual([1, 0]);
  expect([needed.values.size, needed.codes.length >= 2 * ROWS]).toEqual([2 * ROWS + 1, true]);
  const { columns, dropped } = table.finish();
  expect([[...columns.keys()], dropped]).toEqual([['key'], ['id']]);
});

it('counts the durations that it cannot keep as they are', () => {
  const table = new TableBuilder();
  for (const duration of [5, NaN, 2 ** 32 - 1, 2 ** 32]) table.add(0, duration);
  const { durations, mended } = table.finish();
  expect([Array.from(durations!), mended]).toEqual([[5, 0, 2 ** 32 - 1, 2 ** 32 - 1], { cut: 1, unread: 1 }]);
});

it('a later file does not begin it again', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => `2026-01-05T10:00:00Z,::1,request ${row}\n`);
  const source = (name: string, count: number) => sourceOf(name, `time,ip,id\n${rows(count).join('')}`);
  const table = await readLog([source('a.csv', ROWS), source('b.csv', 3)]);
  expect([[...table.columns.keys()], table.otherColumns]).toEqual([['ip'], ['time', 'id']]);
  expect(table.findings.map(({ sentence }) => sentence)).toContain(
    'id differs in most requests and is not kept. To use it, read the file again with it.',
  );
});
