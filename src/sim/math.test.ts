import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fnv1aHex } from './fnv.ts';
import { cosTurn, divCeil, divFloor, exp, expm1, gcd, ln, mulDivCeil, mulDivFloor, sinTurn } from './math.ts';
import {
  exactExp,
  exactExpm1,
  exactLn,
  exactSinTurn,
  fromBits,
  LN2,
  nextUp,
  ONE,
  powerOfTwo,
  TWO_PI,
  ulpError,
  type ExactNumber,
} from './math.reference.ts';
import { nextBelow, makeStream, nextFloat, nextUint32, type RandomStream } from './random.ts';

const SEED = 20_240_613;

const stream = (): RandomStream => Uint32Array.of(1, 2, 3, 4);
const sample = (count: number, draw: (s: RandomStream) => number) => {
  const s = stream();
  return Array.from({ length: count }, () => draw(s));
};
const within = (from: number, to: number) => (s: RandomStream) => from + (to - from) * nextFloat(s);
/** Any positive finite double; every exponent alike. */
const anyPositive = (s: RandomStream) => fromBits(nextBelow(s, 0x7ff00000), nextUint32(s));
const anySign = (s: RandomStream) => (nextUint32(s) & 1 ? 1 : -1) * anyPositive(s);
/** Subnormal numbers of any size. */
const subnormal = (s: RandomStream) => fromBits(0, 1) * Math.floor(nextFloat(s) * powerOfTwo(nextBelow(s, 53)));
/** 1 + or − something of any size. */
const nearOne = (s: RandomStream) => 1 + (nextFloat(s) - 0.5) * powerOfTwo(-nextBelow(s, 54));
const around = (x: number) => [-nextUp(-x), x, nextUp(x)];
const powersOfTwo = Array.from({ length: 2098 }, (_, i) => powerOfTwo(i - 1074));
/** Where `ln` goes from one exponent to the next: at √2 cut to its upper word. */
const lnSeams = powersOfTwo.slice(52, -1).map((power) => power * fromBits(0x3ff6a09e, 0));
/** Where `exp` does: odd multiples of ½ ln 2. */
const expSeams = Array.from({ length: 2098 }, (_, i) => (i - 1074 + 0.5) * Math.LN2);
const turns = (s: RandomStream) => (nextFloat(s) - 0.5) * powerOfTwo(nextBelow(s, 60) - 20);
const eighths = Array.from({ length: 33 }, (_, i) => (i - 16) / 8).flatMap(around);

function worst(f: (x: number) => number, reference: (x: number) => ExactNumber, inputs: readonly number[]) {
  let worstError = 0;
  let at = NaN;
  for (const x of inputs) {
    const error = ulpError(f(x), reference(x));
    if (error <= worstError) continue;
    worstError = error;
    at = x;
  }
  return { error: worstError, at };
}

describe('the reference arithmetic', () => {
  it('knows ln 2 and 2π to 60 digits', () => {
    const digits = (x: bigint) => ((x * 10n ** 60n) / ONE).toString();
    expect(digits(LN2)).toBe('693147180559945309417232121458176568075500134360255254120680');
    expect(digits(TWO_PI)).toBe('6283185307179586476925286766559005768394338798750211641949889');
  });

  it('counts ulps', () => {
    expect(ulpError(1, { m: 1n, e: 0 })).toBe(0);
    expect(ulpError(nextUp(1), { m: 1n, e: 0 })).toBe(1);
    expect(ulpError(1.5e-323, { m: 1n, e: -1074 })).toBe(2);
  });
});

describe('accuracy', () => {
  it.each([
    ['ln of any exponent', ln, exactLn, sample(3000, anyPositive)],
    ['ln near 1', ln, exactLn, sample(3000, nearOne).filter((x) => x !== 1)],
    ['ln of a uniform number', ln, exactLn, sample(3000, (s) => 1 - nextFloat(s))],
    ['ln at powers of two', ln, exactLn, powersOfTwo],
    ['ln where its exponent changes', ln, exactLn, lnSeams.flatMap(around)],
    ['exp over its range', exp, exactExp, sample(3000, within(-745.13, 709.78))],
    ['exp near 0', exp, exactExp, sample(2000, within(-2, 2))],
    ['exp of tiny numbers', exp, exactExp, sample(500, anySign).filter((x) => Math.abs(x) < 1)],
    ['exp where its exponent changes', exp, exactExp, expSeams.filter((x) => x > -745 && x < 709.7).flatMap(around)],
    ['exp with subnormal results', exp, exactExp, sample(1000, within(-745.13, -708.39))],
    ['expm1 over its range', expm1, exactExpm1, sample(2000, within(-40, 709.78))],
    ['expm1 near 0', expm1, exactExpm1, sample(4000, within(-2, 2))],
    ['expm1 of tiny numbers', expm1, exactExpm1, sample(2000, anySign).filter((x) => Math.abs(x) < 1)],
    ['expm1 where its method changes', expm1, exactExpm1, expSeams.filter((x) => x > -45 && x < 60).flatMap(around)],
    ['sinTurn', sinTurn, (x: number) => exactSinTurn(x, 0n), [...sample(3000, turns), ...eighths]],
    ['sinTurn of tiny numbers', sinTurn, (x: number) => exactSinTurn(x, 0n), sample(2000, anySign)],
    ['sinTurn of subnormal numbers', sinTurn, (x: number) => exactSinTurn(x, 0n), sample(2000, subnormal)],
    ['cosTurn', cosTurn, (x: number) => exactSinTurn(x, 1n), [...sample(3000, turns), ...eighths]],
  ] as const)('%s is within 1 ulp', (_name, f, reference, inputs) => {
    expect(inputs.length).toBeGreaterThan(50);
    const { error, at } = worst(f, reference, inputs);
    expect(error, `at ${at}`).toBeLessThan(1);
  });
});

describe('special cases', () => {
  it.each([
    [
      'ln',
      ln,
      [
        [1, 0],
        [0, -Infinity],
        [-0, -Infinity],
        [Infinity, Infinity],
        [-Infinity, NaN],
        [-1, NaN],
        [-5e-324, NaN],
        [NaN, NaN],
        [Math.E, 1],
        [2, Math.LN2],
        [0.5, -Math.LN2],
        [10, Math.LN10],
        [5e-324, -744.4400719213812],
        [2.2250738585072014e-308, -708.3964185322641],
        [2.225073858507201e-308, -708.3964185322641],
        [Number.MAX_VALUE, 709.782712893384],
      ],
    ],
    [
      'exp',
      exp,
      [
        [0, 1],
        [-0, 1],
        [1, Math.E],
        [Infinity, Infinity],
        [-Infinity, 0],
        [NaN, NaN],
        [5e-324, 1],
        [-5e-324, 1],
        [709.782712893384, 1.7976931348622732e308],
        [nextUp(709.782712893384), Infinity],
        [1e300, Infinity],
        [-745.1332191019411, 5e-324],
        [-nextUp(745.1332191019411), 0],
        [-1e300, 0],
      ],
    ],
    [
      'expm1',
      expm1,
      [
        [0, 0],
        [-0, -0],
        [Infinity, Infinity],
        [-Infinity, -1],
        [NaN, NaN],
        [5e-324, 5e-324],
        [-5e-324, -5e-324],
        [1e-300, 1e-300],
        [1, 1.718281828459045],
        [-1, -0.6321205588285577],
        [-39, -1],
        [-nextUp(39), -1],
        [-745.2, -1],
        [-1e300, -1],
        [709.782712893384, 1.7976931348622732e308],
        [nextUp(709.782712893384), Infinity],
      ],
    ],
    [
      'sinTurn',
      sinTurn,
      [
        [0, 0],
        [-0, -0],
        [0.25, 1],
        [0.5, 0],
        [0.75, -1],
        [1, 0],
        [-0.25, -1],
        [-0.5, -0],
        [-1, -0],
        [1e300, 0],
        [0.125, Math.SQRT1_2],
        [9007199254740991, 0],
        [1125899906842623.25, 1],
        [Infinity, NaN],
        [-Infinity, NaN],
        [NaN, NaN],
      ],
    ],
    [
      'cosTurn',
      cosTurn,
      [
        [0, 1],
        [-0, 1],
        [0.25, 0],
        [0.5, -1],
        [0.75, 0],
        [1, 1],
        [-0.25, 0],
        [-0.5, -1],
        [1e300, 1],
        [0.125, Math.SQRT1_2],
        [5e-324, 1],
        [9007199254740991, 1],
        [1125899906842623.25, 0],
        [Infinity, NaN],
        [-Infinity, NaN],
        [NaN, NaN],
      ],
    ],
  ] as const)('%s', (_name, f, table) => {
    for (const [x, y] of table) expect(f(x), `at ${x}`).toBe(y);
  });
});

describe('monotonicity', () => {
  const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
  const neverFalls = (f: (x: number) => number, x: number, steps: number) => {
    for (let y = f(x), i = 0; i < steps; i++) {
      x = nextUp(x);
      const next = f(x);
      if (next < y) return false;
      y = next;
    }
    return true;
  };
  const runs = { seed: SEED, numRuns: 5000 };

  it('ln never falls between neighbours', () => {
    fc.assert(
      fc.property(anyDouble, (x) => neverFalls(ln, Math.abs(x), 16)),
      runs,
    );
    fc.assert(
      fc.property(fc.double({ min: 0.25, max: 4, noNaN: true }), (x) => neverFalls(ln, x, 16)),
      runs,
    );
  });

  it('exp never falls between neighbours', () => {
    fc.assert(
      fc.property(fc.double({ min: -746, max: 710, noNaN: true }), (x) => neverFalls(exp, x, 16)),
      runs,
    );
    fc.assert(
      fc.property(fc.double({ min: -2, max: 2, noNaN: true }), (x) => neverFalls(exp, x, 16)),
      runs,
    );
  });

  it('neither falls where its exponent changes', () => {
    const before = (x: number) => x - Math.abs(x) * 1e-14;
    for (const x of lnSeams) expect(neverFalls(ln, before(x), 128), `ln at ${x}`).toBe(true);
    for (const x of expSeams) expect(neverFalls(exp, before(x), 128), `exp at ${x}`).toBe(true);
  });
});

describe('turns', () => {
  const dyadic = fc.integer({ min: -(1 << 30), max: 1 << 30 }).map((i) => i / (1 << 20));

  it('sinTurn is odd, cosTurn even, both have period 1 to the bit', () => {
    fc.assert(
      fc.property(dyadic, fc.integer({ min: -1000, max: 1000 }), (x, whole) => {
        expect(sinTurn(-x)).toBe(-sinTurn(x));
        expect(cosTurn(-x)).toBe(cosTurn(x));
        expect(sinTurn(x + whole) + 0).toBe(sinTurn(x) + 0); // + 0: a zero takes the sign of x
        expect(cosTurn(x + whole)).toBe(cosTurn(x));
      }),
      { seed: SEED },
    );
  });

  it('stays within −1 … 1', () => {
    for (const x of sample(20_000, turns))
      expect(Math.max(Math.abs(sinTurn(x)), Math.abs(cosTurn(x)))).toBeLessThanOrEqual(1);
  });
});

describe('whole numbers', () => {
  const LARGEST = Number.MAX_SAFE_INTEGER;
  const whole = fc.oneof(fc.maxSafeNat(), fc.nat(1000), fc.integer({ min: LARGEST - 1000, max: LARGEST }));
  const positive = whole.map((x) => x || 1);
  const runs = { seed: SEED, numRuns: 5000 };
  const ceil = (p: bigint, c: bigint) => (p + c - 1n) / c;

  it('gcd is the greatest common divisor', () => {
    expect([gcd(0, 0), gcd(0, 7), gcd(7, 0), gcd(12, 18), gcd(LARGEST, 6361), gcd(LARGEST, LARGEST - 1)]).toEqual([
      0, 7, 7, 6, 6361, 1,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 94_906_265 }), fc.nat(94_906_265), fc.nat(94_906_265), (d, i, j) => {
        const g = gcd(d * i, d * j);
        if (i + j === 0) return g === 0;
        return g % d === 0 && (d * i) % g === 0 && (d * j) % g === 0 && gcd(g, 0) === g && g === gcd(d * j, d * i);
      }),
      runs,
    );
  });

  it('divFloor and divCeil are exact next to every multiple, up to 2^53', () => {
    const nearMultiple = fc
      .record({ c: positive, share: fc.double({ min: 0, max: 1, noNaN: true }), off: fc.integer({ min: -2, max: 2 }) })
      .map(({ c, share, off }) => ({
        c,
        p: Math.min(LARGEST, Math.max(0, Math.floor((LARGEST / c) * share) * c + off)),
      }));
    const any = fc.record({ c: positive, p: whole });
    fc.assert(
      fc.property(fc.oneof(nearMultiple, any), ({ p, c }) => {
        expect(divFloor(p, c)).toBe(Number(BigInt(p) / BigInt(c)));
        expect(divCeil(p, c)).toBe(Number(ceil(BigInt(p), BigInt(c))));
      }),
      { ...runs, numRuns: 20_000 },
    );
  });

  it('mulDivFloor and mulDivCeil are exact where the quotient is below 2^53', () => {
    fc.assert(
      fc.property(whole, whole, positive, (a, b, c) => {
        const product = BigInt(a) * BigInt(b);
        const up = ceil(product, BigInt(c));
        fc.pre(up <= BigInt(LARGEST));
        expect(mulDivFloor(a, b, c)).toBe(Number(product / BigInt(c)));
        expect(mulDivCeil(a, b, c)).toBe(Number(up));
      }),
      runs,
    );
  });

  it.each([
    // a, b, c, floor, ceil
    [0, 5, 7, 0, 0],
    [7, 5, 35, 1, 1],
    [7, 5, 36, 0, 1],
    [6361, 1_416_003_655_831, 2, 4_503_599_627_370_495, 4_503_599_627_370_496], // product 2^53 − 1: the last fast one
    [67_108_864, 134_217_728, 3, 3_002_399_751_580_330, 3_002_399_751_580_331], // product 2^53
    [321, 28_059_810_762_433, 3, 3_002_399_751_580_331, 3_002_399_751_580_331], // product 2^53 + 1, which no double holds
    [LARGEST, LARGEST, LARGEST, LARGEST, LARGEST],
    [2_592_000_000_000, 1_000_000, 999_999, 2_592_002_592_002, 2_592_002_592_003], // 30 days in µs
  ])('%i · %i / %i is %i, rounded up %i', (a, b, c, floor, up) => {
    expect(mulDivFloor(a, b, c)).toBe(floor);
    expect(mulDivCeil(a, b, c)).toBe(up);
  });
});

/**
 * 200,000 results, 40,000 of each function, none of them NaN. The inputs use + − × and `random.ts`, so that another
 * engine can compute the same and compare fingerprints (an end-to-end test does so in Chromium).
 */
function resultsToCompare(): Float64Array {
  const s = makeStream(1, 0, 0);
  const input = new DataView(new ArrayBuffer(8));
  const results = new Float64Array(200_000);
  for (let i = 0; i < results.length; i += 5) {
    input.setUint32(0, nextUint32(s) % 0x7ff00000); // the bits of any positive finite double
    input.setUint32(4, nextUint32(s));
    results[i] = ln(i % 2 === 0 ? input.getFloat64(0) : nextFloat(s) * 2);
    results[i + 1] = exp(nextFloat(s) * 1456 - 746);
    const size = nextFloat(s) * 2 - 1;
    results[i + 2] = expm1(size * size * size * 40);
    results[i + 3] = sinTurn(nextFloat(s) * 2000 - 1000);
    results[i + 4] = cosTurn(nextFloat(s) * 2 - 1);
  }
  return results;
}

describe('the same bits everywhere', () => {
  it('200,000 results have the fingerprint on record', () => {
    const results = resultsToCompare();
    expect(results.some(Number.isNaN)).toBe(false);
    expect(fnv1aHex(results)).toBe('4f067f59');
  });
});
