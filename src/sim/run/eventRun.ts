/**
 * The events of one bucket of the calendar, sorted by priority; those of one priority keep their order.
 *
 * Events are spread over as many bins as there are events, in proportion to their priority, which leaves one or two in most
 * bins, and what is still out of order is put in order by insertion. A crowded bin is spread in the same way before.
 */
import { grownLength } from './growableArrays.ts';

/** So many in a bin are put in order by insertion. */
const FEW = 16;

export class EventRun {
  /** After the last event `Infinity`. */
  #priorities = Float64Array.of(Infinity);
  #events = new Uint32Array();
  /** What is spread is copied to here first. */
  #spreadPriorities = new Float64Array();
  #spreadEvents = new Uint32Array();
  /** For the whole run; a crowded bin, which is rare, gets its own. */
  #places = new Uint32Array();
  /** The next event, and the end. */
  #next = 0;
  #size = 0;

  /** The priority of the next event; `Infinity` if there is none. */
  get nextPriority(): number {
    return this.#priorities[this.#next] as number;
  }

  /** Removes the next event; there must be one. */
  pop(): number {
    return this.#events[this.#next++] as number;
  }

  /** Begins a run of so many events, of which each is `put`, and which is then sorted. */
  begin(size: number): void {
    if (size > this.#events.length) this.#grow(size);
    this.#next = 0;
    this.#size = size;
    this.#priorities[size] = Infinity;
  }

  put(position: number, priority: number, event: number): void {
    this.#priorities[position] = priority;
    this.#events[position] = event;
  }

  sort(): void {
    this.#sort(0, this.#size);
  }

  #sort(from: number, to: number): void {
    if (to - from > FEW) this.#spread(from, to);
    this.#insert(from, to);
  }

  #spread(from: number, to: number): void {
    const size = to - from;
    const priorities = this.#priorities;
    const events = this.#events;
    let least = Infinity;
    let greatest = -Infinity;
    for (let i = from; i < to; i++) {
      const priority = priorities[i] as number;
      if (priority < least) least = priority;
      if (priority > greatest) greatest = priority;
    }
    if (least === greatest) return;
    const binsPerPriority = (size - 1) / (greatest - least);
    /** By bin, where its next event goes; at last, its end. */
    const places = size === this.#size ? this.#places.fill(0, 0, size + 1) : new Uint32Array(size + 1);
    for (let i = from; i < to; i++) places[Math.floor(((priorities[i] as number) - least) * binsPerPriority) + 1]!++;
    places[0] = from;
    for (let bin = 1; bin <= size; bin++) places[bin]! += places[bin - 1] as number;
    const spreadPriorities = this.#spreadPriorities;
    const spreadEvents = this.#spreadEvents;
    for (let i = from; i < to; i++) {
      const priority = priorities[i] as number;
      const place = places[Math.floor((priority - least) * binsPerPriority)]!++;
      spreadPriorities[place] = priority;
      spreadEvents[place] = events[i] as number;
    }
    for (let i = from; i < to; i++) {
      priorities[i] = spreadPriorities[i] as number;
      events[i] = spreadEvents[i] as number;
    }
    for (let bin = 0, start = from; bin < size; bin++) {
      const end = places[bin] as number;
      if (end - start > FEW) this.#sort(start, end);
      start = end;
    }
  }

  #insert(from: number, to: number): void {
    const priorities = this.#priorities;
    const events = this.#events;
    for (let i = from + 1; i < to; i++) {
      const priority = priorities[i] as number;
      if ((priorities[i - 1] as number) <= priority) continue;
      const event = events[i] as number;
      let hole = i;
      do {
        priorities[hole] = priorities[hole - 1] as number;
        events[hole] = events[hole - 1] as number;
        hole--;
      } while (hole > from && (priorities[hole - 1] as number) > priority);
      priorities[hole] = priority;
      events[hole] = event;
    }
  }

  #grow(size: number): void {
    const length = grownLength(size);
    this.#priorities = new Float64Array(length + 1);
    this.#events = new Uint32Array(length);
    this.#spreadPriorities = new Float64Array(length);
    this.#spreadEvents = new Uint32Array(length);
    this.#places = new Uint32Array(length + 1);
  }
}
