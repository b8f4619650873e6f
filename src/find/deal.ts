/**
 * Deals the tasks of a search to whoever is free. The answer does not depend on who was: it is the shortest traffic of the
 * first task that has one so short, and of random traffics the first. If the user's own code fails in some task, a find of
 * another still takes precedence; without a find, the failure of the first task is the answer.
 */
import type { Dealt, FindTask, Settled, TaskOutcome } from './search.ts';

export class Deal {
  readonly #search: Dealt;
  #phase: FindTask['phase'] = 'exhaustive';
  #next = 0;
  /** Tasks of this phase that were given and not answered. */
  #open = 0;
  #best: Settled = null;
  #failed: (FindTask & Extract<TaskOutcome, { failure: object }>) | null = null;

  constructor(search: Dealt) {
    this.#search = search;
  }

  /** A task to be done; null while others have to be answered first, and once all is settled. */
  next(): FindTask | null {
    const { tasks, effort } = this.#search;
    if (this.#next >= tasks[this.#phase] || (this.#phase === 'random' && this.#best !== null)) {
      if (this.#phase === 'random' || this.#open > 0 || this.#best !== null) return null;
      this.#phase = 'random';
      this.#next = 0;
      return this.next();
    }
    const index = this.#next++;
    this.#open++;
    if (this.#phase === 'random') return { phase: 'random', index };
    // Those before the best have to be as short to be better, those after it shorter.
    const best = this.#best;
    const longest = best === null ? effort.requests : best.traffic.length - (best.index < index ? 1 : 0);
    return { phase: 'exhaustive', index, longest };
  }

  take(task: FindTask, outcome: TaskOutcome): void {
    const { phase, index } = task;
    this.#open--;
    if ('failure' in outcome) {
      const first = this.#failed;
      if (first === null || (first.phase === phase && index < first.index)) this.#failed = { ...task, ...outcome };
      return;
    }
    if (outcome.found === null) return;
    const found = { ...outcome.found, phase, index };
    if (this.#best === null || isBetter(found, this.#best)) this.#best = found;
  }

  /** The phase whose tasks are dealt out. */
  get phase(): FindTask['phase'] {
    return this.#phase;
  }

  /** Of the tasks of this phase, 0 to 1. */
  get done(): number {
    const count = this.#search.tasks[this.#phase];
    return count === 0 ? 1 : (this.#next - this.#open) / count;
  }

  /** Whether there is an answer: no task is left, and none is being done. */
  get isSettled(): boolean {
    const { tasks } = this.#search;
    if (this.#open > 0) return false;
    if (this.#phase === 'exhaustive')
      return this.#next >= tasks.exhaustive && (this.#best !== null || tasks.random === 0);
    return this.#best !== null || this.#next >= tasks.random;
  }

  /** @throws {Error} the failure of the user's own code; `TypeError` while it is not settled */
  get settled(): Settled {
    if (!this.isSettled) throw new TypeError('tasks of the search are not done');
    if (this.#best === null && this.#failed !== null)
      throw Object.assign(new Error(this.#failed.failure.message), this.#failed.failure);
    return this.#best;
  }
}

/** Whether a find precedes the best of the same phase: the shorter, and of random traffics or equals the first. */
function isBetter({ phase, traffic, index }: NonNullable<Settled>, best: NonNullable<Settled>): boolean {
  const byLength = phase === 'random' ? 0 : traffic.length - best.traffic.length;
  return byLength === 0 ? index < best.index : byLength < 0;
}
