/** The watch over one script: counts its work, and ends it when it takes too much. */
import { isOverfull, type Budget } from './limits.ts';

/** What a script had too much of. */
export type Excess = 'turn' | 'all turns' | 'memory';

/** After so many polls QuickJS asks whether to go on. Its steps through a regular expression are counted apart. */
const QUICKJS_POLLS = 10_000;
/** How often we want to be asked: seldom enough to cost little, often enough to notice slow polls. */
const POLLS = 128;
const SLOW_MS = 10;
/** A `JSContext` ends well before this. */
const CONTEXT_BYTES = 1_024;

/**
 * Counts the work of one script and ends it.
 *
 * QuickJS asks every 10,000 polls. A built-in function may take a tenth of a second between two of them (reading a text
 * of 20 million digits as a number does), so that could be a quarter of an hour; the counter is therefore set lower
 * whenever it asks. Where the counter is, is found out by looking: it holds 10,000 while QuickJS asks, and less soon after.
 */
export class Watch {
  /** What ended the script. It stays: a script may swallow an interruption in places, and is interrupted at every poll. */
  excess: Excess | null = null;
  readonly #memory: WebAssembly.Memory;
  readonly #context: number;
  readonly #budget: Budget;
  #view: Int32Array;
  #counter = -1;
  #candidates: number[] = [];
  #watching = false;
  #left: number;
  #leftOfTurn = 0;
  /** Polls until it asks again, as we set it last. */
  #asked = 0;
  #began = 0;
  #last = 0;

  /** @param context address of the machine's context */
  constructor(memory: WebAssembly.Memory, context: number, budget: Budget) {
    this.#memory = memory;
    this.#context = context;
    this.#budget = budget;
    this.#left = budget.allPolls;
    this.#view = new Int32Array(memory.buffer);
  }

  /** @param run makes the machine run anything, for the first time */
  findCounter(run: () => void): void {
    run();
    const found = this.#candidates.filter((word) => {
      const value = this.#word(word);
      return value < QUICKJS_POLLS && value > QUICKJS_POLLS - POLLS;
    });
    if (found.length !== 1) throw new Error(`QuickJS keeps its counter in ${found.length} places`);
    this.#counter = found[0] as number;
  }

  /** Starts a turn: what the host calls and waits for. */
  begin(): void {
    this.#leftOfTurn = Math.min(this.#budget.turnPolls, this.#left);
    this.#began = performance.now();
    this.#last = this.#began;
    this.#watching = true;
    this.#askAgain(this.#began);
  }

  /** Ends it. What the host runs of its own is not counted. */
  end(): void {
    if (this.#watching) this.#use(this.#asked - this.#word(this.#counter));
    this.#watching = false;
  }

  /** @returns whether the script is to end */
  interrupts(): boolean {
    if (this.#counter < 0) {
      for (let word = this.#context >> 2; word < (this.#context + CONTEXT_BYTES) >> 2; word++) {
        if (this.#word(word) === QUICKJS_POLLS) this.#candidates.push(word);
      }
      return false;
    }
    if (!this.#watching) return false;
    // QuickJS sets its counter back before it asks; a regular expression counts for itself and leaves it alone.
    const counter = this.#word(this.#counter);
    this.#use(this.#asked + (counter === QUICKJS_POLLS ? 0 : QUICKJS_POLLS - counter));
    const now = performance.now();
    if (isOverfull(this.#memory)) this.excess ??= 'memory';
    else if (this.#left <= 0) this.excess ??= 'all turns';
    else if (this.#leftOfTurn <= 0 || now - this.#began > this.#budget.turnMs) this.excess ??= 'turn';
    this.#askAgain(now);
    return this.excess !== null;
  }

  #use(polls: number): void {
    this.#left -= polls;
    this.#leftOfTurn -= polls;
  }

  /** Never later than where the count ends, so that it ends there however often it asked. */
  #askAgain(now: number): void {
    const slow = now - this.#last > SLOW_MS;
    this.#last = now;
    this.#asked = Math.max(1, Math.min(slow ? 1 : POLLS, this.#leftOfTurn));
    this.#words()[this.#counter] = this.#asked;
  }

  #word(index: number): number {
    return this.#words()[index] as number;
  }

  #words(): Int32Array {
    // A memory that has grown is another buffer, and the old one has no bytes any more.
    if (this.#view.length === 0) this.#view = new Int32Array(this.#memory.buffer);
    return this.#view;
  }
}
