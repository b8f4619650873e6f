/**
 * The distinct values of a field, numbered by first appearance. They are kept as bytes in one buffer, with a hash table
 * beside it, because a million addresses as strings would take several times the memory and most of the reading time.
 */

/** The code of a value that is missing: an empty one, or the `-` that servers write for none. */
export const MISSING = 0;
/** Longer values are cut: two paths that differ after a kilobyte count as one. */
const MAX_VALUE_BYTES = 1_024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const scratch = new Uint8Array(3 * MAX_VALUE_BYTES);

const FNV_BASIS = 0x811c_9dc5;
const FNV_PRIME = 0x0100_0193;

export class Dictionary {
  /** Number of values, the missing one included. */
  size = 1;
  /** Code of the value in each slot; `MISSING` in a free one. */
  #slots = new Uint32Array(1_024);
  #hashes = new Int32Array(512);
  /** Where each value begins; the next one's beginning is its end. */
  #offsets = new Uint32Array(513);
  #bytes = new Uint8Array(8_192);

  /** The code of bytes [start, end). */
  codeOf(bytes: Uint8Array, start: number, end: number): number {
    if (start >= end || (end - start === 1 && bytes[start] === 0x2d)) return MISSING;
    const stop = Math.min(end, start + MAX_VALUE_BYTES);
    let hash = FNV_BASIS;
    for (let at = start; at < stop; at++) hash = Math.imul(hash ^ (bytes[at] as number), FNV_PRIME);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const code = this.#slots[slot] as number;
      if (code === MISSING) return this.#add(bytes, start, stop, hash, slot);
      if (this.#hashes[code] === hash && this.#equals(code, bytes, start, stop)) return code;
      slot = (slot + 1) & mask;
    }
  }

  codeOfText(text: string): number {
    const { written } = encoder.encodeInto(
      text.length > MAX_VALUE_BYTES ? text.slice(0, MAX_VALUE_BYTES) : text,
      scratch,
    );
    return this.codeOf(scratch, 0, written);
  }

  /** The value with that code; `''` for the missing one. */
  text(code: number): string {
    return decoder.decode(this.#bytes.subarray(this.#offsets[code], this.#offsets[code + 1]));
  }

  #equals(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#offsets[code] as number;
    if ((this.#offsets[code + 1] as number) - from !== end - start) return false;
    const own = this.#bytes;
    for (let at = start, i = from; at < end; at++, i++) if (own[i] !== bytes[at]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const code = this.size++;
    const from = this.#offsets[code] as number;
    const to = from + end - start;
    if (to > this.#bytes.length) this.#bytes = grown(this.#bytes, to);
    this.#bytes.set(bytes.subarray(start, end), from);
    if (code + 1 >= this.#offsets.length) this.#offsets = grown(this.#offsets, code + 2);
    this.#offsets[code + 1] = to;
    if (code >= this.#hashes.length) this.#hashes = grown(this.#hashes, code + 1);
    this.#hashes[code] = hash;
    this.#slots[slot] = code;
    if (2 * this.size > this.#slots.length) this.#rehash();
    return code;
  }

  #rehash(): void {
    const mask = 2 * this.#slots.length - 1;
    const slots = new Uint32Array(mask + 1);
    for (let code = 1; code < this.size; code++) {
      const hash = this.#hashes[code] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== MISSING) slot = (slot + 1) & mask;
      slots[slot] = code;
    }
    this.#slots = slots;
  }
}

/** Of a column that is not kept any more: it takes no memory, whatever is put into it. */
export class NoValues extends Dictionary {
  override codeOf(): number {
    return MISSING;
  }

  override codeOfText(): number {
    return MISSING;
  }
}

type Growable =
  | Uint8Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A copy with room for at least that many elements, and for twice as many as before. */
export function grown<Typed extends Growable>(array: Typed, atLeast: number): Typed {
  const copy = new (array.constructor as new (length: number) => Typed)(Math.max(atLeast, 2 * array.length));
  copy.set(array);
  return copy;
}
