/**
 * The state of one key at any point of a run, by running that key again from the nearest checkpoint. A trace keeps no
 * states; limiters are deterministic, so nothing is lost.
 */
import { stateBytes, cloneState, type KeyState } from '../limiters/limiter.ts';
import { costAt, keyIndexOf } from '../arrivals.ts';
import { firstWhere } from '../search.ts';
import type { Instant } from '../time.ts';
import type { LimiterPlan } from '../run/lanePlan.ts';
import type { LaneRun } from '../run/laneRun.ts';

/** What is needed to run a key again: no verdicts, so that a limiter which is in no lane can be tried too. */
export type ReplaySource = Pick<LaneRun, 'arrivals'> & { readonly plan: LimiterPlan };

/** At most this many states are kept for a key, and none closer than this many requests. */
const MAX_CHECKPOINTS = 64;
const MIN_CHECKPOINT_SPACING = 1024;

/** A key's requests, in order, and the states between them. */
export class Replay {
  readonly lane: ReplaySource;
  /** How many requests the key makes. */
  readonly count: number;
  readonly #requestsOfKey: Uint32Array | null;
  readonly #maxCheckpointBytes: number;
  #spacing: number;
  /** The states after 0, spacing, 2·spacing, … requests, as far as anyone has looked. */
  #checkpoints: KeyState[];
  #checkpointBytes: number;

  /**
   * @param budget bytes that the states it keeps may take. The first one is kept whatever it takes. Where states are
   *   large (a log may hold a million instants) fewer are kept, and more is run again.
   */
  constructor(lane: ReplaySource, key: number, maxCheckpointBytes = Infinity) {
    this.lane = lane;
    this.#maxCheckpointBytes = maxCheckpointBytes;
    if (lane.arrivals.key === null) {
      this.#requestsOfKey = null;
      this.count = lane.arrivals.count;
    } else {
      const { start, order } = keyIndexOf(lane.arrivals);
      this.#requestsOfKey = order.subarray(start[key], start[key + 1]);
      this.count = this.#requestsOfKey.length;
    }
    this.#spacing = Math.max(MIN_CHECKPOINT_SPACING, Math.ceil(this.count / MAX_CHECKPOINTS));
    this.#checkpoints = [lane.plan.scheme.init(lane.plan.params)];
    this.#checkpointBytes = sizeOf(this.#checkpoints);
  }

  /** Bytes that the states it keeps take. */
  get held(): number {
    return this.#checkpointBytes;
  }

  /** The position in the trace of the key's request number `position`. */
  requestAt(position: number): number {
    return this.#requestsOfKey === null ? position : (this.#requestsOfKey[position] as number);
  }

  instantAt(position: number): Instant {
    return this.lane.arrivals.at[this.requestAt(position)] as number;
  }

  costAt(position: number): number {
    return costAt(this.lane.arrivals, this.requestAt(position));
  }

  /** How many of the key's requests come before `instant`. */
  countBefore(instant: Instant): number {
    return firstWhere(this.count, (position) => this.instantAt(position) >= instant);
  }

  /** How many of the key's requests stand at or before position `request` of the trace. */
  countThrough(request: number): number {
    return firstWhere(this.count, (position) => this.requestAt(position) > request);
  }

  /** The state after the key's first `position` requests: the caller's own to write to. */
  stateAfter(position: number): KeyState {
    const { scheme, params } = this.lane.plan;
    const nearest = Math.min(Math.floor(position / this.#spacing), this.#checkpoints.length - 1);
    const state = cloneState(this.#checkpoints[nearest] as KeyState);
    for (let done = nearest * this.#spacing; done < position;) {
      scheme.decide(state, params, this.instantAt(done), this.costAt(done));
      done++;
      if (done === this.#checkpoints.length * this.#spacing) this.#addCheckpoint(state, done);
    }
    return state;
  }

  /** Every other checkpoint goes, for as long as the next one would not fit: it may itself be among those. */
  #addCheckpoint(state: KeyState, done: number): void {
    const bytes = stateBytes(state);
    while (
      this.#checkpointBytes + bytes > this.#maxCheckpointBytes &&
      done === this.#checkpoints.length * this.#spacing
    ) {
      this.#checkpoints = this.#checkpoints.filter((_, index) => index % 2 === 0);
      this.#spacing *= 2;
      this.#checkpointBytes = sizeOf(this.#checkpoints);
    }
    if (done !== this.#checkpoints.length * this.#spacing) return;
    this.#checkpoints.push(cloneState(state));
    this.#checkpointBytes += bytes;
  }
}

function sizeOf(states: readonly KeyState[]): number {
  return states.reduce((sum, state) => sum + stateBytes(state), 0);
}
