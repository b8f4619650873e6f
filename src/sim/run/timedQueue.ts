/** Things that are still to happen, by time, then as they were put down. */
import type { Instant } from '../time.ts';
import { EventHeap } from './eventHeap.ts';

export class TimedQueue<T> {
  readonly #queue = new EventHeap();
  readonly #items: (T | null)[] = [];
  readonly #freeSlots: number[] = [];
  #sequence = 0;

  /** When the next one comes; `NEVER` without one. */
  get nextAt(): Instant {
    return this.#queue.nextAt;
  }

  push(at: Instant, item: T): void {
    const slot = this.#freeSlots.pop() ?? this.#items.length;
    this.#items[slot] = item;
    this.#queue.push(at, this.#sequence++, slot);
  }

  /** Takes the next one; there must be one. */
  pop(): T {
    const slot = this.#queue.pop();
    const item = this.#items[slot] as T;
    this.#items[slot] = null;
    this.#freeSlots.push(slot);
    return item;
  }
}
