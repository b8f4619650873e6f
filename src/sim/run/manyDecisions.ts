/** Requests of an open loop, handed in one block to a limiter that decides many at once. */
import type { KeyState, Limiter, Params } from '../limiters/limiter.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { OwnCodeError } from '../ownCodeError.ts';
import { ALLOW, DELAY, DENY } from '../verdict.ts';

/** The requests [from, to), as `decideSlice`. */
export function decideBlock(
  limiter: Limiter,
  params: Params,
  states: (KeyState | undefined)[],
  { arrivals, verdicts, waits }: LaneTrace,
  from: number,
  to: number,
): void {
  const count = to - from;
  const state = new Uint32Array(count);
  const own: KeyState[] = [];
  const places = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const key = arrivals.key?.[from + i] ?? 0;
    let place = places.get(key);
    if (place === undefined) {
      places.set(key, (place = own.length));
      own.push((states[key] ??= limiter.init(params)));
    }
    state[i] = place;
  }
  const at = Float64Array.from(arrivals.at.subarray(from, to));
  const cost =
    arrivals.cost === null ? new Float64Array(count).fill(1) : Float64Array.from(arrivals.cost.subarray(from, to));
  const decided = new Float64Array(count);
  try {
    limiter.decideMany?.(params, { count, at, cost, state, states: own, waits: decided });
  } catch (error) {
    if (error instanceof OwnCodeError && error.place !== null) error.request = from + error.place;
    throw error;
  }
  for (let i = 0; i < count; i++) {
    const wait = decided[i] as number;
    verdicts[from + i] = wait < 0 ? DENY : wait === 0 ? ALLOW : DELAY;
    if (wait > 0 && waits !== null) waits[from + i] = wait;
  }
}
