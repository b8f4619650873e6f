/**
 * One lane on a real server: for each request the scheme's own program runs on its node, and what it yields is done for
 * real. A node has one connection.
 *
 * By the scenario's clock requests begin in their order, each as soon as its node has decided on the one before, and `now`
 * is the scenario's. By the wall's they leave when their time has come, and `now` is what has passed since the start.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  fallBack,
  nameOf,
  NoAnswer,
  StoreError,
  type Asked,
  type Context,
  type Effect,
  type Message,
  type RemoteLane,
  type Reply,
} from '../sim/engine.ts';
import { MILLISECOND, type Duration, type Instant } from '../sim/index.ts';

type Decision = ReturnType<typeof fallBack>;

export type ClockKind = 'scenario' | 'wall';

export interface Sender {
  /** @throws when there will be no replies any more, which ends the run */
  send(message: Message): Promise<Reply>;
}

class Node {
  readonly sender: Sender;
  /** Those who wait to be woken, by name. */
  readonly #parked = new Map<string, ((told: Reply) => void)[]>();
  /** Called when a request waits for another one: that one may have to come first. */
  givesWay: () => void = () => undefined;
  /** Fulfilled when it may take the next one, where it takes one after the other. */
  line: Promise<void> = Promise.resolve();

  constructor(sender: Sender) {
    this.sender = sender;
  }

  park(name: string): Promise<Reply> {
    return new Promise((resolve) => {
      const others = this.#parked.get(name);
      if (others === undefined) this.#parked.set(name, [resolve]);
      else others.push(resolve);
      this.givesWay();
    });
  }

  wake(name: string, told: Reply): void {
    const woken = this.#parked.get(name) ?? [];
    this.#parked.delete(name);
    for (const resolve of woken) resolve(told);
  }
}

export class LaneOnRedis {
  readonly #remote: RemoteLane;
  readonly #nodes: readonly Node[];
  readonly #clock: ClockKind;
  readonly #halt = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #start = 0;
  #decided = 0;

  /** @param senders one for each node */
  constructor(remote: RemoteLane, senders: readonly Sender[], clock: ClockKind) {
    this.#remote = remote;
    this.#nodes = senders.map((sender) => new Node(sender));
    this.#clock = clock;
  }

  get decided(): number {
    return this.#decided;
  }

  /**
   * Decides all, and tells the lane.
   * @throws the signal's reason, or what a sender threw; nothing more is sent from then on
   */
  async run(signal: AbortSignal): Promise<void> {
    const halted = new Promise<never>((_, reject) => {
      this.#halt.signal.addEventListener('abort', () => reject(this.#halt.signal.reason as Error));
    });
    const stop = () => this.#halt.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    this.#start = performance.now();
    try {
      await Promise.race([halted, this.#clock === 'wall' ? this.#inRealTime() : this.#inOrder()]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Requests begin in their order, each when its node is free. */
  async #inOrder(): Promise<void> {
    for (const asked of this.#remote.asked) {
      const node = this.#nodes[asked.node] as Node;
      await node.line;
      if (this.#halt.signal.aborted) return;
      const gaveWay = new Promise<void>((resolve) => (node.givesWay = resolve));
      node.line = Promise.race([this.#begin(this.#decide(node, asked, performance.now())), gaveWay]);
    }
    await Promise.all(this.#underWay);
  }

  async #inRealTime(): Promise<void> {
    const { limiter, params } = this.#remote.lane;
    const turns = limiter.takesTurns(params);
    for (const asked of this.#remote.asked) {
      const node = this.#nodes[asked.node] as Node;
      for (let early = asked.at - this.#elapsed(); early > 0; early = asked.at - this.#elapsed()) {
        if (!(await this.#pause(early))) return;
      }
      const left = performance.now();
      if (turns) node.line = this.#begin(node.line.then(() => this.#decide(node, asked, left)));
      else void this.#begin(this.#decide(node, asked, left));
    }
    await Promise.all(this.#underWay);
  }

  #elapsed(): Instant {
    return micros(performance.now() - this.#start);
  }

  /** Whether the run goes on after it. */
  async #pause(time: Duration): Promise<boolean> {
    const { signal } = this.#halt;
    await pause(time / MILLISECOND, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }

  #begin(decision: Promise<void>): Promise<void> {
    const done = decision.catch((error: unknown) => this.#halt.abort(error)).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }

  /** @param left when the request set out, milliseconds */
  async #decide(node: Node, asked: Asked, left: number): Promise<void> {
    const remote = this.#remote;
    const inOrder = this.#clock === 'scenario';
    const now = () => (inOrder ? asked.at : this.#elapsed());
    const context = remote.context(asked, inOrder ? asked.at : micros(left - this.#start));
    const counts = { sent: 0 };
    const { ruling, way } = await this.#ruling(node, context, now, counts);
    remote.decide(asked.request, ruling, way, micros(performance.now() - left), counts.sent);
    this.#decided++;
  }

  async #ruling(node: Node, context: Context, now: () => Instant, counts: { sent: number }): Promise<Decision> {
    const { lane } = this.#remote;
    try {
      const program = lane.limiter.decide(context, lane.params);
      let step = program.next();
      while (step.done !== true) {
        const reply = await this.#effect(node, step.value, now, counts);
        // Whoever halts the run wants nothing more sent.
        this.#halt.signal.throwIfAborted();
        const failed = reply instanceof StoreError || reply instanceof NoAnswer;
        step = failed ? program.throw(reply) : program.next(reply);
      }
      return { ruling: step.value, way: step.value.inVain === true ? 'in-vain' : 'decided' };
    } catch (error) {
      if (error instanceof StoreError || error instanceof NoAnswer) return fallBack(lane, context);
      throw error;
    }
  }

  async #effect(node: Node, effect: Effect, now: () => Instant, counts: { sent: number }): Promise<Reply | NoAnswer> {
    switch (effect.kind) {
      case 'sleep':
        await this.#pause(effect.for);
        return null;
      case 'park':
        return node.park(effect.name);
      case 'wake':
        node.wake(effect.name, effect.told);
        return null;
      case 'ask':
        counts.sent++;
        return this.#remote.answer(effect, now());
      default:
        counts.sent++;
        return within(node.sender.send(effect), this.#remote.lane.timeout, effect);
    }
  }
}

/** The reply, unless it takes longer than that; what was sent may then still take effect. */
function within(reply: Promise<Reply>, timeout: Duration, message: Message): Promise<Reply | NoAnswer> {
  return new Promise((resolve, reject) => {
    const late = () => resolve(new NoAnswer(`${nameOf(message)} was not answered`));
    const timer = setTimeout(late, timeout / MILLISECOND);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function micros(milliseconds: number): Duration {
  return Math.round(milliseconds * MILLISECOND);
}
