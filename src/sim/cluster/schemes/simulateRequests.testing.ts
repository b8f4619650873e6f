/** For tests only: nodes that run a scheme's program against its server, with latencies, losses, skew and deaths. */
import { limiterById } from '../../limiters/index.ts';
import { defaultOptions } from '../../limiters/testing.ts';
import type { Edition, Limiter, Options, Policy } from '../../limiters/limiter.ts';
import { SECOND, type Duration, type Instant } from '../../time.ts';
import { NoReplyError, StoreError, type Message, type Reply } from '../command.ts';
import { NetworkLink } from '../networkLink.ts';
import { ClusterNode } from '../node.ts';
import type {
  RequestContext,
  Effect,
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
  /** Whether a message that sets out then is lost. */
  readonly isLost?: (at: Instant) => boolean;
  readonly timeout?: Duration;
  /** Nodes that die and are back at once. */
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

/** Every request's decision, in the order of `asked`, which rises in time. */
export function simulateRequests(
  { scheme, params }: PreparedScheme,
  arrivals: readonly TestArrival[],
  conditions: NetworkConditions = {},
): readonly TestDecision[] {
  const {
    clock = (_, at) => at,
    isLost = () => false,
    timeout = SECOND / 10,
    deaths = [],
    wantsExplanation = false,
  } = conditions;
  const store = new SimulatedStore(scheme.server?.(params) ?? null);
  const nodes = new Map<number, ClusterNode<TestRequest>>();
  const since = new Map<number, Instant>();
  const rows: TestDecision[] = [];
  const events: { at: Instant; order: number; run: () => void }[] = [];
  let order = 0;
  let now = 0;
  const at = (instant: Instant, run: () => void): void => void events.push({ at: instant, order: order++, run });
  const nodeOf = (number: number): ClusterNode<TestRequest> => {
    const { latency = 0 } = conditions;
    const mean = (typeof latency === 'number' ? latency : (latency[number] as number)) / SECOND;
    let node = nodes.get(number);
    if (node === undefined) {
      node = new ClusterNode(
        number,
        (instant) => clock(number, instant),
        new NetworkLink({ kind: 'fixed', mean }, Uint32Array.of(1)),
      );
      nodes.set(number, node);
    }
    return node;
  };
  const settle = (request: TestRequest, ruling: TestDecision['decision']): void => {
    const { at: came, cost = 1, node = 0 } = arrivals[request.row] as TestArrival;
    request.done = true;
    nodeOf(node).inFlight.delete(request);
    const { now: read } = request.context;
    rows[request.row] = { decision: ruling, now: read, node, cost, at: came, decidedAt: now, messages: request.sent };
  };
  const resume = (request: TestRequest, step: () => IteratorResult<Effect, SchemeDecision>): void => {
    const node = nodeOf(request.context.node);
    let result: IteratorResult<Effect, SchemeDecision>;
    try {
      result = step();
      while (result.done !== true && result.value.kind === 'wake') {
        const { name, told } = result.value;
        for (const woken of node.takeWaiters(name))
          at(now, () => woken.done || resume(woken, () => woken.program.next(told)));
        result = request.program.next(null);
      }
    } catch (error) {
      if (!(error instanceof NoReplyError) && !(error instanceof StoreError)) throw error;
      settle(request, 'no answer');
      return;
    }
    if (result.done === true) settle(request, result.value);
    else if (result.value.kind === 'park') node.addWaiter(result.value.name, request);
    else if (result.value.kind === 'sleep')
      at(now + result.value.for, () => resume(request, () => request.program.next(null)));
    else if (result.value.kind !== 'wake') send(request, result.value);
  };
  const send = (request: TestRequest, message: Message): void => {
    const node = nodeOf(request.context.node);
    const onReply = (step: () => IteratorResult<Effect, SchemeDecision>) => (): void => {
      if (request.done || request.awaiting !== message) return;
      request.awaiting = null;
      resume(request, step);
    };
    request.awaiting = message;
    request.sent++;
    at(
      now + timeout,
      onReply(() => request.program.throw(new NoReplyError('lost'))),
    );
    if (isLost(now)) return;
    at(node.link.arrivalAtStore(now, 1, 0), () => {
      const reply: Reply = store.execute(message, now, node.number);
      at(
        node.link.arrivalAtNode(now, 1),
        onReply(() => (reply instanceof StoreError ? request.program.throw(reply) : request.program.next(reply))),
      );
    });
  };
  for (const { node, at: when } of deaths) {
    at(when, () => {
      const dead = nodeOf(node);
      for (const request of dead.crash()) settle(request, 'died');
      dead.up = true;
      since.set(node, dead.clock(when));
    });
  }
  arrivals.forEach(({ at: when, node = 0, key = 'a', cost = 1 }, row) => {
    at(when, () => {
      const { clock: nodeClock, memory, inFlight } = nodeOf(node);
      const joinedAt = since.get(node);
      const context: RequestContext = {
        key,
        cost,
        now: nodeClock(when),
        node,
        ...(joinedAt === undefined ? {} : { joinedAt: joinedAt }),
        request: row,
        memory,
        wantsExplanation,
      };
      const request: TestRequest = {
        row,
        context,
        program: scheme.decide(context, params),
        awaiting: null,
        sent: 0,
        done: false,
      };
      inFlight.add(request);
      resume(request, () => request.program.next());
    });
  });
  while (events.length > 0) {
    events.sort((a, b) => a.at - b.at || a.order - b.order);
    const event = events.shift() as (typeof events)[number];
    now = event.at;
    event.run();
  }
  return rows;
}

/** The outcome, the level that was found and the retry that was promised, in seconds: `allow 4`, `deny 0 in 3`. */
export function decisionText({ decision }: TestDecision): string {
  if (typeof decision === 'string') return decision;
  const { verdict, level, retryAfter, wait = 0 } = decision;
  const outcome = verdict === ALLOW ? 'allow' : verdict === DELAY ? `delay ${wait / SECOND}` : 'deny';
  const found = level === null ? '' : ` ${Math.round(level * 1e6) / 1e6}`;
  const retry = retryAfter === null ? (isDenied(verdict) ? ' never' : '') : ` in ${retryAfter / SECOND}`;
  return `${outcome}${found}${retry}${decision.chargedInVain === true ? ', in vain' : ''}`;
}
