/**
 * The contract of a limiter that the user writes. Its program runs in a sandbox (`src/sandbox`), which the simulator never
 * imports: whoever loads the sandbox sets what opens programs.
 */
import type { Duration, Instant } from '../time.ts';
import type { DecisionBlock, Policy } from '../limiters/limiter.ts';

/** What a program keeps of a key, as plain data: its structure as text in UTF-16 units, and its numbers in order. */
export type PlainState = {
  shape: Uint32Array;
  numbers: Float64Array;
};

/** What a program is asked with. */
export interface ProgramSetting {
  readonly policy: Policy;
  /** The tick of the clock that it reads. */
  readonly clockTick: Duration;
}

/** Every method throws an `OwnCodeError` where the program fails. Only `decide` changes a state. */
export interface OwnProgram {
  /** What the program calls itself, and what its level counts. */
  readonly name: string | null;
  readonly unit: string | null;
  readonly hasLevel: boolean;
  readonly hasRetryAfter: boolean;
  readonly hasBound: boolean;
  /** The state of a key before its first request. */
  start(setting: ProgramSetting): PlainState;
  decide(setting: ProgramSetting, block: DecisionBlock<PlainState>): void;
  level(setting: ProgramSetting, state: PlainState, at: Instant): number;
  /** The level before and after each request, in turn; the same twice where the cost is 0: nothing is asked then. */
  levels(setting: ProgramSetting, state: PlainState, at: Float64Array, cost: Float64Array): Float64Array;
  /** Sought with `decide`, up to `longest`, where the program has no `retryAfter`. */
  retryAfter(setting: ProgramSetting, state: PlainState, at: Instant, cost: number, longest: Duration): Duration;
  bound(setting: ProgramSetting, length: Duration): number;
  /** What `decide` would return, the lines that it would execute, from 0, and the state that it would leave. */
  trace(setting: ProgramSetting, state: PlainState, at: Instant, cost: number): ProgramTrace;
}

export interface ProgramTrace {
  /** −1 for refused. */
  readonly wait: Duration;
  readonly lines: readonly number[];
  readonly after: PlainState;
}

/** @throws {OwnCodeError} where it cannot run */
export type ProgramOpener = (code: string) => OwnProgram;

let opener: ProgramOpener = () => {
  throw new TypeError('a limiter that the user wrote, and no sandbox to run it in');
};

export function setProgramOpener(open: ProgramOpener): void {
  opener = open;
}

/** The program of that text: the same one as long as the sandbox is. @throws {OwnCodeError} where it cannot run */
export function openProgram(code: string): OwnProgram {
  return opener(code);
}
