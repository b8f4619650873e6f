/**
 * The hot loops: requests of one key and unit costs, by far the most common traffic, which need no look-ups. Each limiter
 * has a copy of this file (`hotLoopsOf.ts`).
 */
import type { KeyState, Limiter, Params } from '../limiters/limiter.ts';
import type { PlacedVertex } from '../metrics/downsample.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { DELAY } from '../verdict.ts';
import type { LevelTracer } from './levelTracer.ts';

/** The requests [from, to). A limiter that delays has a loop of its own. */
function decide(
  { decide: decideOne }: Limiter,
  params: Params,
  state: KeyState,
  { arrivals: { at }, verdicts, waits }: LaneTrace,
  from: number,
  to: number,
): void {
  if (waits === null) {
    for (let i = from; i < to; i++) verdicts[i] = decideOne(state, params, at[i] as number, 1);
    return;
  }
  for (let i = from; i < to; i++) {
    const verdict = decideOne(state, params, at[i] as number, 1);
    verdicts[i] = verdict;
    if (verdict === DELAY) waits[i] = state['wait'] as number;
  }
}

/**
 * The same of a first look: the requests from `from` on in a pixel column of which only the extremes of the level are still
 * to be found.
 * @returns the position of the first request after that column, or `to`
 */
function decideColumn(
  { decide: decideOne, level }: Limiter,
  params: Params,
  state: KeyState,
  { arrivals: { at }, verdicts, waits }: LaneTrace,
  tracer: LevelTracer,
  from: number,
  to: number,
): number {
  const until = tracer.thinnedUntil;
  let { min, max } = tracer;
  let [minPlace, maxPlace] = [-1, -1];
  let value = 0;
  // Twice the position, and one more for the level after the decision: with one call of `level`, more of it is built in.
  let place = 2 * from;
  for (; place < 2 * to; place++) {
    const i = place >>> 1;
    const instant = at[i] as number;
    if ((place & 1) === 1) {
      const verdict = decideOne(state, params, instant, 1);
      verdicts[i] = verdict;
      if (verdict === DELAY && waits !== null) waits[i] = state['wait'] as number;
    } else if (instant >= until) break;
    value = level(state, params, instant);
    if (value < min) {
      min = value;
      minPlace = place;
    } else if (value > max) {
      max = value;
      maxPlace = place;
    }
  }
  const vertex = (at2: number, extreme: number): PlacedVertex => ({
    at: at[at2 >>> 1] as number,
    value: extreme,
    place: at2,
  });
  tracer.skipTo(
    minPlace < 0 ? null : vertex(minPlace, min),
    maxPlace < 0 ? null : vertex(maxPlace, max),
    vertex(place - 1, value),
  );
  return place >>> 1;
}

export const hotLoops = { decide, decideColumn };
