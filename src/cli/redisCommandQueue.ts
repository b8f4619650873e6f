/**
 * What a node sends over its connection. A connection has only so many commands in flight; the others wait here, and
 * their time runs from the moment their bytes are written. So a timeout tells how long the server took, whatever waits.
 */
import { NoReplyError, StoreError, commandNameOf, type Message, type Reply } from '../sim/engine.ts';
import type { CommandStats } from './redisCommandStats.ts';

export interface MessageSender {
  /**
   * @param onSent called when the message has been written to the connection
   * @throws when there will be no more replies, which ends the run
   */
  send(message: Message, onSent: () => void): Promise<Reply>;
}

/** A reply, or the error that the program gets in its place. */
export interface Delivery {
  readonly reply: Reply | NoReplyError;
  /** How long the message waited before it was written, milliseconds. */
  readonly queued: number;
}

/**
 * Commands in flight on all connections together. Redis executes one at a time, so each may have to wait for all of
 * these: at some 20 µs each, for about a millisecond. More would make an instant's requests wait for each other.
 */
const MAX_IN_FLIGHT = 64;

/** The share of that which each of the connections gets. */
export function inFlightLimit(connections: number): number {
  return Math.max(1, Math.floor(MAX_IN_FLIGHT / connections));
}

export class CommandQueue {
  readonly #sender: MessageSender;
  readonly #stats: CommandStats;
  #limit: number;
  #inFlight = 0;
  /** Those from `#next` on have not been sent. */
  #waiting: (() => void)[] = [];
  #next = 0;
  #lastReplyAt = -Infinity;

  constructor(sender: MessageSender, limit: number, stats: CommandStats) {
    this.#sender = sender;
    this.#limit = limit;
    this.#stats = stats;
  }

  /**
   * Sends a message when its turn comes, and waits for the reply. One that comes too late is only counted: the message
   * may have taken effect.
   * @param timeout milliseconds from the sending
   * @throws what the sender throws
   */
  deliver(message: Message, timeout: number): Promise<Delivery> {
    const queuedAt = performance.now();
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        this.#send(message, timeout, queuedAt).then(resolve, reject);
      });
      this.#sendNext();
    });
  }

  /** Sends nothing more. What waits is never answered. */
  stop(): void {
    this.#limit = 0;
  }

  #sendNext(): void {
    while (this.#inFlight < this.#limit && this.#next < this.#waiting.length) {
      const send = this.#waiting[this.#next++] as () => void;
      if (this.#next === this.#waiting.length) {
        this.#waiting = [];
        this.#next = 0;
      }
      this.#inFlight++;
      send();
    }
  }

  #send(message: Message, timeout: number, queuedAt: number): Promise<Delivery> {
    const stats = this.#stats;
    let sentAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let isSent = false;
    let open = true;
    return new Promise((resolve, reject) => {
      const settle = (reply: Reply | NoReplyError) => {
        open = false;
        clearTimeout(timer);
        this.#inFlight--;
        resolve({ reply, queued: sentAt - queuedAt });
        this.#sendNext();
      };
      const expire = () => {
        if (!open) return;
        const wasBehindOurs = this.#lastReplyAt - sentAt > timeout / 2;
        // It waited for the server to answer what this connection had sent before it: from now on, one at a time.
        if (wasBehindOurs) this.#limit = Math.min(this.#limit, 1);
        stats.countUnanswered(wasBehindOurs ? 'queue' : 'server');
        settle(new NoReplyError(`${commandNameOf(message)} was not answered`));
      };
      const onSent = () => {
        isSent = true;
        sentAt = performance.now();
        stats.countSent(sentAt - queuedAt);
        // Where this thread was busy, the reply may be here already, unread. It is read before an immediate runs.
        if (open) timer = setTimeout(() => setImmediate(expire), timeout);
      };
      this.#sender.send(message, onSent).then(
        (reply) => {
          this.#lastReplyAt = performance.now();
          const error = errorIn(reply);
          if (error !== undefined) stats.countError(error);
          if (open) settle(reply);
          else stats.countLate(this.#lastReplyAt - sentAt);
        },
        (error: Error) => {
          clearTimeout(timer);
          if (open && isSent) stats.countUnanswered('connection');
          open = false;
          reject(error);
        },
      );
    });
  }
}

/** The first in a reply, which has one for each command of a transaction or a pipeline. */
function errorIn(reply: Reply): StoreError | undefined {
  if (reply instanceof StoreError) return reply;
  return Array.isArray(reply)
    ? (reply as readonly Reply[]).map(errorIn).find((error) => error !== undefined)
    : undefined;
}
