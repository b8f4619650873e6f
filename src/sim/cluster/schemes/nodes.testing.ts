/** For tests only: nodes that run a scheme's program against its server, with latencies, losses, skew and deaths. */
import { limiterById } from '../../limiters/index.ts';
import { defaultOptions } from '../../limiters/testing.ts';
import type { Edition, Limiter, Options, Policy } from '../../limiters/limiter.ts';
import { SECOND, type Duration, type Instant } from '../../time.ts';
import { NoAnswer, StoreError, type Message, type Reply } from '../command.ts';
import { Link } from '../link.ts';
import { Node } from '../node.ts';
import type { Context, Effect, Part, Prepared, Program, Ruling, Scheme, SchemeSetting } from '../scheme.ts';
import { Store } from '../store.ts';

/** What an option of kind `limiter` holds. */
interface Held {
  readonly id: string;
  readonly policy?: Partial<Policy>;
  readonly options?: Options;
}

export interface Given {
  readonly policy: Policy;
  readonly nodes?: number;
  readonly options?: Options;
  readonly edition?: Edition;
  readonly weights?: readonly number[];
  readonly held?: Readonly<Record<string, Held | { readonly scheme: Scheme; readonly given: Given }>>;
}

/** As the engine prepares a lane, with the scheme's own defaults. */
export function prepared(scheme: Scheme, given: Given): Prepared {
  const { policy, nodes = 1, options = {}, edition = 'corrected', weights, held = {} } = given;
  const standard: Record<string, string | number> = {};
  for (const knob of scheme.knobs)
    if (knob.kind === 'choice' || knob.kind === 'number') standard[knob.id] = knob.default;
  const limiter = (id: string, own: Policy, set: Options = {}): Part => {
    const made = limiterById(id) as Limiter;
    const whole = { ...defaultOptions(made), ...set };
    const one = made.editions.includes('corrected') ? 'corrected' : 'published';
    return {
      limiter: made,
      params: made.prepare({ policy: own, options: whole, edition: one, epoch: 0, horizon: 1e9 }),
    };
  };
  const setting: SchemeSetting = {
    policy,
    options: { ...standard, ...options },
    edition,
    nodes,
    weights: weights ?? null,
    limiter,
    part(option, split = (whole) => whole) {
      const of = held[option] ?? { id: 'token-bucket' };
      if ('scheme' in of) throw new TypeError(`${option} holds a scheme`);
      return limiter(of.id, split({ ...policy, ...of.policy }), of.options);
    },
    inner(option) {
      const of = held[option];
      return of !== undefined && 'scheme' in of ? prepared(of.scheme, of.given) : null;
    },
  };
  return { scheme, params: scheme.prepare(setting) };
}

export interface World {
  /** One way, for all nodes or by node. */
  readonly latency?: Duration | readonly Duration[];
  readonly clock?: (node: number, at: Instant) => Instant;
  /** Whether a message that sets out then is lost. */
  readonly lost?: (at: Instant) => boolean;
  readonly timeout?: Duration;
  /** Nodes that die and are back at once. */
  readonly deaths?: readonly { readonly node: number; readonly at: Instant }[];
  readonly explains?: boolean;
}

export interface Asked {
  readonly at: Instant;
  readonly node?: number;
  readonly key?: string;
  readonly cost?: number;
}

export interface Decided {
  /** `died`: its node did; `no answer`: the engine would fall back. */
  readonly ruling: Ruling | 'died' | 'no answer';
  /** The node's clock when it came. */
  readonly now: Instant;
  readonly node: number;
  readonly cost: number;
  readonly at: Instant;
  readonly decidedAt: Instant;
  readonly messages: number;
}

interface Task {
  readonly row: number;
  readonly context: Context;
  readonly program: Program;
  awaiting: Message | null;
  sent: number;
  done: boolean;
}

/** Every request's decision, in the order of `asked`, which rises in time. */
export function playOut({ scheme, params }: Prepared, asked: readonly Asked[], world: World = {}): readonly Decided[] {
  const { clock = (_, at) => at, lost = () => false, timeout = SECOND / 10, deaths = [], explains = false } = world;
  const store = new Store(scheme.server?.(params) ?? null);
  const nodes = new Map<number, Node<Task>>();
  const since = new Map<number, Instant>();
  const rows: Decided[] = [];
  const events: { at: Instant; order: number; run: () => void }[] = [];
  let order = 0;
  let now = 0;
  const at = (instant: Instant, run: () => void): void => void events.push({ at: instant, order: order++, run });
  const nodeOf = (number: number): Node<Task> => {
    const { latency = 0 } = world;
    const mean = (typeof latency === 'number' ? latency : (latency[number] as number)) / SECOND;
    let node = nodes.get(number);
    if (node === undefined) {
      node = new Node(
        number,
        (instant) => clock(number, instant),
        new Link({ kind: 'fixed', mean }, Uint32Array.of(1)),
      );
      nodes.set(number, node);
    }
    return node;
  };
  const end = (task: Task, ruling: Decided['ruling']): void => {
    const { at: came, cost = 1, node = 0 } = asked[task.row] as Asked;
    task.done = true;
    nodeOf(node).underWay.delete(task);
    const { now: read } = task.context;
    rows[task.row] = { ruling, now: read, node, cost, at: came, decidedAt: now, messages: task.sent };
  };
  const goOn = (task: Task, step: () => IteratorResult<Effect, Ruling>): void => {
    const node = nodeOf(task.context.node);
    let result: IteratorResult<Effect, Ruling>;
    try {
      result = step();
      while (result.done !== true && result.value.kind === 'wake') {
        const { name, told } = result.value;
        for (const woken of node.wake(name)) at(now, () => woken.done || goOn(woken, () => woken.program.next(told)));
        result = task.program.next(null);
      }
    } catch (error) {
      if (!(error instanceof NoAnswer) && !(error instanceof StoreError)) throw error;
      end(task, 'no answer');
      return;
    }
    if (result.done === true) end(task, result.value);
    else if (result.value.kind === 'park') node.park(result.value.name, task);
    else if (result.value.kind === 'sleep') at(now + result.value.for, () => goOn(task, () => task.program.next(null)));
    else if (result.value.kind !== 'wake') send(task, result.value);
  };
  const send = (task: Task, message: Message): void => {
    const node = nodeOf(task.context.node);
    const hear = (step: () => IteratorResult<Effect, Ruling>) => (): void => {
      if (task.done || task.awaiting !== message) return;
      task.awaiting = null;
      goOn(task, step);
    };
    task.awaiting = message;
    task.sent++;
    at(
      now + timeout,
      hear(() => task.program.throw(new NoAnswer('lost'))),
    );
    if (lost(now)) return;
    at(node.link.there(now, 1, 0), () => {
      const reply: Reply = store.execute(message, now, node.number);
      at(
        node.link.back(now, 1),
        hear(() => (reply instanceof StoreError ? task.program.throw(reply) : task.program.next(reply))),
      );
    });
  };
  for (const { node, at: when } of deaths) {
    at(when, () => {
      const dead = nodeOf(node);
      for (const task of dead.die()) end(task, 'died');
      dead.up = true;
      since.set(node, dead.clock(when));
    });
  }
  asked.forEach(({ at: when, node = 0, key = 'a', cost = 1 }, row) => {
    at(when, () => {
      const { clock: reads, memory, underWay } = nodeOf(node);
      const born = since.get(node);
      const context: Context = {
        key,
        cost,
        now: reads(when),
        node,
        ...(born === undefined ? {} : { since: born }),
        request: row,
        memory,
        explains,
      };
      const task: Task = {
        row,
        context,
        program: scheme.decide(context, params),
        awaiting: null,
        sent: 0,
        done: false,
      };
      underWay.add(task);
      goOn(task, () => task.program.next());
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
export function inWords({ ruling }: Decided): string {
  if (typeof ruling === 'string') return ruling;
  const { verdict, level, retryAfter, wait = 0 } = ruling;
  const outcome = verdict === 0 ? 'allow' : verdict === 1 ? `delay ${wait / SECOND}` : 'deny';
  const found = level === null ? '' : ` ${Math.round(level * 1e6) / 1e6}`;
  const retry = retryAfter === null ? (verdict < 2 ? '' : ' never') : ` in ${retryAfter / SECOND}`;
  return `${outcome}${found}${retry}${ruling.inVain === true ? ', in vain' : ''}`;
}
