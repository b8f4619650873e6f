/** All that changes while a distributed lane runs. A copy of it is a checkpoint, from which the run can be repeated. */
import type { PendingCrashes } from '../cluster/faults.ts';
import type { ClusterNode } from '../cluster/node.ts';
import type { Router } from '../cluster/routing.ts';
import type { Program, RequestContext } from '../cluster/scheme.ts';
import type { SimulatedStore } from '../cluster/simulatedStore.ts';
import { advanceProgram } from '../cluster/program.ts';
import { cloneState } from '../limiters/limiter.ts';
import type { Instant } from '../time.ts';
import type { InFlightMessage, InFlightRequest, RequestsInFlight } from './inFlight.ts';
import type { SchemePlan } from './lanePlan.ts';
import type { TimedQueue } from './timedQueue.ts';

export type ClusterEvent =
  | { readonly kind: 'resume'; readonly request: InFlightRequest; readonly reply: 0 | 1 | null }
  | { readonly kind: 'arrive'; readonly inFlight: InFlightMessage }
  | { readonly kind: 'run'; readonly inFlight: InFlightMessage }
  | { readonly kind: 'reply'; readonly inFlight: InFlightMessage }
  | { readonly kind: 'timeout'; readonly inFlight: InFlightMessage }
  | { readonly kind: 'close'; readonly session: number };

export interface ClusterState {
  readonly store: SimulatedStore;
  readonly router: Router;
  /** By number. */
  readonly nodes: ClusterNode<InFlightRequest>[];
  readonly inFlight: RequestsInFlight;
  readonly crashes: PendingCrashes;
  readonly queue: TimedQueue<ClusterEvent>;
  /** When the store will have finished all messages that have arrived. */
  busyUntil: Instant;
  nextFault: number;
  /** Number of messages that have been sent, and that the store has executed. */
  sentCount: number;
  executedCount: number;
  /** Number of connections opened so far. */
  connectionCount: number;
  stopsAccepting: boolean;
}

/**
 * A program cannot be copied, only repeated with its replies, on a node that remembers what it did then. So there is no
 * checkpoint while a node has requests in progress and remembers something.
 */
export function canBeCopied({ nodes, inFlight }: ClusterState): boolean {
  return nodes.every((node) => node.memory.size === 0 || !inFlight.hasOfNode(node));
}

/** Entries of maps and lists that a copy takes. */
export function weightOf({ store, nodes, queue }: ClusterState): number {
  return nodes.reduce((sum, { memory }) => sum + memory.size, store.weight + queue.items.length);
}

/**
 * Copies have the fields of what they copy in the same order, written out: a literal that begins with a spread has a hidden
 * class of its own in V8, and then the loop, which has seen only the others, is compiled anew once it runs from a copy.
 * @param programOf the program of a request's copy
 */
export function copyOfState(
  state: ClusterState,
  programOf: (request: InFlightRequest, context: RequestContext) => Program,
): ClusterState {
  const nodes = state.nodes.map((node) => node.copy(cloneState));
  const requests = new Map<InFlightRequest, InFlightRequest>();
  const messages = new Map<InFlightMessage, InFlightMessage>();

  function requestOf(request: InFlightRequest): InFlightRequest {
    const known = requests.get(request);
    if (known !== undefined) return known;
    const node = nodes[request.node.number] as ClusterNode<InFlightRequest>;
    const { key, cost, now, node: number, joinedAt, request: row, wantsExplanation } = request.context;
    const context = { key, cost, now, node: number, joinedAt, request: row, memory: node.memory, wantsExplanation };
    const copy: InFlightRequest = {
      row,
      place: request.place,
      node,
      context,
      at: request.at,
      program: request.done ? request.program : programOf(request, context),
      replies: [...request.replies],
      messageCount: request.messageCount,
      awaited: null,
      lastAnswered: null,
      done: request.done,
      sender: request.sender,
    };
    requests.set(request, copy);
    copy.awaited = request.awaited && messageOf(request.awaited);
    copy.lastAnswered = request.lastAnswered && messageOf(request.lastAnswered);
    return copy;
  }

  function messageOf(message: InFlightMessage): InFlightMessage {
    // The request first: it copies messages of its own, perhaps this one.
    const request = requestOf(message.request);
    const known = messages.get(message);
    if (known !== undefined) return known;
    const copy: InFlightMessage = {
      request,
      message: message.message,
      index: message.index,
      sendOrder: message.sendOrder,
      connection: message.connection,
      sentAt: message.sentAt,
      deadline: message.deadline,
      executedAt: message.executedAt,
      executionOrder: message.executionOrder,
      endedAt: message.endedAt,
      replyAt: message.replyAt,
      lost: message.lost,
      reply: message.reply,
    };
    messages.set(message, copy);
    return copy;
  }

  function eventOf(event: ClusterEvent): ClusterEvent {
    const { kind } = event;
    if (kind === 'close') return event;
    return kind === 'resume'
      ? { kind, request: requestOf(event.request), reply: event.reply }
      : { kind, inFlight: messageOf(event.inFlight) };
  }

  for (const [number, node] of nodes.entries())
    node.copyRequests(state.nodes[number] as ClusterNode<InFlightRequest>, requestOf);
  return {
    store: state.store.copy(cloneState),
    router: state.router.copy(),
    nodes,
    inFlight: state.inFlight.copy(requestOf),
    crashes: state.crashes.copy(),
    queue: state.queue.copy(eventOf),
    busyUntil: state.busyUntil,
    nextFault: state.nextFault,
    sentCount: state.sentCount,
    executedCount: state.executedCount,
    connectionCount: state.connectionCount,
    stopsAccepting: state.stopsAccepting,
  };
}

/** A copy of a checkpoint's state that can run: each program is repeated up to where it waits. */
export function restoredState(state: ClusterState, { algorithm, params }: SchemePlan): ClusterState {
  return copyOfState(state, ({ replies }, context) => {
    const program = algorithm.decide(context, params);
    // Whom it has woken is awake already.
    for (const reply of replies) advanceProgram(program, reply, () => undefined);
    return program;
  });
}

/** Messages that the store has yet to receive, in the order of sending. */
export function messagesUnderWay({ queue }: ClusterState): readonly InFlightMessage[] {
  return queue.items
    .flatMap((event) => (event.kind === 'arrive' || event.kind === 'run' ? [event.inFlight] : []))
    .sort((a, b) => a.sendOrder - b.sendOrder);
}
