import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expm1 } from './math.ts';
import {
  nextBelow,
  nextExponential,
  makeStream,
  nextFloat,
  nextOpenFloat,
  nextUint32,
  nextWeightedIndex,
  splitmix32,
  type RandomStream,
} from './random.ts';

const SEED = 20_240_613;

const times = <T>(count: number, draw: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => draw(i));
const state = (...words: [number, number, number, number]): RandomStream => Uint32Array.of(...words);

/** How many draws of 32 bits `draw` takes from s. */
function drawsTaken(s: RandomStream, draw: (s: RandomStream) => unknown): number {
  const probe = s.slice();
  draw(s);
  for (let draws = 0; draws < 100; draws++) {
    if (probe.every((word, i) => word === s[i])) return draws;
    nextUint32(probe);
  }
  return Infinity;
}

/** The largest distance between the empirical distribution of `values` and the distribution function `cdf`. */
function kolmogorovSmirnov(values: number[], cdf: (x: number) => number): number {
  const sorted = Float64Array.from(values).sort();
  let distance = 0;
  sorted.forEach((x, i) => {
    const p = cdf(x);
    distance = Math.max(distance, p - i / sorted.length, (i + 1) / sorted.length - p);
  });
  return distance;
}

/** Pearson's χ² of `counts` against equal chances. */
function chiSquare(counts: number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + ((count - expected) * (count - expected)) / expected, 0);
}

// States from which the next two draws are both 0, and both 2^32 − 1 (found by undoing the multiplications of xoshiro128**
// and choosing s0 = s2, which leaves s1 as it is).
const TWO_ZEROS = () => state(5, 0, 5, 9);
const TWO_ONES = () => state(5, 0x831c71c7, 5, 9);

describe('published vectors', () => {
  it('xoshiro128** from state 1, 2, 3, 4', () => {
    // The reference C (version 1.1), as recorded in rand_xoshiro's tests; compiled and run once more for this file.
    const s = state(1, 2, 3, 4);
    expect(times(12, () => nextUint32(s))).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804, 337829053,
      2142557243,
    ]);
  });

  it('xoshiro128** from a state of all ones, with the state it ends in', () => {
    const ones = 0xffffffff;
    const s = state(ones, ones, ones, ones);
    expect(times(10, () => nextUint32(s))).toEqual([
      4294962679, 4294962679, 4292019319, 2943360, 1509943680, 246671744, 2681405836, 4051244843, 1053453815, 832600121,
    ]);
    expect([...s]).toEqual([4026263102, 130810370, 4750275, 1352015486]);
  });

  it('xoshiro128** a million draws on', () => {
    const s = state(1, 2, 3, 4);
    for (let i = 0; i < 1_000_000; i++) nextUint32(s);
    expect(nextUint32(s)).toBe(3175353485);
  });

  it.each([
    [0, [2462723854, 1020716019, 454327756, 1275600319, 1215922603, 3678440605, 2025593743, 3627053797]],
    [1, [2527132011, 314344336, 2535364964, 2041432039, 1495043544, 3445983177, 4176287394, 1522731872]],
    [0xffffffff, [920564995, 4230986166, 697614773, 1778835764, 280495159, 1500331647, 1240119404, 1650816001]],
  ])('splitmix32 from seed %i', (seed, outputs) => {
    expect(times(8, (i) => splitmix32(seed, i + 1))).toEqual(outputs);
  });
});

describe('makeStream', () => {
  it.each<[number, number, number, number[]]>([
    [0, 0, 0, [380661918, 3910098628, 1298080090, 1346450566]],
    [1, 0, 0, [612287811, 184648254, 2081082731, 2731756012]],
    [0, 1, 0, [3858362032, 114764523, 3683302130, 3137548959]],
    [0, 0, 1, [1288265448, 651016708, 3008980066, 3148825245]],
    [1, 2, 3, [3169148382, 1816677745, 1181549673, 4075263568]],
    [Number.MAX_SAFE_INTEGER, 0xffffffff, 0xffffffff, [1823917001, 2132470434, 3954928228, 854126951]],
  ])('gives (%i, %i, %i) the state on record', (seed, stream, actor, words) => {
    expect([...makeStream(seed, stream, actor)]).toEqual(words);
  });

  it('can be undone, so that no two triples share a state', () => {
    const unmix = (s: RandomStream) => {
      let [a, b, c, d] = s as unknown as [number, number, number, number];
      for (let index = 16; index > 0; index -= 4) {
        d ^= splitmix32(c, index);
        c ^= splitmix32(b, index - 1);
        b ^= splitmix32(a, index - 2);
        a ^= splitmix32(d, index - 3);
      }
      return [(a >>> 0) + (b >>> 0) * 4_294_967_296, c >>> 0, d >>> 0];
    };
    const word = fc.integer({ min: 0, max: 0xffffffff });
    fc.assert(
      fc.property(fc.maxSafeNat(), word, word, (seed, stream, actor) => {
        expect(unmix(makeStream(seed, stream, actor))).toEqual([seed, stream, actor]);
      }),
      { seed: SEED },
    );
  });

  it('gives a grid of small triples distinct states and distinct, even first draws', () => {
    const states = new Set<string>();
    const firsts: number[] = [];
    const used = new Set<number>();
    for (let seed = 0; seed < 20; seed++)
      for (let stream = 0; stream < 20; stream++)
        for (let actor = 0; actor < 50; actor++) {
          const s = makeStream(seed, stream, actor);
          states.add(s.join());
          for (const word of s) used.add(word);
          firsts.push(nextFloat(s));
        }
    expect(states.size).toBe(20_000);
    // 80,000 random words of 32 bits: 0.7 coincidences expected.
    expect(used.size).toBeGreaterThan(79_995);
    expect(kolmogorovSmirnov(firsts, (x) => x)).toBeLessThan(1.63 / Math.sqrt(firsts.length));
  });

  it('turns half of the state over when any one bit of the triple changes', () => {
    const turned = (a: RandomStream, b: RandomStream) =>
      times(128, (bit) => (((a[bit >> 5] as number) ^ (b[bit >> 5] as number)) >>> (bit & 31)) & 1);
    for (let input = 0; input < 96; input++) {
      const flips = times(128, () => 0);
      for (let i = 0; i < 200; i++) {
        const triple: [number, number, number] = [i % 7, Math.floor(i / 7) % 5, Math.floor(i / 35)];
        const other: typeof triple = [...triple];
        const which = Math.floor(input / 32);
        other[which] = ((other[which] as number) ^ (1 << (input & 31))) >>> 0;
        turned(makeStream(...triple), makeStream(...other)).forEach(
          (bit, at) => (flips[at] = (flips[at] as number) + bit),
        );
      }
      // 200 fair coins each: 100 ± 7.1. Six standard deviations for each of the 96 · 128, three for the 128 together.
      expect(Math.max(...flips.map((count) => Math.abs(count - 100)))).toBeLessThan(43);
      expect(Math.abs(flips.reduce((sum, count) => sum + count, 0) - 12_800)).toBeLessThan(4 * 80);
    }
  });

  it('gives neighbours uncorrelated sequences', () => {
    const centred = (s: RandomStream) => times(2000, () => nextFloat(s) - 0.5);
    const sequences = times(40, (i) => centred(makeStream(1, i >> 3, i & 7)));
    // Under independence, the correlation of two sequences has a standard deviation of 1/√2000; 780 pairs.
    for (const [i, a] of sequences.entries())
      for (const b of sequences.slice(i + 1)) {
        const sum = a.reduce((total, x, j) => total + x * (b[j] as number), 0);
        expect(Math.abs(sum * (12 / 2000))).toBeLessThan(4.5 / Math.sqrt(2000));
      }
  });

  it.each([
    [-1, 0, 0, 'seed'],
    [0.5, 0, 0, 'seed'],
    [NaN, 0, 0, 'seed'],
    [Number.MAX_SAFE_INTEGER + 1, 0, 0, 'seed'],
    [0, -1, 0, 'stream'],
    [0, 4_294_967_296, 0, 'stream'],
    [0, 0, 1.5, 'actor'],
    [0, 0, Infinity, 'actor'],
    [0, 0, 4_294_967_296, 'actor'],
  ])('refuses (%d, %d, %d)', (seed, stream, actor, name) => {
    expect(() => makeStream(seed, stream, actor)).toThrow(new RegExp(`^${name} must be a whole number from 0 to`));
  });
});

describe('the order of draws, frozen', () => {
  const cumulative = Float64Array.of(1, 1, 3, 10);
  it.each<[string, number, (s: RandomStream) => number, number[]]>([
    [
      'nextUint32',
      1,
      nextUint32,
      [1523478270, 3788729144, 1604779148, 1502077535, 4179153518, 4273831022, 4291520743, 1417358313],
    ],
    [
      'nextFloat',
      2,
      nextFloat,
      [
        0.35471242578426176, 0.3736417617628699, 0.9730350076785595, 0.999197537675533, 0.17656689292726524,
        0.3353733137556293, 0.9551483423110954, 0.4813394101945986,
      ],
    ],
    [
      'nextOpenFloat',
      2,
      nextOpenFloat,
      [
        0.3547124257842619, 0.37364176176287, 0.9730350076785597, 0.9991975376755331, 0.17656689292726535,
        0.3353733137556294, 0.9551483423110955, 0.4813394101945987,
      ],
    ],
    [
      'exponential',
      2,
      nextExponential,
      [
        1.0364478860026227, 0.984457796854064, 0.027335218328709457, 0.0008027844697091388, 1.7340554776548702,
        1.0925109981859866, 0.04588861830128642, 0.7311826232191401,
      ],
    ],
    ['below 6', 1, (s) => nextBelow(s, 6), [0, 2, 2, 5, 2, 2, 1, 3]],
    [
      'below 3 · 2^30',
      1,
      (s) => nextBelow(s, 3_221_225_472),
      [1523478270, 1604779148, 1502077535, 1417358313, 758349033, 896431873, 1440417426, 876653176],
    ],
    ['pickWeighted', 2, (s) => nextWeightedIndex(s, cumulative), [3, 3, 3, 3, 2, 3, 3, 3]],
  ])('%s takes %i draws and gives the values on record', (_name, draws, draw, values) => {
    expect(drawsTaken(makeStream(1, 2, 3), draw)).toBe(draws);
    const s = makeStream(1, 2, 3);
    expect(times(8, () => draw(s))).toEqual(values);
  });

  it('a copied state goes on identically', () => {
    const s = makeStream(1, 2, 3);
    nextExponential(s);
    const copy = s.slice();
    expect(times(100, () => nextExponential(copy))).toEqual(times(100, () => nextExponential(s)));
  });

  it('nextFloat takes its upper 27 bits from the first draw, its lower 26 from the second', () => {
    const s = makeStream(7, 0, 0);
    const copy = s.slice();
    for (let i = 0; i < 100; i++) {
      const upper = BigInt(nextUint32(copy)) >> 5n;
      const lower = BigInt(nextUint32(copy)) >> 6n;
      expect(BigInt(nextFloat(s) * 9_007_199_254_740_992)).toBe((upper << 26n) | lower);
    }
  });

  it('nextOpenFloat is nextFloat plus 2^−53', () => {
    const s = makeStream(7, 0, 0);
    const copy = s.slice();
    for (let i = 0; i < 100; i++) expect(nextOpenFloat(s)).toBe(nextFloat(copy) + 1.1102230246251565e-16);
  });
});

describe('the ends of the range', () => {
  it('the crafted states draw what they say', () => {
    const zeros = TWO_ZEROS();
    const ones = TWO_ONES();
    expect(times(2, () => nextUint32(zeros))).toEqual([0, 0]);
    expect(times(2, () => nextUint32(ones))).toEqual([0xffffffff, 0xffffffff]);
  });

  it('nextFloat reaches 0, not 1; nextOpenFloat 1, not 0; exponential +0 and 36.7', () => {
    expect(nextFloat(TWO_ZEROS())).toBe(0);
    expect(nextFloat(TWO_ONES())).toBe(1 - 1.1102230246251565e-16);
    expect(nextOpenFloat(TWO_ZEROS())).toBe(1.1102230246251565e-16);
    expect(nextOpenFloat(TWO_ONES())).toBe(1);
    expect(nextExponential(TWO_ZEROS())).toBe(36.7368005696771);
    expect(nextExponential(TWO_ONES())).toBe(0);
  });
});

describe('below', () => {
  it('throws away draws from the largest multiple of n up', () => {
    const s = TWO_ONES();
    expect(drawsTaken(s, (stream) => nextBelow(stream, 3))).toBe(3);
    const reference = TWO_ONES();
    const third = times(3, () => nextUint32(reference))[2] as number;
    expect(nextBelow(TWO_ONES(), 3)).toBe(third % 3);
    expect(nextBelow(TWO_ONES(), 4_294_967_296)).toBe(4_294_967_295);
    expect(nextBelow(TWO_ONES(), 1)).toBe(0);
    expect(nextBelow(TWO_ONES(), 256)).toBe(255);
  });

  it.each([
    [6, 6],
    [1000, 1000],
    [3_221_225_472, 3], // plain modulo would favour the lowest third twofold
    [4_294_967_296, 16],
  ])('below(%i) is even over %i bins', (n, bins) => {
    const s = makeStream(1, 0, bins);
    const counts = times(bins, () => 0);
    for (let i = 0; i < 200_000; i++) {
      const bin = Math.floor(nextBelow(s, n) / (n / bins));
      counts[bin] = (counts[bin] as number) + 1;
    }
    expect(counts).toHaveLength(bins);
    const freedom = bins - 1;
    expect(chiSquare(counts)).toBeLessThan(freedom + 3 * Math.sqrt(2 * freedom));
  });

  it.each([0, -1, 1.5, NaN, Infinity, 4_294_967_297])('refuses n = %d', (n) => {
    expect(() => nextBelow(makeStream(1, 0, 0), n)).toThrow('n must be a whole number from 1 to 4294967296');
  });
});

describe('pickWeighted', () => {
  it('draws in proportion to the weights, and weight 0 never', () => {
    const weights = [0, 1, 0, 2, 3, 4, 0];
    let sum = 0;
    const cumulative = Float64Array.from(weights, (weight) => (sum += weight));
    const counts = weights.map(() => 0);
    const s = makeStream(1, 2, 3);
    for (let i = 0; i < 100_000; i++) {
      const pick = nextWeightedIndex(s, cumulative);
      counts[pick] = (counts[pick] as number) + 1;
    }
    weights.forEach((weight, i) => {
      const p = weight / 10;
      expect(Math.abs((counts[i] as number) - 100_000 * p)).toBeLessThanOrEqual(4 * Math.sqrt(100_000 * p * (1 - p)));
    });
  });

  it('finds the first sum above the target, for any weights', () => {
    const weights = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e3, noNaN: true })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(weights, fc.nat(), (list, actor) => {
        fc.pre(list.some((weight) => weight > 0));
        let sum = 0;
        const cumulative = Float64Array.from(list, (weight) => (sum += weight));
        for (const s of [makeStream(1, 0, actor), TWO_ZEROS(), TWO_ONES()]) {
          const target = nextFloat(s.slice()) * sum;
          expect(nextWeightedIndex(s, cumulative)).toBe(cumulative.findIndex((at) => at > target));
        }
      }),
      { seed: SEED },
    );
  });

  it.each([[[]], [[0]], [[0, 0]], [[NaN]], [[1, Infinity]], [[-1]]])('refuses running sums %j', (sums) => {
    expect(() => nextWeightedIndex(makeStream(1, 0, 0), Float64Array.from(sums))).toThrow(
      'must be positive and finite',
    );
  });
});

describe('uniformity, at ten seeds', () => {
  const seeds = times(10, (i) => i + 1);
  const count = 100_000;
  const limit = 1.63 / Math.sqrt(count); // a true generator fails one of a hundred

  it.each(seeds)('exponential gaps, seed %i', (seed) => {
    const s = makeStream(seed, 0, 0);
    expect(
      kolmogorovSmirnov(
        times(count, () => nextExponential(s)),
        (x) => -expm1(-x),
      ),
    ).toBeLessThan(limit);
  });

  it.each(seeds)('nextFloat, seed %i', (seed) => {
    const s = makeStream(seed, 1, 0);
    expect(
      kolmogorovSmirnov(
        times(count, () => nextFloat(s)),
        (x) => x,
      ),
    ).toBeLessThan(limit);
  });

  it.each(seeds)('each bit of nextUint32, seed %i', (seed) => {
    const s = makeStream(seed, 2, 0);
    const ones = times(32, () => 0);
    for (let i = 0; i < 10_000; i++) {
      const draw = nextUint32(s);
      for (let bit = 0; bit < 32; bit++) ones[bit] = (ones[bit] as number) + ((draw >>> bit) & 1);
    }
    for (const sum of ones) expect(Math.abs(sum - 5000)).toBeLessThan(4.5 * 50);
  });
});
