/** A user's limiter in a context of its own in the machine: states go in and come out as their shapes and numbers. */
import type { QuickJSHandle } from 'quickjs-emscripten-core';
import {
  microsUpFrom,
  OwnCodeError,
  ScriptError,
  secondsFromMicros,
  type DecisionBlock,
  type Duration,
  type Instant,
  type PlainState,
  type ProgramSetting,
} from '../../sim/index.ts';
import { SCRIPT_FILE, type FailureWords } from '../errors.ts';
import { GuardedContext } from '../guardedContext.ts';
import type { ScriptBudget } from '../limits.ts';
import type { QuickJsInstance } from '../quickJsInstance.ts';
import { OWN_PRELUDE, REFUSED } from './prelude.ts';
import type { OwnSource } from './source.ts';

const FUNCTIONS = [
  'bind', 'use', 'begin', 'load', 'decideOne', 'savedShape', 'decideAll', 'save', 'savedNumbers', 'level', 'levels', 'retryAfter', 'admits', 'bound', 'lines',
] as const; // prettier-ignore

type Functions = Readonly<Record<(typeof FUNCTIONS)[number], QuickJSHandle>>;

/** What `bind` says of the exports. */
interface Exports {
  readonly name: string | null;
  readonly unit: string | null;
  readonly level: boolean;
  readonly retryAfter: boolean;
  readonly bound: boolean;
}

/** What was decided, and the state that it left. */
export type Decided = PlainState & { readonly wait: Duration };

/** What a call is about: the export that is blamed where a failure has no line, and the requests that are asked about. */
interface About {
  readonly export?: string;
  /** Their instants, and the number of the first of them. */
  readonly at?: Float64Array;
  readonly from?: number;
}

/** Every method throws an `OwnCodeError` where the program fails. Where it exceeds a limit, the context is closed. */
export class ProgramContext {
  readonly exports: Exports;
  readonly #source: OwnSource;
  readonly #guarded: GuardedContext;
  readonly #functions: Functions;

  constructor(instance: QuickJsInstance, source: OwnSource, budget: ScriptBudget) {
    this.#source = source;
    this.#guarded = new GuardedContext(instance, source.code, budget, failureWords(budget));
    const { context } = this.#guarded;
    this.#functions = this.#guarded.runPrelude(OWN_PRELUDE, [], FUNCTIONS);
    try {
      const exports = this.#turn(() => {
        const module = this.#guarded.runTurn(() =>
          context.evalCode(source.code, SCRIPT_FILE, { type: 'module', strict: true }),
        );
        return this.#call('bind', module);
      });
      this.exports = JSON.parse(context.getString(exports)) as Exports;
      exports.dispose();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.#guarded.isOpen;
  }

  close(): void {
    this.#guarded.close();
  }

  /** Steps that the last call took. */
  get steps(): number {
    return this.#guarded.turnSteps;
  }

  use({ policy, clockTick }: ProgramSetting): void {
    const values = [policy.n, secondsFromMicros(policy.T), policy.capacity, clockTick];
    this.#turn(() => this.#call('use', ...values.map((value) => this.#number(value)))).dispose();
  }

  begin(): PlainState {
    const state = { shape: new Uint32Array(0), numbers: new Float64Array(0) };
    this.#turn(() => this.#call('begin'), { export: 'start' }).dispose();
    this.#saved([state]);
    return state;
  }

  load(states: readonly PlainState[]): void {
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

  /** Changes the states as they were loaded. */
  save(states: readonly PlainState[], at: Float64Array, last: number): void {
    this.#turn(() => this.#call('save'), { export: 'decide', at, from: last }).dispose();
    this.#saved(states);
  }

  /** `size` requests from number `from`, on the states that are loaded. */
  decideAll({ at, cost, state, waits }: DecisionBlock, from: number, size: number): void {
    const block = new Float64Array(3 * size);
    block.set(at.subarray(from, from + size));
    block.set(cost.subarray(from, from + size), size);
    block.set(state.subarray(from, from + size), 2 * size);
    const seconds = this.#numbersFrom(
      'decideAll',
      { export: 'decide', at, from },
      this.#buffer(block),
      this.#number(size),
    );
    for (let i = 0; i < size; i++) waits[from + i] = microsOf(seconds[i] as number);
  }

  /** One request on any state, which stays as it is. */
  decideOne({ shape, numbers }: PlainState, at: Float64Array, place: number, cost: number): Decided {
    const { context } = this.#guarded;
    const instant = this.#number(at[place] as number);
    const args = [context.newString(`${textOf(shape)}\n`), this.#buffer(numbers.slice()), instant, this.#number(cost)];
    const [seconds, isReshaped, ...left] = this.#numbersFrom(
      'decideOne',
      { export: 'decide', at, from: place },
      ...args,
    );
    return {
      wait: microsOf(seconds as number),
      shape: isReshaped === 1 ? unitsOf(this.#text('savedShape')) : shape.slice(),
      numbers: Float64Array.from(left),
    };
  }

  /** `size` instants from number `from`, of the first state that is loaded: two levels each. */
  levels(at: Float64Array, cost: Float64Array, from: number, size: number): Float64Array {
    const block = new Float64Array(2 * size);
    block.set(at.subarray(from, from + size));
    block.set(cost.subarray(from, from + size), size);
    return this.#numbersFrom('levels', { export: 'level', at, from }, this.#buffer(block), this.#number(size));
  }

  /** A number as an answer, of the first state that is loaded. */
  ask(name: 'level' | 'retryAfter' | 'admits' | 'bound', at: Instant | null, ...args: number[]): number {
    const about = { export: name === 'admits' ? 'decide' : name, ...(at === null ? {} : { at: Float64Array.of(at) }) };
    const answer = this.#turn(() => this.#call(name, ...args.map((arg) => this.#number(arg))), about);
    const value = this.#guarded.context.getNumber(answer);
    answer.dispose();
    return value;
  }

  /** The lines that were executed since it was last asked, from 0, each once. */
  lines(): readonly number[] {
    const lines = JSON.parse(this.#text('lines')) as readonly number[];
    return [...new Set(lines)].map((line) => line - 1).sort((a, b) => a - b);
  }

  #saved(states: readonly PlainState[]): void {
    const shapes = this.#text('savedShape');
    const numbers = this.#numbersFrom('savedNumbers');
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

  #text(name: keyof Functions): string {
    const text = this.#turn(() => this.#call(name));
    const value = this.#guarded.context.getString(text);
    text.dispose();
    return value;
  }

  #numbersFrom(name: keyof Functions, about: About = {}, ...args: QuickJSHandle[]): Float64Array {
    const buffer = this.#turn(() => this.#call(name, ...args), about);
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

  /** Runs a turn, and says of a failure where it was. */
  #turn(run: () => QuickJSHandle, { export: blamed = '', at, from = 0 }: About = {}): QuickJSHandle {
    this.#guarded.failedAt = -1;
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      const { message, line, column } = error;
      const { exportLines } = this.#source;
      const place = at === undefined ? null : from + Math.max(0, this.#guarded.failedAt);
      throw new OwnCodeError(
        message,
        line ?? exportLines.get(/^\w+/.exec(message)?.[0] ?? '') ?? exportLines.get(blamed) ?? null,
        line === null || column === null ? null : this.#source.columnOf(line, column),
        { place, at: place === null ? null : (at?.[place] ?? null) },
      );
    }
  }
}

function microsOf(seconds: number): Duration {
  return seconds === REFUSED ? REFUSED : microsUpFrom(seconds * 1e6);
}

export function textOf(units: Uint32Array): string {
  let text = '';
  for (let i = 0; i < units.length; i++) text += String.fromCharCode(units[i] as number);
  return text;
}

function unitsOf(text: string): Uint32Array {
  const units = new Uint32Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

function failureWords({ stepsPerTurn }: ScriptBudget): FailureWords {
  const tooLong = `This ran for too long: it was stopped after ${stepsPerTurn.toLocaleString('en-US')} steps.`;
  return {
    turn: tooLong,
    allTurns: tooLong,
    memory: 'Keep less in state.',
    hints: [
      ['performance', 'The time is the argument now, in seconds.'],
      ['setTimeout setInterval setImmediate queueMicrotask', 'To have a request wait, return the wait in seconds.'],
      ['Promise', 'Nothing is asynchronous here: return true, false or a wait in seconds.'],
      ['module exports', 'Write export const start and export function decide: this is an ES module.'],
      ['console alert print', 'A limiter cannot print: Why? shows the state before and after each request.'],
    ],
    changing: 'What changes from one request to the next belongs in state.',
    yielding: 'Nothing waits here: return the wait in seconds.',
  };
}
