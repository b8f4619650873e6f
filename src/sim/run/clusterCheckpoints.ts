/** States of a distributed lane's run, so that its later part can be repeated without what came before. */
import { firstWhere } from '../search.ts';
import type { Instant } from '../time.ts';
import { canBeCopied, copyOfState, weightOf, type ClusterState } from './clusterState.ts';

/** Where a run without clients is in its traffic. */
export interface LoopPosition {
  readonly now: Instant;
  /** Number of requests so far. */
  readonly decisions: number;
}

export interface Checkpoint {
  readonly position: LoopPosition;
  readonly state: ClusterState;
  /** What it takes: entries of maps and lists. */
  readonly weight: number;
}

/** Entries of maps and lists that all checkpoints of a lane may hold: about ten megabytes. */
const MAX_WEIGHT = 100_000;

export class ClusterCheckpoints {
  #kept: Checkpoint[] = [];
  #weight = 0;
  /** One of so many that could be taken is kept. */
  #every = 1;
  #offered = 0;

  /** Takes a checkpoint now, or not: rarer ones are enough for a long run or a large state. */
  offer(position: LoopPosition, state: ClusterState): void {
    if (!canBeCopied(state) || ++this.#offered % this.#every !== 0) return;
    const weight = weightOf(state);
    while (this.#weight + weight > MAX_WEIGHT && this.#offered % this.#every === 0) {
      this.#kept = this.#kept.filter((_, index) => index % 2 === 1);
      this.#weight = this.#kept.reduce((sum, checkpoint) => sum + checkpoint.weight, 0);
      this.#every *= 2;
    }
    if (this.#offered % this.#every !== 0) return;
    this.#kept.push({ position, state: copyOfState(state, ({ program }) => program), weight });
    this.#weight += weight;
  }

  /** The last one before a request arrived; null if there is none. */
  before(request: number): Checkpoint | null {
    const next = firstWhere(
      this.#kept.length,
      (index) => (this.#kept[index] as Checkpoint).position.decisions > request,
    );
    return this.#kept[next - 1] ?? null;
  }
}
