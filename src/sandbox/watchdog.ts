/** Watches over one script: counts its work, and ends it when it exceeds its budget. */
import { exceedsLimit, WORK_PER_STEP, type ScriptBudget } from './limits.ts';
import { UNLIMITED, type QuickJsInstance } from './quickJsInstance.ts';

/** The limit that a script exceeded. */
export type ExceededBudget = 'turn' | 'all turns' | 'clock' | 'memory';

/** Ends the machine, because the script did not come to its next poll in time. */
export class Unstoppable extends Error {
  constructor() {
    super('A script was told to end, and did not.');
  }
}

/** QuickJS calls the interrupt handler after this many polls. It counts steps within regular expressions separately. */
const QUICKJS_INTERRUPT_INTERVAL = 10_000;
/** To find the counter: more than the polls of a few lines. */
const FEW_POLLS = 128;
/** A `JSContext` is well below this size. */
const CONTEXT_BYTES = 1_024;
/** Units of work between looks at the clock: some hundredths of a second. */
const WORK_PER_LOOK = 16_000_000;
/** Units of work that a script has to come to its next poll and end properly, with its position. */
const WORK_TO_END = 40_000_000;

/**
 * Counts the work of one script and ends it. Two counters run in the machine:
 *
 * - QuickJS polls at every call and jump of a script, and calls the interrupt handler when its counter reaches zero. The
 *   counter is set to what the script has left. Its address is found by inspection: it holds 10,000 during the first call,
 *   and less soon after.
 * - The machine's code counts all of its work, also between polls: see `meter.ts`. When that runs out, the script ends at its
 *   next poll.
 */
export class Watchdog {
  /** What ended the script. It stays set: a script can swallow an interruption in some places, so every later poll interrupts. */
  exceeded: ExceededBudget | null = null;
  readonly #instance: QuickJsInstance;
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
  #workLeft: number;
  #turnWorkLeft = 0;
  /** Units of work until the next call, as last set. */
  #allotted = 0;
  #turnStart = 0;

  /** @param context address of the machine's context */
  constructor(instance: QuickJsInstance, context: number, budget: ScriptBudget) {
    this.#instance = instance;
    this.#context = context;
    this.#budget = budget;
    this.#pollsLeft = budget.totalSteps;
    this.#workLeft = budget.totalSteps * WORK_PER_STEP;
    this.#view = new Int32Array(instance.memory.buffer);
  }

  /** @param run makes the machine execute any code, for the first time */
  findCounter(run: () => void): void {
    run();
    const found = this.#candidates.filter((word) => {
      const value = this.#word(word);
      return value < QUICKJS_INTERRUPT_INTERVAL && value > QUICKJS_INTERRUPT_INTERVAL - FEW_POLLS;
    });
    if (found.length !== 1) throw new Error(`QuickJS keeps its counter in ${found.length} places`);
    this.#counter = found[0] as number;
  }

  /** Starts a turn: a call from the host into the script. */
  beginTurn(): void {
    const { stepsPerTurn } = this.#budget;
    const { meter } = this.#instance;
    this.#turnPollsLeft = Math.min(stepsPerTurn, this.#pollsLeft);
    this.#turnWorkLeft = Math.min(stepsPerTurn * WORK_PER_STEP, this.#workLeft);
    this.#turnStart = performance.now();
    this.#watching = true;
    meter.onZero = () => this.#workDone();
    meter.onGrowth = () => this.#memoryGrew();
    this.#setPolls(this.#turnPollsLeft);
    this.#setWork(Math.min(this.#turnWorkLeft, WORK_PER_LOOK));
  }

  /** Ends it. Calls of the host outside turns are not counted. */
  endTurn(): void {
    if (!this.#watching) return;
    const { meter } = this.#instance;
    this.#consumePolls(this.#armedWith - this.#word(this.#counter));
    this.#consumeWork();
    this.#watching = false;
    meter.left = UNLIMITED;
    meter.onZero = () => (meter.left = UNLIMITED);
    meter.onGrowth = () => {};
  }

  /** Steps that the current turn, or the last one, has taken. */
  get turnSteps(): number {
    const { stepsPerTurn } = this.#budget;
    return Math.max(stepsPerTurn - this.#turnPollsLeft, stepsPerTurn - Math.floor(this.#turnWorkLeft / WORK_PER_STEP));
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
    this.#consumePolls(
      this.#armedWith + (counter === QUICKJS_INTERRUPT_INTERVAL ? 0 : QUICKJS_INTERRUPT_INTERVAL - counter),
    );
    if (this.#pollsLeft <= 0) this.exceeded ??= 'all turns';
    else if (this.#turnPollsLeft <= 0) this.exceeded ??= 'turn';
    this.#setPolls(this.exceeded === null ? this.#turnPollsLeft : 1);
    return this.exceeded !== null;
  }

  /** The work that was allotted is done: allots more, or ends the script. */
  #workDone(): void {
    this.#consumeWork();
    this.#budget.onWork?.();
    if (this.exceeded !== null) {
      this.#setWork(WORK_TO_END);
      throw new Unstoppable();
    }
    if (this.#workLeft <= 0) this.#end('all turns');
    else if (this.#turnWorkLeft <= 0) this.#end('turn');
    else if (performance.now() - this.#turnStart > this.#budget.msPerTurn) this.#end('clock');
    else this.#setWork(Math.min(this.#turnWorkLeft, WORK_PER_LOOK));
  }

  #memoryGrew(): void {
    if (exceedsLimit(this.#instance.memory)) this.#end('memory');
  }

  /** At the next poll. */
  #end(why: ExceededBudget): void {
    this.exceeded ??= why;
    this.#consumePolls(this.#armedWith - this.#word(this.#counter));
    this.#setPolls(1);
    this.#consumeWork();
    this.#setWork(WORK_TO_END);
  }

  #consumePolls(polls: number): void {
    this.#pollsLeft -= polls;
    this.#turnPollsLeft -= polls;
  }

  #consumeWork(): void {
    const done = this.#allotted - this.#instance.meter.left;
    this.#workLeft -= done;
    this.#turnWorkLeft -= done;
    this.#allotted -= done;
  }

  /** Never past the end of the budget, so that the script ends exactly there. */
  #setPolls(polls: number): void {
    this.#armedWith = Math.max(1, polls);
    this.#words()[this.#counter] = this.#armedWith;
  }

  #setWork(units: number): void {
    this.#allotted = units;
    this.#instance.meter.left = units;
  }

  #word(index: number): number {
    return this.#words()[index] as number;
  }

  #words(): Int32Array {
    // Growing a memory replaces its buffer, and detaches the old one.
    if (this.#view.length === 0) this.#view = new Int32Array(this.#instance.memory.buffer);
    return this.#view;
  }
}
