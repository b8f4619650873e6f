/**
 * A calendar queue of pending tries and wake-ups, ordered by time, then by entry, then as they were scheduled.
 *
 * The run is divided into buckets of equal length. Only events of the current bucket are in a heap; later ones are on the
 * pages of their bucket. So the cost of an event depends little on how many are pending.
 */
import { NEVER, type Instant } from '../time.ts';
import type { Actor, TryRecord } from './actor.ts';
import { resized, grownLength } from './growableArrays.ts';
import { EventHeap } from './eventHeap.ts';
import { EventPages, STRIDE } from './eventPages.ts';

/** Spacing of entries in an event's order: more than the number of events in any run. */
const ORDERS_PER_ENTRY = 4_398_046_511_104;
/** Stored as the try number of a wake-up; numbers of tries start at 1. */
const WAKE_UP = 0;
const BUCKET_COUNT = 16_384;

/** The numbers of an event. */
const [AT, ORDER, CLIENT, JOB, NUMBER, KEY, COST, PREVIOUS_WAIT] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export class EventCalendar {
  /** The number of jobs with a pending retry. */
  pendingRetries = 0;
  readonly #heap = new EventHeap();
  readonly #later = new EventPages(BUCKET_COUNT + 1);
  readonly #bucketsPerMicrosecond: number;
  /** The bucket whose events are in the heap. */
  #currentBucket = 0;
  /** The events in the heap, and the offsets of those that have been popped and can be reused. */
  #numbers = new Float64Array();
  #freeOffsets = new Uint32Array();
  #freeCount = 0;
  #count = 0;
  #sequence = 0;

  /** @param end all events are before it */
  constructor(end: Instant) {
    this.#bucketsPerMicrosecond = Math.min(1, BUCKET_COUNT / end);
  }

  /** The instant of the next event; `NEVER` if there is none. */
  get nextAt(): Instant {
    const { nextAt } = this.#heap;
    return nextAt === NEVER && this.#later.count > 0 ? this.#openNextBucket() : nextAt;
  }

  /** Whether the next event belongs to an earlier entry than `entry`, and so precedes its open-loop arrival at the same instant. */
  precedesEntry(entry: number): boolean {
    return this.#heap.nextOrder < entry * ORDERS_PER_ENTRY;
  }

  pushTry({ entry }: Actor, record: Readonly<TryRecord>): void {
    const { at, number } = record;
    const order = entry * ORDERS_PER_ENTRY + this.#sequence++;
    const bucket = Math.min(BUCKET_COUNT, Math.floor(at * this.#bucketsPerMicrosecond));
    const isLater = bucket > this.#currentBucket;
    const offset = isLater ? this.#later.add(bucket) : this.#freeOffset();
    const numbers = isLater ? this.#later.numbers : this.#numbers;
    numbers[offset + AT] = at;
    numbers[offset + ORDER] = order;
    numbers[offset + CLIENT] = record.client;
    numbers[offset + JOB] = record.job;
    numbers[offset + NUMBER] = number;
    numbers[offset + KEY] = record.keyIndex;
    numbers[offset + COST] = record.cost;
    numbers[offset + PREVIOUS_WAIT] = record.previousWait;
    this.pendingRetries += Number(number > 1);
    if (!isLater) this.#heap.push(at, order, offset);
  }

  pushWake(actor: Actor, client: number, until: Instant): void {
    this.pushTry(actor, { at: until, client, job: 0, number: WAKE_UP, keyIndex: 0, cost: 1, previousWait: 0 });
  }

  /** Pops the next event into `record`, with `number` 0 for a wake-up. @returns its entry */
  pop(record: TryRecord): number {
    const offset = this.#heap.pop();
    this.#freeOffsets[this.#freeCount++] = offset;
    const numbers = this.#numbers;
    const number = numbers[offset + NUMBER] as number;
    record.at = numbers[offset + AT] as number;
    record.client = numbers[offset + CLIENT] as number;
    record.job = numbers[offset + JOB] as number;
    record.number = number;
    record.keyIndex = numbers[offset + KEY] as number;
    record.cost = numbers[offset + COST] as number;
    record.previousWait = numbers[offset + PREVIOUS_WAIT] as number;
    this.pendingRetries -= Number(number > 1);
    return Math.floor((numbers[offset + ORDER] as number) / ORDERS_PER_ENTRY);
  }

  /** Moves the events of the next bucket that has any into the heap. @returns the instant of the first */
  #openNextBucket(): Instant {
    while (this.#later.isEmpty(this.#currentBucket)) this.#currentBucket++;
    this.#later.empty(this.#currentBucket, this.#moveToHeap);
    return this.#heap.nextAt;
  }

  readonly #moveToHeap = (from: number): void => {
    const page = this.#later.numbers;
    const to = this.#freeOffset();
    const numbers = this.#numbers;
    for (let i = 0; i < STRIDE; i++) numbers[to + i] = page[from + i] as number;
    this.#heap.push(numbers[to + AT] as number, numbers[to + ORDER] as number, to);
  };

  /** Room for one more event in the heap. @returns the offset of its numbers */
  #freeOffset(): number {
    if (this.#freeCount > 0) return this.#freeOffsets[--this.#freeCount] as number;
    if (this.#count === this.#freeOffsets.length) this.#grow();
    return STRIDE * this.#count++;
  }

  #grow(): void {
    const length = grownLength(this.#count);
    this.#numbers = resized(this.#numbers, STRIDE * length);
    this.#freeOffsets = resized(this.#freeOffsets, length);
  }
}
