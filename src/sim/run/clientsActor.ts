/** The clients of an entry of kind `clients`, in one lane: what they do after each answer. */
import { microsFromSeconds, NEVER, type Duration, type Instant } from '../time.ts';
import { choicesOf, type Choices } from '../traffic/choices.ts';
import { paceOf, strategyOf, type Clients, type Pace, type PhaseRun, type Wait } from '../traffic/clients/index.ts';
import { rangeOf, type Range } from '../traffic/source.ts';
import { ClientStreams } from '../traffic/streams.ts';
import type { Actor, Agenda, Answer, Try } from './actor.ts';

/** What a lane's clients need to know of it and of the run. */
export interface ActorSetting {
  readonly seed: number;
  readonly end: Instant;
  /** The lane's limit; T in microseconds. */
  readonly n: number;
  readonly T: Duration;
}

/** Nobody draws from it. */
const NOTHING = new Uint32Array();

export class ClientsActor implements Actor {
  readonly entry: number;
  readonly count: number;
  readonly before: number;
  /** When jobs come; null where they come whatever the answers. */
  readonly #pace: Pace | null;
  readonly #hears: boolean;
  readonly #wait: Wait;
  /** Null for a strategy that draws nothing. */
  readonly #streams: ClientStreams | null;
  readonly #maxTries: number;
  readonly #timeout: Duration;
  readonly #range: Range;
  readonly #choices: Choices;
  /** Jobs of each client so far, where a pace makes them. */
  readonly #jobs: Uint32Array;
  /** One more than the number of each client's key, once that is known; null where it has several. */
  readonly #numbers: Uint32Array | null;
  readonly #denial = { number: 0, previous: 0, promised: NEVER };

  constructor(of: Clients & { readonly timeout?: number }, entry: number, before: number, setting: ActorSetting) {
    const { seed, end, n, T } = setting;
    this.entry = entry;
    this.count = of.count;
    this.before = before;
    const strategy = strategyOf(of);
    this.#hears = strategy.hears;
    this.#wait = strategy.prepare(of.retry);
    this.#streams = strategy.draws(of.retry) ? new ClientStreams(of.count, seed, of.stream, 'retries') : null;
    this.#maxTries = of.maxTries ?? Infinity;
    this.#timeout = of.timeout === undefined ? NEVER : microsFromSeconds(of.timeout);
    this.#range = rangeOf(of, end);
    this.#choices = choicesOf(of, of.count, seed);
    const random = new ClientStreams(of.count, seed, of.stream, 'arrivals');
    this.#pace = paceOf(of, { range: this.#range, n, T, random });
    const paced = this.#pace === null ? 0 : of.count + 1;
    this.#jobs = new Uint32Array(paced);
    this.#numbers = typeof of.keys === 'string' ? new Uint32Array(paced) : null;
  }

  start(client: number, agenda: Agenda): void {
    if (this.#pace !== null) this.#job(client, this.#pace.first(client), agenda);
  }

  answered(made: Try, answer: Answer, agenda: Agenda): void {
    const { at, client, number } = made;
    const late = answer.wait > this.#timeout;
    const denied = answer.outcome === 'deny';
    if (this.#pace !== null) this.#job(client, this.#pace.tried(client, number, at, !denied), agenda);
    if (!denied && !late) {
      this.#settled(client, at + answer.wait, true, 0, agenda);
      return;
    }
    // Whoever has waited long enough in a queue has no answer, and so no promise.
    const over = at + Math.min(answer.wait, this.#timeout);
    this.#denial.number = number;
    this.#denial.previous = made.previous;
    this.#denial.promised = this.#hears && denied ? answer.promise() : NEVER;
    const pause = this.#wait(this.#denial, this.#streams?.of(client) ?? NOTHING);
    if (pause === NEVER || number >= this.#maxTries) {
      this.#settled(client, over, false, pause, agenda);
      return;
    }
    const next = over + pause;
    if (next >= agenda.end) {
      agenda.leave();
      return;
    }
    made.at = next;
    made.number = number + 1;
    made.previous = pause;
    agenda.try(this, made);
  }

  phases(): readonly PhaseRun[] {
    return this.#pace?.phases?.() ?? [];
  }

  woken(): void {
    throw new TypeError('clients of this kind never sleep');
  }

  #settled(client: number, at: Instant, admitted: boolean, pause: Duration, agenda: Agenda): void {
    if (this.#pace !== null) this.#job(client, this.#pace.settled(client, at, admitted, pause), agenda);
  }

  /** The number of the job's key. A client that has but one is asked for its name once: millions of names are slow. */
  #key(client: number, agenda: Agenda): number {
    if (this.#numbers === null) return agenda.key(this.#choices.key(client));
    const known = this.#numbers[client] as number;
    if (known > 0) return known - 1;
    const number = agenda.key(this.#choices.key(client));
    this.#numbers[client] = number + 1;
    return number;
  }

  /** The client's next job, if it comes while the clients are at work. */
  #job(client: number, at: Instant, agenda: Agenda): void {
    if (at >= this.#range.end) return;
    const job = ++this.#jobs[client]!;
    const key = this.#key(client, agenda);
    agenda.try(this, { at, client, job, number: 1, key, cost: this.#choices.cost(client), previous: 0 });
  }
}
