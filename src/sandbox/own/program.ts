/** A user's limiter, as the simulator asks it: what it was asked before, many requests at a time, and what it must not do. */
import {
  microsUpFrom,
  NEVER,
  OwnCodeError,
  secondsFromMicros,
  shortestWait,
  type DecisionBlock,
  type Duration,
  type Instant,
  type OwnProgram,
  type PlainState,
  type ProgramSetting,
  type ProgramTrace,
} from '../../sim/index.ts';
import type { ScriptBudget } from '../limits.ts';
import { isUsable, type QuickJsInstance } from '../quickJsInstance.ts';
import { ProgramContext, textOf, type Decided } from './programContext.ts';
import { LIMITER_WORDS, readSource, type OwnSource } from './source.ts';

/** Requests that are handed over at a time, at most. */
const MAX_BLOCK = 4_096;
const FIRST_BLOCK = 64;
/** A block is as long as takes about so many steps. One that takes far more all the same is done again, request by request. */
const STEPS_PER_BLOCK = 2_000_000;

/** Of a state that is looked up: its shape and its numbers. */
const MAX_KEY = 200;
const MAX_REMEMBERED = 50_000;

/** Requests with which it is tried whether the program keeps something outside its states. */
const VERIFIED = 32;
const OUTSIDE =
  'decide answered the same request on the same state differently the second time: it keeps something outside state. ' +
  'Keep everything that changes in state.';
const UNLIKE_A_COPY =
  'decide answers differently where state is a copy of what it left: it relies on more than the values in it, such as a hole in ' +
  'an array or which object it is. Keep plain values in state.';

/** A request that was decided alone. */
interface Tried {
  readonly setting: ProgramSetting;
  readonly before: PlainState;
  readonly at: Instant;
  readonly cost: number;
  readonly after: Decided;
}

export class QuickJsProgram implements OwnProgram {
  readonly name: string | null;
  readonly unit: string | null;
  readonly hasLevel: boolean;
  readonly hasRetryAfter: boolean;
  readonly hasBound: boolean;
  readonly #instance: QuickJsInstance;
  readonly #code: string;
  readonly #budget: ScriptBudget;
  readonly #source: OwnSource;
  /** Another one after the program exceeded a limit: lanes with the same text share it. */
  #context: ProgramContext;
  #setting: ProgramSetting | null = null;
  /** Single requests that were decided, and waits that were asked for, with this setting. */
  readonly #decided = new Map<string, Decided>();
  readonly #waits = new Map<string, number>();
  /** Whether it was tried out of order. */
  #isVerified = false;
  #keepsOutside = false;
  /** The first requests that were decided alone. */
  readonly #tried: Tried[] = [];
  /** The same program, which notes its lines: made when it is first asked for. */
  #traced: QuickJsProgram | null = null;

  /** @throws {OwnCodeError} */
  constructor(instance: QuickJsInstance, code: string, budget: ScriptBudget, traced = false) {
    this.#instance = instance;
    this.#code = code;
    this.#budget = budget;
    this.#source = readSource(code, traced, LIMITER_WORDS);
    this.#context = new ProgramContext(instance, this.#source, budget);
    const { name, unit, level, retryAfter, bound } = this.#context.exports;
    this.name = name;
    this.unit = unit;
    this.hasLevel = level;
    this.hasRetryAfter = retryAfter;
    this.hasBound = bound;
  }

  start(setting: ProgramSetting): PlainState {
    return this.#ready(setting).begin();
  }

  decide(setting: ProgramSetting, block: DecisionBlock): void {
    if (this.#keepsOutside) throw this.#refusal(OUTSIDE);
    if (block.count === 1) this.#decideOne(setting, block);
    else {
      if (!this.#isVerified) this.#verify(setting, block);
      this.#decideMany(setting, block);
    }
  }

  /** A request is to blame where it fails alone: whatever else the program did in the same block. */
  #decideMany(setting: ProgramSetting, block: DecisionBlock): void {
    const context = this.#ready(setting);
    const { count, at, states } = block;
    try {
      context.load(states);
      inBlocks(context, count, (from, size) => context.decideAll(block, from, size));
      context.save(states, at, count - 1);
    } catch (error) {
      if (!(error instanceof OwnCodeError) || !isUsable(this.#instance)) throw error;
      const exceeded = !context.isOpen;
      this.#decideSingly(this.#ready(setting), block);
      if (!exceeded) throw error;
    }
  }

  #decideSingly(context: ProgramContext, block: DecisionBlock): void {
    const { count, at, state, states, cost, waits } = block;
    const one = new Float64Array(1);
    for (let i = 0; i < count; i++) {
      const own = states[state[i] as number] as PlainState;
      try {
        context.load([own]);
        const single = {
          count: 1,
          at: at.subarray(i, i + 1),
          cost: cost.subarray(i, i + 1),
          state: FIRST,
          states,
          waits: one,
        };
        context.decideAll(single, 0, 1);
        context.save([own], single.at, 0);
      } catch (error) {
        throw error instanceof OwnCodeError ? placedAt(error, i) : error;
      }
      waits[i] = one[0] as number;
    }
  }

  /**
   * Whether it keeps something outside its states: then the same request on the same state is answered differently when it is
   * asked for the second time, out of order. And whether its states are all that it needs of them: then many requests in one
   * call are decided as one by one. Tried with the first requests; what changes only later is not seen.
   */
  #verify(setting: ProgramSetting, { count, at, cost, state, states }: DecisionBlock): void {
    const few = Math.min(count, VERIFIED);
    const current = states.map(copyOf);
    const tried = this.#withAnother((other) =>
      Array.from({ length: few }, (_, i): Tried => {
        const own = current[state[i] as number] as PlainState;
        const before = copyOf(own);
        const after = other.#decidedAnew(setting, before, at.subarray(0, few), i, cost[i] as number);
        Object.assign(own, { shape: after.shape, numbers: after.numbers });
        return { setting, before, at: at[i] as Instant, cost: cost[i] as number, after };
      }),
    );
    this.#askBackwards(tried);
    const copies = states.map(copyOf);
    const waits = new Float64Array(few);
    this.#withAnother((other) => other.#decideMany(setting, { count: few, at, cost, state, states: copies, waits }));
    if (
      tried.some(({ after }, i) => after.wait !== waits[i]) ||
      !copies.every((one, i) => isSame(one, current[i] as PlainState))
    )
      throw this.#refusal(UNLIKE_A_COPY);
    this.#isVerified = few === VERIFIED;
  }

  /** @throws {OwnCodeError} if another answer comes to any of them, the last one first */
  #askBackwards(tried: readonly Tried[]): void {
    this.#withAnother((other) => {
      for (const { setting, before, at, cost, after } of [...tried].reverse()) {
        const again = other.#decidedAnew(setting, before, Float64Array.of(at), 0, cost);
        if (again.wait === after.wait && isSame(again, after)) continue;
        this.#keepsOutside = true;
        throw this.#refusal(OUTSIDE);
      }
    });
  }

  /** With a program that has decided nothing yet. */
  #withAnother<T>(ask: (other: QuickJsProgram) => T): T {
    const other = new QuickJsProgram(this.#instance, this.#code, this.#budget);
    try {
      return ask(other);
    } finally {
      other.#context.close();
    }
  }

  #refusal(sentence: string): OwnCodeError {
    return new OwnCodeError(sentence, this.#source.exportLines.get('decide') ?? null, null);
  }

  /** Without a second look at what was decided before: a search comes to the same states again and again. */
  #decideOne(setting: ProgramSetting, { at, cost: costs, state: places, states, waits }: DecisionBlock): void {
    this.#ready(setting);
    const state = states[places[0] as number] as PlainState;
    const cost = costs[0] as number;
    const key = keyOf(state, at[0] as number, cost);
    let known = key === null ? undefined : this.#decided.get(key);
    if (known === undefined) {
      known = this.#decidedAnew(setting, state, at, 0, cost);
      if (!this.#isVerified) this.#try({ setting, before: copyOf(state), at: at[0] as Instant, cost, after: known });
      if (key !== null) remember(this.#decided, key, known);
    }
    state.shape = known.shape.slice();
    state.numbers = known.numbers.slice();
    waits[0] = known.wait;
  }

  /** Each time that they are twice as many. */
  #try(one: Tried): void {
    const count = this.#tried.push(one);
    if (count < 2 || (count & (count - 1)) !== 0) return;
    this.#askBackwards(this.#tried);
    if (count < VERIFIED) return;
    this.#isVerified = true;
    this.#tried.length = 0;
  }

  #decidedAnew(setting: ProgramSetting, state: PlainState, at: Float64Array, place: number, cost: number): Decided {
    const context = this.#ready(setting);
    try {
      return context.decideOne(state, at, place, cost);
    } catch (error) {
      if (!(error instanceof OwnCodeError) || context.isOpen || !isUsable(this.#instance)) throw error;
      // To read and write the state took some of the steps: `decide` gets all of them.
      const after = copyOf(state);
      const waits = new Float64Array(1);
      const block = {
        count: 1,
        at: at.subarray(place, place + 1),
        cost: Float64Array.of(cost),
        state: FIRST,
        states: [after],
        waits,
      };
      try {
        this.#decideSingly(this.#ready(setting), block);
      } catch (again) {
        throw again instanceof OwnCodeError ? placedAt(again, place) : again;
      }
      return { ...after, wait: waits[0] as number };
    }
  }

  level(setting: ProgramSetting, state: PlainState, at: Instant): number {
    return this.#loaded(setting, state).ask('level', at, at);
  }

  levels(setting: ProgramSetting, state: PlainState, at: Float64Array, cost: Float64Array): Float64Array {
    const context = this.#loaded(setting, state);
    const levels = new Float64Array(2 * at.length);
    try {
      inBlocks(context, at.length, (from, size) => levels.set(context.levels(at, cost, from, size), 2 * from));
    } catch (error) {
      if (!(error instanceof OwnCodeError) || context.isOpen || !isUsable(this.#instance)) throw error;
      const again = this.#loaded(setting, state);
      for (let i = 0; i < at.length; i++) levels.set(again.levels(at, cost, i, 1), 2 * i);
    }
    return levels;
  }

  retryAfter(setting: ProgramSetting, state: PlainState, at: Instant, cost: number, longest: Duration): Duration {
    this.#ready(setting);
    const key = keyOf(state, at, cost);
    let micros = key === null ? undefined : this.#waits.get(key);
    if (micros === undefined) {
      const context = this.#loaded(setting, state);
      micros = this.hasRetryAfter
        ? context.ask('retryAfter', at, at, cost)
        : // As if it went on admitting from the first instant at which it would. Each question is a call of its own, with
          // the whole limit of steps; the last is asked at the first power of two that is not shorter than `longest`.
          shortestWait((wait) => context.ask('admits', at + wait, at + wait, cost) === 1, 2 * longest - 1);
      if (key !== null) remember(this.#waits, key, micros);
    }
    return micros === Infinity ? NEVER : microsUpFrom(Math.max(0, micros));
  }

  bound(setting: ProgramSetting, length: Duration): number {
    return this.#ready(setting).ask('bound', null, secondsFromMicros(length));
  }

  trace(setting: ProgramSetting, state: PlainState, at: Instant, cost: number): ProgramTrace {
    const traced = (this.#traced ??= new QuickJsProgram(this.#instance, this.#code, this.#budget, true));
    traced.#ready(setting).lines();
    const { wait, ...after } = traced.#decidedAnew(setting, state, Float64Array.of(at), 0, cost);
    return { wait, lines: traced.#context.lines(), after };
  }

  /** @throws {OwnCodeError} if the machine cannot be used any more */
  #ready(setting: ProgramSetting): ProgramContext {
    if (!isUsable(this.#instance)) throw brokenSandbox();
    if (!this.#context.isOpen) {
      this.#context = new ProgramContext(this.#instance, this.#source, this.#budget);
      this.#setting = null;
    }
    if (setting !== this.#setting) {
      this.#context.use(setting);
      this.#setting = setting;
      this.#decided.clear();
      this.#waits.clear();
    }
    return this.#context;
  }

  #loaded(setting: ProgramSetting, state: PlainState): ProgramContext {
    const context = this.#ready(setting);
    context.load([state]);
    return context;
  }
}

export function brokenSandbox(): OwnCodeError {
  return new OwnCodeError('Another program broke the sandbox. Run again to start a new one.', null, null);
}

/** The place of a single state. */
const FIRST = new Uint32Array(1);

/** Runs `count` requests in blocks, each as long as the one before lets expect. */
function inBlocks(context: ProgramContext, count: number, run: (from: number, size: number) => void): void {
  let longest = FIRST_BLOCK;
  for (let from = 0; from < count;) {
    const size = Math.min(count - from, longest);
    run(from, size);
    const steps = Math.max(1, context.steps / size);
    longest = Math.max(1, Math.min(MAX_BLOCK, 2 * size, Math.floor(STEPS_PER_BLOCK / steps)));
    from += size;
  }
}

function placedAt({ message, line, column, at }: OwnCodeError, place: number): OwnCodeError {
  return new OwnCodeError(message, line, column, { place, at });
}

/** Null for a state that is too large to look up, or holds a −0, which its text does not show. */
function keyOf({ shape, numbers }: PlainState, at: Instant, cost: number): string | null {
  const isPlain = shape.length + numbers.length <= MAX_KEY && !numbers.some((one) => Object.is(one, -0));
  return !isPlain ? null : `${at} ${cost} ${numbers.join()} ${textOf(shape)}`;
}

function copyOf({ shape, numbers }: PlainState): PlainState {
  return { shape: shape.slice(), numbers: numbers.slice() };
}

function isSame(one: PlainState, other: PlainState): boolean {
  return (['shape', 'numbers'] as const).every((part) => {
    const [left, right] = [one[part], other[part]];
    return left.length === right.length && left.every((value, index) => Object.is(value, right[index]));
  });
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size >= MAX_REMEMBERED) map.clear();
  map.set(key, value);
}
