/** The earlier requests that a decision counted, for limiters that count requests. */
import type { Explanation } from '../limiters/limiter.ts';
import { DELAY, DENY } from '../verdict.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import type { Replay } from './replay.ts';

/**
 * Positions in the trace, in ascending order, of the earlier requests of the same key that were counted; null for a limiter
 * that counts none. They may take megabytes, so two passes count them first and then fill one array of that size.
 */
export function countedRequestsOf(
  { verdicts }: Pick<LaneTrace, 'verdicts'>,
  replay: Replay,
  request: number,
  { countedSpan, countsDenied }: Explanation,
): Uint32Array | null {
  if (countedSpan === undefined) return null;
  // Requests that cost more than can ever fit are denied before they are counted.
  const lastCountedVerdict = countsDenied === true ? DENY : DELAY;
  const first = replay.countBefore(countedSpan[0]);
  // The span may extend past this request, but later requests do not count.
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
