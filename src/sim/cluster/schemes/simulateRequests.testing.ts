/** For tests only: nodes that run a scheme's program against its server, with latencies, losses, skew and crashes. */
import { limiterById } from '../../limiters/index.ts';
import { defaultOptions } from '../../limiters/testing.ts';
import type { Edition, Limiter, Options, Policy } from '../../limiters/limiter.ts';
import { SECOND, type Duration, type Instant } from '../../time.ts';
import { NoReplyError, type Message, type Reply } from '../command.ts';
import { NetworkLink } from '../networkLink.ts';
import { ClusterNode } from '../node.ts';
import { advanceProgram } from '../program.ts';
import type {
  RequestContext,
  EmbeddedLimiter,
  PreparedScheme,
  Program,
  SchemeDecision,
  Scheme,
  SchemeConfig,
} from '../scheme.ts';
import { SimulatedStore } from '../simulatedStore.ts';
import { ALLOW, DELAY, isDenied } from '../../verdict.ts';

/** What an option of kind `limiter` holds. */
interface EmbeddedSpec {
  readonly id: string;
  readonly policy?: Partial<Policy>;
  readonly options?: Options;
}

export interface SchemeSpec {
  readonly policy: Policy;
  readonly nodes?: number;
  readonly options?: Options;
  readonly edition?: Edition;
  readonly weights?: readonly number[];
  readonly embedded?: Readonly<Record<string, EmbeddedSpec | { readonly scheme: Scheme; readonly spec: SchemeSpec }>>;
}

/** As the engine prepares a lane, with the scheme's own defaults. */
export function prepareForTest(scheme: Scheme, spec: SchemeSpec): PreparedScheme {
  const { policy, nodes = 1, options = {}, edition = 'corrected', weights, embedded = {} } = spec;
  const defaults: Record<string, string | number> = {};
  for (const knob of scheme.knobs)
    if (knob.kind === 'choice' || knob.kind === 'number') defaults[knob.id] = knob.default;
  const prepareEmbedded = (id: string, own: Policy, set: Options = {}): EmbeddedLimiter => {
    const made = limiterById(id) as Limiter;
    const whole = { ...defaultOptions(made), ...set };
    const one = made.editions.includes('corrected') ? 'corrected' : 'published';
    return {
      limiter: made,
      params: made.prepare({ policy: own, options: whole, edition: one, epoch: 0, horizon: 1e9 }),
    };
  };
  const config: SchemeConfig = {
    policy,
    options: { ...defaults, ...options },
    edition,
    epoch: 0,
    nodes,
    weights: weights ?? null,
    catalogueLimiter: prepareEmbedded,
    embeddedLimiter(option, split = (whole) => whole) {
      const of = embedded[option] ?? { id: 'token-bucket' };
      if ('scheme' in of) throw new TypeError(`${option} holds a scheme`);
      return prepareEmbedded(of.id, split({ ...policy, ...of.policy }), of.options);
    },
    innerScheme(option) {
      const of = embedded[option];
      return of !== undefined && 'scheme' in of ? prepareForTest(of.scheme, of.spec) : null;
    },
  };
  return { scheme, params: scheme.prepare(config) };
}

export interface NetworkConditions {
  /** One way, for all nodes or by node. */
  readonly latency?: Duration | readonly Duration[];
  readonly clock?: (node: number, at: Instant) => Instant;
  /** Whether a message sent at that time is lost. */
  readonly isLost?: (at: Instant) => boolean;
  readonly timeout?: Duration;
  /** Nodes that die and come back immediately. */
  readonly deaths?: readonly { readonly node: number; readonly at: Instant }[];
  readonly wantsExplanation?: boolean;
}

export interface TestArrival {
  readonly at: Instant;
  readonly node?: number;
  readonly key?: string;
  readonly cost?: number;
}

export interface TestDecision {
  /** `died`: its node did; `no answer`: the engine would fall back. */
  readonly decision: SchemeDecision | 'died' | 'no answer';
  /** The node's clock when it came. */
  readonly now: Instant;
  readonly node: number;
  readonly cost: number;
  readonly at: Instant;
  readonly decidedAt: Instant;
  readonly messages: number;
}

interface TestRequest {
  readonly row: number;
  readonly context: RequestContext;
  readonly program: Program;
  awaiting: Message | null;
  sent: number;
  done: boolean;
}

/** Every request's decision, in the order of `arrivals`, which are ascending. */
export function simulateRequests(
  prepared: PreparedScheme,
  arrivals: readonly TestArrival[],
  conditions: NetworkConditions = {},
): readonly TestDecision[] {
  return new TestCluster(prepared, arrivals, conditions).run();
}

class TestCluster {
  readonly #prepared: PreparedScheme;
  readonly #arrivals: readonly TestArrival[];
  readonly #conditions: NetworkConditions;
  readonly #store: SimulatedStore;
  readonly #nodes = new Map<number, ClusterNode<TestRequest>>();
  readonly #inFlight = new Set<TestRequest>();
  readonly #decisions: TestDecision[] = [];
  readonly #events: { at: Instant; order: number; run: () => void }[] = [];
  #eventCount = 0;
  #now = 0;

  constructor(prepared: PreparedScheme, arrivals: readonly TestArrival[], conditions: NetworkConditions) {
    this.#prepared = prepared;
    this.#arrivals = arrivals;
    this.#conditions = conditions;
    this.#store = new SimulatedStore(prepared.scheme.server?.(prepared.params) ?? null);
    for (const { node, at } of conditions.deaths ?? []) this.#schedule(at, () => this.#crash(this.#nodeOf(node)));
    arrivals.forEach((arrival, row) => this.#schedule(arrival.at, () => this.#start(row, arrival)));
  }

  run(): readonly TestDecision[] {
    const events = this.#events;
    while (events.length > 0) {
      events.sort((a, b) => a.at - b.at || a.order - b.order);
      const event = events.shift() as (typeof events)[number];
      this.#now = event.at;
      event.run();
    }
    return this.#decisions;
  }

  #schedule(at: Instant, run: () => void): void {
    this.#events.push({ at, order: this.#eventCount++, run });
  }

  #nodeOf(number: number): ClusterNode<TestRequest> {
    let node = this.#nodes.get(number);
    if (node !== undefined) return node;
    const { latency = 0, clock = (_, at) => at } = this.#conditions;
    const mean = (typeof latency === 'number' ? latency : (latency[number] as number)) / SECOND;
    const link = new NetworkLink({ kind: 'fixed', mean }, Uint32Array.of(1));
    node = new ClusterNode(number, (instant) => clock(number, instant), link);
    this.#nodes.set(number, node);
    return node;
  }

  #start(row: number, { at, node: number = 0, key = 'a', cost = 1 }: TestArrival): void {
    const { scheme, params } = this.#prepared;
    const node = this.#nodeOf(number);
    const context: RequestContext = {
      key,
      cost,
      now: node.clock(at),
      node: number,
      joinedAt: node.joinedAt,
      request: row,
      memory: node.memory,
      wantsExplanation: this.#conditions.wantsExplanation ?? false,
    };
    const program = scheme.decide(context, params);
    const request: TestRequest = { row, context, program, awaiting: null, sent: 0, done: false };
    this.#inFlight.add(request);
    this.#resume(request, null);
  }

  #resume(request: TestRequest, reply: Reply | NoReplyError): void {
    const node = this.#nodeOf(request.context.node);
    const step = advanceProgram(request.program, reply, ({ name, value }) => {
      for (const woken of node.waiters.take(name))
        this.#schedule(this.#now, () => woken.done || this.#resume(woken, value));
    });
    if (step.kind === 'decided') this.#settle(request, step.decision);
    else if (step.kind === 'failed') this.#settle(request, 'no answer');
    else if (step.kind === 'wait-for') node.waiters.add(step.name, request);
    else if (step.kind === 'sleep') this.#schedule(this.#now + step.for, () => this.#resume(request, null));
    else this.#send(request, step);
  }

  #send(request: TestRequest, message: Message): void {
    const { timeout = SECOND / 10, isLost = () => false } = this.#conditions;
    const node = this.#nodeOf(request.context.node);
    const receive = (reply: Reply | NoReplyError): void => {
      if (request.done || request.awaiting !== message) return;
      request.awaiting = null;
      this.#resume(request, reply);
    };
    request.awaiting = message;
    request.sent++;
    this.#schedule(this.#now + timeout, () => receive(new NoReplyError('lost')));
    if (isLost(this.#now)) return;
    this.#schedule(node.link.arrivalAtStore(this.#now, 1, 0), () => {
      const reply = this.#store.execute(message, this.#now, node.number);
      this.#schedule(node.link.arrivalAtNode(this.#now, 1), () => receive(reply));
    });
  }

  #settle(request: TestRequest, decision: TestDecision['decision']): void {
    const { row, sent, context } = request;
    const { at, cost = 1, node = 0 } = this.#arrivals[row] as TestArrival;
    request.done = true;
    this.#inFlight.delete(request);
    this.#decisions[row] = { decision, now: context.now, node, cost, at, decidedAt: this.#now, messages: sent };
  }

  /** It is back at once. */
  #crash(node: ClusterNode<TestRequest>): void {
    node.crash();
    for (const request of this.#inFlight) if (request.context.node === node.number) this.#settle(request, 'died');
    node.up = true;
    node.joinedAt = node.clock(this.#now);
  }
}

/** The outcome, the level and the retry-after time in seconds: `allow 4`, `deny 0 in 3`. */
export function decisionText({ decision }: TestDecision): string {
  if (typeof decision === 'string') return decision;
  const { verdict, level, retryAfter, wait = 0 } = decision;
  const outcome = verdict === ALLOW ? 'allow' : verdict === DELAY ? `delay ${wait / SECOND}` : 'deny';
  const found = level === null ? '' : ` ${Math.round(level * 1e6) / 1e6}`;
  const retry = retryAfter === null ? (isDenied(verdict) ? ' never' : '') : ` in ${retryAfter / SECOND}`;
  return `${outcome}${found}${retry}${decision.chargedInVain === true ? ', in vain' : ''}`;
}
