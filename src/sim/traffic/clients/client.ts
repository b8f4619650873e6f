/**
 * The contract of clients: traffic that answers to what a limiter says.
 *
 * A client does *jobs*. A job is tried until it is admitted, or until its client gives up. A `RetryStrategy` says
 * when it is tried again; a `JobPacer` says when jobs come, where that depends on the answers or on the lane's limit. With
 * a `rate` it depends on neither: such jobs are generated beforehand, the same for every lane (`jobs.ts`).
 *
 * Entries come normalized and checked, times in seconds, rates per second.
 */
import type { RandomStream } from '../../random.ts';
import type { Duration, Instant } from '../../time.ts';
import type { EntryFields, KeyDistribution, RangeFields } from '../../scenario/entryFields.ts';
import type { TimeRange } from '../trafficGenerator.ts';
import type { ClientStreams } from '../clientStreams.ts';

/** What a client does once it is refused. */
export type Retry =
  | { readonly strategy: 'none' }
  | { readonly strategy: 'retry-poll'; readonly every: number }
  | {
      readonly strategy: 'backoff';
      readonly base: number;
      readonly cap: number;
      readonly factor: number;
      readonly jitter: 'none' | 'full' | 'equal' | 'decorrelated';
    }
  | { readonly strategy: 'retry-after' }
  | { readonly strategy: 'careless'; readonly every: number }
  | { readonly strategy: 'abuser'; /** How many times the lane's own n/T it asks for. */ readonly a: number };

export type RetryOf<S extends Retry['strategy']> = Extract<Retry, { readonly strategy: S }>;

/** So many jobs at that rate; over when jobs/rate has passed and each of them was admitted or given up. */
export interface JobPhase {
  readonly jobs: number;
  readonly rate: number;
}

export interface ClientsEntry extends Omit<EntryFields, 'keys'>, RangeFields {
  readonly kind: 'clients';
  /** `own`: client i asks for `<key>-<i>`. `shared`: all for `key`. Or each job for a key of a pool. */
  readonly keys: 'own' | 'shared' | KeyDistribution;
  readonly count: number;
  /** Jobs a second of each. Exactly one of `rate`, `phases` and a strategy with a pace of its own is given. */
  readonly rate?: number;
  readonly phases?: readonly JobPhase[];
  readonly arrivals: 'steady' | 'poisson';
  /** Tries of one job; missing: no limit. */
  readonly maxTries?: number;
  readonly retry: Retry;
}

/** A try that was denied, or admitted too late for its sender. */
export interface FailedTry {
  /** How many times the job has been tried. */
  readonly tries: number;
  /** How long it waited before this try; 0 before the first. */
  readonly previousWait: Duration;
  /** The limiter's promise; `NEVER` where no wait helps, or where the strategy does not hear it. */
  readonly retryAfter: Duration;
}

export interface RetryStrategy<R extends Retry = Retry> {
  readonly name: R['strategy'];
  /** Whether it goes by the limiter's promise: working that out costs more than a decision. */
  readonly needsRetryAfter: boolean;
  /** Whether it draws random numbers. */
  usesRandomness(retry: R): boolean;
  createDelay(retry: R): RetryDelay;
}

/** How long a client waits after a denial, whole microseconds; `NEVER`: it gives up. `random` is its own stream. */
export type RetryDelay = (denial: FailedTry, random: RandomStream) => Duration;

/** What a pace knows of its clients. */
export interface PacerContext {
  /** When they are at work, cut at the end of the run. */
  readonly range: TimeRange;
  /** The lane's limit: n requests per T microseconds. */
  readonly n: number;
  readonly T: Duration;
  /** Random numbers for a client's arrivals. */
  readonly random: ClientStreams;
}

/**
 * When the jobs of an entry's clients come, one after the other; clients count from 1. Each hook answers with the instant
 * of the client's next job, or `NEVER` if that is not known yet, or known already, or none comes.
 */
export interface JobPacer {
  firstJob(client: number): Instant;
  /** A try was made at `now`, and admitted (perhaps after a wait) or refused. */
  afterTry(client: number, number: number, now: Instant, admitted: boolean): Instant;
  /**
   * A job is over at `now`: admitted, or given up. `pause` is how long the strategy would have waited before one more try.
   */
  afterJob(client: number, now: Instant, admitted: boolean, pause: Duration): Instant;
  /** How each phase went, of clients in phases. */
  phases?(): readonly JobPhaseResult[];
}

/** One phase of all clients of an entry together. */
export interface JobPhaseResult {
  /** Jobs of all of them. */
  readonly jobs: number;
  /** When the first client began it; null if none did. */
  readonly from: Instant | null;
  /** When the last client was through with it; null while one is not. */
  readonly to: Instant | null;
  /** Jobs a second from `from` to `to`; null before that. */
  readonly rate: number | null;
}
