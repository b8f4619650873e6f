/**
 * The contract of clients: traffic that reacts to a limiter's decisions.
 *
 * A client does *jobs*. A job is tried until it is admitted, or until its client gives up. A `RetryStrategy` decides
 * when it is retried; a `JobPacer` decides when jobs arrive, where that depends on the answers or on the lane's limit. With
 * a `rate` it depends on neither: such jobs are generated in advance, the same for every lane (`jobs.ts`).
 *
 * Entries are normalized and validated, with times in seconds and rates per second.
 */
import type { RandomStream } from '../../random.ts';
import type { Duration, Instant } from '../../time.ts';
import type { EntryFields, KeyDistribution, RangeFields } from '../../scenario/entryFields.ts';
import type { TimeRange } from '../trafficGenerator.ts';
import type { ClientStreams } from '../clientStreams.ts';

/** What a client does after a denial. */
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
  | { readonly strategy: 'abuser'; /** Its request rate as a multiple of the lane's own n/T. */ readonly a: number };

export type RetryOf<S extends Retry['strategy']> = Extract<Retry, { readonly strategy: S }>;

/** A number of jobs at a rate; over when jobs/rate seconds have passed and every job has been admitted or given up. */
export interface JobPhase {
  readonly jobs: number;
  readonly rate: number;
}

export interface ClientsEntry extends Omit<EntryFields, 'keys'>, RangeFields {
  readonly kind: 'clients';
  /** `own`: client i uses the key `<key>-<i>`. `shared`: all use `key`. Otherwise each job draws a key from a pool. */
  readonly keys: 'own' | 'shared' | KeyDistribution;
  readonly count: number;
  /** Jobs a second per client. Exactly one of `rate`, `phases` and a self-paced strategy is given. */
  readonly rate?: number;
  readonly phases?: readonly JobPhase[];
  readonly arrivals: 'steady' | 'poisson';
  /** Tries per job; missing: no limit. */
  readonly maxTries?: number;
  readonly retry: Retry;
}

/** A try that was denied, or admitted too late for its sender. */
export interface FailedTry {
  /** How many times the job has been tried. */
  readonly tries: number;
  /** How long it waited before this try; 0 before the first. */
  readonly previousWait: Duration;
  /** The limiter's retry-after time; `NEVER` where no wait helps, none is known, or the strategy does not use it. */
  readonly retryAfter: Duration;
}

export interface RetryStrategy<R extends Retry = Retry> {
  readonly name: R['strategy'];
  /** Whether it uses the limiter's retry-after time, which costs more to compute than a decision. */
  readonly needsRetryAfter: boolean;
  /** Whether it draws random numbers. */
  usesRandomness(retry: R): boolean;
  createDelay(retry: R): RetryDelay;
}

/** How long a client waits after a denial, whole microseconds; `NEVER`: it gives up. `random` is the client's own stream. */
export type RetryDelay = (denial: FailedTry, random: RandomStream) => Duration;

/** What a pacer knows about its clients. */
export interface PacerContext {
  /** When they are active, cut at the end of the run. */
  readonly range: TimeRange;
  /** The lane's limit: n requests per T microseconds. */
  readonly n: number;
  readonly T: Duration;
  /** Random numbers for a client's arrivals. */
  readonly random: ClientStreams;
}

/**
 * When the jobs of an entry's clients arrive, one after the other; clients are numbered from 1. Each hook returns the instant
 * of the client's next job, or `NEVER` if that is not known yet, was returned before, or there is no next job.
 */
export interface JobPacer {
  firstJob(client: number): Instant;
  /** A try was made at `now`, and admitted (perhaps after a wait) or denied. */
  afterTry(client: number, number: number, now: Instant, admitted: boolean): Instant;
  /**
   * A job is over at `now`: admitted, or given up. `pause` is how long the strategy would have waited before one more try.
   */
  afterJob(client: number, now: Instant, admitted: boolean, pause: Duration): Instant;
  /** The result of each phase, for clients with phases. */
  phases?(): readonly JobPhaseResult[];
}

/** One phase, over all clients of an entry. */
export interface JobPhaseResult {
  /** Jobs of all clients together. */
  readonly jobs: number;
  /** When the first client began it; null if no client did. */
  readonly from: Instant | null;
  /** When the last client finished it; null if some client has not. */
  readonly to: Instant | null;
  /** Jobs a second from `from` to `to`; null while `to` is. */
  readonly rate: number | null;
}
