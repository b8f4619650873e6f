/**
 * A calendar queue of pending tries and wake-ups, ordered by time, then by entry, then as they were scheduled.
 *
 * The run is divided into buckets of equal length. An event is appended to the pages of its bucket, so that a bucket is read as
 * a stream when its time comes, and sorted. Only events that are scheduled into the bucket that is open are in a heap. So
 * the cost of an event depends little on how many are pending, and memory is touched in order, which with tens of
 * thousands of pending events is most of the cost.
 */
import type { Instant } from '../time.ts';
import type { Actor, TryRecord } from './actor.ts';
import { EventHeap } from './eventHeap.ts';
import { EventRun } from './eventRun.ts';
import { grownLength, resized } from './growableArrays.ts';

/** Time and entry are one number: whole microseconds times this, plus the entry. It is more than the number of entries. */
const PRIORITIES_PER_MICROSECOND = 1_024;
const MICROSECONDS_PER_PRIORITY = 1 / PRIORITIES_PER_MICROSECOND;
/** Stored as the try number of a wake-up; numbers of tries start at 1. */
const WAKE_UP = 0;
const BUCKET_COUNT = 1_024;
const EVENTS_PER_PAGE = 16;
/** Ends a list; no event is stored on the first page. */
const NOTHING = 0;

/** An event is two doubles and five words. One more is free, so that the next begins at a double. */
const [PRIORITY, PREVIOUS_WAIT] = [0, 1] as const;
const [CLIENT, JOB, NUMBER, KEY, COST] = [4, 5, 6, 7, 8] as const;
const DOUBLES = 5;
const WORDS = 2 * DOUBLES;

export class EventCalendar {
  /** The number of jobs with a pending retry. */
  pendingRetries = 0;
  readonly #bucketsPerMicrosecond: number;
  /** By bucket, the place of its latest event. */
  readonly #latest = new Uint32Array(BUCKET_COUNT + 1);
  /** The bucket that is open, whose events are in order, and how many are in later ones. */
  #openBucket = 0;
  #laterCount = 0;
  readonly #run = new EventRun();
  /** Events that were scheduled when their bucket was open already. */
  readonly #heap = new EventHeap();
  #sequence = 0;
  /** The least in the run and in the heap; infinite if both are empty. */
  #nextPriority = Infinity;
  /** The same memory, as doubles and as words. */
  #doubles = new Float64Array();
  #words = new Uint32Array();
  /** By page, the page before it in its bucket; of a free page, the next free one. */
  #before = new Uint32Array();
  #freePage = NOTHING;
  #pageCount = 1;
  /** Places of the open bucket whose events have been popped. */
  #freePlaces = new Uint32Array();
  #freePlaceCount = 0;

  /** @param end most events are before it; later ones share a bucket */
  constructor(end: Instant) {
    this.#bucketsPerMicrosecond = Math.min(1, BUCKET_COUNT / end);
  }

  /** The instant of the next event; `NEVER` if there is none. */
  get nextAt(): Instant {
    if (this.#nextPriority === Infinity && this.#laterCount > 0) this.#openNextBucket();
    // NEVER is infinite, too.
    return Math.floor(this.#nextPriority * MICROSECONDS_PER_PRIORITY);
  }

  /** Whether the next event belongs to an earlier entry than `entry`, and so precedes its open-loop arrival at the same instant. */
  precedesEntry(entry: number): boolean {
    return this.#nextPriority % PRIORITIES_PER_MICROSECOND < entry;
  }

  pushTry({ entry }: Actor, record: Readonly<TryRecord>): void {
    const { at, number } = record;
    const bucket = Math.min(BUCKET_COUNT, Math.floor(at * this.#bucketsPerMicrosecond));
    const priority = at * PRIORITIES_PER_MICROSECOND + entry;
    let place: number;
    if (bucket <= this.#openBucket) {
      place =
        this.#freePlaceCount > 0
          ? (this.#freePlaces[--this.#freePlaceCount] as number)
          : this.#append(this.#openBucket);
      this.#heap.push(priority, this.#sequence++, place);
      this.#nextPriority = Math.min(this.#nextPriority, priority);
    } else {
      place = this.#append(bucket);
      this.#laterCount++;
    }
    const doubles = this.#doubles;
    const words = this.#words;
    doubles[DOUBLES * place + PRIORITY] = priority;
    doubles[DOUBLES * place + PREVIOUS_WAIT] = record.previousWait;
    const offset = WORDS * place;
    words[offset + CLIENT] = record.client;
    words[offset + JOB] = record.job;
    words[offset + NUMBER] = number;
    words[offset + KEY] = record.keyIndex;
    words[offset + COST] = record.cost;
    this.pendingRetries += Number(number > 1);
  }

  pushWake(actor: Actor, client: number, until: Instant): void {
    this.pushTry(actor, { at: until, client, job: 0, number: WAKE_UP, keyIndex: 0, cost: 1, previousWait: 0 });
  }

  /** Pops the next event into `record`, with `number` 0 for a wake-up. @returns its entry */
  pop(record: TryRecord): number {
    // Of two with one priority, that of the heap was scheduled later.
    const isInRun = this.#run.nextPriority === this.#nextPriority;
    const place = isInRun ? this.#run.pop() : this.#heap.pop();
    const priority = this.#nextPriority;
    this.#nextPriority = Math.min(this.#run.nextPriority, this.#heap.nextAt);
    if (this.#freePlaceCount === this.#freePlaces.length) this.#growFreePlaces();
    this.#freePlaces[this.#freePlaceCount++] = place;
    const doubles = this.#doubles;
    const words = this.#words;
    const at = Math.floor(priority * MICROSECONDS_PER_PRIORITY);
    const offset = WORDS * place;
    const number = words[offset + NUMBER] as number;
    record.at = at;
    record.client = words[offset + CLIENT] as number;
    record.job = words[offset + JOB] as number;
    record.number = number;
    record.keyIndex = words[offset + KEY] as number;
    record.cost = words[offset + COST] as number;
    record.previousWait = doubles[DOUBLES * place + PREVIOUS_WAIT] as number;
    this.pendingRetries -= Number(number > 1);
    return priority - at * PRIORITIES_PER_MICROSECOND;
  }

  /** Opens the next bucket that has any events. */
  #openNextBucket(): void {
    this.#closeBucket();
    const latest = this.#latest;
    let bucket = this.#openBucket;
    while (latest[bucket] === NOTHING) bucket++;
    this.#openBucket = bucket;
    const last = latest[bucket] as number;
    const lastPage = Math.floor(last / EVENTS_PER_PAGE);
    let size = (last % EVENTS_PER_PAGE) + 1;
    for (let page = this.#before[lastPage] as number; page !== NOTHING; page = this.#before[page] as number)
      size += EVENTS_PER_PAGE;
    this.#laterCount -= size;
    const doubles = this.#doubles;
    const run = this.#run;
    run.begin(size);
    let position = 0;
    let place = last;
    for (let page = lastPage; page !== NOTHING; page = this.#before[page] as number) {
      for (; place >= EVENTS_PER_PAGE * page; place--)
        run.put(position++, doubles[DOUBLES * place + PRIORITY] as number, place);
      place = EVENTS_PER_PAGE * (this.#before[page] as number) + EVENTS_PER_PAGE - 1;
    }
    run.sort();
    this.#nextPriority = run.nextPriority;
  }

  /** Frees the pages of the open bucket, all of whose events have been popped. */
  #closeBucket(): void {
    let page = Math.floor((this.#latest[this.#openBucket] as number) / EVENTS_PER_PAGE);
    this.#latest[this.#openBucket] = NOTHING;
    this.#freePlaceCount = 0;
    while (page !== NOTHING) {
      const before = this.#before[page] as number;
      this.#before[page] = this.#freePage;
      this.#freePage = page;
      page = before;
    }
  }

  /** @returns the place of one more event at the end of a bucket */
  #append(bucket: number): number {
    const latest = this.#latest[bucket] as number;
    // The first page is never used: with nothing in the bucket, it is as full as any other.
    const isFull = latest === NOTHING || latest % EVENTS_PER_PAGE === EVENTS_PER_PAGE - 1;
    const place = isFull ? EVENTS_PER_PAGE * this.#newPage(Math.floor(latest / EVENTS_PER_PAGE)) : latest + 1;
    this.#latest[bucket] = place;
    return place;
  }

  /** @param before the page before it in its bucket */
  #newPage(before: number): number {
    let page = this.#freePage;
    if (page === NOTHING) {
      page = this.#pageCount++;
      if (page >= this.#before.length) this.#growPages(grownLength(page));
    } else this.#freePage = this.#before[page] as number;
    this.#before[page] = before;
    return page;
  }

  #growPages(pages: number): void {
    this.#before = resized(this.#before, pages);
    this.#doubles = resized(this.#doubles, DOUBLES * EVENTS_PER_PAGE * pages);
    this.#words = new Uint32Array(this.#doubles.buffer);
  }

  #growFreePlaces(): void {
    this.#freePlaces = resized(this.#freePlaces, grownLength(this.#freePlaceCount));
  }
}
