/** Things that are still to happen, by time, then as they were put down. */
import type { Instant } from '../time.ts';
import { EventQueue } from './eventQueue.ts';

export class Schedule<T> {
  readonly #queue = new EventQueue();
  readonly #things: (T | null)[] = [];
  readonly #free: number[] = [];
  #sequence = 0;

  /** When the next one comes; `NEVER` without one. */
  get at(): Instant {
    return this.#queue.at;
  }

  put(at: Instant, thing: T): void {
    const slot = this.#free.pop() ?? this.#things.length;
    this.#things[slot] = thing;
    this.#queue.push(at, this.#sequence++, slot);
  }

  /** Takes the next one; there must be one. */
  take(): T {
    const slot = this.#queue.pop();
    const thing = this.#things[slot] as T;
    this.#things[slot] = null;
    this.#free.push(slot);
    return thing;
  }
}
