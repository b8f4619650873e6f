/**
 * For tests only: requests of several nodes whose messages reach the store in an order that the test chooses, without
 * latency. A step runs a request's next message; the store's clock does not advance unless a node has to wait.
 */
import { isDenied, outcomeOf } from '../../verdict.ts';
import { SECOND, type Duration, type Instant } from '../../time.ts';
import { NoReplyError, StoreError, type Message, type Reply } from '../command.ts';
import type { RequestContext, Effect, PreparedScheme, Program, SchemeDecision, Scheme } from '../scheme.ts';
import { SimulatedStore } from '../simulatedStore.ts';
import { schemePrograms } from './programs.ts';
import { prepareForTest } from './simulateRequests.testing.ts';

/** Whether the first thing that it does for a request is to send a command to a store. */
function sendsCommands(scheme: Scheme): boolean {
  const { params } = prepareForTest(scheme, { policy: { n: 1, T: SECOND, capacity: 1 } });
  const context = {
    key: 'k',
    cost: 1,
    now: 0,
    node: 0,
    joinedAt: undefined,
    request: 0,
    memory: new Map(),
    wantsExplanation: false,
  };
  const first = scheme.decide(context, params).next();
  return first.done !== true && ['command', 'transaction', 'script'].includes(first.value.kind);
}

/** The schemes that keep their state in a store. */
export const STORE_SCHEMES: readonly Scheme[] = schemePrograms.filter(sendsCommands);

export interface SteppedArrival {
  readonly node: number;
  /** When it comes, by the store's clock. */
  readonly at: Instant;
  /** By its node's; the same, unless given. */
  readonly now?: Instant;
  readonly cost?: number;
}

/** A message that the store has run. */
interface Exchange {
  readonly message: Message;
  readonly reply: Reply;
}

export class SteppedRequest {
  readonly arrival: SteppedArrival;
  readonly context: RequestContext;
  readonly program: Program;
  /** Replies so far, one per effect, including errors. */
  readonly replies: Reply[] = [];
  readonly effects: Effect[] = [];
  readonly sent: Exchange[] = [];
  decision: SchemeDecision | null = null;
  error: Error | null = null;
  died = false;
  /** When the store ran its last message, and as which of all. */
  at: Instant = 0;
  order = -1;
  /** The earliest instant at which it may continue. */
  notBefore: Instant;
  pendingMessage: Message | null = null;

  constructor({ scheme, params }: PreparedScheme, asked: SteppedArrival, request: number) {
    const { node, at, now = at, cost = 1 } = asked;
    this.arrival = asked;
    this.notBefore = at;
    this.context = {
      key: 'k',
      cost,
      now,
      node,
      joinedAt: undefined,
      request,
      memory: new Map(),
      wantsExplanation: false,
    };
    this.program = scheme.decide(this.context, params);
    this.#advance(() => this.program.next());
  }

  get done(): boolean {
    return this.died || this.decision !== null || this.error !== null;
  }

  get admitted(): boolean {
    return !this.died && this.decision !== null && !isDenied(this.decision.verdict);
  }

  receive(message: Message, reply: Reply, now: Instant): void {
    this.sent.push({ message, reply });
    this.notBefore = now;
    this.#advance(() => this.#answer(reply));
  }

  #answer(reply: Reply): IteratorResult<Effect, SchemeDecision> {
    this.replies.push(reply);
    return reply instanceof StoreError ? this.program.throw(reply) : this.program.next(reply);
  }

  #advance(step: () => IteratorResult<Effect, SchemeDecision>): void {
    this.pendingMessage = null;
    try {
      let result = step();
      for (;;) {
        if (result.done === true) {
          this.decision = result.value;
          return;
        }
        const effect = result.value;
        this.effects.push(effect);
        if (effect.kind === 'wait-for' || effect.kind === 'wake') throw new TypeError('it talks to its node');
        if (effect.kind !== 'sleep') {
          this.pendingMessage = effect;
          return;
        }
        this.notBefore += effect.for;
        result = this.#answer(null);
      }
    } catch (error) {
      if (!(error instanceof NoReplyError) && !(error instanceof StoreError)) throw error;
      this.error = error;
    }
  }
}

export class SteppedCluster {
  readonly requests: readonly SteppedRequest[];
  readonly store = new SimulatedStore(null);
  now: Instant = 0;
  /** Messages in the order in which the store has run them. */
  readonly log: { readonly request: number; readonly message: Message }[] = [];
  readonly #prepared: PreparedScheme;

  constructor(prepared: PreparedScheme, asked: readonly SteppedArrival[]) {
    this.#prepared = prepared;
    this.requests = asked.map((one, request) => new SteppedRequest(prepared, one, request));
  }

  /** Those that have a message to send, by number. */
  ready(): readonly number[] {
    const { scheme, params } = this.#prepared;
    const isSerial = scheme.isSerialPerNode(params);
    const busy = new Set<number>();
    const ready: number[] = [];
    for (const [number, { done, context }] of this.requests.entries()) {
      if (done || (isSerial && busy.has(context.node))) continue;
      busy.add(context.node);
      ready.push(number);
    }
    return ready;
  }

  /** The request's next message is run. @param later than it could be */
  step(request: number, later: Duration = 0): void {
    const one = this.requests[request] as SteppedRequest;
    const { pendingMessage } = one;
    if (pendingMessage === null) throw new TypeError(`request ${request} has nothing to send`);
    this.now = Math.max(this.now, one.notBefore) + later;
    one.at = this.now;
    one.order = this.log.push({ request, message: pendingMessage });
    one.receive(pendingMessage, this.store.execute(pendingMessage, this.now, one.context.node), this.now);
  }

  /** Its node dies: sent messages stay in effect, and it sends no more. */
  die(request: number): void {
    (this.requests[request] as SteppedRequest).died = true;
  }

  /** The outcome of each request, as text. */
  get outcomeTexts(): readonly string[] {
    return this.requests.map(({ decision, error, died }) => {
      if (died) return 'died';
      if (decision === null) return error?.message ?? 'under way';
      const { level, retryAfter } = decision;
      const outcome = `${outcomeOf(decision.verdict)} ${level === null ? '' : Math.round(level * 1e6) / 1e6}`;
      return retryAfter === null ? outcome : `${outcome} in ${retryAfter}`;
    });
  }

  get admittedPermits(): number {
    return this.requests.reduce((sum, one) => sum + (one.admitted ? one.context.cost : 0), 0);
  }
}

/** Every request is decided before the next one comes. */
export function runSequentially(prepared: PreparedScheme, asked: readonly SteppedArrival[]): SteppedCluster {
  const cluster = new SteppedCluster(prepared, asked);
  for (const [number, request] of cluster.requests.entries()) while (!request.done) cluster.step(number);
  return cluster;
}

/** The requests' messages run in that order, a request's number for each. What is left then runs in turn. */
export function runInOrder(
  prepared: PreparedScheme,
  asked: readonly SteppedArrival[],
  order: readonly number[],
): SteppedCluster {
  const cluster = new SteppedCluster(prepared, asked);
  for (const number of order) cluster.step(number);
  for (const [number, request] of cluster.requests.entries()) while (!request.done) cluster.step(number);
  return cluster;
}

/** One run for each order in which the messages can reach the store. */
export function* interleavings(prepared: PreparedScheme, asked: readonly SteppedArrival[]): Generator<SteppedCluster> {
  let path: readonly number[] = [];
  for (;;) {
    const cluster = new SteppedCluster(prepared, asked);
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

interface Grant {
  readonly at: Instant;
  readonly permits: number;
}

/** The largest excess of permits within any span over the bound; 0 or less if the bound holds. */
export function excess(given: readonly Grant[], bound: (length: Duration) => number): number {
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
