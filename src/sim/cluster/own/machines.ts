/**
 * The machines that run users' programs against a store. They are sandboxes, which the simulator never imports: the host
 * loads them before it plans a scenario that names one.
 */
import type { Command, NoReplyError, RedisCall, Reply } from '../command.ts';
import type { Duration } from '../../time.ts';

/** Runs Redis scripts. A run depends on nothing but what it is given. */
export interface LuaMachine {
  /** @throws {OwnCodeError} if the code does not compile */
  check(code: string): void;
  /**
   * @param args as Redis hands them over: as text
   * @param executed takes the lines that are executed, from 0
   * @throws {OwnCodeError} if the script fails; what `call` throws apart from store errors
   */
  run(code: string, call: RedisCall, keys: readonly string[], args: readonly string[], executed?: Set<number>): Reply;
}

/** A request, as a user's scheme sees it. Times are in seconds. */
export interface OwnContext {
  readonly key: string;
  readonly cost: number;
  readonly now: number;
  readonly node: number;
  readonly request: number;
  readonly policy: { readonly n: number; readonly T: number; readonly capacity: number };
}

/** What a user's scheme decided: a wait and a retry-after time in seconds. */
export type OwnDecision = readonly [
  allowed: boolean,
  wait: number | null,
  retryAfter: number | null,
  level: number | null,
];

/** How far a request's generator came. `local`: the node's memory as JSON, if it has changed. */
export type OwnStep = { readonly local?: string } & (
  | { readonly kind: 'c'; readonly what: Command }
  | { readonly kind: 'p' | 't'; readonly what: readonly [Command, ...Command[]] }
  | { readonly kind: 's'; readonly what: Duration }
  | { readonly kind: 'd'; readonly what: OwnDecision }
  /** The program ends with a `NoReplyError`, the store's or its own, and leaves it to the fallback. */
  | { readonly kind: 'u'; readonly what: string }
);

/** One request's run of a user's scheme. */
export interface OwnRun {
  /**
   * Runs to the next step.
   * @param reply to the last step; null to start
   * @param local the node's memory, as JSON
   * @throws {OwnCodeError}
   */
  next(reply: Reply | NoReplyError, local: string): OwnStep;
  /** The lines executed so far, from 0: only if they were asked for. */
  lines(): readonly number[];
}

/** What a lane of a plan runs: each has a program of its own, opened anew, even where two have the same code. */
export interface OwnLane {
  readonly code: string;
}

/** Runs users' schemes. */
export interface SchemeMachine {
  /** @throws {OwnCodeError} if there is no `decide`, or the top level fails */
  check(lane: OwnLane): void;
  /** @param traced whether to note the lines that are executed */
  start(lane: OwnLane, context: OwnContext, traced: boolean): OwnRun;
}

let lua: LuaMachine | null = null;
let schemes: SchemeMachine | null = null;

export function setLuaMachine(machine: LuaMachine): void {
  lua = machine;
}

export function setSchemeMachine(machine: SchemeMachine): void {
  schemes = machine;
}

/** @throws {TypeError} if the host has not loaded it */
export function luaMachine(): LuaMachine {
  return loaded(lua);
}

/** @throws {TypeError} if the host has not loaded it */
export function schemeMachine(): SchemeMachine {
  return loaded(schemes);
}

function loaded<T>(machine: T | null): T {
  if (machine === null) throw new TypeError("a scenario with a user's program, and no machine to run it in");
  return machine;
}
