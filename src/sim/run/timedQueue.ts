/** A queue of items by time; items at one instant keep their order of insertion. */
import type { Instant } from '../time.ts';
import { EventHeap } from './eventHeap.ts';

export class TimedQueue<T> {
  readonly #queue = new EventHeap();
  readonly #items: (T | null)[] = [];
  readonly #freeSlots: number[] = [];
  #sequence = 0;

  /** The instant of the next item; `NEVER` if there is none. */
  get nextAt(): Instant {
    return this.#queue.nextAt;
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
