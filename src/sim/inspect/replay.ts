/**
 * Computes the state of one key at any point of a run, by replaying that key from the nearest checkpoint. Traces contain no
 * states, but limiters are deterministic.
 */
import { stateBytes, cloneState, type KeyState } from '../limiters/limiter.ts';
import { costAt, keyIndexOf } from '../arrivals.ts';
import { firstWhere } from '../search.ts';
import type { Instant } from '../time.ts';
import { checkpointSpacing } from '../run/limiterCheckpoints.ts';
import type { LimiterRun } from '../run/laneRun.ts';

/** What a replay needs: no verdicts, so that a limiter that is in no lane can be previewed too. */
export type ReplaySource = Pick<LimiterRun, 'arrivals' | 'checkpoints' | 'plan'>;

/** A key's requests, in order, and the states between them. */
export class Replay {
  readonly lane: ReplaySource;
  /** The number of requests of the key. */
  readonly count: number;
  readonly #requestsOfKey: Uint32Array | null;
  readonly #maxCheckpointBytes: number;
  #spacing: number;
  /** The states after 0, spacing, 2·spacing, … requests, as far as the key has been replayed. */
  #checkpoints: KeyState[];
  #checkpointBytes: number;

  /**
   * @param maxCheckpointBytes maximum size of all checkpoints, apart from the first, which is always kept. If states are
   *   large (a log may hold a million instants), there are fewer checkpoints and longer replays.
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
    this.#spacing = lane.checkpoints?.spacing ?? checkpointSpacing(this.count);
    this.#checkpoints = [lane.plan.algorithm.init(lane.plan.params), ...(lane.checkpoints?.states ?? [])];
    this.#checkpointBytes = sizeOf(this.#checkpoints);
  }

  /** The size of all checkpoints, in bytes. */
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

  /** The number of the key's requests before `instant`. */
  countBefore(instant: Instant): number {
    return firstWhere(this.count, (position) => this.instantAt(position) >= instant);
  }

  /** The number of the key's requests at or before position `request` of the trace. */
  countThrough(request: number): number {
    return firstWhere(this.count, (position) => this.requestAt(position) > request);
  }

  /** The state after the key's first `position` requests: a copy that the caller may change. */
  stateAfter(position: number): KeyState {
    const { algorithm: limiter, params } = this.lane.plan;
    const nearest = Math.min(Math.floor(position / this.#spacing), this.#checkpoints.length - 1);
    const state = cloneState(this.#checkpoints[nearest] as KeyState);
    for (let done = nearest * this.#spacing; done < position;) {
      limiter.decide(state, params, this.instantAt(done), this.costAt(done));
      done++;
      if (done === this.#checkpoints.length * this.#spacing) this.#addCheckpoint(state, done);
    }
    return state;
  }

  /** Adds a checkpoint. Until it fits, every other checkpoint is dropped, which may also drop the new one. */
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
