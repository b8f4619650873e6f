/** The contract between an event loop, which knows time and order, and the clients that act in it. */
import type { Duration, Instant } from '../time.ts';
import type { JobPhaseResult } from '../traffic/clients/index.ts';

/** A try of a job. One record is overwritten for each: copy what is needed later. */
export interface TryRecord {
  at: Instant;
  /** Within the entry, from 1. */
  client: number;
  job: number;
  number: number;
  /** Index of its key, as `Scheduler.indexOfKey` gives it. */
  keyIndex: number;
  cost: number;
  /** How long the client waited before this try; 0 before the first. */
  previousWait: Duration;
}

/** What the limiter made of it. */
export interface Answer {
  readonly outcome: 'allow' | 'delay' | 'deny';
  /** From the request until it goes on, or, where several processes decide, until it is denied. */
  readonly wait: Duration;
  /** The shortest wait, from the answer on, that would help a denied one; `NEVER` where none does. Slow: called only where it is needed. */
  retryAfter(): Duration;
}

/** The clients of one entry. */
export interface Actor {
  /** The entry, and how many clients it has. */
  readonly entry: number;
  readonly clientCount: number;
  /** Clients of earlier entries. */
  readonly clientOffset: number;
  start(client: number, scheduler: Scheduler): void;
  onAnswer(record: TryRecord, answer: Answer, scheduler: Scheduler): void;
  /** As it asked to be. */
  onWake(client: number, now: Instant, scheduler: Scheduler): void;
  /** How each phase went, of clients in phases. */
  phaseRuns(): readonly JobPhaseResult[];
}

export interface Scheduler {
  /** Nothing is done from here on. */
  readonly end: Instant;
  /** Puts a try down for later, or for now. */
  scheduleTry(actor: Actor, record: Readonly<TryRecord>): void;
  scheduleWake(actor: Actor, client: number, at: Instant): void;
  /** Counts a call into the sandbox. */
  countStep(): void;
  /** Counts a job whose next try would come at the end or after it. */
  countPendingRetry(): void;
  /** The number that a key has in this lane. */
  indexOfKey(name: string): number;
}
