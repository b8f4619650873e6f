/** How many permits took effect within the last T, kept along a traffic of one key as it grows and is taken back. */
import type { Duration } from '../sim/index.ts';
import type { LaneHistory, Request } from './trial.ts';

/**
 * For one lane and one T. It is asked after every request, so that each answer follows from the one before: at any length in
 * constant time on the average, unless the lane delays.
 */
export class TrailingCount {
  readonly #T: Duration;
  /** By number of requests: the first that may still count, and the permits from there on. */
  readonly #first: number[] = [0];
  readonly #permits: number[] = [0];

  constructor(T: Duration) {
    this.#T = T;
  }

  /**
   * Permits that take effect in (to − T, to], `to` being when the last request does. If it was refused, those that take effect
   * later than T before, what waits included.
   */
  count(requests: readonly Request[], lane: LaneHistory): number {
    const length = requests.length;
    const last = requests[length - 1] as Request;
    const effect = lane.effects[length - 1] as number;
    const to = effect === Infinity ? last.at : effect;
    if (lane.contender.delays) return permitsWithin(requests, lane, to - this.#T, effect);
    let first = this.#first[length - 1] as number;
    let permits = (this.#permits[length - 1] as number) + (effect === Infinity ? 0 : last.cost);
    while (first < length && (requests[first] as Request).at <= to - this.#T) {
      if (lane.effects[first] !== Infinity) permits -= (requests[first] as Request).cost;
      first++;
    }
    this.#first[length] = first;
    this.#permits[length] = permits;
    return permits;
  }
}

/** Permits that take effect in (from, to]. */
function permitsWithin(requests: readonly Request[], { effects }: LaneHistory, from: number, to: number): number {
  let permits = 0;
  for (const [index, request] of requests.entries()) {
    const effect = effects[index] as number;
    if (effect > from && effect <= to) permits += request.cost;
  }
  return permits;
}

/** The most permits within any [t, t + T) in which the last request takes effect. */
export function mostAroundLast(requests: readonly Request[], lane: LaneHistory, T: Duration): number {
  const last = lane.effects.at(-1) as number;
  let most = 0;
  // The fullest such span begins with some request.
  for (const first of lane.effects) {
    if (first <= last && first > last - T)
      most = Math.max(most, permitsWithin(requests, lane, first - 1, first + T - 1));
  }
  return most;
}
