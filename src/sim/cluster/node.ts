/** One node of the cluster: its clock, its link to the store, and its local state. */
import type { KeyState } from '../limiters/limiter.ts';
import type { Instant } from '../time.ts';
import type { Clock } from './clock.ts';
import type { NetworkLink } from './networkLink.ts';
import { Waiters } from './waiters.ts';

/** @typeParam T a request in progress */
export class ClusterNode<T> {
  readonly number: number;
  readonly clock: Clock;
  readonly link: NetworkLink;
  up = true;
  /** Number of its connection to the store. */
  connection = 0;
  /** When it came back or was added, by its own clock; undefined if it has been up since the start. */
  joinedAt: Instant | undefined;
  /** Local state by name; lost when the node dies. */
  memory = new Map<string, KeyState>();
  /** Requests in progress, in order of arrival. */
  readonly inFlight = new Set<T>();
  readonly waiters = new Waiters<T>();
  /** If the node handles one request at a time: the current one and those that wait, from `#head` on. */
  #queue: T[] = [];
  #head = 0;

  constructor(number: number, clock: Clock, link: NetworkLink) {
    this.number = number;
    this.clock = clock;
    this.link = link;
  }

  /** Appends a request to the queue. @returns whether it may begin immediately */
  enqueue(request: T): boolean {
    return this.#queue.push(request) === this.#head + 1;
  }

  /** Removes the request at the head of the queue, which is decided. @returns the next one, if any */
  dequeue(): T | undefined {
    this.#head++;
    // Compacted only when more than half is unused, so the amortised cost is constant.
    if (this.#head > this.#queue.length - this.#head) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return this.#queue[this.#head];
  }

  /** Takes the node down and clears its state. @returns the requests that were in progress */
  crash(): readonly T[] {
    const lostRequests = [...this.inFlight];
    this.up = false;
    this.memory = new Map();
    this.inFlight.clear();
    this.waiters.clear();
    this.#queue = [];
    this.#head = 0;
    return lostRequests;
  }
}
