/**
 * Curves of any length as few vertices. A pixel column keeps its first, least, greatest and last vertex, in their
 * order: joined by lines these paint the same pixels as the whole curve (M4 aggregation, Jugel et al., VLDB 2014).
 */
import type { Instant } from '../time.ts';
import type { Curve } from './chartData.ts';

const MAX_VERTICES_PER_COLUMN = 4;

/** A vertex that stands out in its column, and the how-manieth of that column it is, from 1. */
interface Extreme {
  at: Instant;
  value: number;
  ordinal: number;
}

export class CurveBuilder {
  readonly #from: Instant;
  readonly #columnsPerMicro: number;
  #at = new Float64Array(256);
  #value = new Float64Array(256);
  #length = 0;
  /** The open column, where its vertices begin, how many it was given, and the least and greatest of those. */
  #column = -1;
  #start = 0;
  #pushed = 0;
  readonly #min: Extreme = { at: 0, value: 0, ordinal: 0 };
  readonly #max: Extreme = { at: 0, value: 0, ordinal: 0 };

  /** @param columns how many pixel columns the range [from, to) has */
  constructor(from: Instant, to: Instant, columns: number) {
    this.#from = from;
    this.#columnsPerMicro = columns / Math.max(1, to - from);
  }

  /** Instants must not fall. */
  push(at: Instant, value: number): void {
    const column = Math.floor((at - this.#from) * this.#columnsPerMicro);
    if (column !== this.#column) {
      this.#close();
      this.#column = column;
    }
    const number = ++this.#pushed;
    if (number === 1 || value < this.#min.value) assign(this.#min, at, value, number);
    if (number === 1 || value > this.#max.value) assign(this.#max, at, value, number);
    if (number <= MAX_VERTICES_PER_COLUMN) {
      this.#append(at, value);
    } else {
      this.#at[this.#length - 1] = at;
      this.#value[this.#length - 1] = value;
    }
  }

  finish(): Curve {
    this.#close();
    return { at: this.#at.slice(0, this.#length), value: this.#value.slice(0, this.#length) };
  }

  #close(): void {
    if (this.#pushed > MAX_VERTICES_PER_COLUMN) {
      // The first is in its place. Of the others the last is in the last place; it moves to where it now belongs.
      const last = this.#length - 1;
      const [lastAt, lastValue] = [this.#at[last] as number, this.#value[last] as number];
      this.#length = this.#start + 1;
      const inOrder = this.#min.ordinal < this.#max.ordinal;
      this.#appendExtreme(inOrder ? this.#min : this.#max);
      this.#appendExtreme(inOrder ? this.#max : this.#min);
      this.#append(lastAt, lastValue);
    }
    this.#start = this.#length;
    this.#pushed = 0;
  }

  /** Not once more what is the first or the last. In a flat column the first is both extremes. */
  #appendExtreme({ at, value, ordinal }: Extreme): void {
    if (ordinal > 1 && ordinal < this.#pushed) this.#append(at, value);
  }

  #append(at: Instant, value: number): void {
    if (this.#length === this.#at.length) {
      this.#at = grown(this.#at);
      this.#value = grown(this.#value);
    }
    this.#at[this.#length] = at;
    this.#value[this.#length] = value;
    this.#length++;
  }
}

function assign(extreme: Extreme, at: Instant, value: number, ordinal: number): void {
  extreme.at = at;
  extreme.value = value;
  extreme.ordinal = ordinal;
}

function grown(array: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
}
