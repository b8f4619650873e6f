/** Watches over one script: counts its work, and ends it when it exceeds its budget. */
import { exceedsLimit, type ScriptBudget } from './limits.ts';

/** The limit that a script exceeded. */
export type ExceededBudget = 'turn' | 'all turns' | 'memory';

/** QuickJS calls the interrupt handler after this many polls. It counts steps within regular expressions separately. */
const QUICKJS_INTERRUPT_INTERVAL = 10_000;
/** Polls between calls, as we want it: rare enough to cost little, frequent enough to notice slow polls. */
const INTERRUPT_INTERVAL = 128;
const SLOW_MS = 10;
/** A `JSContext` is well below this size. */
const CONTEXT_BYTES = 1_024;

/**
 * Counts the work of one script and ends it.
 *
 * QuickJS calls the interrupt handler every 10,000 polls. A built-in function may take a tenth of a second between two polls
 * (parsing a string of 20 million digits as a number does), so 10,000 could take a quarter of an hour; the counter is
 * therefore lowered at every call. Its address is found by inspection: it holds 10,000 during the call, and less soon after.
 */
export class Watchdog {
  /** What ended the script. It stays set: a script can swallow an interruption in some places, so every later poll interrupts. */
  exceeded: ExceededBudget | null = null;
  readonly #memory: WebAssembly.Memory;
  readonly #context: number;
  readonly #budget: ScriptBudget;
  #view: Int32Array;
  #counter = -1;
  #candidates: number[] = [];
  #watching = false;
  #pollsLeft: number;
  #turnPollsLeft = 0;
  /** Polls until the next call, as last set. */
  #armedWith = 0;
  #turnStart = 0;
  #lastPoll = 0;

  /** @param context address of the machine's context */
  constructor(memory: WebAssembly.Memory, context: number, budget: ScriptBudget) {
    this.#memory = memory;
    this.#context = context;
    this.#budget = budget;
    this.#pollsLeft = budget.totalPolls;
    this.#view = new Int32Array(memory.buffer);
  }

  /** @param run makes the machine execute any code, for the first time */
  findCounter(run: () => void): void {
    run();
    const found = this.#candidates.filter((word) => {
      const value = this.#word(word);
      return value < QUICKJS_INTERRUPT_INTERVAL && value > QUICKJS_INTERRUPT_INTERVAL - INTERRUPT_INTERVAL;
    });
    if (found.length !== 1) throw new Error(`QuickJS keeps its counter in ${found.length} places`);
    this.#counter = found[0] as number;
  }

  /** Starts a turn: a call from the host into the script. */
  beginTurn(): void {
    this.#turnPollsLeft = Math.min(this.#budget.pollsPerTurn, this.#pollsLeft);
    this.#turnStart = performance.now();
    this.#lastPoll = this.#turnStart;
    this.#watching = true;
    this.#arm(this.#turnStart);
  }

  /** Ends it. Calls of the host outside turns are not counted. */
  endTurn(): void {
    if (this.#watching) this.#consume(this.#armedWith - this.#word(this.#counter));
    this.#watching = false;
  }

  /** @returns whether to interrupt the script */
  shouldInterrupt(): boolean {
    if (this.#counter < 0) {
      for (let word = this.#context >> 2; word < (this.#context + CONTEXT_BYTES) >> 2; word++) {
        if (this.#word(word) === QUICKJS_INTERRUPT_INTERVAL) this.#candidates.push(word);
      }
      return false;
    }
    if (!this.#watching) return false;
    // QuickJS resets its counter before the call; a regular expression has its own counter and leaves this one alone.
    const counter = this.#word(this.#counter);
    this.#consume(
      this.#armedWith + (counter === QUICKJS_INTERRUPT_INTERVAL ? 0 : QUICKJS_INTERRUPT_INTERVAL - counter),
    );
    const now = performance.now();
    if (exceedsLimit(this.#memory)) this.exceeded ??= 'memory';
    else if (this.#pollsLeft <= 0) this.exceeded ??= 'all turns';
    else if (this.#turnPollsLeft <= 0 || now - this.#turnStart > this.#budget.msPerTurn) this.exceeded ??= 'turn';
    this.#arm(now);
    return this.exceeded !== null;
  }

  #consume(polls: number): void {
    this.#pollsLeft -= polls;
    this.#turnPollsLeft -= polls;
  }

  /** Never past the end of the budget, so that the script ends exactly there regardless of the number of calls. */
  #arm(now: number): void {
    const slow = now - this.#lastPoll > SLOW_MS;
    this.#lastPoll = now;
    this.#armedWith = Math.max(1, Math.min(slow ? 1 : INTERRUPT_INTERVAL, this.#turnPollsLeft));
    this.#words()[this.#counter] = this.#armedWith;
  }

  #word(index: number): number {
    return this.#words()[index] as number;
  }

  #words(): Int32Array {
    // Growing a memory replaces its buffer, and detaches the old one.
    if (this.#view.length === 0) this.#view = new Int32Array(this.#memory.buffer);
    return this.#view;
  }
}
