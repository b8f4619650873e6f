/**
 * Pending events by time, then by order: a heap with four children per node. A node is two adjacent numbers, so four
 * children fill one cache line; with tens of thousands of events, cache misses dominate the cost of a queue.
 */
import { NEVER, type Instant } from '../time.ts';
import { resized, grownLength } from './growableArrays.ts';

/** Children per node. */
const ARITY = 4;

export class EventHeap {
  /** Instant and order of each node. */
  #priorities = new Float64Array();
  #event = new Uint32Array();
  #size = 0;

  /** The instant of the next event; `NEVER` if there is none. */
  get nextAt(): Instant {
    return this.#size === 0 ? NEVER : (this.#priorities[0] as number);
  }

  /** The next event's order among those at the same instant. */
  get nextOrder(): number {
    return this.#priorities[1] as number;
  }

  copy(): EventHeap {
    const heap = new EventHeap();
    heap.#priorities = this.#priorities.slice();
    heap.#event = this.#event.slice();
    heap.#size = this.#size;
    return heap;
  }

  /** @param event an identifier: any integer from 0 to 2^32 − 1 */
  push(at: Instant, order: number, event: number): void {
    if (this.#size === this.#event.length) this.#grow();
    const when = this.#priorities;
    const events = this.#event;
    let hole = this.#size++;
    while (hole > 0) {
      const parent = (hole - 1) >>> 2;
      const parentAt = when[2 * parent] as number;
      const parentOrder = when[2 * parent + 1] as number;
      if (parentAt < at || (parentAt === at && parentOrder < order)) break;
      when[2 * hole] = parentAt;
      when[2 * hole + 1] = parentOrder;
      events[hole] = events[parent] as number;
      hole = parent;
    }
    when[2 * hole] = at;
    when[2 * hole + 1] = order;
    events[hole] = event;
  }

  /** Removes the next event and returns its identifier; there must be one. */
  pop(): number {
    const taken = this.#event[0] as number;
    const last = --this.#size;
    const when = this.#priorities;
    this.#sink(when[2 * last] as number, when[2 * last + 1] as number, this.#event[last] as number);
    return taken;
  }

  /** Fills the hole at the top with an event, or with the earliest event below it and so on. */
  #sink(at: Instant, order: number, event: number): void {
    const when = this.#priorities;
    const events = this.#event;
    const size = this.#size;
    let hole = 0;
    for (;;) {
      const first = ARITY * hole + 1;
      if (first >= size) break;
      const end = Math.min(first + ARITY, size);
      let least = first;
      let leastAt = when[2 * first] as number;
      let leastOrder = when[2 * first + 1] as number;
      for (let child = first + 1; child < end; child++) {
        const childAt = when[2 * child] as number;
        if (childAt > leastAt) continue;
        const childOrder = when[2 * child + 1] as number;
        if (childAt === leastAt && childOrder > leastOrder) continue;
        least = child;
        leastAt = childAt;
        leastOrder = childOrder;
      }
      if (at < leastAt || (at === leastAt && order < leastOrder)) break;
      when[2 * hole] = leastAt;
      when[2 * hole + 1] = leastOrder;
      events[hole] = events[least] as number;
      hole = least;
    }
    when[2 * hole] = at;
    when[2 * hole + 1] = order;
    events[hole] = event;
  }

  #grow(): void {
    const length = grownLength(this.#size);
    this.#priorities = resized(this.#priorities, 2 * length);
    this.#event = resized(this.#event, length);
  }
}
