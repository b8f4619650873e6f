/**
 * What is still to happen, by time, then by order: a heap of four children a node. A node is two numbers side by side, so
 * that four children are one line of a processor's cache; with tens of thousands of events that is what a queue costs.
 */
import { NEVER, type Instant } from '../time.ts';
import { resized, grownLength } from './growableArrays.ts';

/** Children of a node. */
const ARITY = 4;

export class EventHeap {
  /** Instant and order of each node. */
  #priorities = new Float64Array();
  #event = new Uint32Array();
  #size = 0;

  /** When the next event comes; `NEVER` without one. */
  get nextAt(): Instant {
    return this.#size === 0 ? NEVER : (this.#priorities[0] as number);
  }

  /** The next event's order among those of its instant. */
  get nextOrder(): number {
    return this.#priorities[1] as number;
  }

  /** @param event any whole number below 2^32 that names it */
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

  /** Takes the next event; there must be one. */
  pop(): number {
    const when = this.#priorities;
    const events = this.#event;
    const taken = events[0] as number;
    const size = --this.#size;
    const at = when[2 * size] as number;
    const order = when[2 * size + 1] as number;
    const event = events[size] as number;
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
    return taken;
  }

  #grow(): void {
    const length = grownLength(this.#size);
    this.#priorities = resized(this.#priorities, 2 * length);
    this.#event = resized(this.#event, length);
  }
}
