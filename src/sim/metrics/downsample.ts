/**
 * Reduces curves of any length to few vertices. Each pixel column keeps its first, minimum, maximum and last vertex, in
 * order; joined by lines these paint the same pixels as the whole curve (M4 aggregation, Jugel et al., VLDB 2014).
 */
import type { Instant } from '../time.ts';
import type { Curve } from './chartData.ts';

const MAX_VERTICES_PER_COLUMN = 4;

/** A vertex, and its place among others: the higher, the later. */
export interface PlacedVertex {
  at: Instant;
  value: number;
  place: number;
}

export class CurveBuilder {
  readonly #from: Instant;
  readonly #columnsPerMicro: number;
  #at = new Float64Array(256);
  #value = new Float64Array(256);
  #length = 0;
  /** The current column; an instant before which all that follows is in it; the index of its first vertex. */
  #column = -1;
  #columnEnd = -Infinity;
  #start = 0;
  /** The number of vertices pushed to the current column, and their extremes with their positions among them, from 1. */
  #pushed = 0;
  #minAt: Instant = 0;
  #minValue = 0;
  #minOrdinal = 0;
  #maxAt: Instant = 0;
  #maxValue = 0;
  #maxOrdinal = 0;

  /** @param columns number of pixel columns in the range [from, to) */
  constructor(from: Instant, to: Instant, columns: number) {
    this.#from = from;
    this.#columnsPerMicro = columns / Math.max(1, to - from);
  }

  /** Appends a vertex. Instants must not decrease. */
  push(at: Instant, value: number): void {
    if (at >= this.#columnEnd) this.#findColumn(at);
    const ordinal = ++this.#pushed;
    if (ordinal > MAX_VERTICES_PER_COLUMN) {
      this.#at[this.#length - 1] = at;
      this.#value[this.#length - 1] = value;
    } else this.#append(at, value);
    if (ordinal === 1 || value < this.#minValue) {
      this.#minAt = at;
      this.#minValue = value;
      this.#minOrdinal = ordinal;
    }
    if (ordinal === 1 || value > this.#maxValue) {
      this.#maxAt = at;
      this.#maxValue = value;
      this.#maxOrdinal = ordinal;
    }
  }

  /** Appends a jump: two vertices at one instant, the first of them with the value of the last vertex. */
  pushJump(at: Instant, before: number, after: number): void {
    // Once a column has four vertices, a value that it has already had changes nothing.
    if (at < this.#columnEnd && this.#pushed >= MAX_VERTICES_PER_COLUMN) this.#pushed++;
    else this.push(at, before);
    this.push(at, after);
  }

  /**
   * All instants before this one, from the last vertex on, are in a column that has its four vertices: of what follows in
   * it, only new extremes and the last vertex are seen. `-Infinity` while it has fewer.
   */
  get thinnedUntil(): Instant {
    return this.#pushed >= MAX_VERTICES_PER_COLUMN ? this.#columnEnd : -Infinity;
  }

  /** The extremes of the current column so far. */
  get min(): number {
    return this.#minValue;
  }

  get max(): number {
    return this.#maxValue;
  }

  /**
   * Appends many vertices before `thinnedUntil` at once.
   * @param min the first of their lowest, or null if none is below the column's minimum; and likewise the highest
   */
  pushThinned(min: PlacedVertex | null, max: PlacedVertex | null, last: PlacedVertex): void {
    const minFirst = min !== null && max !== null && min.place < max.place;
    for (const extreme of minFirst ? [min, max] : [max, min])
      if (extreme !== null && extreme.place !== last.place) this.push(extreme.at, extreme.value);
    this.push(last.at, last.value);
  }

  finish(): Curve {
    this.#close();
    return { at: this.#at.slice(0, this.#length), value: this.#value.slice(0, this.#length) };
  }

  /** Begins the column of that instant, unless it is still the current one. */
  #findColumn(at: Instant): void {
    const column = Math.floor((at - this.#from) * this.#columnsPerMicro);
    if (column === this.#column) return;
    this.#close();
    this.#column = column;
    // A microsecond less than the end, so that rounding cannot put an instant before it into the next column.
    this.#columnEnd = this.#from + (column + 1) / this.#columnsPerMicro - 1;
  }

  #close(): void {
    if (this.#pushed > MAX_VERTICES_PER_COLUMN) {
      // The first vertex is in place. The last one is at the end and moves behind the extremes.
      const last = this.#length - 1;
      const [lastAt, lastValue] = [this.#at[last] as number, this.#value[last] as number];
      this.#length = this.#start + 1;
      const minFirst = this.#minOrdinal < this.#maxOrdinal;
      if (minFirst) this.#appendMinimum();
      this.#appendMaximum();
      if (!minFirst) this.#appendMinimum();
      this.#append(lastAt, lastValue);
    }
    this.#start = this.#length;
    this.#pushed = 0;
  }

  /** Skips an extreme that is also the first or last vertex. In a flat column the first is both extremes. */
  #appendMinimum(): void {
    if (this.#minOrdinal > 1 && this.#minOrdinal < this.#pushed) this.#append(this.#minAt, this.#minValue);
  }

  #appendMaximum(): void {
    if (this.#maxOrdinal > 1 && this.#maxOrdinal < this.#pushed) this.#append(this.#maxAt, this.#maxValue);
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

function grown(array: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
}
