/** What a cell of the map says. */
import { CELL } from '../../../tune/cell.ts';
import type { MapCells, Parameter, Setting } from '../../../tune/index.ts';
import { measureName, measureText } from '../../../tune/goals.ts';
import { isFigureIdentifiable } from '../../../tune/identifiable.ts';
import { NBSP } from '../../format/short.ts';
import { formatShortNumber } from '../../format/ticks.ts';
import { formatDuration } from '../../format/time.ts';
import { formatSignificant, isCoarse, MEASURE_UNITS, type Measure } from '../../../sim/index.ts';

/** What the map shows. */
export interface MapShown {
  readonly x: Parameter;
  readonly y: Parameter;
  readonly xValues: readonly number[];
  readonly yValues: readonly number[];
  readonly measure: Measure;
  /** The coarsest stamps of the traffic's logs, in seconds. */
  readonly resolution: number;
  /** The shortest time that the lane's answers depend on with a setting, in seconds. */
  readonly timeAt: (setting: Setting) => number;
}

/** `20`, `10 s`. */
export function valueText({ unit }: Parameter, value: number): string {
  return unit === 's' ? formatDuration(value) : formatShortNumber(value);
}

/** Round values of T stay round in seconds: 1,000 s would be 16.7 min. Recharts breaks labels at spaces. */
export function tickText(unit: string, value: number): string {
  return formatShortNumber(value) + (unit === 's' ? `${NBSP}s` : '');
}

/** `n`, `T`, `capacity`, or an option's label: short enough for a small choice. */
export function shortName({ id, label }: Parameter): string {
  return id === 'n' || id === 'T' || id === 'capacity' ? id : label;
}

/** What marks say that only a log with coarse timestamps has, or one with timestamps at all. @param resolution in seconds */
export function stampsLegend(resolution: number): string {
  const split = isCoarse({ resolution }) ? ' Split cell: the range over the readings of the log.' : '';
  return resolution === 0 ? '' : `${split} Dashed line: the edge of what is identifiable.`;
}

/** `n 20, T 10 s. Clients ever refused: 2.7 %. A goal fails.` */
export function cellText(
  { x, y, measure, resolution, timeAt }: MapShown,
  cells: MapCells | null,
  cell: number,
  setting: Setting,
): string {
  const place = [x, y].map((parameter) => `${parameter.id} ${valueText(parameter, setting[parameter.id] as number)}`);
  const where = `${place.join(', ')}.`;
  const state = cells?.state[cell] ?? CELL.unknown;
  if (cells === null || state === CELL.unknown) return `${where} Not worked out yet.`;
  if (state === CELL.cannotRun) return `${where} The limiter cannot run this.`;
  return `${where} ${measureName(measure)}: ${figureText(cells, cell, measure)}.${state === CELL.failed ? ' A goal fails.' : ''}${isFigureIdentifiable(measure, timeAt(setting), resolution) ? '' : ' Not identifiable from this log.'}`;
}

/** As `measureText`, in three significant digits: `22.9 %`. */
export function roundedText(measure: Measure, value: number | null): string {
  return value !== null && MEASURE_UNITS[measure] === 'share'
    ? `${formatSignificant(100 * value)} %`
    : measureText(measure, value);
}

/** `2.7 %`, or `1 % to 4 %` where the readings of a log differ. */
export function figureText({ value, min, max }: MapCells, cell: number, measure: MapShown['measure']): string {
  const text = (figure: number): string => roundedText(measure, Number.isNaN(figure) ? null : figure);
  return min[cell] === max[cell] || Number.isNaN(min[cell])
    ? text(value[cell] as number)
    : `${text(min[cell] as number)} to ${text(max[cell] as number)}`;
}
