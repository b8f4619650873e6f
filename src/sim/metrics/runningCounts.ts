/** Exact counts of what a lane did up to any of its requests, quick enough to be asked for in every frame. */
import { firstAtOrAfter } from '../search.ts';
import type { Duration, Instant } from '../time.ts';
import { isDenied } from '../verdict.ts';
import type { LaneTrace } from './trace.ts';
import { VerdictCounter } from './verdictCounts.ts';

/** A lane's figures up to an instant. */
export interface LaneCounts {
  readonly requests: number;
  /** Includes the delayed. */
  readonly admitted: number;
  readonly denied: number;
  readonly delayed: number;
  /** Jobs, as in `JobStats`; null if the traffic has neither retries nor timeouts. */
  readonly jobs: { readonly started: number; readonly done: number } | null;
}

/** A sum is kept before every so many requests; the rest is counted anew for each answer. */
const BLOCK = 512;

/** The columns of `#sums`. */
const COLUMNS = { denied: 0, delayed: 1, started: 2 } as const;
const WIDTH = 3;

export class RunningCounts {
  readonly #trace: LaneTrace;
  readonly #counter: VerdictCounter;
  /** By block, up to `#summed`: the sums of all requests before it. */
  readonly #sums: Float64Array;
  #summed = 0;
  /** When jobs were done, in ascending order; null without jobs, or where nothing waits: each admission then does one. */
  readonly #doneAt: Float64Array | null;
  readonly #timeouts: readonly Duration[] | null;

  /** @param timeouts by entry of the traffic, how long its senders wait; null to count no jobs */
  constructor(trace: LaneTrace, timeouts: readonly Duration[] | null) {
    this.#trace = trace;
    this.#counter = new VerdictCounter(trace.verdicts);
    this.#timeouts = timeouts;
    const { count } = trace.arrivals;
    this.#sums = new Float64Array((Math.floor(count / BLOCK) + 1) * WIDTH);
    this.#doneAt = timeouts === null || trace.waits === null ? null : this.#completions();
  }

  /**
   * Counts the requests up to and including `last`.
   * @param last a position in the trace, −1 for none
   * @param at the instant up to which delayed jobs are done; no earlier than that request
   */
  through(last: number, at: Instant): LaneCounts {
    const requests = last + 1;
    const block = Math.floor(requests / BLOCK);
    // Only as far as it is asked: a run that is tuned with the playhead at its start counts nothing.
    while (this.#summed < block) this.#sumNext();
    const rest = this.#countRows(block * BLOCK, requests);
    const sum = (column: keyof typeof COLUMNS): number =>
      (this.#sums[block * WIDTH + COLUMNS[column]] as number) + rest[column];
    const denied = sum('denied');
    const admitted = requests - denied;
    const jobs =
      this.#timeouts === null ? null : { started: sum('started'), done: this.#doneBy(requests, admitted, at) };
    return { requests, admitted, denied, delayed: sum('delayed'), jobs };
  }

  #sumNext(): void {
    const block = this.#summed++;
    const { denied, delayed, started } = this.#countRows(block * BLOCK, (block + 1) * BLOCK);
    const row = block * WIDTH;
    this.#sums[row + WIDTH + COLUMNS.denied] = (this.#sums[row + COLUMNS.denied] as number) + denied;
    this.#sums[row + WIDTH + COLUMNS.delayed] = (this.#sums[row + COLUMNS.delayed] as number) + delayed;
    this.#sums[row + WIDTH + COLUMNS.started] = (this.#sums[row + COLUMNS.started] as number) + started;
  }

  #countRows(from: number, to: number): Record<keyof typeof COLUMNS, number> {
    const { arrivals } = this.#trace;
    const number = arrivals.tries?.number;
    let started = number === undefined ? to - from : 0;
    // A request of no client has number 0 or 1, and is the only try of its own job.
    if (number !== undefined) for (let i = from; i < to; i++) started += Number((number[i] as number) <= 1);
    return { denied: this.#counter.denied(from, to), delayed: this.#counter.delayed(from, to), started };
  }

  /** Jobs done by `at`, leaving out those of requests from position `end` on. */
  #doneBy(end: number, admitted: number, at: Instant): number {
    if (this.#doneAt === null) return admitted;
    let done = firstAtOrAfter(this.#doneAt, at + 1);
    // Requests at the same instant that are decided later.
    for (let i = end; i < this.#trace.arrivals.count && (this.#trace.arrivals.at[i] as number) <= at; i++) {
      const doneAt = this.#doneAtOf(i);
      if (doneAt !== null && doneAt <= at) done--;
    }
    return done;
  }

  #completions(): Float64Array {
    const { count } = this.#trace.arrivals;
    const doneAt = new Float64Array(count);
    let length = 0;
    for (let i = 0; i < count; i++) {
      const at = this.#doneAtOf(i);
      if (at !== null) doneAt[length++] = at;
    }
    return sorted(doneAt.slice(0, length));
  }

  /** When the request did its job; null if it was denied, or released after its sender had left. */
  #doneAtOf(i: number): Instant | null {
    const { arrivals, verdicts, waits } = this.#trace;
    const wait = waits?.[i] ?? 0;
    if (isDenied(verdicts[i] as number) || wait > (this.#timeouts?.[arrivals.entry[i] as number] ?? Infinity))
      return null;
    return (arrivals.at[i] as number) + wait;
  }
}

/** Checks first: the queue of a single key releases its jobs in order. */
function sorted(instants: Float64Array): Float64Array {
  for (let i = 1; i < instants.length; i++) {
    if ((instants[i] as number) < (instants[i - 1] as number)) return instants.sort();
  }
  return instants;
}
