/**
 * The contract of scripts: traffic as a user's program. The program itself runs in a sandbox (`src/sandbox`), which the
 * simulator never imports: the host passes one in.
 *
 * A program has two parts. Its top level runs once, before time 0, and may `send(at, …)` any number of requests: open
 * loop, the same in every lane. It may also start clients: generators that yield a request, receive the decision, sleep and
 * continue. They are closed loop, and run separately for each lane.
 */
import type { Duration, Instant } from '../time.ts';

/** What a program knows about the scenario: nothing about lanes, so that open-loop requests are the same in all of them. */
export interface ScriptEnvironment {
  readonly seed: number;
  /** The entry's stream: its random numbers are drawn from (seed, stream, actor). */
  readonly stream: number;
  /** The scenario's policy, T and duration in seconds. */
  readonly n: number;
  readonly T: number;
  readonly duration: number;
}

/** A program failed: the cause as a sentence, and the position, as far as it is known. */
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

/** Requests sent by the top level, in the order of the calls. All arrays have the same length. */
export interface SentRequests {
  /** Whole microseconds, in any order. */
  readonly at: Float64Array;
  /** Indices into `keys`; `NO_KEY` if the program gave none: the entry's key applies. */
  readonly key: Uint32Array;
  readonly keys: readonly string[];
  /** 0 if the program gave none: the entry's cost applies. */
  readonly cost: Uint32Array;
}

export const NO_KEY = 0xffff_ffff;

/** The answer to a request that a client yielded. */
export interface ScriptAnswer {
  readonly outcome: 'allow' | 'delay' | 'deny';
  /** The wait of a delayed request, after which the client resumes. */
  readonly wait: Duration;
  /** Whether it was delayed for longer than the entry's `timeout`; the client then resumes after the timeout. */
  readonly timedOut: boolean;
  /** For a denied request, the shortest wait after which it would be admitted; null if no wait helps, or if not denied. */
  readonly retryAfter: Duration | null;
}

/** What a program can read of an answer. */
export const ANSWER_FIELDS = ['outcome', 'wait', 'retryAfter', 'timedOut'] as const satisfies (keyof ScriptAnswer)[];

/** What a client does next. */
export type ScriptStep =
  | { readonly do: 'request'; /** Null: the entry's. */ readonly key: string | null; readonly cost: number | null }
  /** `until` is not before now. */
  | { readonly do: 'sleep'; readonly until: Instant }
  | { readonly do: 'end' };

/** A program whose top level has run. */
export interface ScriptInstance {
  readonly sent: SentRequests;
  /** How many clients it started. */
  readonly clients: number;
  /**
   * Runs a client (numbered from 0) to its next step.
   * @param now virtual time, non-decreasing over all calls
   * @param answer the answer to the request that it last yielded; null at its start and after a sleep
   * @throws {ScriptError}
   */
  resume(client: number, now: Instant, answer: ScriptAnswer | null): ScriptStep;
  /** Frees its resources; it cannot be used afterwards. */
  close(): void;
}

export interface Sandbox {
  /**
   * Runs the top level of a program.
   * @throws {ScriptError} for any failure of the program; anything else thrown is a bug in Spillway
   */
  start(code: string, environment: ScriptEnvironment): ScriptInstance;
}
