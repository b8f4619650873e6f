/** Counts in a column of verdicts, without branches, since verdicts are unpredictable for the processor. */
import { DELAY, DENY, isDenied } from '../verdict.ts';

/** The low bit of each of four bytes. */
export const LOW_BITS = 0x01_01_01_01;

/** A column four bytes at a time, without a rest of fewer; empty if it does not begin at a whole word. */
export function wordsOf({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return byteOffset % 4 === 0 ? new Uint32Array(buffer, byteOffset, length >> 2) : new Uint32Array();
}

/** How many bytes of a word of such low bits are 1. */
export function countLowBits(word: number): number {
  // The product's highest byte is the sum of its four bytes.
  return Math.imul(word, LOW_BITS) >>> 24;
}

/** Counts requests [first, end) of a lane by their verdicts. */
export class VerdictCounter {
  readonly #verdicts: Uint8Array;
  readonly #words: Uint32Array;

  constructor(verdicts: Uint8Array) {
    this.#verdicts = verdicts;
    this.#words = wordsOf(verdicts);
  }

  denied(first: number, end: number): number {
    return countAtLeast(DENY, this.#verdicts, this.#words, first, end);
  }

  delayed(first: number, end: number): number {
    return countAtLeast(DELAY, this.#verdicts, this.#words, first, end) - this.denied(first, end);
  }
}

/** Four at a time: all verdicts are below 128, so that what is added carries into the highest bit of its own byte alone. */
function countAtLeast(least: number, verdicts: Uint8Array, words: Uint32Array, first: number, end: number): number {
  const toHighBit = (128 - least) * LOW_BITS;
  const wordsEnd = Math.min(end >> 2, words.length);
  let count = 0;
  let i = first;
  for (; i < end && i % 4 !== 0; i++) count += Number((verdicts[i] as number) >= least);
  for (let word = i >> 2; word < wordsEnd; word++, i += 4)
    count += countLowBits((((words[word] as number) + toHighBit) >>> 7) & LOW_BITS);
  for (; i < end; i++) count += Number((verdicts[i] as number) >= least);
  return count;
}

/** The longest run of consecutive denials. */
export function longestDenialRun(verdicts: Uint8Array): number {
  let longest = 0;
  let run = 0;
  for (let i = 0; i < verdicts.length; i++) {
    run = ((run + 1) * Number(isDenied(verdicts[i] as number))) | 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
