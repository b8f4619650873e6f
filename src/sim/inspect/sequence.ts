/** The messages of one request that several processes decide, and those of others that came in between. */
import type { CommandName } from '../cluster/command.ts';
import type { Duration, Instant } from '../time.ts';

/** A key that a message read or wrote, and what it held before and after. */
export interface KeyAccess {
  readonly key: string;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly before: string;
  readonly after: string;
}

/** One round trip to the store. */
export interface SequenceMessage {
  readonly request: number;
  /** From 0. */
  readonly node: number;
  /** Among those of its request, from 0. */
  readonly command: number;
  readonly name: CommandName;
  /** As one would type it; a transaction has a line for each command. */
  readonly text: string;
  readonly sentAt: Instant;
  /** When the store ran it; null if it never did, or not yet. */
  readonly executedAt: Instant | null;
  /** Its position among all that the store ran, from 1; 0 if it never ran. */
  readonly executionOrder: number;
  /** When the node had the reply, or timed out; null if neither had happened by the end of the sequence. */
  readonly endedAt: Instant | null;
  /** When the reply reaches the node, in time or too late; null if the store never ran the message or the reply is lost. */
  readonly replyAt: Instant | null;
  /** Whether it, or its reply, never came in time. */
  readonly lost: boolean;
  readonly reply: string;
  readonly keyAccesses: readonly KeyAccess[];
  /** How much later it was sent because it was moved by hand. */
  readonly manualDelay: Duration;
}

/**
 * A read, and a write of another request that came between it and the request's own write to the same key, in a run whose
 * version without the race, on the same arrivals, denies the request.
 */
export interface Race {
  readonly read: SequenceMessage;
  readonly write: SequenceMessage;
  /** Whether the request is denied here too when only this read moves to after this write. */
  readonly isSoleCause: boolean;
}

export interface Sequence {
  readonly request: number;
  readonly node: number | null;
  /** Whether its node died before it had an answer. */
  readonly nodeDied: boolean;
  /** The request's arrival, and its answer. */
  readonly from: Instant;
  readonly to: Instant;
  /** Its own, and others for the same limiter key that the store ran meanwhile, in the order of sending. */
  readonly messages: readonly SequenceMessage[];
  /** How many others are left out because there are too many. */
  readonly omittedCount: number;
  /** What admitted one too many; null where nothing did. */
  readonly race: Race | null;
  /** Whether the scheme has a version without the race. */
  readonly hasAtomicVersion: boolean;
}
