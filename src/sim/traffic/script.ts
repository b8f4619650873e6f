/**
 * The contract of scripts: traffic as a user's program. The program itself runs in a sandbox (`src/sandbox`), which this
 * side never imports: whoever runs a scenario hands one in.
 *
 * A program has two parts. Its top level runs once, before time 0, and may `send(at, …)` any number of requests: open
 * loop, the same in every lane. And it may start clients, generators that yield a request, get the decision, sleep and
 * go on: closed loop, run anew for each lane.
 */
import type { Duration, Instant } from '../time.ts';

/** What a program may know of the scenario. Nothing of a lane, so that open-loop requests are the same in all of them. */
export interface ScriptEnvironment {
  readonly seed: number;
  /** The entry's own: its random numbers are drawn from (seed, stream, actor). */
  readonly stream: number;
  /** The scenario's policy, T and duration in seconds. */
  readonly n: number;
  readonly T: number;
  readonly duration: number;
}

/** A program that cannot go on: what it did, in a sentence, and where, as far as that is known. */
export class ScriptError extends Error {
  /** From 1, as editors count; null where the sandbox cannot tell. */
  readonly line: number | null;
  readonly column: number | null;

  constructor(message: string, line: number | null, column: number | null) {
    super(message);
    this.name = 'ScriptError';
    this.line = line;
    this.column = column;
  }
}

/** Requests that the top level sent, in the order in which it sent them. All arrays are as long. */
export interface SentRequests {
  /** Whole microseconds, in any order. */
  readonly at: Float64Array;
  /** Indices into `keys`; `NO_KEY` where the program named none: the entry's own. */
  readonly key: Uint32Array;
  readonly keys: readonly string[];
  /** 0 where the program named none: the entry's own. */
  readonly cost: Uint32Array;
}

export const NO_KEY = 0xffff_ffff;

/** What a client is told of the request that it yielded. */
export interface ScriptAnswer {
  readonly outcome: 'allow' | 'delay' | 'deny';
  /** Of a delayed request; the client goes on when it is over. */
  readonly wait: Duration;
  /** It was delayed for longer than the entry's `timeout`, and the client goes on when that is over. */
  readonly timedOut: boolean;
  /** The shortest wait after which it would be admitted, of a denied one; null where that never comes. */
  readonly retryAfter: Duration | null;
}

/** What a client does next. */
export type ScriptStep =
  | { readonly do: 'request'; /** Null: the entry's own. */ readonly key: string | null; readonly cost: number | null }
  /** Not before now. */
  | { readonly do: 'sleep'; readonly until: Instant }
  | { readonly do: 'end' };

/** A program whose top level has run. */
export interface ScriptInstance {
  readonly sent: SentRequests;
  /** How many clients it started. */
  readonly clients: number;
  /**
   * Runs a client (from 0) on to its next step.
   * @param now virtual time, never falling over all clients of the program
   * @param answer to the request that it yielded last; null at its start and after a sleep
   * @throws {ScriptError}
   */
  resume(client: number, now: Instant, answer: ScriptAnswer | null): ScriptStep;
  /** Frees what it holds; it cannot be used any more. */
  close(): void;
}

export interface Sandbox {
  /**
   * Runs the top level of a program.
   * @throws {ScriptError} whatever the program does; anything else thrown is a defect of ours
   */
  start(code: string, environment: ScriptEnvironment): ScriptInstance;
}
