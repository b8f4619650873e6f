/** A distributed lane's run from its start, with checkpoints, and its repetition for an observer. */
import type { Actor } from './actor.ts';
import type { Budget } from './budget.ts';
import { ClusterCheckpoints, type Checkpoint } from './clusterCheckpoints.ts';
import { ClusterLoop, type ClusterLoopPlan, type ClusterLoopResult } from './clusterLoop.ts';
import type { SchemePlan } from './lanePlan.ts';
import type { Observer } from './observer.ts';

/** Events between two checkpoints: with fewer, copying takes more time than repetitions save. */
const SPACING = 1 << 13;
/** The same where the run is repeated: on the way to a request there are few. */
const CLOSE_SPACING = 1 << 9;

/** Yields the number of requests so far. */
export function* runClusterLoop(
  plan: ClusterLoopPlan,
  lanePlan: SchemePlan,
  actors: readonly (Actor | null)[],
  budget: Budget,
): Generator<number, ClusterLoopResult> {
  const loop = new ClusterLoop(plan, lanePlan, actors, budget, null, null);
  const checkpoints = new ClusterCheckpoints();
  yield* loop.start();
  while (loop.processEvents(SPACING)) {
    loop.offerCheckpoint(checkpoints);
    yield loop.decisionCount;
  }
  return { ...loop.result(), checkpoints };
}

/**
 * Repeats the run for an observer, until the observer is done.
 * @param checkpoint where to begin; null for the start
 * @param close gets checkpoints that are closer together, where the run is to be repeated more than once
 */
export function* observeClusterLoop(
  plan: ClusterLoopPlan,
  lanePlan: SchemePlan,
  actors: readonly (Actor | null)[],
  budget: Budget,
  observer: Observer,
  checkpoint: Checkpoint | null,
  close: ClusterCheckpoints | null = null,
): Generator<undefined, void> {
  const loop = new ClusterLoop(plan, lanePlan, actors, budget, observer, checkpoint);
  for (const _ of loop.start()) yield;
  while (loop.processEvents(CLOSE_SPACING)) {
    if (close !== null) loop.offerCheckpoint(close);
    yield;
  }
}
