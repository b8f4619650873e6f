/** Where Find looks. */
import type { AxisRange, Parameter } from '../../../tune/index.ts';
import { formatCount } from '../../format/numbers.ts';
import { mapValues } from '../charts/mapAxes.ts';
import { valueText } from '../charts/mapText.ts';

/** Whole numbers from the least to a hundred times the present one, at least to 1,000; of others the map's round values. */
export function searchRange(parameter: Parameter): AxisRange {
  const { id, min, max, step, value } = parameter;
  if (step !== 1) return { parameter: id, values: mapValues(parameter) };
  const to = Math.min(max, Math.max(1_000, 10 ** Math.ceil(Math.log10(100 * Math.max(1, value ?? 1)))));
  return { parameter: id, from: min, to, step };
}

/** `the values of n from 1 to 1,000`, `the 31 round values of T from 1 s to 10 min`. */
export function rangeName(parameter: Parameter, axis: AxisRange): string {
  const text = (value: number): string => valueText(parameter, value);
  if ('values' in axis) {
    const { values } = axis;
    return `the ${formatCount(values.length)} round values of ${parameter.id} from ${text(values[0] ?? 0)} to ${text(values.at(-1) ?? 0)}`;
  }
  return `the values of ${parameter.id} from ${text(axis.from)} to ${text(axis.to)}`;
}
