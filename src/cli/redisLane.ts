/**
 * One lane on a real server: for each request the scheme's own program runs on its node, and its messages go to the real
 * server. Each node has one connection.
 *
 * With the scenario clock, requests begin in order, each as soon as its node has decided on the one before, and `now` is
 * the scenario's. With the wall clock, they start at their scheduled time, and `now` is the time since the start.
 */
import {
  advanceProgram,
  fallbackAnswer,
  type Message,
  NoReplyError,
  programAnswer,
  Waiters,
  type RemoteLane,
  type RemoteRequest,
  type Reply,
  type RequestContext,
  type SchemeAnswer,
  type SchemeDecision,
  StoreError,
} from '../sim/engine.ts';
import { MILLISECOND, type Duration, type Instant } from '../sim/index.ts';
import { CommandQueue, inFlightLimit, type MessageSender } from './redisCommandQueue.ts';
import type { CommandStats } from './redisCommandStats.ts';

export type ClockKind = 'scenario' | 'wall';

/** A product's own package, which decides in place of our program of it. */
export interface ProductPackage {
  /** @throws {StoreError | NoReplyError} when the store gave no answer */
  decide(context: RequestContext, send: (message: Message) => Promise<Reply>): Promise<SchemeDecision>;
}

class RedisNode {
  readonly commands: CommandQueue;
  readonly product: ProductPackage | null;
  readonly waiters = new Waiters<(reply: Reply) => void>();
  /** Called when a request waits for another one, which may be later in the node's queue. */
  onWait: () => void = () => undefined;
  /** Fulfilled when the node may take the next request, if it is serial. */
  queue: Promise<void> = Promise.resolve();

  constructor(commands: CommandQueue, product: ProductPackage | null) {
    this.commands = commands;
    this.product = product;
  }

  waitFor(name: string): Promise<Reply> {
    return new Promise((resolve) => {
      this.waiters.add(name, resolve);
      this.onWait();
    });
  }
}

interface RemoteAnswer extends SchemeAnswer {
  readonly messages: number;
  /** How long messages waited before they were written, milliseconds. */
  readonly queued: number;
}

export class RedisLaneRunner {
  readonly #remoteLane: RemoteLane;
  readonly #nodes: readonly RedisNode[];
  readonly #clock: ClockKind;
  readonly #abort = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  /** Ends each sleep that is going on. */
  readonly #sleepers = new Set<() => void>();
  #startedAt = 0;
  #decided = 0;

  /**
   * @param senders one for each node
   * @param productFor makes what a node has of a product's package; null where our own program decides
   */
  constructor(
    remote: RemoteLane,
    senders: readonly MessageSender[],
    clock: ClockKind,
    stats: CommandStats,
    productFor: (() => ProductPackage) | null = null,
  ) {
    this.#remoteLane = remote;
    const limit = inFlightLimit(senders.length);
    this.#nodes = senders.map(
      (sender) => new RedisNode(new CommandQueue(sender, limit, stats), productFor?.() ?? null),
    );
    this.#clock = clock;
  }

  get decided(): number {
    return this.#decided;
  }

  /**
   * Decides all requests, and records the answers in the lane.
   * @throws the signal's reason, or what a sender threw; nothing more is sent from then on
   */
  async run(signal: AbortSignal): Promise<void> {
    const halted = new Promise<never>((_, reject) => {
      this.#abort.signal.addEventListener('abort', () => {
        for (const { commands } of this.#nodes) commands.stop();
        for (const wake of this.#sleepers) wake();
        reject(this.#abort.signal.reason as Error);
      });
    });
    const stop = () => this.#abort.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    this.#startedAt = performance.now();
    try {
      await Promise.race([halted, this.#clock === 'wall' ? this.#runInRealTime() : this.#runInOrder()]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Requests begin in their order, each when its node is free. */
  async #runInOrder(): Promise<void> {
    for (const request of this.#remoteLane.requests) {
      const node = this.#nodes[request.node] as RedisNode;
      await node.queue;
      if (this.#abort.signal.aborted) return;
      const waits = new Promise<void>((resolve) => (node.onWait = resolve));
      node.queue = Promise.race([this.#track(this.#decide(node, request, performance.now())), waits]);
    }
    await Promise.all(this.#inFlight);
  }

  async #runInRealTime(): Promise<void> {
    const { algorithm: scheme, params } = this.#remoteLane.lanePlan;
    const isSerial = scheme.isSerialPerNode(params);
    for (const request of this.#remoteLane.requests) {
      const node = this.#nodes[request.node] as RedisNode;
      for (let remaining = request.at - this.#elapsed(); remaining > 0; remaining = request.at - this.#elapsed()) {
        if (!(await this.#sleep(remaining))) return;
      }
      const sentAt = performance.now();
      if (isSerial) node.queue = this.#track(node.queue.then(() => this.#decide(node, request, sentAt)));
      else void this.#track(this.#decide(node, request, sentAt));
    }
    await Promise.all(this.#inFlight);
  }

  #elapsed(): Instant {
    return microsFromMilliseconds(performance.now() - this.#startedAt);
  }

  /** Returns whether the run continues afterwards. */
  async #sleep(time: Duration): Promise<boolean> {
    if (this.#abort.signal.aborted) return false;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, time / MILLISECOND);
      this.#sleepers.add(wake);
    });
    return !this.#abort.signal.aborted;
  }

  #track(decision: Promise<void>): Promise<void> {
    const done = decision
      .catch((error: unknown) => this.#abort.abort(error))
      .finally(() => this.#inFlight.delete(done));
    this.#inFlight.add(done);
    return done;
  }

  /** @param sentAt when the request was sent, milliseconds */
  async #decide(node: RedisNode, request: RemoteRequest, sentAt: number): Promise<void> {
    const remote = this.#remoteLane;
    const inOrder = this.#clock === 'scenario';
    const now = () => (inOrder ? request.at : this.#elapsed());
    const context = remote.context(request, inOrder ? request.at : microsFromMilliseconds(sentAt - this.#startedAt));
    const { product } = node;
    const { messages, queued, ...answer } = await (product === null
      ? this.#runProgram(node, context, now)
      : this.#askProduct(node, product, context));
    // Time counts from the sending: what this program could not send yet, the server did not delay.
    const latency = microsFromMilliseconds(performance.now() - sentAt - queued);
    remote.recordAnswer(request.request, { ...answer, latency, messages });
    this.#decided++;
  }

  async #askProduct(node: RedisNode, product: ProductPackage, context: RequestContext): Promise<RemoteAnswer> {
    const { lanePlan } = this.#remoteLane;
    let messages = 0;
    let queued = 0;
    const send = async (message: Message): Promise<Reply> => {
      messages++;
      const delivery = await node.commands.deliver(message, lanePlan.timeout / MILLISECOND);
      queued += delivery.queued;
      this.#abort.signal.throwIfAborted();
      if (delivery.reply instanceof Error) throw delivery.reply;
      return delivery.reply;
    };
    try {
      return { ...programAnswer(await product.decide(context, send)), messages, queued };
    } catch (error) {
      if (!(error instanceof StoreError) && !(error instanceof NoReplyError)) throw error;
      return { ...fallbackAnswer(lanePlan, context), messages, queued };
    }
  }

  async #runProgram(node: RedisNode, context: RequestContext, now: () => Instant): Promise<RemoteAnswer> {
    const { lanePlan } = this.#remoteLane;
    const program = lanePlan.algorithm.decide(context, lanePlan.params);
    let messages = 0;
    let queued = 0;
    let reply: Reply | NoReplyError = null;
    for (;;) {
      const step = advanceProgram(program, reply, ({ name, value }) => {
        for (const resolve of node.waiters.take(name)) resolve(value);
      });
      switch (step.kind) {
        case 'decided':
          return { ...programAnswer(step.decision), messages, queued };
        case 'failed':
          return { ...fallbackAnswer(lanePlan, context), messages, queued };
        case 'sleep':
          await this.#sleep(step.for);
          reply = null;
          break;
        case 'wait-for':
          reply = await node.waitFor(step.name);
          break;
        case 'ask':
          messages++;
          reply = this.#remoteLane.answerAsk(step, now());
          break;
        default: {
          messages++;
          const delivery = await node.commands.deliver(step, lanePlan.timeout / MILLISECOND);
          queued += delivery.queued;
          ({ reply } = delivery);
        }
      }
      // An aborted run sends nothing more.
      this.#abort.signal.throwIfAborted();
    }
  }
}

function microsFromMilliseconds(milliseconds: number): Duration {
  return Math.round(milliseconds * MILLISECOND);
}
