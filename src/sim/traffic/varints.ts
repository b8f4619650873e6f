/** Whole numbers as bytes: LEB128, seven bits a byte, the lowest first, the highest bit set in all but the last. */

const MOST_BYTES = 8;

/** Writes numbers below 2^53 one after another. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  /** @param size bytes that will probably suffice */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  number(value: number): void {
    this.#reserve(MOST_BYTES);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * this.#bytes.length + more);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads them back. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes that have not been read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** @throws {RangeError} where the bytes end within a number, or a number is 2^53 or more */
  number(): number {
    let value = 0;
    for (let scale = 1; scale < Number.MAX_SAFE_INTEGER; scale *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('the bytes end within a number');
      value += (byte & 127) * scale;
      if (byte < 128 && value <= Number.MAX_SAFE_INTEGER) return value;
    }
    throw new RangeError('a number is too large');
  }

  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }
}
