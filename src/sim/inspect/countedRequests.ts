/** The requests that a decision counted, for limiters that count requests. */
import type { Explanation } from '../limiters/limiter.ts';
import { DELAY, DENY } from '../verdict.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import type { Replay } from './replay.ts';

/**
 * Positions in the trace, rising, of the earlier requests of the same key that were counted; null for a limiter that
 * counts none. A million of them are four megabytes: they are numbered twice, so that they are written once.
 */
export function countedRequestsOf(
  { verdicts }: Pick<LaneTrace, 'verdicts'>,
  replay: Replay,
  request: number,
  { countedSpan, countsDenied }: Explanation,
): Uint32Array | null {
  if (countedSpan === undefined) return null;
  // What costs more than can ever fit is refused first: that is written down nowhere.
  const lastCountedVerdict = countsDenied === true ? DENY : DELAY;
  const first = replay.countBefore(countedSpan[0]);
  // The span goes on past this request; the limiter knows of none that comes after it.
  const end = replay.countThrough(request) - 1;
  let count = 0;
  for (let position = first; position < end; position++) {
    count += Number((verdicts[replay.requestAt(position)] as number) <= lastCountedVerdict);
  }
  const positions = new Uint32Array(count);
  let length = 0;
  for (let position = first; position < end; position++) {
    const member = replay.requestAt(position);
    if ((verdicts[member] as number) <= lastCountedVerdict) positions[length++] = member;
  }
  return positions;
}
