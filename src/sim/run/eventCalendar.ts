/**
 * Tries and sleeps that are still to come, by time, then by entry, then as they were scheduled.
 *
 * Only those of the present stretch of the run stand in a queue; later ones wait in a list a stretch, in no order, until it
 * comes. So what an event costs hangs little on how many are waiting.
 */
import { NEVER, type Duration, type Instant } from '../time.ts';
import type { Actor, TryRecord } from './actor.ts';
import { resized, grownLength } from './growableArrays.ts';
import { EventHeap } from './eventHeap.ts';

/** Entries are kept apart in an event's order by more than any run schedules. */
const ORDERS_PER_ENTRY = 4_398_046_511_104;
/** As a job's try; a try itself is 1 or above. */
const WAKE_UP = 0;
const BUCKET_COUNT = 16_384;
/** Ends a list. */
const END_OF_LIST = -1;

/** Numbers of an event, side by side: one that is taken has long left the cache, and is then a single line of it. */
const STRIDE = 8;
const [AT, ORDER, CLIENT, JOB, NUMBER, KEY, COST, PREVIOUS_WAIT] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export class EventCalendar {
  readonly #heap = new EventHeap();
  /** The first event of each stretch that is still to come. */
  readonly #bucketHeads = new Int32Array(BUCKET_COUNT + 1).fill(END_OF_LIST);
  readonly #bucketWidth: Duration;
  /** The stretch whose events are in the queue. */
  #currentBucket = 0;
  /** Events in lists. */
  #bucketedCount = 0;
  #rows = new Float64Array();
  /** The next event of the same list, by row. */
  #nextInBucket = new Int32Array();
  /** Rows that have been taken, and may be written over. */
  #freeRows = new Uint32Array();
  #freeCount = 0;
  #rowCount = 0;
  #sequence = 0;

  /** @param end no event comes then or later */
  constructor(end: Instant) {
    this.#bucketWidth = Math.max(1, end / BUCKET_COUNT);
  }

  /** When the next one comes; `NEVER` without one. */
  get nextAt(): Instant {
    const { nextAt } = this.#heap;
    return nextAt === NEVER && this.#bucketedCount > 0 ? this.#openNextBucket() : nextAt;
  }

  /** Whether the next one is before a request of its instant that was scheduled before all, by its entry. */
  precedesEntry(entry: number): boolean {
    return this.#heap.nextOrder < entry * ORDERS_PER_ENTRY;
  }

  pushTry({ entry }: Actor, record: Readonly<TryRecord>): void {
    const offset = this.#insert(record.at, entry, record.client, record.number);
    const rows = this.#rows;
    rows[offset + JOB] = record.job;
    rows[offset + KEY] = record.keyIndex;
    rows[offset + COST] = record.cost;
    rows[offset + PREVIOUS_WAIT] = record.previousWait;
  }

  pushWake({ entry }: Actor, client: number, until: Instant): void {
    this.#insert(until, entry, client, WAKE_UP);
  }

  /** The next one: written to `made`, with a number of 0 where a client wakes. @returns its entry */
  pop(record: TryRecord): number {
    const row = this.#heap.pop();
    this.#freeRows[this.#freeCount++] = row;
    const rows = this.#rows;
    const place = row * STRIDE;
    record.at = rows[place + AT] as number;
    record.client = rows[place + CLIENT] as number;
    record.job = rows[place + JOB] as number;
    record.number = rows[place + NUMBER] as number;
    record.keyIndex = rows[place + KEY] as number;
    record.cost = rows[place + COST] as number;
    record.previousWait = rows[place + PREVIOUS_WAIT] as number;
    return Math.floor((rows[place + ORDER] as number) / ORDERS_PER_ENTRY);
  }

  /** How many jobs have a try to come that is not their first. */
  pendingRetries(): number {
    const freed = new Set(this.#freeRows.subarray(0, this.#freeCount));
    let count = 0;
    for (let row = 0; row < this.#rowCount; row++) {
      if (!freed.has(row) && (this.#rows[row * STRIDE + NUMBER] as number) > 1) count++;
    }
    return count;
  }

  /** Goes to the next stretch that has events. @returns when the first of them comes */
  #openNextBucket(): Instant {
    const rows = this.#rows;
    while (this.#bucketHeads[this.#currentBucket] === END_OF_LIST) this.#currentBucket++;
    for (
      let row = this.#bucketHeads[this.#currentBucket] as number;
      row !== END_OF_LIST;
      row = this.#nextInBucket[row] as number
    ) {
      const place = row * STRIDE;
      this.#heap.push(rows[place + AT] as number, rows[place + ORDER] as number, row);
      this.#bucketedCount--;
    }
    this.#bucketHeads[this.#currentBucket] = END_OF_LIST;
    return this.#heap.nextAt;
  }

  /** @returns where its numbers stand */
  #insert(at: Instant, entry: number, client: number, number: number): number {
    if (this.#freeCount === 0 && this.#rowCount === this.#freeRows.length) this.#grow();
    const row = this.#freeCount > 0 ? (this.#freeRows[--this.#freeCount] as number) : this.#rowCount++;
    const place = row * STRIDE;
    const order = entry * ORDERS_PER_ENTRY + this.#sequence++;
    const rows = this.#rows;
    rows[place + AT] = at;
    rows[place + ORDER] = order;
    rows[place + CLIENT] = client;
    rows[place + NUMBER] = number;
    const bucket = Math.min(BUCKET_COUNT, Math.floor(at / this.#bucketWidth));
    if (bucket <= this.#currentBucket) this.#heap.push(at, order, row);
    else {
      this.#nextInBucket[row] = this.#bucketHeads[bucket] as number;
      this.#bucketHeads[bucket] = row;
      this.#bucketedCount++;
    }
    return place;
  }

  #grow(): void {
    const length = grownLength(this.#rowCount);
    this.#rows = resized(this.#rows, STRIDE * length);
    this.#nextInBucket = resized(this.#nextInBucket, length);
    this.#freeRows = resized(this.#freeRows, length);
  }
}
