/** The messages of one request of a distributed lane, and those of other requests in between. */
import type { Duration, Instant } from '../time.ts';

/** A key that a message read or wrote, and its value before and after. */
export interface KeyAccess {
  readonly key: string;
  readonly reads: boolean;
  readonly writes: boolean;
  /** Whether it may have replaced what another request wrote. */
  readonly overwrites: boolean;
  readonly before: string;
  readonly after: string;
}

/** One round trip to the store. */
export interface SequenceMessage {
  readonly request: number;
  /** From 0. */
  readonly node: number;
  /** Position among the messages of its request, from 0. */
  readonly command: number;
  /** That of its command, or of the module’s that it stands for. */
  readonly name: string;
  /** As in a command-line client; a transaction has a line for each command. */
  readonly text: string;
  readonly sentAt: Instant;
  /** When the store executed it; null if it did not, or not yet. */
  readonly executedAt: Instant | null;
  /** Position among all messages that the store executed, from 1; 0 if it was not executed. */
  readonly executionOrder: number;
  /** When the node received the reply or timed out; null if neither happened by the end of the sequence. */
  readonly endedAt: Instant | null;
  /** When the reply arrives at the node, in time or too late; null if the message was not executed or the reply is lost. */
  readonly replyAt: Instant | null;
  /** Whether the message never reaches the store. */
  readonly lost: boolean;
  readonly reply: string;
  readonly keyAccesses: readonly KeyAccess[];
  /** How long it was delayed manually. */
  readonly manualDelay: Duration;
}

/**
 * A read of the request, and a write of the same key by another request, which it should have seen: the other came between
 * this read and the request's own write, or had read the key too before the request wrote it. The lane's atomic version
 * denies the request on the same arrivals.
 */
export interface Race {
  readonly read: SequenceMessage;
  readonly write: SequenceMessage;
  /** Whether the request itself wrote the key before the other did. */
  readonly wroteFirst: boolean;
  /** Whether the request is denied here too when only this read moves to after this write. */
  readonly isSoleCause: boolean;
  /** Whether there is such a write by a third request too. */
  readonly hasOthers: boolean;
}

export interface Sequence {
  readonly request: number;
  readonly node: number | null;
  /** Whether its node died before it answered. */
  readonly nodeDied: boolean;
  /** The instants of the request's arrival and of its answer. */
  readonly from: Instant;
  readonly to: Instant;
  /** The request's messages, and others for the same limiter key that the store executed meanwhile, in the order of sending. */
  readonly messages: readonly SequenceMessage[];
  /** How many messages of other requests are left out because there are too many. */
  readonly omittedCount: number;
  /** The race that admitted the request; null if there was none. */
  readonly race: Race | null;
  /** What the numbers in messages mean, where values are displayed in other units; else empty. */
  readonly unitsText: string;
  /** Whether the scheme has an atomic version, without races. */
  readonly hasAtomicVersion: boolean;
}
