/**
 * For tests only: requests of several nodes whose messages reach the store in whatever order a test wants, without latency.
 * A request's next message goes one step; the store's clock stands still meanwhile, unless a node has to wait.
 */
import { outcomeOf } from '../../limiters/limiter.ts';
import type { Duration, Instant } from '../../time.ts';
import { NoAnswer, StoreError, type Message, type Reply } from '../command.ts';
import type { Context, Effect, Prepared, Program, Ruling, Scheme } from '../scheme.ts';
import { Store } from '../store.ts';
import { redisCooldown } from './redisCooldown.ts';
import { redisIncr } from './redisIncr.ts';
import { redisSlidingLog } from './redisSlidingLog.ts';
import { redisSubWindow } from './redisSubWindow.ts';
import { redisTokenBucket } from './redisTokenBucket.ts';
import { simpleWindowThreads } from './simpleWindowThreads.ts';
import { tairIncr } from './tairIncr.ts';

/** The schemes that keep their state in a store. */
export const STORED: readonly Scheme[] = [
  simpleWindowThreads,
  redisIncr,
  tairIncr,
  redisSubWindow,
  redisTokenBucket,
  redisSlidingLog,
  redisCooldown,
];

export interface Asked {
  readonly node: number;
  /** When it comes, by the store's clock. */
  readonly at: Instant;
  /** By its node's; the same, unless given. */
  readonly now?: Instant;
  readonly cost?: number;
}

/** A message that the store has run. */
interface Sent {
  readonly message: Message;
  readonly reply: Reply;
}

export class Request {
  readonly asked: Asked;
  readonly context: Context;
  readonly program: Program;
  /** What it was told, by effect: replies, errors among them. */
  readonly told: Reply[] = [];
  readonly effects: Effect[] = [];
  readonly sent: Sent[] = [];
  ruling: Ruling | null = null;
  error: Error | null = null;
  died = false;
  /** When the store ran its last message, and as which of all. */
  at: Instant = 0;
  place = -1;
  /** It goes on no sooner. */
  notBefore: Instant;
  next: Message | null = null;

  constructor({ scheme, params }: Prepared, asked: Asked, request: number) {
    const { node, at, now = at, cost = 1 } = asked;
    this.asked = asked;
    this.notBefore = at;
    this.context = { key: 'k', cost, now, node, request, memory: new Map(), explains: false };
    this.program = scheme.decide(this.context, params);
    this.#take(() => this.program.next());
  }

  get done(): boolean {
    return this.died || this.ruling !== null || this.error !== null;
  }

  get admitted(): boolean {
    return !this.died && this.ruling !== null && outcomeOf(this.ruling.verdict) !== 'deny';
  }

  hear(message: Message, reply: Reply, now: Instant): void {
    this.sent.push({ message, reply });
    this.notBefore = now;
    this.#take(() => this.#answer(reply));
  }

  #answer(reply: Reply): IteratorResult<Effect, Ruling> {
    this.told.push(reply);
    return reply instanceof StoreError ? this.program.throw(reply) : this.program.next(reply);
  }

  #take(step: () => IteratorResult<Effect, Ruling>): void {
    this.next = null;
    try {
      let result = step();
      for (;;) {
        if (result.done === true) {
          this.ruling = result.value;
          return;
        }
        const effect = result.value;
        this.effects.push(effect);
        if (effect.kind === 'park' || effect.kind === 'wake') throw new TypeError('it talks to its node');
        if (effect.kind !== 'sleep') {
          this.next = effect;
          return;
        }
        this.notBefore += effect.for;
        result = this.#answer(null);
      }
    } catch (error) {
      if (!(error instanceof NoAnswer) && !(error instanceof StoreError)) throw error;
      this.error = error;
    }
  }
}

export class Cluster {
  readonly requests: readonly Request[];
  readonly store = new Store(null);
  now: Instant = 0;
  /** Messages in the order in which the store has run them. */
  readonly log: { readonly request: number; readonly message: Message }[] = [];
  readonly #prepared: Prepared;

  constructor(prepared: Prepared, asked: readonly Asked[]) {
    this.#prepared = prepared;
    this.requests = asked.map((one, request) => new Request(prepared, one, request));
  }

  /** Those that have a message to send, by number. */
  ready(): readonly number[] {
    const { scheme, params } = this.#prepared;
    const turns = scheme.takesTurns(params);
    const busy = new Set<number>();
    const ready: number[] = [];
    for (const [number, { done, context }] of this.requests.entries()) {
      if (done || (turns && busy.has(context.node))) continue;
      busy.add(context.node);
      ready.push(number);
    }
    return ready;
  }

  /** The request's next message is run. @param later than it could be */
  step(request: number, later: Duration = 0): void {
    const one = this.requests[request] as Request;
    const { next } = one;
    if (next === null) throw new TypeError(`request ${request} has nothing to send`);
    this.now = Math.max(this.now, one.notBefore) + later;
    one.at = this.now;
    one.place = this.log.push({ request, message: next });
    one.hear(next, this.store.execute(next, this.now, one.context.node), this.now);
  }

  /** Its node dies: what it has sent stays, and it sends nothing more. */
  die(request: number): void {
    (this.requests[request] as Request).died = true;
  }

  /** What came of each, in words. */
  get outcomes(): readonly string[] {
    return this.requests.map(({ ruling, error, died }) => {
      if (died) return 'died';
      if (ruling === null) return error?.message ?? 'under way';
      const { level, retryAfter } = ruling;
      const outcome = `${outcomeOf(ruling.verdict)} ${level === null ? '' : Math.round(level * 1e6) / 1e6}`;
      return retryAfter === null ? outcome : `${outcome} in ${retryAfter}`;
    });
  }

  get admitted(): number {
    return this.requests.reduce((sum, one) => sum + (one.admitted ? one.context.cost : 0), 0);
  }
}

/** Every request is decided before the next one comes. */
export function inTurn(prepared: Prepared, asked: readonly Asked[]): Cluster {
  const cluster = new Cluster(prepared, asked);
  for (const [number, request] of cluster.requests.entries()) while (!request.done) cluster.step(number);
  return cluster;
}

/** The requests' messages run in that order, a request's number for each. What is left then runs in turn. */
export function inOrder(prepared: Prepared, asked: readonly Asked[], order: readonly number[]): Cluster {
  const cluster = new Cluster(prepared, asked);
  for (const number of order) cluster.step(number);
  for (const [number, request] of cluster.requests.entries()) while (!request.done) cluster.step(number);
  return cluster;
}

/** One run for each order in which the messages can reach the store. */
export function* interleavings(prepared: Prepared, asked: readonly Asked[]): Generator<Cluster> {
  let path: readonly number[] = [];
  for (;;) {
    const cluster = new Cluster(prepared, asked);
    const taken: number[] = [];
    const last: number[] = [];
    for (let ready = cluster.ready(); ready.length > 0; ready = cluster.ready()) {
      const choice = path[taken.length] ?? 0;
      taken.push(choice);
      last.push(ready.length - 1);
      cluster.step(ready[choice] as number);
    }
    yield cluster;
    // The deepest choice that has another one after it.
    let depth = taken.length - 1;
    while (depth >= 0 && taken[depth] === last[depth]) depth--;
    if (depth < 0) return;
    path = [...taken.slice(0, depth), (taken[depth] as number) + 1];
  }
}

interface Given {
  readonly at: Instant;
  readonly permits: number;
}

/** By how much the permits given within some span pass what the bound allows in it; 0 and below where it holds. */
export function excess(given: readonly Given[], bound: (length: Duration) => number): number {
  const sorted = [...given].sort((a, b) => a.at - b.at);
  let worst = -Infinity;
  for (const [first, { at: from }] of sorted.entries()) {
    let sum = 0;
    for (const { at, permits } of sorted.slice(first)) {
      sum += permits;
      worst = Math.max(worst, sum - bound(at - from + 1));
    }
  }
  return worst;
}
