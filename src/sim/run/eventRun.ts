/**
 * The events of one bucket of the calendar, sorted by priority; those of one priority keep their order.
 *
 * A bin sort with as many bins as events, in proportion to their priority, which leaves one or two in most bins. A crowded
 * bin is distributed over bins again, and what is still out of order is put in order by insertion.
 */
import { grownLength } from './growableArrays.ts';

/** So many in a bin are put in order by insertion. */
const FEW = 16;

export class EventRun {
  /** After the last event `Infinity`. */
  #priorities = Float64Array.of(Infinity);
  #events = new Uint32Array();
  /** What is to be distributed, in reverse. */
  #reversedPriorities = new Float64Array();
  #reversedEvents = new Uint32Array();
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

  /** @param position counted from the event that was scheduled last */
  put(position: number, priority: number, event: number): void {
    this.#reversedPriorities[position] = priority;
    this.#reversedEvents[position] = event;
  }

  sort(): void {
    this.#distribute(0, this.#size);
    this.#insert();
  }

  /** Distributes the reversed events of these places over bins, one for each, and then those of a crowded bin again. */
  #distribute(from: number, to: number): void {
    const reversedPriorities = this.#reversedPriorities;
    const reversedEvents = this.#reversedEvents;
    const priorities = this.#priorities;
    const events = this.#events;
    const bins = to - from;
    let least = Infinity;
    let greatest = -Infinity;
    for (let i = from; i < to; i++) {
      const priority = reversedPriorities[i] as number;
      if (priority < least) least = priority;
      if (priority > greatest) greatest = priority;
    }
    // With one priority all are in the first bin.
    const binsPerPriority = greatest > least ? (bins - 1) / (greatest - least) : 0;
    /** By bin, its size, then its end, then its start; at last, the end of all. */
    const places = bins === this.#size ? this.#places.fill(0, 0, bins + 1) : new Uint32Array(bins + 1);
    for (let i = from; i < to; i++)
      places[Math.floor(((reversedPriorities[i] as number) - least) * binsPerPriority)]!++;
    // From the end of each bin to its start: of two with one priority, the later one is placed first.
    let end = from;
    for (let bin = 0; bin < bins; bin++) {
      end += places[bin] as number;
      places[bin] = end;
    }
    places[bins] = to;
    for (let i = from; i < to; i++) {
      const priority = reversedPriorities[i] as number;
      const place = --places[Math.floor((priority - least) * binsPerPriority)]!;
      priorities[place] = priority;
      events[place] = reversedEvents[i] as number;
    }
    if (greatest === least) return;
    for (let bin = 0; bin < bins; bin++) {
      const start = places[bin] as number;
      const next = places[bin + 1] as number;
      if (next - start <= FEW) continue;
      for (let i = start; i < next; i++) this.put(start + next - 1 - i, priorities[i] as number, events[i] as number);
      this.#distribute(start, next);
    }
  }

  #insert(): void {
    const priorities = this.#priorities;
    const events = this.#events;
    const size = this.#size;
    for (let i = 1; i < size; i++) {
      const priority = priorities[i] as number;
      if ((priorities[i - 1] as number) <= priority) continue;
      const event = events[i] as number;
      let hole = i;
      do {
        priorities[hole] = priorities[hole - 1] as number;
        events[hole] = events[hole - 1] as number;
        hole--;
      } while (hole > 0 && (priorities[hole - 1] as number) > priority);
      priorities[hole] = priority;
      events[hole] = event;
    }
  }

  #grow(size: number): void {
    const length = grownLength(size);
    this.#priorities = new Float64Array(length + 1);
    this.#events = new Uint32Array(length);
    this.#reversedPriorities = new Float64Array(length);
    this.#reversedEvents = new Uint32Array(length);
    this.#places = new Uint32Array(length + 1);
  }
}
