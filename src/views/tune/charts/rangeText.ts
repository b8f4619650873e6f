/** A figure of a log: one number, or the least and the most over the readings of its stamps. */
import { formatCount } from '../../format/numbers.ts';

/** `36`, or `30 to 36` where the readings differ. */
export function rangeText(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
}

/** What a band in a chart is. @param readings how many there are */
export function rangeNote(readings = 1): string {
  return readings > 1 ? ' Grey: the range over the readings.' : '';
}
