/** The figures of Compare as a table for spreadsheets. */
import { secondsFromMicros, type CsvValue } from '../../sim/index.ts';
import { columnsFor, valueIn, type CompareRow } from './compareTable.ts';

/** The head, and a row for each lane in the scenario's order: times in seconds, nothing rounded, and the lane's own limit. */
export function compareCsv(rows: readonly CompareRow[]): readonly (readonly CsvValue[])[] {
  const columns = columnsFor(rows.map(({ laneInfo }) => laneInfo));
  return [
    ['Lane', 'Name', 'n', 'T, s', 'Requests', ...columns.map(({ title, micros }) => (micros ? `${title}, s` : title))],
    ...rows.map((row) => [
      row.lane + 1,
      row.label,
      row.laneInfo?.n ?? null,
      row.laneInfo === null ? null : secondsFromMicros(row.laneInfo.T),
      row.laneInfo?.summary.requests ?? null,
      ...columns.map((column) => {
        const value = valueIn(column, row);
        return value === null || column.micros !== true ? value : secondsFromMicros(value);
      }),
    ]),
  ];
}
