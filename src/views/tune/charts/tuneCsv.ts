/** The charts of Tune as tables for spreadsheets. Where the readings of a log differ, the least and the most are beside it. */
import type { CsvValue } from '../../../sim/index.ts';
import { CELL } from '../../../tune/cell.ts';
import type { Frontier, MapCells } from '../../../tune/index.ts';
import { measureName } from '../../../tune/goals.ts';
import { FRONTIER_LINES } from './frontierPoints.ts';
import type { MapShown } from './mapText.ts';

type Table = readonly (readonly CsvValue[])[];

/** @param readings the busiest T of each client in order, by reading */
export function busiestCsv(readings: readonly Float64Array[]): Table {
  const [own = new Float64Array(0)] = readings;
  const at = (client: number): readonly number[] => readings.map((permits) => permits[client] ?? 0);
  return [
    ['Client, in order', 'Most in any T', 'Least over readings', 'Most over readings'],
    ...Array.from(own, (permits, client) => [client + 1, permits, Math.min(...at(client)), Math.max(...at(client))]),
  ];
}

/** @param seconds T */
export function frontierCsv(answer: NonNullable<Frontier>, rates: readonly number[], seconds: number): Table {
  const names = FRONTIER_LINES.map(({ label }) => `Capacity for ${label === 'all' ? 'all' : `${label} of`} clients`);
  return [
    ['n', 'T, s', ...names.flatMap((name) => [name, `${name}, least`, `${name}, most`])],
    ...rates.map((rate, index) => [
      rate,
      seconds,
      ...FRONTIER_LINES.flatMap((_, line) => {
        const values = answer.map((capacities) => capacities[line]?.[index] ?? 0);
        return [values[0] ?? null, Math.min(...values), Math.max(...values)];
      }),
    ]),
  ];
}

const STATES: Readonly<Record<number, string>> = {
  [CELL.unknown]: 'not worked out',
  [CELL.met]: 'goals met',
  [CELL.failed]: 'a goal fails',
  [CELL.cannotRun]: 'cannot run',
};

export function mapCsv({ x, y, xValues, yValues, measure }: MapShown, cells: MapCells): Table {
  const name = measureName(measure);
  return [
    [x.id, y.id, name, `${name}, least`, `${name}, most`, 'State'],
    ...yValues.flatMap((up, row) =>
      xValues.map((across, column) => {
        const cell = row * xValues.length + column;
        return [
          across,
          up,
          cells.value[cell] ?? null,
          cells.min[cell] ?? null,
          cells.max[cell] ?? null,
          STATES[cells.state[cell] ?? 0] ?? null,
        ];
      }),
    ),
  ];
}
