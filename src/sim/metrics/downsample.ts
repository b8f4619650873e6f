/**
 * Reduces curves of any length to few vertices. Each pixel column keeps its first, minimum, maximum and last vertex, in
 * order; joined by lines these paint the same pixels as the whole curve (M4 aggregation, Jugel et al., VLDB 2014).
 */
import type { Instant } from '../time.ts';
import type { Curve } from './chartData.ts';

const MAX_VERTICES_PER_COLUMN = 4;

/** A minimum or maximum of a column, and its position among the vertices of that column, from 1. */
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
  /** The current column, the index of its first vertex, the number of vertices pushed to it, and their extremes. */
  #column = -1;
  #start = 0;
  #pushed = 0;
  readonly #min: Extreme = { at: 0, value: 0, ordinal: 0 };
  readonly #max: Extreme = { at: 0, value: 0, ordinal: 0 };

  /** @param columns number of pixel columns in the range [from, to) */
  constructor(from: Instant, to: Instant, columns: number) {
    this.#from = from;
    this.#columnsPerMicro = columns / Math.max(1, to - from);
  }

  /** Appends a vertex. Instants must not decrease. */
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
      // The first vertex is in place. The last one is at the end and moves behind the extremes.
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

  /** Skips an extreme that is also the first or last vertex. In a flat column the first is both extremes. */
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
