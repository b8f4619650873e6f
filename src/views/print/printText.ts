/** The sentences of the printed sheet. */
import type { LaneInfo } from '../../sim/index.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatDuration } from '../format/time.ts';
import { SECOND } from '../../sim/index.ts';

/** `Admitted 24 of 32 requests, of which 3 were delayed; denied 8. At most 20 in any 10 s, where the limit is 10.` */
export function figuresText({ summary, n, T }: Pick<LaneInfo, 'summary' | 'n' | 'T'>): string {
  const { requests, admitted, delayed, denied, peak } = summary;
  const waited = delayed === 0 ? '' : `, of which ${formatCount(delayed)} ${delayed === 1 ? 'was' : 'were'} delayed`;
  const most = formatCount(peak?.permits ?? 0);
  return (
    `Admitted ${formatCount(admitted)} of ${pluralize(requests, 'request')}${waited}; denied ${formatCount(denied)}. ` +
    `At most ${most} in any ${formatDuration(T / SECOND)}, where the limit is ${formatCount(n)}.`
  );
}
