/**
 * A calendar queue of pending tries and wake-ups, ordered by time, then by entry, then as they were scheduled.
 *
 * The run is divided into buckets of equal length. Only events of the current bucket are in a heap; later ones are in the
 * lists of their buckets. So the cost of an event depends little on how many are pending.
 */
import { NEVER, type Instant } from '../time.ts';
import type { Actor, TryRecord } from './actor.ts';
import { resized, grownLength } from './growableArrays.ts';
import { EventHeap } from './eventHeap.ts';

/** Spacing of entries in an event's order: more than the number of events in any run. */
const ORDERS_PER_ENTRY = 4_398_046_511_104;
/** Stored as the try number of a wake-up; numbers of tries start at 1. */
const WAKE_UP = 0;
const BUCKET_COUNT = 16_384;
/** Ends a list; no event is stored there. */
const NO_SLOT = 0;

/** The numbers of an event. With eight, it is one cache line. */
const [AT, ORDER, CLIENT, JOB, NUMBER, KEY, COST, PREVIOUS_WAIT] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const STRIDE = 8;

export class EventCalendar {
  /** The number of jobs with a pending retry. */
  pendingRetries = 0;
  readonly #heap = new EventHeap();
  readonly #bucketsPerMicrosecond: number;
  /** By bucket, the slot of its latest event. */
  readonly #latest = new Uint32Array(BUCKET_COUNT + 1);
  /** The bucket whose events are in the heap, and how many are in others. */
  #currentBucket = 0;
  #laterCount = 0;
  /** The events: that of slot i begins at `STRIDE * i`. */
  #numbers = new Float64Array();
  /** By slot, the slot before it in its bucket; of a free slot, the next free one. */
  #before = new Uint32Array();
  #freeSlot = NO_SLOT;
  #slotCount = 1;
  #sequence = 0;

  /** @param end all events are before it */
  constructor(end: Instant) {
    this.#bucketsPerMicrosecond = Math.min(1, BUCKET_COUNT / end);
  }

  /** The instant of the next event; `NEVER` if there is none. */
  get nextAt(): Instant {
    const { nextAt } = this.#heap;
    return nextAt === NEVER && this.#laterCount > 0 ? this.#openNextBucket() : nextAt;
  }

  /** Whether the next event belongs to an earlier entry than `entry`, and so precedes its open-loop arrival at the same instant. */
  precedesEntry(entry: number): boolean {
    return this.#heap.nextOrder < entry * ORDERS_PER_ENTRY;
  }

  pushTry({ entry }: Actor, record: Readonly<TryRecord>): void {
    const { at, number } = record;
    const order = entry * ORDERS_PER_ENTRY + this.#sequence++;
    const slot = this.#freeSlot === NO_SLOT ? this.#newSlot() : this.#freeSlot;
    this.#freeSlot = this.#before[slot] as number;
    const offset = STRIDE * slot;
    const numbers = this.#numbers;
    numbers[offset + AT] = at;
    numbers[offset + ORDER] = order;
    numbers[offset + CLIENT] = record.client;
    numbers[offset + JOB] = record.job;
    numbers[offset + NUMBER] = number;
    numbers[offset + KEY] = record.keyIndex;
    numbers[offset + COST] = record.cost;
    numbers[offset + PREVIOUS_WAIT] = record.previousWait;
    this.pendingRetries += Number(number > 1);
    const bucket = Math.min(BUCKET_COUNT, Math.floor(at * this.#bucketsPerMicrosecond));
    if (bucket <= this.#currentBucket) this.#heap.push(at, order, slot);
    else {
      this.#before[slot] = this.#latest[bucket] as number;
      this.#latest[bucket] = slot;
      this.#laterCount++;
    }
  }

  pushWake(actor: Actor, client: number, until: Instant): void {
    this.pushTry(actor, { at: until, client, job: 0, number: WAKE_UP, keyIndex: 0, cost: 1, previousWait: 0 });
  }

  /** Pops the next event into `record`, with `number` 0 for a wake-up. @returns its entry */
  pop(record: TryRecord): number {
    const slot = this.#heap.pop();
    this.#before[slot] = this.#freeSlot;
    this.#freeSlot = slot;
    const numbers = this.#numbers;
    const offset = STRIDE * slot;
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

  /**
   * Moves the events of the next bucket that has any into the heap. All are read before any is compared, so that the processor
   * waits for memory once for the bucket and not for each event.
   * @returns the instant of the first
   */
  #openNextBucket(): Instant {
    const latest = this.#latest;
    let bucket = this.#currentBucket;
    while (latest[bucket] === NO_SLOT) bucket++;
    const numbers = this.#numbers;
    let count = 0;
    for (let slot = latest[bucket] as number; slot !== NO_SLOT; slot = this.#before[slot] as number) {
      this.#heap.append(numbers[STRIDE * slot + AT] as number, numbers[STRIDE * slot + ORDER] as number, slot);
      count++;
    }
    this.#heap.heapify();
    latest[bucket] = NO_SLOT;
    this.#laterCount -= count;
    this.#currentBucket = bucket;
    return this.#heap.nextAt;
  }

  /** A slot that was never used: no free slot follows it. */
  #newSlot(): number {
    const slot = this.#slotCount++;
    if (slot >= this.#before.length) {
      const length = grownLength(slot);
      this.#before = resized(this.#before, length);
      this.#numbers = resized(this.#numbers, STRIDE * length);
    }
    return slot;
  }
}
