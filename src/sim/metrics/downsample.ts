/**
 * Curves of any length as few vertices. A pixel column keeps its first, least, greatest and last vertex, in their
 * order: joined by lines these paint the same pixels as the whole curve (M4 aggregation, Jugel et al., VLDB 2014).
 */
import type { Instant } from '../time.ts';
import type { Curve } from './look.ts';

const MOST_IN_COLUMN = 4;

/** A vertex that stands out in its column, and the how-manieth of that column it is, from 1. */
interface Extreme {
  at: Instant;
  value: number;
  number: number;
}

export class CurveBuilder {
  readonly #from: Instant;
  readonly #perMicro: number;
  #at = new Float64Array(256);
  #value = new Float64Array(256);
  #length = 0;
  /** The open column, where its vertices begin, how many it was given, and the least and greatest of those. */
  #column = -1;
  #start = 0;
  #given = 0;
  readonly #least: Extreme = { at: 0, value: 0, number: 0 };
  readonly #greatest: Extreme = { at: 0, value: 0, number: 0 };

  /** @param columns how many pixel columns the range [from, to) has */
  constructor(from: Instant, to: Instant, columns: number) {
    this.#from = from;
    this.#perMicro = columns / Math.max(1, to - from);
  }

  /** Instants must not fall. */
  push(at: Instant, value: number): void {
    const column = Math.floor((at - this.#from) * this.#perMicro);
    if (column !== this.#column) {
      this.#close();
      this.#column = column;
    }
    const number = ++this.#given;
    if (number === 1 || value < this.#least.value) assign(this.#least, at, value, number);
    if (number === 1 || value > this.#greatest.value) assign(this.#greatest, at, value, number);
    if (number <= MOST_IN_COLUMN) {
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
    if (this.#given > MOST_IN_COLUMN) {
      // The first is in its place. Of the others the last is in the last place; it moves to where it now belongs.
      const last = this.#length - 1;
      const [lastAt, lastValue] = [this.#at[last] as number, this.#value[last] as number];
      this.#length = this.#start + 1;
      const inOrder = this.#least.number < this.#greatest.number;
      this.#keep(inOrder ? this.#least : this.#greatest);
      this.#keep(inOrder ? this.#greatest : this.#least);
      this.#append(lastAt, lastValue);
    }
    this.#start = this.#length;
    this.#given = 0;
  }

  /** Not once more what is the first or the last. In a flat column the first is both extremes. */
  #keep({ at, value, number }: Extreme): void {
    if (number > 1 && number < this.#given) this.#append(at, value);
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

function assign(extreme: Extreme, at: Instant, value: number, number: number): void {
  extreme.at = at;
  extreme.value = value;
  extreme.number = number;
}

function grown(array: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
}
