/** A queue of items by time; items at one instant keep their order of insertion. */
import type { Instant } from '../time.ts';
import { EventHeap } from './eventHeap.ts';

export class TimedQueue<T> {
  #queue = new EventHeap();
  #items: (T | null)[] = [];
  #freeSlots: number[] = [];
  #sequence = 0;

  /** The instant of the next item; `NEVER` if there is none. */
  get nextAt(): Instant {
    return this.#queue.nextAt;
  }

  /** In no particular order. */
  get items(): readonly T[] {
    return this.#items.filter((item) => item !== null);
  }

  /** @param itemOf the copy of an item */
  copy(itemOf: (item: T) => T): TimedQueue<T> {
    const queue = new TimedQueue<T>();
    queue.#queue = this.#queue.copy();
    queue.#items = this.#items.map((item) => (item === null ? null : itemOf(item)));
    queue.#freeSlots = [...this.#freeSlots];
    queue.#sequence = this.#sequence;
    return queue;
  }

  push(at: Instant, item: T): void {
    const slot = this.#freeSlots.pop() ?? this.#items.length;
    this.#items[slot] = item;
    this.#queue.push(at, this.#sequence++, slot);
  }

  /** Removes and returns the next item; there must be one. */
  pop(): T {
    const slot = this.#queue.pop();
    const item = this.#items[slot] as T;
    this.#items[slot] = null;
    this.#freeSlots.push(slot);
    return item;
  }
}
