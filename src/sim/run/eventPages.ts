/**
 * Events far ahead, sorted into buckets of the run's time, unordered within a bucket.
 *
 * A bucket is a chain of pages of eight events, so that it is read as a stream: with tens of thousands of pending events, a
 * list of single events would wait for memory at each.
 */
import { grownLength, resized } from './growableArrays.ts';

/** Numbers of an event: with eight, it is one cache line. */
export const STRIDE = 8;
const EVENTS_PER_PAGE = 8;
const PAGE_SHIFT = 3;
/** Ends a chain; no events are stored on this page. */
const NO_PAGE = 0;

export class EventPages {
  /** Number of events on all pages. */
  count = 0;
  /** The events, page by page: event i begins at `STRIDE * i`. */
  numbers = new Float64Array();
  /** By bucket, the index after its latest event: the end of a page when that is full, 0 without events. */
  readonly #ends: Uint32Array;
  /** By page, the page before it in its chain; for a free page, the next free page. */
  #pageBefore = new Uint32Array();
  #freePage = NO_PAGE;
  #pageCount = 1;

  constructor(buckets: number) {
    this.#ends = new Uint32Array(buckets);
  }

  isEmpty(bucket: number): boolean {
    return this.#ends[bucket] === 0;
  }

  /** Makes room for one more event in a bucket. @returns the offset of its numbers */
  add(bucket: number): number {
    let index = this.#ends[bucket] as number;
    if (index % EVENTS_PER_PAGE === 0) index = this.#addPage(index);
    this.#ends[bucket] = index + 1;
    this.count++;
    return STRIDE * index;
  }

  /** Removes a bucket's events; `take` gets the offset of each. */
  empty(bucket: number, take: (offset: number) => void): void {
    let end = this.#ends[bucket] as number;
    this.#ends[bucket] = 0;
    while (end !== 0) {
      const page = (end - 1) >>> PAGE_SHIFT;
      const start = page << PAGE_SHIFT;
      for (let index = start; index < end; index++) take(STRIDE * index);
      this.count -= end - start;
      const before = this.#pageBefore[page] as number;
      this.#pageBefore[page] = this.#freePage;
      this.#freePage = page;
      end = before === NO_PAGE ? 0 : (before + 1) << PAGE_SHIFT;
    }
  }

  /** Appends a page to the chain that ends there. @returns the index of its first event */
  #addPage(end: number): number {
    const page = this.#freePage === NO_PAGE ? this.#newPage() : this.#freePage;
    this.#freePage = this.#pageBefore[page] as number;
    this.#pageBefore[page] = end === 0 ? NO_PAGE : (end - 1) >>> PAGE_SHIFT;
    return page << PAGE_SHIFT;
  }

  /** A page that was never used: no free page follows it. */
  #newPage(): number {
    const page = this.#pageCount++;
    if (page >= this.#pageBefore.length) {
      const length = grownLength(page);
      this.#pageBefore = resized(this.#pageBefore, length);
      this.numbers = resized(this.numbers, length * EVENTS_PER_PAGE * STRIDE);
    }
    return page;
  }
}
