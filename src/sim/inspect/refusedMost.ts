/** Where a lane refuses most. */
import type { LaneTrace } from '../metrics/trace.ts';
import type { Duration, Instant } from '../time.ts';
import { isDenied } from '../verdict.ts';

export interface RefusedMost {
  /** The first refused request of [from, from + T). */
  readonly from: Instant;
  readonly denied: number;
  /** All requests of it. */
  readonly requests: number;
}

/** Requests per slice: about a millisecond. */
const SLICE = 1 << 17;

/** The first of the stretches of length T that hold the most refused requests, in slices; null if none was refused. */
export function* refusedMost({ arrivals, verdicts }: LaneTrace, T: Duration): Generator<undefined, RefusedMost | null> {
  const { at, count } = arrivals;
  const refused = (request: number): number => Number(isDenied(verdicts[request] as number));
  let most: RefusedMost | null = null;
  let end = 0;
  let denied = 0;
  /** The first request at the instant of the present one: those admitted there are in the stretch, too. */
  let start = 0;
  for (let first = 0; first < count; first++) {
    const from = at[first] as Instant;
    if (from > (at[start] as Instant)) start = first;
    for (; end < count && (at[end] as Instant) < from + T; end++) {
      denied += refused(end);
      if (end % SLICE === SLICE - 1) yield;
    }
    if (refused(first) === 1 && denied > (most?.denied ?? 0)) most = { from, denied, requests: end - start };
    denied -= refused(first);
  }
  return most;
}
