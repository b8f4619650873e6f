/** The clients of an entry of kind `clients`, in one lane, and how they react to each answer. */
import { microsFromSeconds, NEVER, type Duration, type Instant } from '../time.ts';
import { jobDraws, type JobDraws } from '../traffic/jobDraws.ts';
import {
  createPacer,
  retryStrategyFor,
  type ClientsEntry,
  type JobPacer,
  type JobPhaseResult,
  type RetryDelay,
} from '../traffic/clients/index.ts';
import { rangeOf, type TimeRange } from '../traffic/trafficGenerator.ts';
import { ClientStreams } from '../traffic/clientStreams.ts';
import type { Actor, Scheduler, Answer, TryRecord } from './actor.ts';

/** What clients need to know about their lane and the run. */
export interface ActorSettings {
  readonly seed: number;
  readonly end: Instant;
  /** The lane's limit; T in microseconds. */
  readonly n: number;
  readonly T: Duration;
}

/** For strategies that use no randomness. */
const EMPTY_STREAM = new Uint32Array();

export class ClientsActor implements Actor {
  readonly entry: number;
  readonly clientCount: number;
  readonly clientOffset: number;
  /** When jobs start; null if that does not depend on the answers. */
  readonly #pace: JobPacer | null;
  readonly #usesRetryAfter: boolean;
  readonly #retryWait: RetryDelay;
  /** Null for a strategy that uses no randomness. */
  readonly #streams: ClientStreams | null;
  readonly #maxTries: number;
  readonly #timeout: Duration;
  readonly #range: TimeRange;
  readonly #choices: JobDraws;
  /** Number of jobs of each client so far, when the pacer starts them. */
  readonly #jobCounts: Uint32Array;
  /** The index of each client's key plus 1, or 0 until it is known; null if a client has several keys. */
  readonly #keyIndexesPlusOne: Uint32Array | null;
  readonly #denial = { tries: 0, previousWait: 0, retryAfter: NEVER };

  constructor(clients: ClientsEntry, entry: number, clientOffset: number, settings: ActorSettings) {
    const { seed, end, n, T } = settings;
    this.entry = entry;
    this.clientCount = clients.count;
    this.clientOffset = clientOffset;
    const strategy = retryStrategyFor(clients);
    this.#usesRetryAfter = strategy.needsRetryAfter;
    this.#retryWait = strategy.createDelay(clients.retry);
    this.#streams = strategy.usesRandomness(clients.retry)
      ? new ClientStreams(clients.count, seed, clients.stream, 'retries')
      : null;
    this.#maxTries = clients.maxTries ?? Infinity;
    this.#timeout = clients.timeout === undefined ? NEVER : microsFromSeconds(clients.timeout);
    this.#range = rangeOf(clients, end);
    this.#choices = jobDraws(clients, clients.count, seed);
    const arrivalStreams = new ClientStreams(clients.count, seed, clients.stream, 'arrivals');
    this.#pace = createPacer(clients, { range: this.#range, n, T, random: arrivalStreams });
    const length = this.#pace === null ? 0 : clients.count + 1;
    this.#jobCounts = new Uint32Array(length);
    this.#keyIndexesPlusOne = typeof clients.keys === 'string' ? new Uint32Array(length) : null;
  }

  start(client: number, scheduler: Scheduler): void {
    if (this.#pace !== null) this.#scheduleJob(client, this.#pace.firstJob(client), scheduler);
  }

  onAnswer(record: TryRecord, answer: Answer, scheduler: Scheduler): void {
    const { at, client, number } = record;
    const timedOut = answer.wait > this.#timeout;
    const denied = answer.outcome === 'deny';
    if (this.#pace !== null) this.#scheduleJob(client, this.#pace.afterTry(client, number, at, !denied), scheduler);
    if (!denied && !timedOut) {
      this.#onJobSettled(client, at + answer.wait, true, 0, scheduler);
      return;
    }
    // A client that timed out in a queue got no answer, and so no retry-after time.
    const endedAt = at + Math.min(answer.wait, this.#timeout);
    this.#denial.tries = number;
    this.#denial.previousWait = record.previousWait;
    this.#denial.retryAfter = this.#usesRetryAfter && denied ? answer.retryAfter() : NEVER;
    const pause = this.#retryWait(this.#denial, this.#streams?.forClient(client) ?? EMPTY_STREAM);
    if (pause === NEVER || number >= this.#maxTries) {
      this.#onJobSettled(client, endedAt, false, pause, scheduler);
      return;
    }
    const nextAt = endedAt + pause;
    if (nextAt >= scheduler.end) {
      scheduler.countPendingRetry();
      return;
    }
    record.at = nextAt;
    record.number = number + 1;
    record.previousWait = pause;
    scheduler.scheduleTry(this, record);
  }

  phaseRuns(): readonly JobPhaseResult[] {
    return this.#pace?.phases?.() ?? [];
  }

  onWake(): void {
    throw new TypeError('clients of this kind never sleep');
  }

  #onJobSettled(client: number, at: Instant, admitted: boolean, pause: Duration, scheduler: Scheduler): void {
    if (this.#pace !== null) this.#scheduleJob(client, this.#pace.afterJob(client, at, admitted, pause), scheduler);
  }

  /** The index of the job's key. If a client has a single key, its name is built only once: building millions is slow. */
  #keyIndexOf(client: number, scheduler: Scheduler): number {
    if (this.#keyIndexesPlusOne === null) return scheduler.indexOfKey(this.#choices.nextKey(client));
    const known = this.#keyIndexesPlusOne[client] as number;
    if (known > 0) return known - 1;
    const number = scheduler.indexOfKey(this.#choices.nextKey(client));
    this.#keyIndexesPlusOne[client] = number + 1;
    return number;
  }

  /** Schedules the client's next job, if it starts while the clients are active. */
  #scheduleJob(client: number, at: Instant, scheduler: Scheduler): void {
    if (at >= this.#range.end) return;
    const job = ++this.#jobCounts[client]!;
    const key = this.#keyIndexOf(client, scheduler);
    scheduler.scheduleTry(this, {
      at,
      client,
      job,
      number: 1,
      keyIndex: key,
      cost: this.#choices.nextCost(client),
      previousWait: 0,
    });
  }
}
