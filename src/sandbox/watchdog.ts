/** The watch over one script: counts its work, and ends it when it takes too much. */
import { exceedsLimit, type ScriptBudget } from './limits.ts';

/** What a script had too much of. */
export type ExceededBudget = 'turn' | 'all turns' | 'memory';

/** After so many polls QuickJS asks whether to go on. Its steps through a regular expression are counted apart. */
const QUICKJS_INTERRUPT_INTERVAL = 10_000;
/** How often we want to be asked: seldom enough to cost little, often enough to notice slow polls. */
const INTERRUPT_INTERVAL = 128;
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
export class Watchdog {
  /** What ended the script. It stays: a script may swallow an interruption in places, and is interrupted at every poll. */
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
  /** Polls until it asks again, as we set it last. */
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

  /** @param run makes the machine run anything, for the first time */
  findCounter(run: () => void): void {
    run();
    const found = this.#candidates.filter((word) => {
      const value = this.#word(word);
      return value < QUICKJS_INTERRUPT_INTERVAL && value > QUICKJS_INTERRUPT_INTERVAL - INTERRUPT_INTERVAL;
    });
    if (found.length !== 1) throw new Error(`QuickJS keeps its counter in ${found.length} places`);
    this.#counter = found[0] as number;
  }

  /** Starts a turn: what the host calls and waits for. */
  beginTurn(): void {
    this.#turnPollsLeft = Math.min(this.#budget.pollsPerTurn, this.#pollsLeft);
    this.#turnStart = performance.now();
    this.#lastPoll = this.#turnStart;
    this.#watching = true;
    this.#arm(this.#turnStart);
  }

  /** Ends it. What the host runs of its own is not counted. */
  endTurn(): void {
    if (this.#watching) this.#consume(this.#armedWith - this.#word(this.#counter));
    this.#watching = false;
  }

  /** @returns whether the script is to end */
  shouldInterrupt(): boolean {
    if (this.#counter < 0) {
      for (let word = this.#context >> 2; word < (this.#context + CONTEXT_BYTES) >> 2; word++) {
        if (this.#word(word) === QUICKJS_INTERRUPT_INTERVAL) this.#candidates.push(word);
      }
      return false;
    }
    if (!this.#watching) return false;
    // QuickJS sets its counter back before it asks; a regular expression counts for itself and leaves it alone.
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

  /** Never later than where the count ends, so that it ends there however often it asked. */
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
    // A memory that has grown is another buffer, and the old one has no bytes any more.
    if (this.#view.length === 0) this.#view = new Int32Array(this.#memory.buffer);
    return this.#view;
  }
}
