import { ln } from './math.ts';

/**
 * Random numbers that are the same on every engine and in every version.
 *
 * A stream is identified by three whole numbers: the scenario's seed, the `stream` of a traffic entry, and the actor
 * within it (a client, a node). Each has its own generator, so adding or moving one never reshuffles another. The
 * generator is xoshiro128**, its state plain data: a copy of its four words continues identically.
 *
 * What each function draws, and in which order, is part of the scenario format: `random.test.ts` freezes it, and a
 * change raises the format's version.
 */

/** The state of one stream: four 32-bit words, never all zero. `state.slice()` is a checkpoint. */
export type RandomStream = Uint32Array;

const TWO_TO_26 = 67_108_864;
const TWO_TO_32 = 4_294_967_296;
const TWO_TO_MINUS_53 = 1.1102230246251565e-16;
const GOLDEN_GAMMA = 0x9e3779b9;

/** Passes over the four words while seeding. After two, every bit of the input has reached every bit of the state. */
const MIXING_ROUNDS = 4;

/**
 * Output number `index` (1, 2, …) of splitmix32 seeded with the 32-bit `seed`, as a 32-bit whole number ≥ 0.
 *
 * Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014), with 32-bit words and the
 * finalizer of MurmurHash3 (Appleby; fmix32). For one seed it is a bijection of the index, for one index of the seed.
 */
export function splitmix32(seed: number, index: number): number {
  let z = (seed + Math.imul(index, GOLDEN_GAMMA)) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
}

/**
 * The stream of `actor` in traffic entry `stream` of a run with `seed`.
 *
 * Whole numbers: 0 ≤ seed < 2^53, 0 ≤ stream, actor < 2^32; anything else is a RangeError. The triple is laid out in
 * the four words, and each word in turn is xored with an output of splitmix32 seeded by its neighbour. Every such step
 * can be undone, so different triples never share a state; four passes make the states of neighbouring triples
 * unrelated.
 */
export function makeStream(seed: number, stream: number, actor: number): RandomStream {
  requireInteger('seed', seed, Number.MAX_SAFE_INTEGER);
  requireInteger('stream', stream, TWO_TO_32 - 1);
  requireInteger('actor', actor, TWO_TO_32 - 1);

  const low = seed % TWO_TO_32;
  let [a, b, c, d] = [low, (seed - low) / TWO_TO_32, stream, actor];
  for (let round = 0; round < MIXING_ROUNDS; round++) {
    const index = 4 * round;
    a ^= splitmix32(d, index + 1);
    b ^= splitmix32(a, index + 2);
    c ^= splitmix32(b, index + 3);
    d ^= splitmix32(c, index + 4);
  }
  // xoshiro128** never leaves the state of all zeros. One triple in 2^128 would lead there.
  if ((a | b | c | d) === 0) a = 1;
  return Uint32Array.of(a, b, c, d);
}

function requireInteger(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new RangeError(`${name} must be a whole number from 0 to ${max}, not ${value}`);
}

/**
 * The next 32 random bits, as a whole number 0 … 2^32 − 1. Advances the state by one step.
 *
 * Source: Blackman and Vigna, xoshiro128** 1.1 (https://prng.di.unimi.it/xoshiro128starstar.c, public domain).
 */
export function nextUint32(s: RandomStream): number {
  const s0 = s[0] as number;
  const s1 = s[1] as number;
  const times5 = Math.imul(s1, 5);
  const result = Math.imul((times5 << 7) | (times5 >>> 25), 9) >>> 0;

  const c = (s[2] as number) ^ s0;
  const d = (s[3] as number) ^ s1;
  s[0] = s0 ^ d;
  s[1] = s1 ^ c;
  s[2] = c ^ (s1 << 9);
  s[3] = (d << 11) | (d >>> 21);
  return result;
}

/** The next 53 bits as a whole number: the upper 27 bits of one draw, then, below them, the upper 26 of the next. */
function nextUint53(s: RandomStream): number {
  const upper = nextUint32(s) >>> 5;
  const lower = nextUint32(s) >>> 6;
  return upper * TWO_TO_26 + lower;
}

/** Uniform in [0, 1): a multiple of 2^−53. Two draws, the first gives the upper 27 bits. */
export function nextFloat(s: RandomStream): number {
  return nextUint53(s) * TWO_TO_MINUS_53;
}

/** Uniform in (0, 1]: `nextFloat` of the same draws, plus 2^−53. Two draws. */
export function nextOpenFloat(s: RandomStream): number {
  return (nextUint53(s) + 1) * TWO_TO_MINUS_53;
}

/**
 * Exponentially distributed with mean 1: −ln of `nextOpenFloat`. From +0 to 36.74 (53 bits reach no further; the true
 * distribution exceeds that once in 2^53). Two draws.
 */
export function nextExponential(s: RandomStream): number {
  // Not −ln(x), which is −0 for x = 1.
  return 0 - ln(nextOpenFloat(s));
}

/**
 * Uniform whole number in [0, n), without bias, for whole 1 ≤ n ≤ 2^32; RangeError otherwise.
 *
 * The draw modulo n. Draws at or above the largest multiple of n are rejected and repeated, since they would favour
 * small results: one draw, rarely more (fewer than two on average for any n; always one when n is a power of two).
 */
export function nextBelow(s: RandomStream, n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > TWO_TO_32)
    throw new RangeError(`n must be a whole number from 1 to ${TWO_TO_32}, not ${n}`);
  const limit = TWO_TO_32 - (TWO_TO_32 % n);
  let draw = nextUint32(s);
  while (draw >= limit) draw = nextUint32(s);
  return draw % n;
}

/**
 * An index i of `cumulative`, drawn with probability proportional to cumulative[i] − cumulative[i − 1] (the first to
 * cumulative[0]).
 *
 * `cumulative` holds running sums of weights ≥ 0: non-decreasing, the last one positive and finite, RangeError
 * otherwise (only the last is checked). An entry of weight 0 is never drawn. Two draws (`nextFloat`) and a binary
 * search for the first sum above nextFloat · total.
 */
export function nextWeightedIndex(s: RandomStream, cumulative: Float64Array): number {
  const total = cumulative.at(-1) ?? 0;
  if (!(total > 0 && total < Infinity))
    throw new RangeError(`the sum of the weights must be positive and finite, not ${total}`);
  const target = nextFloat(s) * total;
  let first = 0;
  let last = cumulative.length - 1;
  while (first < last) {
    const middle = (first + last) >>> 1;
    if ((cumulative[middle] as number) > target) last = middle;
    else first = middle + 1;
  }
  return first;
}
