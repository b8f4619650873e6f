/** How many of a distributed lane's admissions came from races, as `race.ts` defines them. */
import type { AccessRecord, SimulatedStore } from '../cluster/simulatedStore.ts';
import { ANSWER_PATHS } from '../metrics/trace.ts';
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
  const isDeniedAtomically = (request: number): boolean | null => isDeniedIn(atomic, plan, laneRun, request);
  const observer = new OverlapObserver((request) => isDeniedAtomically(request) === false);
  yield* observeLane(plan, laneRun.plan, observer, null);
  let races = 0;
  for (const request of observer.overlapped) {
    if (wasAdmitted(laneRun, request) && isDeniedAtomically(request) === true) races++;
    yield;
  }
  return races;
}

function wasAdmitted({ verdicts, cluster }: SchemeRun, request: number): boolean {
  return ANSWER_PATHS[cluster.answerPath[request] as number] === 'decided' && !isDenied(verdicts[request] as number);
}

interface Write {
  readonly request: number;
  /** Its position among all messages that the store executed. */
  readonly order: number;
}

/** The writes to a key of the store. */
interface KeyWrites {
  /** The last one, and the last one before it by another request. */
  last: Write | null;
  byAnother: Write | null;
  /** In order, of requests that had read the key before, and that none which the atomic version admits has crossed yet. */
  readonly alone: Write[];
  /** By request in progress, the order of its last read. */
  readonly readers: Map<InFlightRequest, number>;
}

/** Writes that are kept before those are dropped which nobody can cross any more. */
const WRITES_KEPT = 1_024;

/** Finds the requests that could not have come before or after another one: `race.ts` says when. */
class OverlapObserver implements Observer {
  readonly overlapped = new Set<number>();
  readonly #writes = new Map<string, KeyWrites>();
  /** By request, the order of its last read of each key. */
  readonly #lastReads = new WeakMap<InFlightRequest, Map<string, number>>();
  readonly #isAdmittedAtomically: (request: number) => boolean;

  constructor(isAdmittedAtomically: (request: number) => boolean) {
    this.#isAdmittedAtomically = isAdmittedAtomically;
  }

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
    for (const key of keysOf(log, 'write')) this.#onWrite(key, request.row, executionOrder, reads.get(key) ?? Infinity);
    for (const key of keysOf(log, 'read')) {
      reads.set(key, executionOrder);
      this.#writesOf(key).readers.set(request, executionOrder);
    }
  }

  /** @param readAt the order of the read that the write is based on */
  #onWrite(key: string, request: number, order: number, readAt: number): void {
    const writes = this.#writesOf(key);
    if (writes.last !== null && writes.last.request !== request) writes.byAnother = writes.last;
    if (writes.byAnother !== null && writes.byAnother.order > readAt) this.overlapped.add(request);
    writes.last = { request, order };
    const { alone } = writes;
    const isCrossed = (write: Write | undefined): write is Write => write !== undefined && write.order > readAt;
    if (isCrossed(alone.at(-1)) && this.#isAdmittedAtomically(request)) {
      for (let write = alone.at(-1); isCrossed(write); write = alone.at(-1)) {
        if (write.request !== request) this.overlapped.add(write.request);
        alone.pop();
      }
    }
    if (readAt === Infinity) return;
    alone.push(writes.last);
    if (alone.length % WRITES_KEPT !== 0) return;
    let oldest = Infinity;
    for (const read of writes.readers.values()) oldest = Math.min(oldest, read);
    const first = alone.findIndex((write) => write.order > oldest);
    alone.splice(0, first < 0 ? alone.length : first);
  }

  onFailure(): void {}

  onDecision(request: InFlightRequest): void {
    for (const key of this.#readsOf(request).keys()) this.#writesOf(key).readers.delete(request);
  }

  isDone(): boolean {
    return false;
  }

  #writesOf(key: string): KeyWrites {
    let writes = this.#writes.get(key);
    if (writes === undefined)
      this.#writes.set(key, (writes = { last: null, byAnother: null, alone: [], readers: new Map() }));
    return writes;
  }

  #readsOf(request: InFlightRequest): Map<string, number> {
    let reads = this.#lastReads.get(request);
    if (reads === undefined) this.#lastReads.set(request, (reads = new Map<string, number>()));
    return reads;
  }
}

function keysOf(log: readonly AccessRecord[], access: AccessRecord['access']): ReadonlySet<string> {
  return new Set(log.filter((record) => record.access === access).map(({ key }) => key));
}
