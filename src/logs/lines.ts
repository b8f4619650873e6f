/** Cuts a stream of bytes into lines without copying those that lie within one chunk. */

/** A line longer than this is none of an access log; it is skipped without being held. */
export const MAX_LINE_BYTES = 1_048_576;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Takes bytes [start, end) of a line, without its end; `tooLong` when only its beginning is there. */
export type TakeLine = (bytes: Uint8Array, start: number, end: number, tooLong: boolean) => void;

export class LineSplitter {
  readonly #take: TakeLine;
  /** The beginning of a line whose end is in a later chunk. */
  #carry = new Uint8Array(4_096);
  #carried = 0;
  #isTooLong = false;

  constructor(take: TakeLine) {
    this.#take = take;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      if (this.#carried > 0 || this.#isTooLong) {
        this.#append(chunk, start, end);
        this.#endCarried();
      } else this.#emit(chunk, start, end, end - start > MAX_LINE_BYTES);
      start = end + 1;
    }
    this.#append(chunk, start, chunk.length);
  }

  /** The last line may lack its end. */
  finish(): void {
    if (this.#carried > 0 || this.#isTooLong) this.#endCarried();
  }

  #append(chunk: Uint8Array, start: number, end: number): void {
    if (this.#isTooLong) return;
    const needed = this.#carried + end - start;
    if (needed > MAX_LINE_BYTES) {
      this.#isTooLong = true;
      return;
    }
    if (needed > this.#carry.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#carry.length));
      larger.set(this.#carry.subarray(0, this.#carried));
      this.#carry = larger;
    }
    this.#carry.set(chunk.subarray(start, end), this.#carried);
    this.#carried = needed;
  }

  #endCarried(): void {
    this.#emit(this.#carry, 0, this.#carried, this.#isTooLong);
    this.#carried = 0;
    this.#isTooLong = false;
  }

  #emit(bytes: Uint8Array, start: number, end: number, tooLong: boolean): void {
    const hasReturn = end > start && bytes[end - 1] === RETURN;
    this.#take(bytes, start, hasReturn ? end - 1 : end, tooLong);
  }
}
