/** One process of the cluster: its clock, its way to the store, and what it keeps for itself. */
import type { KeyState } from '../limiters/limiter.ts';
import type { Instant } from '../time.ts';
import type { Clock } from './clock.ts';
import type { NetworkLink } from './networkLink.ts';
import { Waiters } from './waiters.ts';

/** @typeParam T a request that the node is working on */
export class ClusterNode<T> {
  readonly number: number;
  readonly clock: Clock;
  readonly link: NetworkLink;
  up = true;
  /** Its connection to the store, by number. */
  connection = 0;
  /** When it came back or was added, by its own clock; undefined for one that has been there from the start. */
  joinedAt: Instant | undefined;
  /** Lost when it dies. */
  memory = new Map<string, KeyState>();
  /** Requests under way, in the order in which they came. */
  readonly inFlight = new Set<T>();
  readonly waiters = new Waiters<T>();
  /** Where a node takes one at a time: the one that it is working on, and those that have not begun; from `#head` on. */
  #queue: T[] = [];
  #head = 0;

  constructor(number: number, clock: Clock, link: NetworkLink) {
    this.number = number;
    this.clock = clock;
    this.link = link;
  }

  /** Puts a request in line. @returns whether it may begin at once */
  enqueue(request: T): boolean {
    return this.#queue.push(request) === this.#head + 1;
  }

  /** The one at the head of the line is decided. @returns the next, if one waits */
  dequeue(): T | undefined {
    this.#head++;
    // Now and then, so that the next one is found in no time however long the line is.
    if (this.#head > this.#queue.length - this.#head) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return this.#queue[this.#head];
  }

  /** Forgets everything. @returns the requests that were under way */
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
