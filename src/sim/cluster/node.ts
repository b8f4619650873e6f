/** One node of the cluster: its clock, its link to the store, and its local state. */
import type { KeyState } from '../limiters/limiter.ts';
import type { Instant } from '../time.ts';
import type { Clock } from './clock.ts';
import type { NetworkLink } from './networkLink.ts';
import { Waiters } from './waiters.ts';

/** @typeParam T a request */
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
  waiters = new Waiters<T>();
  /** If the node handles one request at a time: the current one and those that wait, from `#head` on. */
  #queue: T[] = [];
  #head = 0;

  constructor(number: number, clock: Clock, link: NetworkLink) {
    this.number = number;
    this.clock = clock;
    this.link = link;
  }

  /** A copy without waiting requests; `copyRequests` adds them, for they refer to their node. */
  copy(copyOf: CopyOfState): ClusterNode<T> {
    const node = new ClusterNode<T>(this.number, this.clock, this.link.copy());
    node.up = this.up;
    node.connection = this.connection;
    node.joinedAt = this.joinedAt;
    node.memory = copyOfStates(this.memory, copyOf);
    return node;
  }

  /** @param requestOf the copy of a request */
  copyRequests(from: ClusterNode<T>, requestOf: (request: T) => T): void {
    this.waiters = from.waiters.copy(requestOf);
    this.#queue = from.#queue.slice(from.#head).map(requestOf);
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

  /** Takes the node down and clears its state, with the requests that wait. */
  crash(): void {
    this.up = false;
    this.memory = new Map();
    this.waiters.clear();
    this.#queue = [];
    this.#head = 0;
  }
}

export type CopyOfState = (state: KeyState) => KeyState;

export function copyOfStates(states: ReadonlyMap<string, KeyState>, copyOf: CopyOfState): Map<string, KeyState> {
  return new Map([...states].map(([name, state]) => [name, copyOf(state)]));
}
