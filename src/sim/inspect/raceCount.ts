/** How many of a distributed lane's admissions came from races, as `race.ts` defines them. */
import type { SchemeDecision } from '../cluster/scheme.ts';
import type { AccessRecord, SimulatedStore } from '../cluster/simulatedStore.ts';
import type { AnswerPath } from '../metrics/trace.ts';
import type { InFlightMessage, InFlightRequest } from '../run/inFlight.ts';
import type { SchemeRun } from '../run/laneRun.ts';
import type { Observer } from '../run/observer.ts';
import type { Plan } from '../run/plan.ts';
import { observeLane } from '../run/simulate.ts';
import { isDenied } from '../verdict.ts';
import { isDeniedIn, runAtomic } from './race.ts';

/**
 * Repeats the run, in slices, with all messages observed.
 * @returns null if the lane has no atomic version, or if a real store decided, which nothing can repeat
 */
export function* countRaces(plan: Plan, laneRun: SchemeRun): Generator<undefined, number | null> {
  if (laneRun.checkpoints === undefined) return null;
  const atomic = yield* runAtomic(plan, laneRun);
  if (atomic === null) return null;
  const observer = new OverlapObserver();
  yield* observeLane(plan, laneRun.plan, observer, null);
  let races = 0;
  for (const request of observer.overlapped) {
    if (isDeniedIn(atomic, plan, laneRun, request)) races++;
    yield;
  }
  return races;
}

interface Write {
  readonly request: number;
  /** Its position among all messages that the store executed. */
  readonly order: number;
}

/** The last write to a key of the store, and the last one before it by another request. */
interface LastWrites {
  readonly last: Write;
  readonly byAnother: Write | null;
}

/** Finds the admitted requests between whose read and write of a key another request wrote it. */
class OverlapObserver implements Observer {
  readonly overlapped: number[] = [];
  readonly #lastWrites = new Map<string, LastWrites>();
  /** By request, the order of its first read of each key. */
  readonly #firstReads = new WeakMap<InFlightRequest, Map<string, number>>();
  readonly #hasOverlap = new WeakSet<InFlightRequest>();

  wantsExplanation(): boolean {
    return false;
  }

  onSent(): void {}

  beforeExecute(_: InFlightMessage, store: SimulatedStore): void {
    store.accessLog = [];
  }

  afterExecute({ request, executionOrder }: InFlightMessage, store: SimulatedStore): void {
    const log: readonly AccessRecord[] = store.accessLog ?? [];
    store.accessLog = null;
    const reads = this.#readsOf(request);
    for (const { key, access } of log) {
      if (access === 'read') {
        if (!reads.has(key)) reads.set(key, executionOrder);
        continue;
      }
      const writes = this.#lastWrites.get(key);
      const other = writes?.last.request === request.row ? writes.byAnother : writes?.last;
      if (other && other.order > (reads.get(key) ?? Infinity)) this.#hasOverlap.add(request);
      this.#lastWrites.set(key, { last: { request: request.row, order: executionOrder }, byAnother: other ?? null });
    }
  }

  onFailure(): void {}

  onDecision(request: InFlightRequest, { verdict }: SchemeDecision, answerPath: AnswerPath): void {
    if (answerPath === 'decided' && !isDenied(verdict) && this.#hasOverlap.has(request))
      this.overlapped.push(request.row);
  }

  isDone(): boolean {
    return false;
  }

  #readsOf(request: InFlightRequest): Map<string, number> {
    let reads = this.#firstReads.get(request);
    if (reads === undefined) this.#firstReads.set(request, (reads = new Map<string, number>()));
    return reads;
  }
}
