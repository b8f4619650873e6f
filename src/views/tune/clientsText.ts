/** The figures of a client as text: one where the log tells it, else from the least to the greatest over its readings. */
import { formatSignificant } from '../../sim/index.ts';
import type { ClientRow } from '../../tune/clients.ts';
import { formatCount } from '../format/numbers.ts';
import { formatDerivedTime } from '../format/time.ts';

/** What a figure is over the readings of a log. */
interface Span {
  readonly min: number;
  readonly max: number;
}

/** `45`, `43 to 47`. */
export function spanText({ min, max }: Span, format: (value: number) => string = formatCount): string {
  const [least, most] = [format(min), format(max)];
  return least === most ? least : `${least} to ${most}`;
}

/** `2.4 %`. */
export function shareText(share: number): string {
  return `${formatSignificant(100 * share)} %`;
}
