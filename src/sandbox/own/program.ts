/** A user's limiter in its machine. */
import type { QuickJSHandle } from 'quickjs-emscripten-core';
import {
  microsUpFrom,
  NEVER,
  OwnCodeError,
  ScriptError,
  secondsFromMicros,
  type DecisionBlock,
  type Duration,
  type Instant,
  type OwnProgram,
  type PlainState,
  type ProgramSetting,
  type ProgramTrace,
} from '../../sim/index.ts';
import { SCRIPT_FILE, type FailureWords } from '../errors.ts';
import { GuardedContext } from '../guardedContext.ts';
import type { ScriptBudget } from '../limits.ts';
import type { QuickJsInstance } from '../quickJsInstance.ts';
import { OWN_PRELUDE, REFUSED } from './prelude.ts';
import { readSource, type OwnSource } from './source.ts';

/** Requests that are handed over at a time, at most. */
const MAX_BLOCK = 4_096;
const FIRST_BLOCK = 64;
/** A block is as long as takes about so many steps: a program that never ends is told so after 40 million. */
const STEPS_PER_BLOCK = 2_000_000;

const FUNCTIONS = [
  'bind', 'use', 'load', 'begin', 'decideOne', 'savedShape', 'decideAll', 'save', 'savedNumbers', 'level', 'levels', 'retryAfter', 'bound', 'lines',
] as const; // prettier-ignore

type Functions = Readonly<Record<(typeof FUNCTIONS)[number], QuickJSHandle>>;

/** Of a state that is looked up: its shape and its numbers. */
const MAX_KEY = 200;
const MAX_REMEMBERED = 50_000;

/** What `bind` says of the exports. */
interface Exports {
  readonly name: string | null;
  readonly unit: string | null;
  readonly level: boolean;
  readonly retryAfter: boolean;
  readonly bound: boolean;
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
  readonly #guarded: GuardedContext;
  readonly #functions: Functions;
  #setting: ProgramSetting | null = null;
  /** Single requests that were decided, and waits that were asked for, with this setting. */
  readonly #decided = new Map<string, PlainState & { readonly wait: Duration }>();
  readonly #waits = new Map<string, number>();
  #blockSize = FIRST_BLOCK;
  /** The same program, which notes its lines: made when it is first asked for. */
  #traced: QuickJsProgram | null = null;

  /** @throws {OwnCodeError} */
  constructor(instance: QuickJsInstance, code: string, budget: ScriptBudget, traced = false) {
    this.#instance = instance;
    this.#code = code;
    this.#budget = budget;
    this.#source = readSource(code, traced);
    const rewritten = this.#source.code;
    this.#guarded = new GuardedContext(instance, rewritten, budget, ownWords(budget));
    const { context } = this.#guarded;
    this.#functions = this.#guarded.runPrelude(OWN_PRELUDE, [], FUNCTIONS);
    const exports = this.#turn(() => {
      const module = this.#guarded.runTurn(() =>
        context.evalCode(rewritten, SCRIPT_FILE, { type: 'module', strict: true }),
      );
      return this.#call('bind', module);
    });
    const about = JSON.parse(context.getString(exports)) as Exports;
    exports.dispose();
    this.name = about.name;
    this.unit = about.unit;
    this.hasLevel = about.level;
    this.hasRetryAfter = about.retryAfter;
    this.hasBound = about.bound;
  }

  /** Whether it can still be asked: a program that exceeded a limit cannot. */
  get isOpen(): boolean {
    return this.#guarded.isOpen;
  }

  start(setting: ProgramSetting): PlainState {
    const state = { shape: new Uint32Array(0), numbers: new Float64Array(0) };
    this.#use(setting);
    this.#load([state]);
    this.#turn(() => this.#call('begin')).dispose();
    this.#save([state]);
    return state;
  }

  decide(setting: ProgramSetting, { count, at, cost, state, states, waits }: DecisionBlock<PlainState>): void {
    this.#use(setting);
    if (count === 1) {
      waits[0] = this.#decideOne(states[state[0] as number] as PlainState, at, cost[0] as number);
      return;
    }
    this.#load(states);
    for (let from = 0; from < count;) {
      const size = Math.min(count - from, this.#blockSize);
      const block = new Float64Array(3 * size);
      block.set(at.subarray(from, from + size));
      block.set(cost.subarray(from, from + size), size);
      block.set(state.subarray(from, from + size), 2 * size);
      const out = this.#numbersFrom('decideAll', at, from, this.#buffer(block), this.#number(size));
      for (let i = 0; i < size; i++) waits[from + i] = microsOf(out[i] as number);
      const steps = Math.max(1, this.#guarded.turnSteps / size);
      this.#blockSize = Math.max(1, Math.min(MAX_BLOCK, 2 * size, Math.floor(STEPS_PER_BLOCK / steps)));
      from += size;
    }
    this.#save(states, at, count - 1);
  }

  /** Without a second look at what was decided before: a search comes to the same states again and again. */
  #decideOne(state: PlainState, at: Float64Array, cost: number): Duration {
    const key = this.#keyOf(state, at[0] as number, cost);
    let known = key === null ? undefined : this.#decided.get(key);
    if (known === undefined) {
      const { context } = this.#guarded;
      const shape = context.newString(`${textOf(state.shape)}\n`);
      const args = [shape, this.#buffer(state.numbers.slice()), this.#number(at[0] as number), this.#number(cost)];
      const [seconds, isReshaped, ...numbers] = this.#numbersFrom('decideOne', at, 0, ...args);
      known = {
        wait: microsOf(seconds as number),
        shape: isReshaped === 1 ? unitsOf(this.#text('savedShape')) : state.shape.slice(),
        numbers: Float64Array.from(numbers),
      };
      if (key !== null) remember(this.#decided, key, known);
    }
    state.shape = known.shape.slice();
    state.numbers = known.numbers.slice();
    return known.wait;
  }

  /** Null for a state that is too large to look up, or holds a −0, which its text does not show. */
  #keyOf({ shape, numbers }: PlainState, at: Instant, cost: number): string | null {
    const isPlain = shape.length + numbers.length <= MAX_KEY && !numbers.some((one) => Object.is(one, -0));
    return !isPlain ? null : `${at} ${cost} ${numbers.join()} ${textOf(shape)}`;
  }

  level(setting: ProgramSetting, state: PlainState, at: Instant): number {
    return this.#ask(setting, state, at, 'level', at);
  }

  levels(setting: ProgramSetting, state: PlainState, at: Float64Array, cost: Float64Array): Float64Array {
    this.#use(setting);
    this.#load([state]);
    const count = at.length;
    const levels = new Float64Array(2 * count);
    for (let from = 0; from < count; from += MAX_BLOCK) {
      const size = Math.min(count - from, MAX_BLOCK);
      const block = new Float64Array(2 * size);
      block.set(at.subarray(from, from + size));
      block.set(cost.subarray(from, from + size), size);
      levels.set(this.#numbersFrom('levels', at, from, this.#buffer(block), this.#number(size)), 2 * from);
    }
    return levels;
  }

  retryAfter(setting: ProgramSetting, state: PlainState, at: Instant, cost: number, longest: Duration): Duration {
    this.#use(setting);
    const key = this.#keyOf(state, at, cost);
    let micros = key === null ? undefined : this.#waits.get(key);
    if (micros === undefined) {
      micros = this.#ask(setting, state, at, 'retryAfter', at, cost, longest);
      if (key !== null) remember(this.#waits, key, micros);
    }
    return micros === Infinity ? NEVER : microsUpFrom(Math.max(0, micros));
  }

  bound(setting: ProgramSetting, length: Duration): number {
    return this.#ask(setting, null, null, 'bound', secondsFromMicros(length));
  }

  trace(setting: ProgramSetting, state: PlainState, at: Instant, cost: number): ProgramTrace {
    const traced = (this.#traced ??= new QuickJsProgram(this.#instance, this.#code, this.#budget, true));
    const after = { ...state };
    const waits = new Float64Array(1);
    traced.#lines();
    traced.decide(setting, {
      count: 1,
      at: Float64Array.of(at),
      cost: Float64Array.of(cost),
      state: new Uint32Array(1),
      states: [after],
      waits,
    });
    return { wait: waits[0] as number, lines: traced.#lines(), after };
  }

  /** The lines that were executed since it was last asked, from 0, each once. */
  #lines(): readonly number[] {
    const lines = JSON.parse(this.#text('lines')) as readonly number[];
    return [...new Set(lines)].map((line) => line - 1).sort((a, b) => a - b);
  }

  #use(setting: ProgramSetting): void {
    if (setting === this.#setting) return;
    const { policy, clockTick } = setting;
    const values = [policy.n, secondsFromMicros(policy.T), policy.capacity, clockTick];
    this.#turn(() => this.#call('use', ...values.map((value) => this.#number(value)))).dispose();
    this.#setting = setting;
    this.#decided.clear();
    this.#waits.clear();
  }

  #load(states: readonly PlainState[]): void {
    const shapes = states.map(({ shape }) => `${textOf(shape)}\n`).join('');
    const numbers = new Float64Array(states.reduce((sum, state) => sum + state.numbers.length, 0));
    let from = 0;
    for (const state of states) {
      numbers.set(state.numbers, from);
      from += state.numbers.length;
    }
    const { context } = this.#guarded;
    this.#turn(() => this.#call('load', context.newString(shapes), this.#buffer(numbers))).dispose();
  }

  #save(states: readonly PlainState[], at?: Float64Array, last = 0): void {
    const saved = this.#turn(() => this.#call('save'), at, last);
    const shapes = this.#guarded.context.getString(saved);
    saved.dispose();
    const numbers = this.#numbersFrom('savedNumbers', at, last);
    let from = 0;
    for (const [index, line] of shapes.split('\n').entries()) {
      const state = states[index];
      if (state === undefined) break;
      const blank = line.indexOf(' ');
      const count = Number(line.slice(0, blank));
      state.shape = unitsOf(line.slice(blank + 1));
      state.numbers = numbers.slice(from, from + count);
      from += count;
    }
  }

  /** A number as an answer. */
  #ask(
    setting: ProgramSetting,
    state: PlainState | null,
    at: Instant | null,
    name: keyof Functions,
    ...args: number[]
  ): number {
    this.#use(setting);
    if (state !== null) this.#load([state]);
    const instants = at === null ? undefined : Float64Array.of(at);
    const answer = this.#turn(() => this.#call(name, ...args.map((arg) => this.#number(arg))), instants);
    const value = this.#guarded.context.getNumber(answer);
    answer.dispose();
    return value;
  }

  #text(name: keyof Functions): string {
    const text = this.#turn(() => this.#call(name));
    const value = this.#guarded.context.getString(text);
    text.dispose();
    return value;
  }

  #numbersFrom(
    name: keyof Functions,
    at: Float64Array | undefined,
    from: number,
    ...args: QuickJSHandle[]
  ): Float64Array {
    const buffer = this.#turn(() => this.#call(name, ...args), at, from);
    const bytes = this.#guarded.context.getArrayBuffer(buffer);
    const numbers = new Float64Array(bytes.value.slice().buffer);
    bytes.dispose();
    buffer.dispose();
    return numbers;
  }

  #call(name: keyof Functions, ...args: QuickJSHandle[]): QuickJSHandle {
    const { context } = this.#guarded;
    return this.#guarded.runTurn(() => context.callFunction(this.#functions[name], context.undefined, args), args);
  }

  #number(value: number): QuickJSHandle {
    return this.#guarded.context.newNumber(value);
  }

  #buffer({ buffer }: Float64Array<ArrayBuffer>): QuickJSHandle {
    return this.#guarded.context.newArrayBuffer(buffer);
  }

  /**
   * Runs a turn, and says of a failure where it was.
   * @param at the instants of the requests, of which the turn begins with number `from`
   */
  #turn(run: () => QuickJSHandle, at?: Float64Array, from = 0): QuickJSHandle {
    this.#guarded.failedAt = -1;
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      const { message, line, column } = error;
      const place = at === undefined ? null : from + Math.max(0, this.#guarded.failedAt);
      throw new OwnCodeError(
        message,
        line ?? this.#source.exportLines.get(/^\w+/.exec(message)?.[0] ?? '') ?? null,
        line === null || column === null ? null : this.#source.columnOf(line, column),
        { place, at: place === null ? null : (at?.[place] ?? null) },
      );
    }
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size >= MAX_REMEMBERED) map.clear();
  map.set(key, value);
}

function microsOf(seconds: number): Duration {
  return seconds === REFUSED ? REFUSED : microsUpFrom(seconds * 1e6);
}

function textOf(units: Uint32Array): string {
  let text = '';
  for (let i = 0; i < units.length; i++) text += String.fromCharCode(units[i] as number);
  return text;
}

function unitsOf(text: string): Uint32Array {
  const units = new Uint32Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

function ownWords({ stepsPerTurn }: ScriptBudget): FailureWords {
  const tooLong = `This ran for too long: it was stopped after ${stepsPerTurn.toLocaleString('en-US')} steps.`;
  return {
    turn: tooLong,
    allTurns: tooLong,
    memory: 'Keep less in state.',
    hints: [
      ['performance', 'The time is the argument now, in seconds.'],
      ['setTimeout setInterval setImmediate queueMicrotask', 'To have a request wait, return the wait in seconds.'],
      ['Promise', 'Nothing is asynchronous here: return true, false or a wait in seconds.'],
      ['console alert print', 'A limiter cannot print: Why? shows the state before and after each request.'],
    ],
    yielding: 'Nothing waits here: return the wait in seconds.',
  };
}
