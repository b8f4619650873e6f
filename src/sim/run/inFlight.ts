/** Requests and messages of several processes, while they are under way. */
import type { Message, Reply } from '../cluster/command.ts';
import type { ClusterNode } from '../cluster/node.ts';
import type { RequestContext, Program } from '../cluster/scheme.ts';
import type { Instant } from '../time.ts';
import type { Actor, TryRecord } from './actor.ts';

/** A request on its way through a node. */
export interface InFlightRequest {
  readonly row: number;
  readonly node: ClusterNode<InFlightRequest>;
  readonly context: RequestContext;
  readonly at: Instant;
  readonly program: Program;
  /** Messages sent. */
  messageCount: number;
  /** The one whose reply it waits for. */
  awaited: InFlightMessage | null;
  /** The one that was answered last. */
  lastAnswered: InFlightMessage | null;
  done: boolean;
  /** Whose try it is; null where no client gets the answer. */
  readonly sender: { readonly actor: Actor; readonly record: TryRecord } | null;
}

/** A message on its way. */
export interface InFlightMessage {
  readonly request: InFlightRequest;
  readonly message: Message;
  /** Among those of its request, from 0. */
  readonly index: number;
  /** The connection by which it goes. */
  readonly connection: number;
  readonly sentAt: Instant;
  readonly deadline: Instant;
  /** When the store ran it; null until then, and for ever where it was lost. */
  executedAt: Instant | null;
  /** Its place among all that the store ran, from 1. */
  executionOrder: number;
  /** When its reply, or the timeout, reached the node. */
  endedAt: Instant | null;
  /** When the reply is at the node, in time or too late; null until the store ran it, and where the reply is lost. */
  replyAt: Instant | null;
  lost: boolean;
  reply: Reply;
}
