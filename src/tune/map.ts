/** The map: a measure over two parameters, a cell for each pair of values, first coarse and then finer. */
import { exp, ln } from '../sim/engine.ts';
import { CELL } from './cell.ts';
import type { Goal, Measure } from '../sim/index.ts';
import { measuresOf, meets, rangeOver } from './goals.ts';
import type { Tuner } from './tuner.ts';

/** A parameter, and the values along its axis. */
export interface MapAxis {
  readonly parameter: string;
  readonly values: readonly number[];
}

export interface MapQuery {
  readonly lane: number;
  readonly x: MapAxis;
  readonly y: MapAxis;
  readonly measure: Measure;
  readonly goals: readonly Goal[];
  /** Every how manieth column and row is worked out. Cells of an earlier, coarser answer are not worked out again. */
  readonly stride: number;
}

/** By cell, row by row: that of the x value i and the y value j is at j · (number of x values) + i. */
export interface MapCells {
  /** `CELL`: whether all goals are met, under every reading. */
  readonly state: Uint8Array;
  /** The measure under the scenario's own reading; NaN without a population, or where it is not known. */
  readonly value: Float64Array;
  /** The same over all readings. */
  readonly min: Float64Array;
  readonly max: Float64Array;
}

export function* mapCells(tuner: Tuner, query: MapQuery): Generator<undefined, MapCells> {
  const { lane, x, y, measure, goals, stride } = query;
  const size = x.values.length * y.values.length;
  const state = new Uint8Array(size);
  const [value, min, max] = [unknown(size), unknown(size), unknown(size)];
  const measures = [...new Set([measure, ...measuresOf(goals)])];
  for (let j = 0; j < y.values.length; j += stride) {
    for (let i = 0; i < x.values.length; i += stride) {
      const setting = { [x.parameter]: x.values[i] as number, [y.parameter]: y.values[j] as number };
      const measured = yield* tuner.measure(lane, setting, measures);
      const cell = j * x.values.length + i;
      if ('error' in measured) {
        state[cell] = CELL.cannotRun;
        continue;
      }
      const isMet = measured.every((figures) => goals.every((goal) => meets(goal, figures)));
      state[cell] = isMet ? CELL.met : CELL.failed;
      const range = rangeOver(measured, measure);
      value[cell] = range?.value ?? NaN;
      min[cell] = range?.min ?? NaN;
      max[cell] = range?.max ?? NaN;
    }
  }
  return { state, value, min, max };
}

function unknown(size: number): Float64Array {
  return new Float64Array(size).fill(NaN);
}

/**
 * At most `count` values, one or more, from `from` to `to`, each the same factor above the one before, rounded to multiples of `step`;
 * neighbours that round to the same value are one. A single value is `from`.
 */
export function logValues(from: number, to: number, count: number, step: number): readonly number[] {
  const growth = ln(to / from);
  const values = Array.from({ length: count }, (_, index) => from * exp((index / Math.max(1, count - 1)) * growth));
  // To a millionth: multiples of 0.001 are none in a double.
  return [...new Set(values.map((value) => Math.round(Math.round(value / step) * step * 1e6) / 1e6))];
}
