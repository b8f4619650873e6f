/** How many permits took effect within the last T, kept along a traffic of one key as it grows and is taken back. */
import type { Duration, Instant } from '../sim/index.ts';
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
export function mostAroundLast(requests: readonly Request[], { effects }: LaneHistory, T: Duration): number {
  const last = effects.at(-1) as number;
  if (last === Infinity) return 0;
  const effectOf = (index: number): number => effects[index] as number;
  const near: number[] = [];
  let [previous, isSorted] = [-Infinity, true];
  for (let index = 0; index < effects.length; index++) {
    const effect = effectOf(index);
    if (Math.abs(effect - last) >= T) continue;
    near.push(index);
    isSorted &&= effect >= previous;
    previous = effect;
  }
  // In most queues nobody overtakes.
  if (!isSorted) near.sort((a, b) => effectOf(a) - effectOf(b));
  let [most, permits, end] = [0, 0, 0];
  // The fullest such span begins with some request.
  for (const first of near) {
    if (effectOf(first) > last) break;
    for (; end < near.length && effectOf(near[end] as number) < effectOf(first) + T; end++)
      permits += (requests[near[end] as number] as Request).cost;
    most = Math.max(most, permits);
    permits -= (requests[first] as Request).cost;
  }
  return most;
}

interface ClockReading {
  /** When the earliest request came. */
  readonly from: Instant;
  /** What the clock shows. */
  readonly latest: Instant;
  /** When the last of what was admitted takes effect. */
  readonly end: Instant;
  readonly permits: number;
}

/**
 * What a lane has admitted on a clock that stands still where the traffic's steps back: how long it has run, and the permits.
 * It is asked after every request, as a `TrailingCount` is.
 */
export class StillClock {
  /** By number of requests. */
  readonly #after: ClockReading[] = [{ from: Infinity, latest: 0, end: 0, permits: 0 }];

  count(requests: readonly Request[], lane: LaneHistory): { readonly span: Duration; readonly permits: number } {
    const { length } = requests;
    const { at, cost } = requests[length - 1] as Request;
    const effect = lane.effects[length - 1] as number;
    const before = this.#after[length - 1] as ClockReading;
    const from = Math.min(before.from, at);
    const latest = Math.max(before.latest, at);
    const admitted = effect !== Infinity;
    const end = admitted ? Math.max(before.end, latest + effect - at) : before.end;
    const permits = before.permits + (admitted ? cost : 0);
    this.#after[length] = { from, latest, end, permits };
    return { span: Math.max(latest, end) - from + 1, permits };
  }
}
