/**
 * The events of one bucket of the calendar, sorted by priority; those of one priority keep their order.
 *
 * Events are spread over as many bins as there are events, in proportion to their priority, which leaves one or two in most
 * bins. A crowded bin is spread again, and what is still out of order is put in order by insertion.
 */
import { grownLength } from './growableArrays.ts';

/** So many in a bin are put in order by insertion. */
const FEW = 16;

export class EventRun {
  /** After the last event `Infinity`. */
  #priorities = Float64Array.of(Infinity);
  #events = new Uint32Array();
  /** What is spread, the latest first. */
  #latestPriorities = new Float64Array();
  #latestEvents = new Uint32Array();
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
    this.#latestPriorities[position] = priority;
    this.#latestEvents[position] = event;
  }

  /** @param least no priority is less; `greatest`: none is greater */
  sort(least: number, greatest: number): void {
    this.#spread(0, this.#size, least, greatest, this.#places.fill(0, 0, this.#size + 1));
    this.#insert();
  }

  /** @param places zeros, by bin, and one more */
  #spread(from: number, to: number, least: number, greatest: number, places: Uint32Array): void {
    const latestPriorities = this.#latestPriorities;
    const latestEvents = this.#latestEvents;
    const priorities = this.#priorities;
    const events = this.#events;
    const bins = to - from;
    const binsPerPriority = (bins - 1) / (greatest - least);
    for (let i = from; i < to; i++) {
      const bin = Math.floor(((latestPriorities[i] as number) - least) * binsPerPriority);
      places[bin]!++;
    }
    // From the end of each bin to its start: of two with one priority, the later one is placed first.
    let end = from;
    for (let bin = 0; bin < bins; bin++) {
      end += places[bin] as number;
      places[bin] = end;
    }
    places[bins] = to;
    for (let i = from; i < to; i++) {
      const priority = latestPriorities[i] as number;
      const place = --places[Math.floor((priority - least) * binsPerPriority)]!;
      priorities[place] = priority;
      events[place] = latestEvents[i] as number;
    }
    for (let bin = 0; bin < bins; bin++) {
      const start = places[bin] as number;
      const next = places[bin + 1] as number;
      if (next - start > FEW) this.#spreadCrowd(start, next);
    }
  }

  #spreadCrowd(from: number, to: number): void {
    const priorities = this.#priorities;
    let least = Infinity;
    let greatest = -Infinity;
    for (let i = from; i < to; i++) {
      const priority = priorities[i] as number;
      least = Math.min(least, priority);
      greatest = Math.max(greatest, priority);
      this.put(from + to - 1 - i, priority, this.#events[i] as number);
    }
    if (least < greatest) this.#spread(from, to, least, greatest, new Uint32Array(to - from + 1));
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
    this.#latestPriorities = new Float64Array(length);
    this.#latestEvents = new Uint32Array(length);
    this.#places = new Uint32Array(length + 1);
  }
}
