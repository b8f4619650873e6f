/**
 * Seeks the least or the greatest value that meets all goals: by bisection where every goal's measure is monotone, else by
 * looking at every value. It is a generator that yields the values it wants measured, so that the page can answer them one
 * after another and the command line over all cores.
 */
import type { Figures, Goal } from '../sim/index.ts';
import type { Axis } from './axis.ts';
import { meets, missBy } from './goals.ts';
import type { Trend } from './monotone.ts';

/** What was measured with one value: the figures under each reading of a log, or why the limiter cannot run it. */
export type Measured = readonly Figures[] | { readonly error: string };

export interface SeekProblem {
  readonly axis: Axis;
  readonly end: 'least' | 'greatest';
  readonly goals: readonly Goal[];
  /** How each goal's measure goes with the value; null where it may go up and down. */
  readonly trends: readonly (Trend | null)[];
  /** How many values are asked for at once while every value is looked at. */
  readonly batch: number;
}

export type SeekResult = { readonly tried: number; readonly exact: boolean } & (
  | {
      readonly value: number;
      readonly at: readonly Figures[];
      /** The next value, which fails; null at the end of the range. */
      readonly before: { readonly value: number; readonly measured: Measured } | null;
    }
  | {
      readonly value: null;
      /** Of those tried, the one that misses its goals by least; null if the limiter can run none. */
      readonly nearest: { readonly value: number; readonly at: readonly Figures[] } | null;
    }
);

/** Asks for the measures of some values, and gets them in their order. */
export type Asking<T> = Generator<readonly number[], T, readonly Measured[]>;

/** Values looked at one by one; of more, a coarse choice is looked at, and then what lies before the first that meets. */
export const MAX_SCANNED = 10_000;

/** The page's search and the command line's: `goals` are met if they are under every reading. */
export function* seek(problem: SeekProblem): Asking<SeekResult> {
  const search = new Search(problem);
  return yield* search.run();
}

class Search {
  readonly #problem: SeekProblem;
  /** By position along the search: 0 is the end of the range where the wanted value would be best. */
  readonly #measured = new Map<number, Measured>();

  constructor(problem: SeekProblem) {
    this.#problem = problem;
  }

  *run(): Asking<SeekResult> {
    const { goals, axis } = this.#problem;
    yield* this.#measure([0]);
    if (this.#meets(0, goals)) return this.#result(0, true);
    const tendencies = goals.map((goal, index) => this.#tendency(goal, this.#problem.trends[index] ?? null));
    if (tendencies.every((tendency) => tendency !== null)) {
      const found = yield* this.#bisect(
        goals.filter((_, index) => tendencies[index] === 'later'),
        goals,
      );
      if (found !== 'cannot run') return this.#result(found, true);
    }
    if (axis.count <= MAX_SCANNED) return this.#result(yield* this.#scan(0, axis.count, 1), true);
    return this.#result(yield* this.#scanCoarsely(), false);
  }

  /** Whether a goal is met from some position on, or up to some position. */
  #tendency({ at }: Goal, trend: Trend | null): 'later' | 'earlier' | null {
    if (trend === null) return null;
    const metAbove = (trend === 'falling') === (at === 'most');
    return metAbove === (this.#problem.end === 'least') ? 'later' : 'earlier';
  }

  /**
   * The first position at which `later` are met: before it one of them fails, and if the others fail there, they fail from
   * there on.
   */
  *#bisect(later: readonly Goal[], all: readonly Goal[]): Asking<number | null | 'cannot run'> {
    let low = 0;
    let high = this.#problem.axis.count - 1;
    // If the last fails one of `later`, all do.
    if (!(yield* this.#canRun(high))) return 'cannot run';
    if (!this.#meets(high, later)) return null;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (!(yield* this.#canRun(middle))) return 'cannot run';
      if (this.#meets(middle, later)) high = middle;
      else low = middle + 1;
    }
    return this.#meets(low, all) ? low : null;
  }

  /** The first position in [from, to) in steps of `step` that meets all goals. */
  *#scan(from: number, to: number, step: number): Asking<number | null> {
    const { batch, goals } = this.#problem;
    for (let begin = from; begin < to; begin += batch * step) {
      const positions: number[] = [];
      for (let each = begin; each < Math.min(to, begin + batch * step); each += step) positions.push(each);
      yield* this.#measure(positions);
      const found = positions.findIndex((position) => this.#meets(position, goals));
      if (found < 0) continue;
      // What the batch had beyond the answer was not needed, and does not count as tried.
      for (const position of positions.slice(found + 1)) this.#measured.delete(position);
      return positions[found] as number;
    }
    return null;
  }

  /** As `#scan`, in ever finer steps before the first that meets: a better one between two that fail is not seen. */
  *#scanCoarsely(): Asking<number | null> {
    const { count } = this.#problem.axis;
    let step = Math.ceil(count / MAX_SCANNED);
    let found = yield* this.#scan(0, count, step);
    found ??= yield* this.#scan(count - 1, count, 1);
    while (found !== null && step > 1) {
      const before = Math.max(0, found - step + 1);
      step = Math.ceil(step / MAX_SCANNED);
      found = (yield* this.#scan(before, found, step)) ?? found;
    }
    return found;
  }

  *#canRun(position: number): Asking<boolean> {
    yield* this.#measure([position]);
    return !('error' in (this.#measured.get(position) as Measured));
  }

  *#measure(positions: readonly number[]): Asking<void> {
    const wanted = positions.filter((position) => !this.#measured.has(position));
    if (wanted.length === 0) return;
    const measured = yield wanted.map((position) => this.#valueAt(position));
    for (const [index, position] of wanted.entries()) this.#measured.set(position, measured[index] as Measured);
  }

  #valueAt(position: number): number {
    const { axis, end } = this.#problem;
    return axis.at(end === 'least' ? position : axis.count - 1 - position);
  }

  #meets(position: number, goals: readonly Goal[]): boolean {
    const measured = this.#measured.get(position) as Measured;
    return !('error' in measured) && measured.every((figures) => goals.every((goal) => meets(goal, figures)));
  }

  #result(found: number | null, exact: boolean): SeekResult {
    const tried = this.#measured.size;
    if (found === null) return { value: null, nearest: this.#nearest(), tried, exact };
    const before = this.#measured.get(found - 1);
    return {
      value: this.#valueAt(found),
      at: this.#measured.get(found) as readonly Figures[],
      before: before === undefined ? null : { value: this.#valueAt(found - 1), measured: before },
      tried,
      exact,
    };
  }

  #nearest() {
    let best: { readonly value: number; readonly at: readonly Figures[]; readonly miss: number } | null = null;
    for (const [position, measured] of [...this.#measured].sort(([a], [b]) => a - b)) {
      if ('error' in measured) continue;
      const misses = measured.flatMap((figures) => this.#problem.goals.map((goal) => missBy(goal, figures)));
      const miss = Math.max(...misses);
      if (best === null || miss < best.miss) best = { value: this.#valueAt(position), at: measured, miss };
    }
    return best && { value: best.value, at: best.at };
  }
}
