/**
 * Tries and sleeps that are still to come, by time, then by entry, then as they were scheduled.
 *
 * Only those of the present stretch of the run stand in a queue; later ones wait in a list a stretch, in no order, until it
 * comes. So what an event costs hangs little on how many are waiting.
 */
import { NEVER, type Duration, type Instant } from '../time.ts';
import type { Actor, Try } from './actor.ts';
import { grown, more } from './columns.ts';
import { EventQueue } from './eventQueue.ts';

/** Entries are kept apart in an event's order by more than any run schedules. */
const ORDERS = 4_398_046_511_104;
/** As a job's try; a try itself is 1 or above. */
const SLEEP = 0;
const STRETCHES = 16_384;
/** Ends a list. */
const NONE = -1;

/** Numbers of an event, side by side: one that is taken has long left the cache, and is then a single line of it. */
const STRIDE = 8;
const [AT, ORDER, CLIENT, JOB, NUMBER, KEY, COST, PREVIOUS] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export class Events {
  readonly #queue = new EventQueue();
  /** The first event of each stretch that is still to come. */
  readonly #lists = new Int32Array(STRETCHES + 1).fill(NONE);
  readonly #stretch: Duration;
  /** The stretch whose events are in the queue. */
  #present = 0;
  /** Events in lists. */
  #later = 0;
  #rows = new Float64Array();
  /** The next event of the same list, by row. */
  #next = new Int32Array();
  /** Rows that have been taken, and may be written over. */
  #free = new Uint32Array();
  #freed = 0;
  #used = 0;
  #sequence = 0;

  /** @param end no event comes then or later */
  constructor(end: Instant) {
    this.#stretch = Math.max(1, end / STRETCHES);
  }

  /** When the next one comes; `NEVER` without one. */
  get at(): Instant {
    const { at } = this.#queue;
    return at === NEVER && this.#later > 0 ? this.#advance() : at;
  }

  /** Whether the next one is before a request of its instant that was scheduled before all, by its entry. */
  isBefore(entry: number): boolean {
    return this.#queue.order < entry * ORDERS;
  }

  try({ entry }: Actor, made: Readonly<Try>): void {
    const place = this.#put(made.at, entry, made.client, made.number);
    const rows = this.#rows;
    rows[place + JOB] = made.job;
    rows[place + KEY] = made.key;
    rows[place + COST] = made.cost;
    rows[place + PREVIOUS] = made.previous;
  }

  sleep({ entry }: Actor, client: number, until: Instant): void {
    this.#put(until, entry, client, SLEEP);
  }

  /** The next one: written to `made`, with a number of 0 where a client wakes. @returns its entry */
  take(made: Try): number {
    const row = this.#queue.pop();
    this.#free[this.#freed++] = row;
    const rows = this.#rows;
    const place = row * STRIDE;
    made.at = rows[place + AT] as number;
    made.client = rows[place + CLIENT] as number;
    made.job = rows[place + JOB] as number;
    made.number = rows[place + NUMBER] as number;
    made.key = rows[place + KEY] as number;
    made.cost = rows[place + COST] as number;
    made.previous = rows[place + PREVIOUS] as number;
    return Math.floor((rows[place + ORDER] as number) / ORDERS);
  }

  /** How many jobs have a try to come that is not their first. */
  retries(): number {
    const freed = new Set(this.#free.subarray(0, this.#freed));
    let count = 0;
    for (let row = 0; row < this.#used; row++) {
      if (!freed.has(row) && (this.#rows[row * STRIDE + NUMBER] as number) > 1) count++;
    }
    return count;
  }

  /** Goes to the next stretch that has events. @returns when the first of them comes */
  #advance(): Instant {
    const rows = this.#rows;
    while (this.#lists[this.#present] === NONE) this.#present++;
    for (let row = this.#lists[this.#present] as number; row !== NONE; row = this.#next[row] as number) {
      const place = row * STRIDE;
      this.#queue.push(rows[place + AT] as number, rows[place + ORDER] as number, row);
      this.#later--;
    }
    this.#lists[this.#present] = NONE;
    return this.#queue.at;
  }

  /** @returns where its numbers stand */
  #put(at: Instant, entry: number, client: number, number: number): number {
    if (this.#freed === 0 && this.#used === this.#free.length) this.#grow();
    const row = this.#freed > 0 ? (this.#free[--this.#freed] as number) : this.#used++;
    const place = row * STRIDE;
    const order = entry * ORDERS + this.#sequence++;
    const rows = this.#rows;
    rows[place + AT] = at;
    rows[place + ORDER] = order;
    rows[place + CLIENT] = client;
    rows[place + NUMBER] = number;
    const stretch = Math.min(STRETCHES, Math.floor(at / this.#stretch));
    if (stretch <= this.#present) this.#queue.push(at, order, row);
    else {
      this.#next[row] = this.#lists[stretch] as number;
      this.#lists[stretch] = row;
      this.#later++;
    }
    return place;
  }

  #grow(): void {
    const length = more(this.#used);
    this.#rows = grown(this.#rows, STRIDE * length);
    this.#next = grown(this.#next, length);
    this.#free = grown(this.#free, length);
  }
}
