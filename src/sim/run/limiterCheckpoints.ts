/**
 * The states of a lane with one key at even distances, kept while it decides, so that a state in the middle of the run is
 * found without deciding all of it again.
 */
import { cloneState, stateBytes, type KeyState } from '../limiters/limiter.ts';

export interface LimiterCheckpoints {
  /** Requests between two of them. */
  readonly spacing: number;
  /** The states after spacing, 2·spacing, … requests. */
  readonly states: readonly KeyState[];
}

/** About this many in a run, with at least so many requests between two. */
const MAX_CHECKPOINTS = 64;
const MIN_SPACING = 1024;

/** Of a lane; where states are larger (a log may hold a million instants), none are kept. */
const MAX_BYTES = 1024 * 1024;

export function checkpointSpacing(requests: number): number {
  return Math.max(MIN_SPACING, Math.ceil(requests / MAX_CHECKPOINTS));
}

export class CheckpointRecorder {
  readonly spacing: number;
  readonly #states: KeyState[] = [];
  #bytes = 0;

  constructor(requests: number) {
    this.spacing = checkpointSpacing(requests);
  }

  /** To be called whenever another `spacing` requests are decided. */
  add(state: KeyState): void {
    if (this.#bytes > MAX_BYTES) return;
    this.#bytes += stateBytes(state);
    if (this.#bytes <= MAX_BYTES) this.#states.push(cloneState(state));
  }

  /** Those that there was room for, from the beginning on. */
  finish(): LimiterCheckpoints {
    return { spacing: this.spacing, states: this.#states };
  }
}
