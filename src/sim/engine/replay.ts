/**
 * The state of one key at any point of a run, by running that key again from the nearest checkpoint. A trace keeps no
 * states; limiters are deterministic, so nothing is lost.
 */
import { cloneState, type State } from '../limiters/limiter.ts';
import { costOf, keyIndex } from '../metrics/trace.ts';
import type { Instant } from '../time.ts';
import type { LaneRun } from './simulate.ts';

/** What is needed to run a key again: no verdicts, so that a limiter which is in no lane can be tried too. */
export type Replayed = Pick<LaneRun, 'arrivals' | 'plan'>;

/** At most this many states are kept for a key, and none closer than this many requests. */
const MOST_CHECKPOINTS = 64;
const LEAST_SPACING = 1024;

/** A key's requests, in order, and the states between them. */
export class Replay {
  readonly lane: Replayed;
  /** How many requests the key makes. */
  readonly count: number;
  readonly #order: Uint32Array | null;
  readonly #spacing: number;
  /** The states after 0, spacing, 2·spacing, … requests, as far as anyone has looked. */
  readonly #checkpoints: State[];

  constructor(lane: Replayed, key: number) {
    this.lane = lane;
    if (lane.arrivals.key === null) {
      this.#order = null;
      this.count = lane.arrivals.count;
    } else {
      const { start, order } = keyIndex(lane.arrivals);
      this.#order = order.subarray(start[key], start[key + 1]);
      this.count = this.#order.length;
    }
    this.#spacing = Math.max(LEAST_SPACING, Math.ceil(this.count / MOST_CHECKPOINTS));
    this.#checkpoints = [lane.plan.limiter.init(lane.plan.params)];
  }

  /** The position in the trace of the key's request number `position`. */
  request(position: number): number {
    return this.#order === null ? position : (this.#order[position] as number);
  }

  at(position: number): Instant {
    return this.lane.arrivals.at[this.request(position)] as number;
  }

  cost(position: number): number {
    return costOf(this.lane.arrivals, this.request(position));
  }

  /** How many of the key's requests come before `instant`. */
  before(instant: Instant): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How many of the key's requests stand at or before position `request` of the trace. */
  through(request: number): number {
    if (this.#order === null) return Math.min(this.count, request + 1);
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#order[middle] as number) <= request) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The state after the key's first `position` requests: the caller's own to write to. */
  stateAfter(position: number): State {
    const { limiter, params } = this.lane.plan;
    const nearest = Math.min(Math.floor(position / this.#spacing), this.#checkpoints.length - 1);
    const state = cloneState(this.#checkpoints[nearest] as State);
    for (let done = nearest * this.#spacing; done < position; done++) {
      limiter.decide(state, params, this.at(done), this.cost(done));
      if ((done + 1) % this.#spacing === 0 && (done + 1) / this.#spacing === this.#checkpoints.length) {
        this.#checkpoints.push(cloneState(state));
      }
    }
    return state;
  }
}
