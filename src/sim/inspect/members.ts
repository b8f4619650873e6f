/** The requests that a decision counted, for limiters that count requests. */
import { DELAY, DENY, type Explanation } from '../limiters/limiter.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import type { Replay } from './replay.ts';

/**
 * Positions in the trace, rising, of the earlier requests of the same key that were counted; null for a limiter that
 * counts none. A million of them are four megabytes: they are numbered twice, so that they are written once.
 */
export function membersOf(
  { verdicts }: Pick<LaneTrace, 'verdicts'>,
  replay: Replay,
  request: number,
  { counted, countsDenied }: Explanation,
): Uint32Array | null {
  if (counted === undefined) return null;
  // What costs more than can ever fit is refused first: that is written down nowhere.
  const last = countsDenied === true ? DENY : DELAY;
  const first = replay.before(counted[0]);
  // The span goes on past this request; the limiter knows of none that comes after it.
  const end = replay.through(request) - 1;
  let count = 0;
  for (let position = first; position < end; position++) {
    count += Number((verdicts[replay.request(position)] as number) <= last);
  }
  const members = new Uint32Array(count);
  let length = 0;
  for (let position = first; position < end; position++) {
    const member = replay.request(position);
    if ((verdicts[member] as number) <= last) members[length++] = member;
  }
  return members;
}
