/**
 * The state of one key at any point of a run, by running that key again from the nearest checkpoint. A trace keeps no
 * states; limiters are deterministic, so nothing is lost.
 */
import { bytesOf, cloneState, type State } from '../limiters/limiter.ts';
import { costOf, firstWhere, keyIndex } from '../metrics/trace.ts';
import type { Instant } from '../time.ts';
import type { LimiterPlan } from '../run/lanePlan.ts';
import type { LaneRun } from '../run/laneRun.ts';

/** What is needed to run a key again: no verdicts, so that a limiter which is in no lane can be tried too. */
export type Replayed = Pick<LaneRun, 'arrivals'> & { readonly plan: LimiterPlan };

/** At most this many states are kept for a key, and none closer than this many requests. */
const MOST_CHECKPOINTS = 64;
const LEAST_SPACING = 1024;

/** A key's requests, in order, and the states between them. */
export class Replay {
  readonly lane: Replayed;
  /** How many requests the key makes. */
  readonly count: number;
  readonly #order: Uint32Array | null;
  readonly #budget: number;
  #spacing: number;
  /** The states after 0, spacing, 2·spacing, … requests, as far as anyone has looked. */
  #checkpoints: State[];
  #held: number;

  /**
   * @param budget bytes that the states it keeps may take. The first one is kept whatever it takes. Where states are
   *   large (a log may hold a million instants) fewer are kept, and more is run again.
   */
  constructor(lane: Replayed, key: number, budget = Infinity) {
    this.lane = lane;
    this.#budget = budget;
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
    this.#held = sizeOf(this.#checkpoints);
  }

  /** Bytes that the states it keeps take. */
  get held(): number {
    return this.#held;
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
    return firstWhere(this.count, (position) => this.at(position) >= instant);
  }

  /** How many of the key's requests stand at or before position `request` of the trace. */
  through(request: number): number {
    return firstWhere(this.count, (position) => this.request(position) > request);
  }

  /** The state after the key's first `position` requests: the caller's own to write to. */
  stateAfter(position: number): State {
    const { limiter, params } = this.lane.plan;
    const nearest = Math.min(Math.floor(position / this.#spacing), this.#checkpoints.length - 1);
    const state = cloneState(this.#checkpoints[nearest] as State);
    for (let done = nearest * this.#spacing; done < position;) {
      limiter.decide(state, params, this.at(done), this.cost(done));
      done++;
      if (done === this.#checkpoints.length * this.#spacing) this.#keep(state, done);
    }
    return state;
  }

  /** Every other checkpoint goes, for as long as the next one would not fit: it may itself be among those. */
  #keep(state: State, done: number): void {
    const bytes = bytesOf(state);
    while (this.#held + bytes > this.#budget && done === this.#checkpoints.length * this.#spacing) {
      this.#checkpoints = this.#checkpoints.filter((_, index) => index % 2 === 0);
      this.#spacing *= 2;
      this.#held = sizeOf(this.#checkpoints);
    }
    if (done !== this.#checkpoints.length * this.#spacing) return;
    this.#checkpoints.push(cloneState(state));
    this.#held += bytes;
  }
}

function sizeOf(states: readonly State[]): number {
  return states.reduce((sum, state) => sum + bytesOf(state), 0);
}
