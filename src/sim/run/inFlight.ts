/** Requests and messages of several processes, while they are under way. */
import type { Message, Reply } from '../cluster/command.ts';
import type { Node } from '../cluster/node.ts';
import type { Context, Program } from '../cluster/scheme.ts';
import type { Instant } from '../time.ts';
import type { Actor, Try } from './actor.ts';

/** A request on its way through a node. */
export interface Task {
  readonly row: number;
  readonly node: Node<Task>;
  readonly context: Context;
  readonly at: Instant;
  readonly program: Program;
  /** Messages sent. */
  sent: number;
  /** The one whose reply it waits for. */
  awaiting: Flight | null;
  /** The one that was answered last. */
  answered: Flight | null;
  done: boolean;
  /** Whose try it is; null where nobody hears the answer. */
  readonly heard: { readonly actor: Actor; readonly made: Try } | null;
}

/** A message on its way. */
export interface Flight {
  readonly task: Task;
  readonly message: Message;
  /** Among those of its request, from 0. */
  readonly index: number;
  /** The connection by which it goes. */
  readonly session: number;
  readonly sent: Instant;
  readonly deadline: Instant;
  /** When the store ran it; null until then, and for ever where it was lost. */
  ran: Instant | null;
  /** Its place among all that the store ran, from 1. */
  order: number;
  /** When its reply, or the end of patience, reached the node. */
  over: Instant | null;
  /** When the reply is at the node, in time or too late; null until the store ran it, and where the reply is lost. */
  back: Instant | null;
  lost: boolean;
  reply: Reply;
}
