/** One process of the cluster: its clock, its way to the store, and what it keeps for itself. */
import type { State } from '../limiters/limiter.ts';
import type { Instant } from '../time.ts';
import type { Clock } from './clock.ts';
import type { Link } from './link.ts';

/** @typeParam T a request that the node is at work on */
export class Node<T> {
  readonly number: number;
  readonly clock: Clock;
  readonly link: Link;
  up = true;
  /** Names its connection to the store. */
  session = 0;
  /** When it came back or was added, by its own clock; undefined for one that has been there from the start. */
  since: Instant | undefined;
  /** Lost when it dies. */
  memory = new Map<string, State>();
  /** Requests under way, in the order in which they came. */
  readonly underWay = new Set<T>();
  /** Those that wait to be woken, by name. */
  readonly #parked = new Map<string, T[]>();
  /** Where a node takes one at a time: the one that it is at work on, and those that have not begun; from `#head` on. */
  #line: T[] = [];
  #head = 0;

  constructor(number: number, clock: Clock, link: Link) {
    this.number = number;
    this.clock = clock;
    this.link = link;
  }

  park(name: string, request: T): void {
    const others = this.#parked.get(name);
    if (others === undefined) this.#parked.set(name, [request]);
    else others.push(request);
  }

  /** Those who waited under that name, in the order in which they came. */
  wake(name: string): readonly T[] {
    const woken = this.#parked.get(name) ?? [];
    this.#parked.delete(name);
    return woken;
  }

  /** Puts a request in line. @returns whether it may begin at once */
  lineUp(request: T): boolean {
    return this.#line.push(request) === this.#head + 1;
  }

  /** The one at the head of the line is decided. @returns the next, if one waits */
  next(): T | undefined {
    this.#head++;
    // Now and then, so that the next one is found in no time however long the line is.
    if (this.#head > this.#line.length - this.#head) {
      this.#line = this.#line.slice(this.#head);
      this.#head = 0;
    }
    return this.#line[this.#head];
  }

  /** Forgets everything. @returns the requests that were under way */
  die(): readonly T[] {
    const lost = [...this.underWay];
    this.up = false;
    this.memory = new Map();
    this.underWay.clear();
    this.#parked.clear();
    this.#line = [];
    this.#head = 0;
    return lost;
  }
}
