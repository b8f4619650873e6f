/** The contract between an event loop, which keeps time and order, and the clients that act in it. */
import type { Duration, Instant } from '../time.ts';
import type { JobPhaseResult } from '../traffic/clients/index.ts';

/** A try of a job. The same record is reused for every try: copy what is needed later. */
export interface TryRecord {
  at: Instant;
  /** Client number within the entry, from 1. */
  client: number;
  job: number;
  number: number;
  /** From `Scheduler.indexOfKey`. */
  keyIndex: number;
  cost: number;
  /** How long the client waited before this try; 0 before the first. */
  previousWait: Duration;
}

/** The limiter's answer to a try. */
export interface Answer {
  readonly outcome: 'allow' | 'delay' | 'deny';
  /** From the request until it is released; in a distributed lane also until it is denied. */
  readonly wait: Duration;
  /**
   * The shortest wait, from the answer on, after which a denied request would be admitted; `NEVER` if there is none.
   * Slow: call it only when needed.
   */
  retryAfter(): Duration;
}

/** The clients of one entry. */
export interface Actor {
  /** Index of the traffic entry. */
  readonly entry: number;
  readonly clientCount: number;
  /** Number of clients in earlier entries. */
  readonly clientOffset: number;
  start(client: number, scheduler: Scheduler): void;
  onAnswer(record: TryRecord, answer: Answer, scheduler: Scheduler): void;
  /** Called at the instant passed to `scheduleWake`. */
  onWake(client: number, now: Instant, scheduler: Scheduler): void;
  /** The result of each phase; empty for clients without phases. */
  phaseRuns(): readonly JobPhaseResult[];
}

export interface Scheduler {
  /** Clients plan nothing at or after this instant; where nodes decide, what waits for an answer may come later. */
  readonly end: Instant;
  /** Schedules a try for `record.at`, which may be now. */
  scheduleTry(actor: Actor, record: Readonly<TryRecord>): void;
  scheduleWake(actor: Actor, client: number, at: Instant): void;
  /** Counts a call into the sandbox against the budget. */
  countStep(): void;
  /** Counts a job whose next try would come at or after the end. */
  countPendingRetry(): void;
  /** The index of a key in this lane; a new key is added. */
  indexOfKey(name: string): number;
}
