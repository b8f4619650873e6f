/**
 * Computes the state of one key at any point of a run, by replaying that key from the nearest checkpoint. Traces contain no
 * states, but limiters are deterministic. Where keys share some of their state, all of them are replayed.
 */
import { stateBytes, cloneState, paramsForRun, type KeyState } from '../limiters/limiter.ts';
import { costAt, keyAt, keyIndexOf } from '../arrivals.ts';
import { firstWhere } from '../search.ts';
import type { Instant } from '../time.ts';
import { checkpointSpacing } from '../run/limiterCheckpoints.ts';
import type { LimiterRun } from '../run/laneRun.ts';

/** What a replay needs: no verdicts, so that a limiter that is in no lane can be previewed too. */
export type ReplaySource = Pick<LimiterRun, 'arrivals' | 'checkpoints' | 'plan'>;

/** The requests on which a key's state depends, in order, and the states between them. */
export class Replay {
  readonly lane: ReplaySource;
  /** The number of those requests: the key's own, or all where keys share some of their state. */
  readonly count: number;
  /** The key's place among the replayed states. */
  readonly #place: number;
  readonly #requestsOfKey: Uint32Array | null;
  readonly #maxCheckpointBytes: number;
  #spacing: number;
  /** The states after 0, spacing, 2·spacing, … requests, as far as the key has been replayed: its own, or those of all keys. */
  #checkpoints: (readonly KeyState[])[];
  #checkpointBytes: number;

  /**
   * @param maxCheckpointBytes maximum size of all checkpoints, apart from the first, which is always kept. If states are
   *   large (a log may hold a million instants), there are fewer checkpoints and longer replays.
   */
  constructor(lane: ReplaySource, key: number, maxCheckpointBytes = Infinity) {
    this.lane = lane;
    this.#maxCheckpointBytes = maxCheckpointBytes;
    const { arrivals, checkpoints, plan } = lane;
    const { algorithm: limiter } = plan;
    const params = paramsForRun(limiter, plan.params);
    const replaysAll = arrivals.key === null || params !== plan.params;
    if (replaysAll) {
      this.#requestsOfKey = null;
      this.count = arrivals.count;
    } else {
      const { start, order } = keyIndexOf(arrivals);
      this.#requestsOfKey = order.subarray(start[key], start[key + 1]);
      this.count = this.#requestsOfKey.length;
    }
    const isShared = replaysAll && arrivals.key !== null;
    this.#place = isShared ? key : 0;
    this.#spacing = checkpoints?.spacing ?? checkpointSpacing(this.count);
    this.#checkpoints = [
      Array.from({ length: isShared ? arrivals.keys.length : 1 }, () => limiter.init(params)),
      ...(checkpoints?.states.map((state) => [state]) ?? []),
    ];
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

  /** The state after the first `position` of those requests: a copy that the caller may change. */
  stateAfter(position: number): KeyState {
    return this.walkFrom(position).state;
  }

  /** Goes on from the state after the first `position` of those requests. */
  walkFrom(position: number): ReplayWalk {
    const nearest = Math.min(Math.floor(position / this.#spacing), this.#checkpoints.length - 1);
    const states = clonesOf(this.#checkpoints[nearest] as readonly KeyState[]);
    const state = states[this.#place] as KeyState;
    const { algorithm: limiter, params } = this.lane.plan;
    let done = nearest * this.#spacing;
    const decideNext = (): void => {
      const decided = states.length === 1 ? state : (states[keyAt(this.lane.arrivals, done)] as KeyState);
      limiter.decide(decided, params, this.instantAt(done), this.costAt(done));
      done++;
    };
    for (let left = position - done; left > 0; left--) {
      decideNext();
      if (done === this.#checkpoints.length * this.#spacing) this.#addCheckpoint(states, done);
    }
    return { state, decideNext };
  }

  /** Adds a checkpoint. Until it fits, every other checkpoint is dropped, which may also drop the new one. */
  #addCheckpoint(states: readonly KeyState[], done: number): void {
    const bytes = sizeOf([states]);
    while (
      this.#checkpointBytes + bytes > this.#maxCheckpointBytes &&
      done === this.#checkpoints.length * this.#spacing
    ) {
      this.#checkpoints = this.#checkpoints.filter((_, index) => index % 2 === 0);
      this.#spacing *= 2;
      this.#checkpointBytes = sizeOf(this.#checkpoints);
    }
    if (done !== this.#checkpoints.length * this.#spacing) return;
    this.#checkpoints.push(clonesOf(states));
    this.#checkpointBytes += bytes;
  }
}

/** A key's state, which changes with each of the requests that it depends on. */
interface ReplayWalk {
  readonly state: KeyState;
  readonly decideNext: () => void;
}

/** Copies that share with each other what the given states share. */
function clonesOf(states: readonly KeyState[]): readonly KeyState[] {
  if (states.length === 1) return [cloneState(states[0] as KeyState)];
  const copies = new Map<KeyState, KeyState>();
  return states.map((state) => cloneState(state, copies));
}

function sizeOf(checkpoints: readonly (readonly KeyState[])[]): number {
  return checkpoints.flat().reduce((sum, state) => sum + stateBytes(state), 0);
}
