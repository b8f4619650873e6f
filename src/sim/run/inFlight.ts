/** Requests and messages of a distributed lane, while they are in flight. */
import type { Message, NoReplyError, Reply } from '../cluster/command.ts';
import type { ClusterNode } from '../cluster/node.ts';
import type { RequestContext, Program } from '../cluster/scheme.ts';
import type { Instant } from '../time.ts';
import type { Actor, TryRecord } from './actor.ts';

/** A request that a node is processing. */
export interface InFlightRequest {
  readonly row: number;
  /** In the list of all requests in flight, which sets it. */
  place: number;
  readonly node: ClusterNode<InFlightRequest>;
  readonly context: RequestContext;
  readonly at: Instant;
  readonly program: Program;
  /** What the program has been resumed with, null for its start: with them it can be repeated up to where it waits. */
  readonly replies: (Reply | NoReplyError)[];
  /** Number of messages sent. */
  messageCount: number;
  /** The message whose reply the request waits for. */
  awaited: InFlightMessage | null;
  /** The last message that was answered. */
  lastAnswered: InFlightMessage | null;
  done: boolean;
  /** The client and its try; null if no client gets the answer. */
  readonly sender: { readonly actor: Actor; readonly record: TryRecord } | null;
}

/** A message from a node to the store. */
export interface InFlightMessage {
  readonly request: InFlightRequest;
  readonly message: Message;
  /** Position among the messages of its request, from 0. */
  readonly index: number;
  /** Position among all messages sent. */
  readonly sendOrder: number;
  /** Number of the connection on which it is sent. */
  readonly connection: number;
  readonly sentAt: Instant;
  readonly deadline: Instant;
  /** When the store executed it; null before, and if it was lost. */
  executedAt: Instant | null;
  /** Position among all messages that the store executed, from 1; 0 if it was not. */
  executionOrder: number;
  /** When the node received its reply or timed out; null before. */
  endedAt: Instant | null;
  /**
   * When the reply arrives at the node, in time or too late; null until the store executed the message, and if the
   * reply is lost.
   */
  replyAt: Instant | null;
  /** Whether the store never executes it. */
  lost: boolean;
  reply: Reply;
}

/**
 * The requests that nodes are processing. Not a `Set`: as requests come and go, V8 replaces a set's table again and again, and each
 * old table refers to the next. Once one is in the old generation, all later ones stay until a full garbage collection.
 */
export class RequestsInFlight {
  /** In no particular order. */
  #requests: InFlightRequest[] = [];

  add(request: InFlightRequest): void {
    request.place = this.#requests.length;
    this.#requests.push(request);
  }

  remove(request: InFlightRequest): void {
    const { place } = request;
    if (this.#requests[place] !== request) return;
    const last = this.#requests.pop() as InFlightRequest;
    if (last === request) return;
    last.place = place;
    this.#requests[place] = last;
  }

  hasOfNode(node: ClusterNode<InFlightRequest>): boolean {
    return this.#requests.some((request) => request.node === node);
  }

  /** In order of arrival. */
  ofNode(node: ClusterNode<InFlightRequest>): readonly InFlightRequest[] {
    return this.#requests.filter((request) => request.node === node).sort((a, b) => a.row - b.row);
  }

  /** @param requestOf the copy of a request */
  copy(requestOf: (request: InFlightRequest) => InFlightRequest): RequestsInFlight {
    const copy = new RequestsInFlight();
    copy.#requests = this.#requests.map(requestOf);
    return copy;
  }
}
