/**
 * A distributed lane in virtual time. Each request runs the scheme's program on its node; the messages that the program
 * yields travel to the store and back, interleaved with those of other nodes.
 *
 * The order at one instant is: faults, then requests, then messages in the order in which they were sent. Every link and
 * the routing have their own random streams, so a lane's rows depend only on the scenario.
 */
import { NoReplyError, commandNameOf, messageName, type Message, type Reply } from '../cluster/command.ts';
import { FaultPlan, type FaultEvent } from '../cluster/faults.ts';
import type { ClusterNode } from '../cluster/node.ts';
import { advanceProgram } from '../cluster/program.ts';
import type { RequestContext } from '../cluster/scheme.ts';
import { ALLOW, outcomeOf } from '../verdict.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { microsFromSeconds, NEVER, type Duration, type Instant } from '../time.ts';
import type { Actor, TryRecord } from './actor.ts';
import type { Budget } from './budget.ts';
import { EventLoop, type LoopResult } from './eventLoop.ts';
import { addNode, initialState } from './clusterStart.ts';
import { ClusterTraceBuilder } from './clusterTraceBuilder.ts';
import {
  answerWithoutProgram,
  fallbackAnswer,
  DIED,
  programAnswer,
  totalWait,
  type SchemeAnswer,
} from './schemeAnswer.ts';
import { TraceBuilder } from './traceBuilder.ts';
import type { InFlightMessage, InFlightRequest } from './inFlight.ts';
import { manualDelaysOf, postponementOf, type PostponedMessage, type SchemePlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';
import { messagesUnderWay, restoredState, type ClusterState } from './clusterState.ts';
import type { ClusterCheckpoints, Checkpoint } from './clusterCheckpoints.ts';
import type { Observer } from './observer.ts';
import { missedCrashNotes, unsentMoveNotes } from './planNotes.ts';

export interface ClusterLoopResult extends LoopResult {
  readonly trace: Required<Pick<LaneTrace, 'cluster'>> & LaneTrace;
}

export type ClusterLoopPlan = Pick<Plan, 'arrivals' | 'duration' | 'end' | 'isClosedLoop'> & {
  readonly scenario: Pick<Plan['scenario'], 'seed'>;
};

export class ClusterLoop extends EventLoop {
  readonly #plan: ClusterLoopPlan;
  readonly #lanePlan: SchemePlan;
  readonly #observer: Observer | null;
  readonly #clusterTraceBuilder: ClusterTraceBuilder;
  /** The lane's own arrivals; null in an open loop, where lanes share the plan's. */
  readonly #arrivalsBuilder: TraceBuilder | null;
  readonly #state: ClusterState;
  readonly #faults: FaultPlan;
  readonly #manualDelays: ReadonlyMap<string, Duration>;
  readonly #serviceTime: Duration;
  /** What was sent and is executed right after another message. */
  #postponed: { readonly inFlight: InFlightMessage; readonly after: PostponedMessage['after'] } | null = null;

  constructor(
    plan: ClusterLoopPlan,
    lanePlan: SchemePlan,
    actors: readonly (Actor | null)[],
    budget: Budget,
    observer: Observer | null,
    checkpoint: Checkpoint | null,
  ) {
    super(plan, actors, budget);
    const { cluster } = lanePlan;
    this.#plan = plan;
    this.#lanePlan = lanePlan;
    this.#observer = observer;
    this.#clusterTraceBuilder = new ClusterTraceBuilder(plan.end, checkpoint?.position.decisions);
    this.#arrivalsBuilder = plan.isClosedLoop ? new TraceBuilder(false) : null;
    this.#faults = new FaultPlan(cluster.faults);
    this.#serviceTime = microsFromSeconds(cluster.service);
    this.#manualDelays = manualDelaysOf(lanePlan);
    if (checkpoint !== null) {
      this.#state = restoredState(checkpoint.state, lanePlan);
      this.position = checkpoint.position;
      for (const inFlight of messagesUnderWay(this.#state)) observer?.onSent(inFlight);
      return;
    }
    this.#state = initialState(lanePlan, plan.scenario.seed, this.#faults.crashes);
  }

  /** With clients, whose state no copy holds, there are no checkpoints. */
  offerCheckpoint(checkpoints: ClusterCheckpoints): void {
    if (!this.#plan.isClosedLoop) checkpoints.offer(this.position, this.#state);
  }

  override processEvents(events: number): boolean {
    const { steps } = this;
    for (let left = events; left > 0 && this.steps === steps; left--) {
      const arrivalAt = this.#state.stopsAccepting ? NEVER : this.nextEventAt;
      const queuedAt = this.#state.queue.nextAt;
      const faultAt = this.#faults.events[this.#state.nextFault]?.at ?? NEVER;
      const at = Math.min(arrivalAt, queuedAt);
      // Faults after the last event change nothing.
      if (at === NEVER || this.#observer?.isDone(Math.min(at, faultAt)) === true) return false;
      if (faultAt <= at) {
        this.advanceTo(faultAt);
        this.#applyFault(this.#faults.events[this.#state.nextFault++] as FaultEvent);
      } else if (arrivalAt <= queuedAt) {
        // Requests already in flight are still decided.
        if (this.exceedsBudget(arrivalAt)) this.#state.stopsAccepting = true;
        else this.dispatchNext();
      } else {
        this.advanceTo(queuedAt);
        this.#dispatchEvent();
      }
    }
    return true;
  }

  result(): ClusterLoopResult {
    const missed = missedCrashNotes(this.#state.crashes.left, this.#lanePlan);
    const { verdicts, waits, cluster } = this.#clusterTraceBuilder.build((messages) => [
      ...missed,
      ...unsentMoveNotes(messages, this.#lanePlan),
    ]);
    const arrivals = this.#arrivalsBuilder?.build(this.keys).arrivals ?? this.#plan.arrivals;
    return { trace: { arrivals, verdicts, waits, cluster }, ...this.report() };
  }

  override scheduleTry(actor: Actor, record: Readonly<TryRecord>): void {
    // The answer may arrive after the time of the next try.
    super.scheduleTry(actor, record.at < this.now ? { ...record, at: this.now } : record);
  }

  override scheduleWake(actor: Actor, client: number, at: Instant): void {
    super.scheduleWake(actor, client, Math.max(at, this.now));
  }

  protected override decide(actor: Actor | null, entry: number, client: number): void {
    const { record } = this;
    const { at, keyIndex, cost, job, number } = record;
    const keyName = this.keys[keyIndex] as string;
    this.#arrivalsBuilder?.push(at, keyIndex, cost, entry, client, job, number, ALLOW, 0);
    const nodeNumber = this.#state.router.route(keyName);
    const row = this.#clusterTraceBuilder.addRow(nodeNumber);
    const sender = actor === null ? null : { actor, record: { ...record } };
    const { algorithm: scheme, params } = this.#lanePlan;
    const answer = answerWithoutProgram(nodeNumber, cost, scheme.maxCost(params));
    if (answer !== null) {
      this.#recordAnswer(row, at, 0, sender, answer);
      return;
    }
    const node = this.#state.nodes[nodeNumber as number] as ClusterNode<InFlightRequest>;
    const context: RequestContext = {
      key: keyName,
      cost,
      now: node.clock(at),
      node: node.number,
      joinedAt: node.joinedAt,
      request: row,
      memory: node.memory,
      wantsExplanation: this.#observer?.wantsExplanation(row) === true,
    };
    const program = scheme.decide(context, params);
    const request: InFlightRequest = {
      row,
      place: 0,
      node,
      context,
      at,
      program,
      replies: [],
      messageCount: 0,
      awaited: null,
      lastAnswered: null,
      done: false,
      sender,
    };
    this.#state.inFlight.add(request);
    if (scheme.isSerialPerNode(params) && !node.enqueue(request)) return;
    this.#resume(request, null);
  }

  /** Runs a program until it waits or ends. */
  #resume(request: InFlightRequest, reply: Reply | NoReplyError): void {
    const { node, program } = request;
    request.replies.push(reply);
    const step = advanceProgram(program, reply, ({ name, value }) => {
      for (const woken of node.waiters.take(name))
        this.#state.queue.push(this.now, { kind: 'resume', request: woken, reply: value });
    });
    switch (step.kind) {
      case 'decided':
        this.#finish(request, programAnswer(step.decision));
        return;
      case 'failed':
        this.#observer?.onFailure(request, step.error);
        this.#finish(request, fallbackAnswer(this.#lanePlan, request.context));
        return;
      case 'sleep':
        this.#state.queue.push(this.now + step.for, { kind: 'resume', request, reply: null });
        return;
      case 'wait-for':
        node.waiters.add(step.name, request);
        return;
      default:
        this.#send(request, step);
    }
  }

  #send(request: InFlightRequest, message: Message): void {
    const { node, lastAnswered } = request;
    if (
      lastAnswered !== null &&
      this.#state.crashes.triggers(node.number, commandNameOf(lastAnswered.message), this.now)
    ) {
      this.#killNode(node);
      return;
    }
    const deadline = this.now + this.#lanePlan.timeout;
    const index = request.messageCount++;
    const inFlight: InFlightMessage = {
      request,
      message,
      index,
      sendOrder: this.#state.sentCount++,
      connection: node.connection,
      sentAt: this.now,
      deadline,
      executedAt: null,
      executionOrder: 0,
      endedAt: null,
      replyAt: null,
      lost: false,
      reply: null,
    };
    request.awaited = inFlight;
    this.#observer?.onSent(inFlight);
    const after = postponementOf(this.#lanePlan, request.row, index);
    // Only this message is postponed, not those sent after it on the same link.
    const arrivesAt = Math.max(this.#arrivalTimeOf(inFlight), after?.executedAt ?? 0);
    const gone = this.#faults.isLinkDown(node.number, this.now) || this.#isLost(node, arrivesAt);
    if (gone) inFlight.lost = true;
    else if (after !== null) this.#postponed = { inFlight, after };
    else this.#state.queue.push(arrivesAt, { kind: 'arrive', inFlight });
    if (gone || arrivesAt > deadline) this.#state.queue.push(deadline, { kind: 'timeout', inFlight });
  }

  #arrivalTimeOf({ request: { row, node }, index }: InFlightMessage): Instant {
    const factor = this.#faults.slowdownAt(this.now);
    const manualDelay = this.#manualDelays.size === 0 ? 0 : (this.#manualDelays.get(`${row}/${index}`) ?? 0);
    return node.link.arrivalAtStore(this.now, factor, manualDelay);
  }

  /** Closes the node's connection, after all that it has sent, and opens a new one. */
  #closeConnection(node: ClusterNode<InFlightRequest>): void {
    const closes = node.link.arrivalAtStore(this.now, this.#faults.slowdownAt(this.now), 0);
    this.#state.queue.push(closes, { kind: 'close', session: node.connection });
    node.connection = this.#state.connectionCount++;
  }

  #isLost({ number }: ClusterNode<InFlightRequest>, at: Instant): boolean {
    return this.#faults.isStoreDown(at) || this.#faults.isLinkDown(number, at);
  }

  #dispatchEvent(): void {
    const event = this.#state.queue.pop();
    switch (event.kind) {
      case 'resume': {
        const { request, reply } = event;
        if (!request.done) this.#resume(request, reply);
        return;
      }
      case 'arrive':
        this.#onArrival(event.inFlight);
        return;
      case 'run':
        this.#execute(event.inFlight);
        return;
      case 'reply':
        this.#onReply(event.inFlight);
        return;
      case 'close':
        this.#state.store.disconnect(event.session);
        return;
      default:
        this.#onTimeout(event.inFlight);
    }
  }

  /** The store executes one message at a time. */
  #onArrival(inFlight: InFlightMessage): void {
    if (this.#serviceTime === 0) {
      this.#execute(inFlight);
      return;
    }
    const { now } = this;
    this.#state.busyUntil =
      Math.max(now, this.#state.busyUntil) + Math.round(this.#serviceTime * this.#faults.slowdownAt(now));
    if (this.#state.busyUntil > inFlight.deadline && now <= inFlight.deadline)
      this.#state.queue.push(inFlight.deadline, { kind: 'timeout', inFlight });
    this.#state.queue.push(this.#state.busyUntil, { kind: 'run', inFlight });
  }

  #execute(inFlight: InFlightMessage): void {
    const { now } = this;
    const { node } = inFlight.request;
    const late = now > inFlight.deadline;
    if (this.#faults.isStoreDown(now)) {
      inFlight.lost = true;
      if (!late) this.#state.queue.push(inFlight.deadline, { kind: 'timeout', inFlight });
      return;
    }
    inFlight.executedAt = now;
    inFlight.executionOrder = ++this.#state.executedCount;
    this.#clusterTraceBuilder.countExecuted(now);
    this.#observer?.beforeExecute(inFlight, this.#state.store);
    inFlight.reply = this.#state.store.execute(inFlight.message, now, inFlight.connection);
    this.#observer?.afterExecute(inFlight, this.#state.store);
    const back = node.link.arrivalAtNode(now, this.#faults.slowdownAt(now));
    if (!this.#faults.isLinkDown(node.number, now) && !this.#faults.isLinkDown(node.number, back))
      inFlight.replyAt = back;
    if (inFlight.replyAt !== null && back <= inFlight.deadline)
      this.#state.queue.push(back, { kind: 'reply', inFlight });
    else if (!late) this.#state.queue.push(inFlight.deadline, { kind: 'timeout', inFlight });
    const postponed = this.#postponed;
    if (postponed?.after.request !== inFlight.request.row || postponed.after.command !== inFlight.index) return;
    this.#postponed = null;
    this.#execute(postponed.inFlight);
  }

  #onReply(inFlight: InFlightMessage): void {
    const { request, reply } = inFlight;
    if (request.done || request.awaited !== inFlight) return;
    inFlight.endedAt = this.now;
    request.awaited = null;
    request.lastAnswered = inFlight;
    this.#resume(request, reply);
  }

  #onTimeout(inFlight: InFlightMessage): void {
    const { request } = inFlight;
    if (request.done || request.awaited !== inFlight) return;
    inFlight.endedAt = this.now;
    request.awaited = null;
    // WATCHes of a request must not affect the next: a connection that timed out is not reused.
    if (this.#lanePlan.algorithm.isSerialPerNode(this.#lanePlan.params)) this.#closeConnection(request.node);
    this.#resume(request, new NoReplyError(`${messageName(inFlight.message)} was not answered`));
  }

  #finish(request: InFlightRequest, answer: SchemeAnswer): void {
    const { node, row, at, messageCount, sender } = request;
    request.done = true;
    this.#state.inFlight.remove(request);
    this.#observer?.onDecision(request, answer.decision, answer.answerPath, this.now);
    if (node.up && this.#lanePlan.algorithm.isSerialPerNode(this.#lanePlan.params)) {
      const next = node.dequeue();
      if (next !== undefined) this.#state.queue.push(this.now, { kind: 'resume', request: next, reply: null });
    }
    this.#recordAnswer(row, at, messageCount, sender, answer);
  }

  #recordAnswer(
    row: number,
    at: Instant,
    messages: number,
    sender: InFlightRequest['sender'],
    { decision, answerPath }: SchemeAnswer,
  ): void {
    const latency = this.now - at;
    this.#clusterTraceBuilder.setAnswer(row, { decision, answerPath, latency, messages });
    if (sender === null) return;
    const { verdict, retryAfter } = decision;
    const clientRetryAfter = (): Duration => (retryAfter === null ? NEVER : Math.max(0, retryAfter - latency));
    const answer = { outcome: outcomeOf(verdict), wait: totalWait(decision, latency), retryAfter: clientRetryAfter };
    sender.actor.onAnswer(sender.record, answer, this);
  }

  #applyFault(fault: FaultEvent): void {
    switch (fault.kind) {
      case 'flush':
        this.#state.store.flush();
        return;
      case 'added':
        this.#activateNode(this.#state.router.add());
        return;
      case 'removed':
        // It gets no more requests, and finishes those that it has.
        this.#state.router.remove(fault.node);
        return;
      case 'down': {
        const node = this.#state.nodes[fault.node];
        if (node?.up === true) this.#killNode(node);
        return;
      }
      default: {
        const node = this.#state.nodes[fault.node];
        if (node === undefined || node.up || this.#faults.isNodeDown(fault.node, this.now)) return;
        node.up = true;
        node.joinedAt = node.clock(this.now);
        this.#state.router.setNodeUp(fault.node, true);
      }
    }
  }

  /** A node that is added while it is down comes up when that fault ends. */
  #activateNode(number: number): void {
    addNode(this.#state, this.#lanePlan, this.#plan.scenario.seed, number);
    const node = this.#state.nodes[number] as ClusterNode<InFlightRequest>;
    node.joinedAt = node.clock(this.now);
    node.up = !this.#faults.isNodeDown(number, this.now);
    this.#state.router.setNodeUp(number, node.up);
  }

  /** Denies the node's requests; messages already sent may still take effect. */
  #killNode(node: ClusterNode<InFlightRequest>): void {
    node.crash();
    this.#state.router.setNodeUp(node.number, false);
    this.#closeConnection(node);
    for (const request of this.#state.inFlight.ofNode(node)) this.#finish(request, DIED);
  }
}
