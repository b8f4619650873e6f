/**
 * A lane of several processes in virtual time. Each request runs the scheme's program on its node; what the program yields
 * travels to the store and back, and other nodes' messages come in between.
 *
 * At one instant: what goes wrong, then requests, then messages in the order in which they were sent. Every link and the
 * routing draw from streams of their own, so a lane's rows hang on nothing but the scenario.
 */
import { clockOf } from '../cluster/clock.ts';
import { NoAnswer, nameOf, StoreError, type Message } from '../cluster/command.ts';
import { Crashes, Faults, type Incident } from '../cluster/faults.ts';
import { Link } from '../cluster/link.ts';
import { Node } from '../cluster/node.ts';
import { Router } from '../cluster/routing.ts';
import type { Context, Effect, Ruling } from '../cluster/scheme.ts';
import { Store } from '../cluster/store.ts';
import { ALLOW, DELAY, DENY, DENY_TOO_LARGE, outcomeOf } from '../limiters/limiter.ts';
import type { LaneTrace, Way } from '../metrics/trace.ts';
import { makeStream } from '../random.ts';
import { microsFromSeconds, NEVER, type Duration, type Instant } from '../time.ts';
import type { Actor, Try } from './actor.ts';
import { Loop, SLICE, type Closed, type Most } from './closedLoop.ts';
import { ClusterRows } from './clusterRows.ts';
import { fallBack } from './fallback.ts';
import type { Flight, Task } from './inFlight.ts';
import { movesOf, type SchemePlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';
import { Schedule } from './schedule.ts';
import type { Witness } from './observer.ts';

/** Streams of the cluster are no traffic entry's. */
export const CLUSTER_STREAM = 4_294_967_295;
export const ROUTING = 0;
/** Node k's link has actor k + 1. */
const LINKS = 1;

type Happening =
  | { readonly kind: 'resume'; readonly task: Task; readonly told: 0 | 1 | null }
  | { readonly kind: 'arrive'; readonly flight: Flight }
  | { readonly kind: 'run'; readonly flight: Flight }
  | { readonly kind: 'reply'; readonly flight: Flight }
  | { readonly kind: 'timeout'; readonly flight: Flight }
  | { readonly kind: 'close'; readonly session: number };

export interface ClusterRun extends Closed {
  readonly trace: Required<Pick<LaneTrace, 'cluster'>> & LaneTrace;
}

type ClusterPlan = Pick<Plan, 'arrivals' | 'duration' | 'end' | 'scenario' | 'answersBack'>;

/** Yields how many requests have come. */
export function* clusterLoop(
  plan: ClusterPlan,
  lane: SchemePlan,
  actors: readonly (Actor | null)[],
  most: Most,
): Generator<number, ClusterRun> {
  const loop = new ClusterLoop(plan, lane, actors, most, null);
  yield* loop.start();
  while (loop.go(SLICE)) yield loop.rows.count;
  return loop.result();
}

/** The same run once more, told to a witness until it has seen enough. */
export function* watched(
  plan: ClusterPlan,
  lane: SchemePlan,
  actors: readonly (Actor | null)[],
  most: Most,
  witness: Witness,
): Generator<undefined, void> {
  const loop = new ClusterLoop(plan, lane, actors, most, witness);
  for (const _ of loop.start()) yield;
  while (loop.go(SLICE)) yield;
}

class ClusterLoop extends Loop {
  readonly #plan: ClusterPlan;
  readonly #lane: SchemePlan;
  readonly #witness: Witness | null;
  readonly #decided: ClusterRows;
  readonly #store: Store;
  readonly #router: Router;
  readonly #nodes: Node<Task>[] = [];
  readonly #faults: Faults;
  readonly #addNode: (number: number) => void;
  readonly #crashes: Crashes;
  readonly #moves: ReadonlyMap<string, Duration>;
  readonly #service: Duration;
  /** Until when the store is at work on what came before. */
  #busy: Instant = 0;
  #incident = 0;
  /** Messages that the store has run. */
  #ran = 0;
  /** Connections that there were. */
  #sessions = 0;
  readonly #schedule = new Schedule<Happening>();
  #cutShort = false;

  constructor(
    plan: ClusterPlan,
    lane: SchemePlan,
    actors: readonly (Actor | null)[],
    most: Most,
    witness: Witness | null,
  ) {
    super(plan, false, actors, most);
    const { cluster } = lane;
    const { seed } = plan.scenario;
    this.#plan = plan;
    this.#lane = lane;
    this.#witness = witness;
    this.#decided = new ClusterRows(plan.end);
    this.#store = new Store(lane.limiter.server?.(lane.params) ?? null);
    this.#router = new Router(cluster.nodes, cluster.routing, makeStream(seed, CLUSTER_STREAM, ROUTING));
    this.#faults = new Faults(cluster.faults);
    this.#crashes = new Crashes(this.#faults.crashes);
    this.#service = microsFromSeconds(cluster.service);
    this.#moves = movesOf(lane);
    this.#addNode = (number) => {
      const clock = clockOf(cluster.skew.find(({ node }) => node === number));
      const random = makeStream(seed, CLUSTER_STREAM, LINKS + number);
      const link = new Link(cluster.links[number] ?? cluster.latency, random);
      const node = new Node<Task>(number, clock, link);
      node.session = this.#sessions++;
      this.#nodes.push(node);
    };
    for (let number = 0; number < cluster.nodes; number++) this.#addNode(number);
  }

  override go(events: number): boolean {
    const { steps } = this;
    for (let left = events; left > 0 && this.steps === steps; left--) {
      const arrival = this.#cutShort ? NEVER : this.nextArrival;
      const next = this.#schedule.at;
      const wrong = this.#faults.incidents[this.#incident]?.at ?? NEVER;
      const at = Math.min(arrival, next);
      // What goes wrong when all is done concerns nobody.
      if (at === NEVER || this.#witness?.isOver(at) === true) return false;
      if (wrong <= at) {
        this.reach(wrong);
        this.#happens(this.#faults.incidents[this.#incident++] as Incident);
      } else if (arrival <= next) {
        // Whatever is under way is decided all the same.
        if (this.isOver(arrival)) this.#cutShort = true;
        else this.arrive();
      } else {
        this.reach(next);
        this.#next();
      }
    }
    return true;
  }

  result(): ClusterRun {
    const { verdicts, waits, cluster } = this.#decided.trace();
    const arrivals = this.#plan.answersBack ? this.rows.trace(this.keys).arrivals : this.#plan.arrivals;
    return { trace: { arrivals, verdicts, waits, cluster }, ...this.closed() };
  }

  override try(actor: Actor, made: Readonly<Try>): void {
    // The answer may come when the time for the next try has passed.
    super.try(actor, made.at < this.now ? { ...made, at: this.now } : made);
  }

  override wake(actor: Actor, client: number, at: Instant): void {
    super.wake(actor, client, Math.max(at, this.now));
  }

  protected override decide(actor: Actor | null, entry: number, client: number): void {
    const { made } = this;
    const { at, key, cost, job, number } = made;
    const name = this.keys[key] as string;
    if (this.#plan.answersBack) this.rows.push(at, key, cost, entry, client, job, number, ALLOW, 0);
    else this.rows.count++;
    const place = this.#router.route(name);
    const row = this.#decided.push(place);
    const heard = actor === null ? null : { actor, made: { ...made } };
    const { limiter, params } = this.#lane;
    if (place === null) {
      this.#write(row, at, 0, heard, { verdict: DENY, level: null, retryAfter: null }, 'no-node');
      return;
    }
    const node = this.#nodes[place] as Node<Task>;
    const context: Context = {
      key: name,
      cost,
      now: node.clock(at),
      node: place,
      ...(node.since === undefined ? {} : { since: node.since }),
      request: row,
      memory: node.memory,
      explains: this.#witness?.wants(row) === true,
    };
    if (cost > limiter.most(params)) {
      this.#write(row, at, 0, heard, { verdict: DENY_TOO_LARGE, level: null, retryAfter: null }, 'decided');
      return;
    }
    const program = limiter.decide(context, params);
    const task: Task = {
      row,
      node,
      context,
      at,
      program,
      sent: 0,
      awaiting: null,
      answered: null,
      done: false,
      heard,
    };
    node.underWay.add(task);
    if (limiter.takesTurns(params) && !node.lineUp(task)) return;
    this.#goOn(task, () => program.next());
  }

  /** Runs a program up to its next message or its end. */
  #goOn(task: Task, step: () => IteratorResult<Effect, Ruling>): void {
    let result: IteratorResult<Effect, Ruling>;
    try {
      result = step();
      while (result.done !== true && result.value.kind === 'wake') {
        const { name, told } = result.value;
        for (const woken of task.node.wake(name)) this.#schedule.put(this.now, { kind: 'resume', task: woken, told });
        result = task.program.next(null);
      }
    } catch (error) {
      if (!(error instanceof NoAnswer) && !(error instanceof StoreError)) throw error;
      this.#fallBack(task, error);
      return;
    }
    if (result.done === true) {
      const ruling = result.value;
      this.#settle(task, ruling, ruling.inVain === true ? 'in-vain' : 'decided');
      return;
    }
    const effect = result.value;
    if (effect.kind === 'sleep') this.#schedule.put(this.now + effect.for, { kind: 'resume', task, told: null });
    else if (effect.kind === 'park') task.node.park(effect.name, task);
    else if (effect.kind !== 'wake') this.#send(task, effect);
  }

  #send(task: Task, message: Message): void {
    const { node, answered } = task;
    if (answered !== null && this.#crashes.strikes(node.number, nameOf(answered.message), this.now)) {
      this.#dies(node);
      return;
    }
    const deadline = this.now + this.#lane.timeout;
    const index = task.sent++;
    const flight: Flight = {
      task,
      message,
      index,
      session: node.session,
      sent: this.now,
      deadline,
      ran: null,
      order: 0,
      over: null,
      back: null,
      lost: false,
      reply: null,
    };
    task.awaiting = flight;
    this.#witness?.sent(flight);
    const arrives = this.#arrivalOf(flight);
    const gone = this.#faults.isCut(node.number, this.now) || this.#isLost(node, arrives);
    if (gone) flight.lost = true;
    else this.#schedule.put(arrives, { kind: 'arrive', flight });
    if (gone || arrives > deadline) this.#schedule.put(deadline, { kind: 'timeout', flight });
  }

  #arrivalOf({ task: { row, node }, index }: Flight): Instant {
    const factor = this.#faults.factor(this.now);
    const moved = this.#moves.size === 0 ? 0 : (this.#moves.get(`${row}/${index}`) ?? 0);
    const arrives = node.link.there(this.now, factor, moved);
    const { apart } = this.#lane;
    // By itself: it holds up nobody who was sent behind it.
    return apart?.request === row && apart.command === index ? Math.max(arrives, apart.notBefore) : arrives;
  }

  /** The node's connection ends behind all that it has sent; what it sends next goes by a new one. */
  #hangUp(node: Node<Task>): void {
    const closes = node.link.there(this.now, this.#faults.factor(this.now), 0);
    this.#schedule.put(closes, { kind: 'close', session: node.session });
    node.session = this.#sessions++;
  }

  #isLost({ number }: Node<Task>, at: Instant): boolean {
    return this.#faults.isAway(at) || this.#faults.isCut(number, at);
  }

  #next(): void {
    const happening = this.#schedule.take();
    switch (happening.kind) {
      case 'resume': {
        const { task, told } = happening;
        if (!task.done) this.#goOn(task, () => task.program.next(told));
        return;
      }
      case 'arrive':
        this.#arrives(happening.flight);
        return;
      case 'run':
        this.#runs(happening.flight);
        return;
      case 'reply':
        this.#replied(happening.flight);
        return;
      case 'close':
        this.#store.disconnect(happening.session);
        return;
      default:
        this.#timedOut(happening.flight);
    }
  }

  /** The store takes one message after the other. */
  #arrives(flight: Flight): void {
    if (this.#service === 0) {
      this.#runs(flight);
      return;
    }
    const { now } = this;
    this.#busy = Math.max(now, this.#busy) + Math.round(this.#service * this.#faults.factor(now));
    if (this.#busy > flight.deadline && now <= flight.deadline)
      this.#schedule.put(flight.deadline, { kind: 'timeout', flight });
    this.#schedule.put(this.#busy, { kind: 'run', flight });
  }

  #runs(flight: Flight): void {
    const { now } = this;
    const { node } = flight.task;
    const late = now > flight.deadline;
    if (this.#faults.isAway(now)) {
      flight.lost = true;
      if (!late) this.#schedule.put(flight.deadline, { kind: 'timeout', flight });
      return;
    }
    flight.ran = now;
    flight.order = ++this.#ran;
    this.#decided.ran(now);
    this.#witness?.runs(flight, this.#store);
    flight.reply = this.#store.execute(flight.message, now, flight.session);
    this.#witness?.ran(flight, this.#store);
    const back = node.link.back(now, this.#faults.factor(now));
    if (!this.#faults.isCut(node.number, now) && !this.#faults.isCut(node.number, back)) flight.back = back;
    if (flight.back !== null && back <= flight.deadline) this.#schedule.put(back, { kind: 'reply', flight });
    else if (!late) this.#schedule.put(flight.deadline, { kind: 'timeout', flight });
  }

  #replied(flight: Flight): void {
    const { task, reply } = flight;
    if (task.done || task.awaiting !== flight) return;
    flight.over = this.now;
    task.awaiting = null;
    task.answered = flight;
    this.#goOn(task, () => (reply instanceof StoreError ? task.program.throw(reply) : task.program.next(reply)));
  }

  #timedOut(flight: Flight): void {
    const { task } = flight;
    if (task.done || task.awaiting !== flight) return;
    flight.over = this.now;
    flight.lost = flight.lost || flight.ran !== null;
    task.awaiting = null;
    // What a request has watched is nothing to the next one: a connection that is not answered is not used again.
    if (this.#lane.limiter.takesTurns(this.#lane.params)) this.#hangUp(task.node);
    const error = new NoAnswer(`${nameOf(flight.message)} was not answered`);
    this.#goOn(task, () => task.program.throw(error));
  }

  /** The node decides without the store. */
  #fallBack(task: Task, error: NoAnswer | StoreError): void {
    this.#witness?.failed(task, error);
    const { ruling, way } = fallBack(this.#lane, task.context);
    this.#settle(task, ruling, way);
  }

  #settle(task: Task, ruling: Ruling, way: Way): void {
    const { node, row, at, sent, heard } = task;
    task.done = true;
    node.underWay.delete(task);
    this.#witness?.decided(task, ruling, way);
    if (node.up && this.#lane.limiter.takesTurns(this.#lane.params)) {
      const next = node.next();
      if (next !== undefined) this.#schedule.put(this.now, { kind: 'resume', task: next, told: null });
    }
    this.#write(row, at, sent, heard, ruling, way);
  }

  #write(row: number, at: Instant, messages: number, heard: Task['heard'], ruling: Ruling, way: Way): void {
    const { verdict, level, retryAfter } = ruling;
    const latency = this.now - at;
    const held = verdict === DELAY ? (ruling.wait ?? 0) : 0;
    const wait = latency + held;
    this.#decided.decide(row, { verdict, wait, latency, level, retryAfter, messages, way });
    if (heard === null) return;
    const promise = (): Duration => (retryAfter === null ? NEVER : Math.max(0, retryAfter - latency));
    heard.actor.answered(heard.made, { outcome: outcomeOf(verdict), wait, promise }, this);
  }

  #happens(incident: Incident): void {
    switch (incident.kind) {
      case 'flush':
        this.#store.flush();
        return;
      case 'added':
        this.#adds(this.#router.add());
        return;
      case 'removed':
        // It takes no more, and finishes what it has.
        this.#router.remove(incident.node);
        return;
      case 'down': {
        const node = this.#nodes[incident.node];
        if (node?.up === true) this.#dies(node);
        return;
      }
      default: {
        const node = this.#nodes[incident.node];
        if (node === undefined || node.up || this.#faults.isDown(incident.node, this.now)) return;
        node.up = true;
        node.since = node.clock(this.now);
        this.#router.mark(incident.node, true);
      }
    }
  }

  /** A node that is down by then comes up when that is over. */
  #adds(number: number): void {
    this.#addNode(number);
    const node = this.#nodes[number] as Node<Task>;
    node.since = node.clock(this.now);
    node.up = !this.#faults.isDown(number, this.now);
    this.#router.mark(number, node.up);
  }

  /** Its requests are denied; what they have sent may still take effect. */
  #dies(node: Node<Task>): void {
    const lost = node.die();
    this.#router.mark(node.number, false);
    this.#hangUp(node);
    for (const task of lost) this.#settle(task, { verdict: DENY, level: null, retryAfter: null }, 'died');
  }
}
