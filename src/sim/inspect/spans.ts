/** Spans of time in which something holds, gathered in order; of many only the longest are kept in full. */
import type { Duration, Instant } from '../time.ts';

export type Span = readonly [from: Instant, to: Instant];

export interface Spans {
  readonly count: number;
  /** All together, microseconds. */
  readonly total: Duration;
  /** The longest ones, at most `MAX_SPANS_KEPT`, in order. */
  readonly longest: readonly Span[];
}

const MAX_SPANS_KEPT = 3;

export class SpanCollector {
  #count = 0;
  #total = 0;
  #longest: Span[] = [];
  /** The span that may still grow: the next one joins it if it begins at its end. */
  #open: Span | null = null;

  /** Adds a span that begins at or after the end of the last one; an empty one is none. */
  add(from: Instant, to: Instant): void {
    if (to <= from) return;
    if (this.#open !== null && this.#open[1] >= from) {
      this.#open = [this.#open[0], to];
      return;
    }
    this.#close();
    this.#open = [from, to];
  }

  /** The next span is one of its own, even if it begins at the end of the last one. */
  split(): void {
    this.#close();
  }

  finish(): Spans {
    this.#close();
    return { count: this.#count, total: this.#total, longest: this.#longest };
  }

  #close(): void {
    const span = this.#open;
    if (span === null) return;
    this.#open = null;
    this.#count++;
    this.#total += lengthOf(span);
    this.#longest.push(span);
    if (this.#longest.length <= MAX_SPANS_KEPT) return;
    const shortest = this.#longest.reduce((least, each) => (lengthOf(each) < lengthOf(least) ? each : least));
    this.#longest = this.#longest.filter((each) => each !== shortest);
  }
}

function lengthOf([from, to]: Span): Duration {
  return to - from;
}
