/** The values along an axis of the map: round ones, for some decades around the present. */
import { nextNiceCount, nextNiceNumber } from '../../format/niceSteps.ts';
import type { Parameter } from '../../../tune/index.ts';

/** Beyond, cells are too small to press. */
const MAX_VALUES = 40;

/** At least a decade to either side of the parameter's value, in whole decades, so that a small step moves no axis. */
export function mapValues({ min, max, step, value }: Parameter): readonly number[] {
  const middle = Math.max(value ?? min, step);
  const low = Math.max(min, step, 10 ** (Math.floor(Math.log10(middle)) - 1));
  const high = Math.min(max, 10 ** (Math.floor(Math.log10(middle)) + 2));
  const whole = step === 1;
  const values: number[] = [];
  for (
    let next = whole ? Math.ceil(low) : Number(low.toPrecision(6));
    next <= high && values.length < MAX_VALUES;
    next = whole ? nextNiceCount(next, 1) : Number(nextNiceNumber(next, 1).toPrecision(6))
  )
    values.push(next);
  return values;
}

/** Where a value is among ascending ones, as an index with a fraction; of a value beyond them, that of the end. */
export function indexOfValue(values: readonly number[], value: number): number {
  const after = values.findIndex((each) => each >= value);
  if (after < 0) return values.length - 1;
  const [low, high] = [values[after - 1], values[after] as number];
  return low === undefined ? 0 : after - 1 + Math.log(value / low) / Math.log(high / low);
}

/** The ticks of an axis: the indices of values that begin with 1, or with 1, 2 and 5 where there is room. */
export function mapTicks(values: readonly number[], most: number): readonly number[] {
  for (const digits of ['125', '1']) {
    const ticks = [...values.keys()].filter((index) => {
      const [digit = '', ...others] = (values[index] as number).toExponential().replace(/e.*/, '').replace('.', '');
      return digits.includes(digit) && others.length === 0;
    });
    if (ticks.length <= most && ticks.length > 0) return ticks;
  }
  return [0, values.length - 1];
}
