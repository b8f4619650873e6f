/**
 * A calendar queue of pending tries and wake-ups, ordered by time, then by entry, then as they were scheduled.
 *
 * The run is divided into buckets of equal length. Only events of the current bucket are in a heap; later ones are in an
 * unsorted list for each bucket. So the cost of an event depends little on how many are pending.
 */
import { NEVER, type Duration, type Instant } from '../time.ts';
import type { Actor, TryRecord } from './actor.ts';
import { resized, grownLength } from './growableArrays.ts';
import { EventHeap } from './eventHeap.ts';

/** Spacing of entries in an event's order: more than the number of events in any run. */
const ORDERS_PER_ENTRY = 4_398_046_511_104;
/** Stored as the try number of a wake-up; numbers of tries start at 1. */
const WAKE_UP = 0;
const BUCKET_COUNT = 16_384;
const END_OF_LIST = -1;

/** The numbers of an event are adjacent: by the time it is popped it has left the cache, and then it costs a single cache line. */
const STRIDE = 8;
const [AT, ORDER, CLIENT, JOB, NUMBER, KEY, COST, PREVIOUS_WAIT] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export class EventCalendar {
  readonly #heap = new EventHeap();
  /** The first row of each later bucket's list. */
  readonly #bucketHeads = new Int32Array(BUCKET_COUNT + 1).fill(END_OF_LIST);
  readonly #bucketWidth: Duration;
  /** The bucket whose events are in the heap. */
  #currentBucket = 0;
  /** Number of events in lists. */
  #bucketedCount = 0;
  #rows = new Float64Array();
  /** By row: the next row of the same list. */
  #nextInBucket = new Int32Array();
  /** Rows that have been popped and can be reused. */
  #freeRows = new Uint32Array();
  #freeCount = 0;
  #rowCount = 0;
  #sequence = 0;

  /** @param end all events are before it */
  constructor(end: Instant) {
    this.#bucketWidth = Math.max(1, end / BUCKET_COUNT);
  }

  /** The instant of the next event; `NEVER` if there is none. */
  get nextAt(): Instant {
    const { nextAt } = this.#heap;
    return nextAt === NEVER && this.#bucketedCount > 0 ? this.#openNextBucket() : nextAt;
  }

  /** Whether the next event belongs to an earlier entry than `entry`, and so precedes its open-loop arrival at the same instant. */
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

  /** Pops the next event into `record`, with `number` 0 for a wake-up. @returns its entry */
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

  /** The number of jobs with a pending retry. */
  pendingRetries(): number {
    const freed = new Set(this.#freeRows.subarray(0, this.#freeCount));
    let count = 0;
    for (let row = 0; row < this.#rowCount; row++) {
      if (!freed.has(row) && (this.#rows[row * STRIDE + NUMBER] as number) > 1) count++;
    }
    return count;
  }

  /** Moves the events of the next bucket that has any into the heap. @returns the instant of the first */
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

  /** @returns the offset of its numbers in `#rows` */
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
