/**
 * The transcendental functions and exact whole-number arithmetic of the simulator.
 *
 * `Math.log`, `Math.exp` and similar functions may differ in the last bit between engines, and they do: of 200,000 inputs Node
 * and Chromium disagree on thousands. A scenario must give the same results everywhere, so the functions here use only
 * operations that IEEE 754 and ECMAScript pin down to the bit: + − × ÷, remainder, floor, and reading the bits of a
 * double. Every intermediate is rounded to a double, in the order written: reordering a sum changes results.
 *
 * Source: the algorithms and coefficients of fdlibm 5.3 (Sun Microsystems, 1993; e_log.c, e_exp.c, s_expm1.c, k_sin.c,
 * k_cos.c), as maintained in FreeBSD's msun. Reimplemented; the names r, f, s, hi, lo are fdlibm's. "Copyright (C) 1993
 * by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to
 * use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved."
 *
 * Error bounds are in ulp, the distance between two neighbouring doubles at the exact result; `math.test.ts` measures
 * them against 320-bit arithmetic.
 */

/** ln 2 in two parts: the first has 21 trailing zero bits, so that k · LN2_HI is exact for every exponent k. */
const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;
// oxlint-disable-next-line oxc/approx-constant -- All coefficients are literals here: nothing to differ.
const INVERSE_LN2 = 1.4426950408889634;
const HALF_LN2 = 0.34657359027997264;
const THREE_HALVES_LN2 = 1.0397207708399179;

/** The largest double whose exponential is finite. */
const EXP_OVERFLOW = 709.782712893384;
/** The smallest double whose exponential does not round to 0. */
const EXP_UNDERFLOW = -745.1332191019411;

const TWO_PI = 6.283185307179586;
/** 2π in two parts: the first has 27 bits, so that its product with a 26-bit number is exact. */
const TWO_PI_HI = 6.283185303211212;
const TWO_PI_LO = 3.968374318722162e-9;

const TWO_TO_27_PLUS_1 = 134_217_729;
const TWO_TO_54 = 18_014_398_509_481_984;
const SMALLEST_NORMAL = 2.2250738585072014e-308;
/** Whole numbers below this are exact in a double. */
export const TWO_TO_53 = 9_007_199_254_740_992;

/** One double and its bits. `DataView` takes the byte order as an argument, so the machine's own does not matter. */
const BITS = new DataView(new ArrayBuffer(8));

/** The upper 32 bits of the double x: sign, 11 bits of exponent, 20 bits of mantissa. */
function highWord(x: number): number {
  BITS.setFloat64(0, x, true);
  return BITS.getInt32(4, true);
}

/** The powers 2^−1024 … 2^1023, all of them exact. A table, because reading one is faster than composing its bits. */
const POWERS_OF_TWO = new Float64Array(2048);
for (let i = 0, power = 5.562684646268003e-309; i < 2048; i++, power *= 2) POWERS_OF_TWO[i] = power;

/** 2 to the power k, exactly, for whole −1024 ≤ k ≤ 1023. */
function powerOfTwo(k: number): number {
  return POWERS_OF_TWO[k + 1024] as number;
}

/**
 * The natural logarithm of x, within 1 ulp. ln(1) is +0, ln(±0) is −∞, ln(∞) is ∞; NaN for x < 0 and NaN.
 *
 * x = 2^k · (1 + f) with 1 + f in [√½, √2). Then s = f / (2 + f) turns ln(1 + f) = 2 · artanh(s) into an even series in
 * s, and ln x = k · ln 2 + f − f²/2 + s · (f²/2 + R(s²)), summed from the smallest term to the largest.
 *
 * Source: fdlibm e_log.c (FreeBSD msun); R is its minimax polynomial, good to 2^−58.45.
 */
export function ln(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;

  let k = 0;
  if (x < SMALLEST_NORMAL) {
    x *= TWO_TO_54;
    k = -54;
  }
  // 0x3fe6a09e and 0x3ff00000 are the upper words of √½ and 1. Their difference, added, carries into the exponent
  // exactly for mantissas from √2 on.
  const exponent = ((highWord(x) + (0x3ff00000 - 0x3fe6a09e)) >> 20) - 1023;
  k += exponent;
  const f = x * powerOfTwo(-exponent) - 1;

  const halfSquare = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const odd = z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  return s * (halfSquare + (even + odd)) + k * LN2_LO - halfSquare + f + k * LN2_HI;
}

/**
 * e to the power x, within 1 ulp. exp(−∞) is 0, exp(∞) is ∞, exp(NaN) is NaN; ∞ above 709.782712893384, 0 below
 * −745.1332191019411, subnormal (rounded twice, still within 1 ulp) below −708.3964185322641.
 *
 * x = k · ln 2 + r with |r| ≤ ½ ln 2, r kept as hi − lo. With c = r − r² · P(r²), e^r = 1 + r + r · c / (2 − c).
 *
 * Source: fdlibm e_exp.c (FreeBSD msun); P is its minimax polynomial, good to 2^−59. The last sum is more careful here.
 */
export function exp(x: number): number {
  if (x > EXP_OVERFLOW) return Infinity;
  if (x < EXP_UNDERFLOW) return 0;

  let k = 0;
  let hi = x;
  let lo = 0;
  if (x > HALF_LN2 || x < -HALF_LN2) {
    k = Math.floor(x * INVERSE_LN2 + 0.5);
    hi = x - k * LN2_HI;
    lo = k * LN2_LO;
  }
  const r = hi - lo;
  const z = r * r;
  const c =
    r -
    z *
      (0.16666666666666602 +
        z *
          (-0.0027777777777015593 +
            z * (0.00006613756321437934 + z * (-0.0000016533902205465252 + z * 4.1381367970572385e-8))));
  // 1 + hi is rounded, and what the rounding lost goes to the small terms. fdlibm adds in plain order and is off by up
  // to 0.9 ulp; exp(1), for example, is then not the double nearest to e.
  const head = 1 + hi;
  const lost = 1 - head + hi;
  const y = head + (lost + ((r * c) / (2 - c) - lo));

  if (k > -1022) return k < 1024 ? y * powerOfTwo(k) : y * 2 * powerOfTwo(k - 1);
  // 2^k itself would be subnormal: two steps, of which only the last can round.
  return y * powerOfTwo(k + 1000) * powerOfTwo(-1000);
}

/**
 * e to the power x, less 1, within 1 ulp also where that is near 0. expm1(±0) is ±0, expm1(−∞) is −1, expm1(∞) is ∞,
 * expm1(NaN) is NaN.
 *
 * Reduced as in `exp`, with c the rounding error of r. The kernel gives e^r − 1 = r − (r · e − r²/2); the 1 is taken off
 * before or after scaling by 2^k, whichever loses less.
 *
 * Source: fdlibm s_expm1.c (FreeBSD msun); the polynomial is its minimax in r²/2, good to 2^−61.
 */
export function expm1(x: number): number {
  // Above 39 the 1 is less than a tenth of an ulp of e^x; below −39, e^x is about a tenth of an ulp of the result, or less.
  if (x > 39) return exp(x);
  if (x < -39) return -1;
  // Below 2^−54 the term x²/2 cannot reach the last bit. This also keeps −0.
  if (Math.abs(x) < 5.551115123125783e-17) return x;

  let k = 0;
  let r = x;
  let c = 0;
  if (x > HALF_LN2 || x < -HALF_LN2) {
    // Between ½ and 1½ ln 2 the quotient may round to the wrong side; the cases k = ±1 below rely on it being right.
    k = Math.abs(x) < THREE_HALVES_LN2 ? (x > 0 ? 1 : -1) : Math.floor(x * INVERSE_LN2 + 0.5);
    const hi = x - k * LN2_HI;
    const lo = k * LN2_LO;
    r = hi - lo;
    c = hi - r - lo;
  }

  const half = 0.5 * r;
  const h = r * half;
  const q =
    1 +
    h *
      (-0.03333333333333313 +
        h *
          (0.0015873015872548146 +
            h * (-0.0000793650757867488 + h * (0.000004008217827329362 + h * -2.0109921818362437e-7))));
  const t = 3 - q * half;
  let e = h * ((q - t) / (6 - r * t));
  if (k === 0) return r - (r * e - h);

  e = r * (e - c) - c;
  e -= h;
  if (k === -1) return 0.5 * (r - e) - 0.5;
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k < 0) return (r - e + 1) * powerOfTwo(k) - 1;
  const one = powerOfTwo(-k);
  return (k < 20 ? r - e + (1 - one) : r - (e + one) + 1) * powerOfTwo(k);
}

/**
 * sin of (hi + lo) radians for |hi| ≤ π/4, where lo is the part of the angle that did not fit into hi.
 *
 * Source: fdlibm k_sin.c (FreeBSD msun), minimax of degree 13, good to 2^−58.
 */
function sinKernel(hi: number, lo: number): number {
  const z = hi * hi;
  const cube = z * hi;
  const r =
    0.00833333333332249 +
    z * (-0.0001984126982985795 + z * 0.0000027557313707070068) +
    z * (z * z) * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
  return hi - (z * (0.5 * lo - cube * r) - lo - cube * -0.16666666666666632);
}

/**
 * cos of (hi + lo) radians for |hi| ≤ π/4, where lo is the part of the angle that did not fit into hi.
 *
 * Source: FreeBSD msun k_cos.c, minimax of degree 14, good to 2^−58.
 */
function cosKernel(hi: number, lo: number): number {
  const z = hi * hi;
  const w = z * z;
  const r =
    z * (0.0416666666666666 + z * (-0.001388888888887411 + z * 0.00002480158728947673)) +
    w * w * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11));
  const half = 0.5 * z;
  const head = 1 - half;
  return head + (1 - head - half + (z * r - hi * lo));
}

/**
 * sin(2π · (f + quarters/4)) for |f| ≤ ⅛ and whole `quarters` ≥ 0. Zeros come out positive.
 *
 * The angle 2π · f is formed in twice the precision of a double: f is split in halves of 26 bits (Veltkamp), 2π in two
 * parts, and the product's rounding error becomes `lo`.
 */
function sinOfQuarters(f: number, quarters: number): number {
  let hi = f * TWO_PI;
  let lo = 0;
  // Below, the parts of the split would be subnormal and lose more precision than they add.
  if (Math.abs(f) > 1e-280) {
    const scaled = f * TWO_TO_27_PLUS_1;
    const upper = scaled - (scaled - f);
    const product = upper * TWO_PI_HI;
    const lowProduct = (f - upper) * TWO_PI_HI + f * TWO_PI_LO;
    hi = product + lowProduct;
    lo = lowProduct - (hi - product);
  }
  switch (quarters & 3) {
    case 0:
      return sinKernel(hi, lo);
    case 1:
      return cosKernel(hi, lo);
    case 2:
      return 0 - sinKernel(hi, lo);
    default:
      return -cosKernel(hi, lo);
  }
}

/**
 * sin(2πx), x in turns, within 1 ulp. Exact at every quarter: sinTurn(¼) is 1. Odd; whole and half turns give 0 with
 * the sign of x (as sinPi in IEEE 754). NaN for ±∞ and NaN.
 *
 * Turns reduce without error: the fractional part and the distance to the nearest quarter are exact in doubles, so
 * accuracy does not degrade for large x as it does in radians.
 */
export function sinTurn(x: number): number {
  const size = Math.abs(x);
  const turn = size - Math.floor(size);
  const quarters = (Math.floor(turn * 8) + 1) >> 1;
  const y = sinOfQuarters(turn - quarters * 0.25, quarters);
  return x < 0 || Object.is(x, -0) ? -y : y;
}

/**
 * cos(2πx), x in turns, within 1 ulp. Exact at every quarter: cosTurn(¼) is +0, cosTurn(½) is −1. Even; NaN for ±∞ and
 * NaN. Reduced as in `sinTurn`.
 */
export function cosTurn(x: number): number {
  const size = Math.abs(x);
  const turn = size - Math.floor(size);
  const quarters = (Math.floor(turn * 8) + 1) >> 1;
  return sinOfQuarters(turn - quarters * 0.25, quarters + 1);
}

/** The greatest common divisor of two whole numbers 0 ≤ a, b < 2^53; gcd(0, b) is b, gcd(0, 0) is 0. */
export function gcd(a: number, b: number): number {
  while (b !== 0) {
    const remainder = a % b;
    a = b;
    b = remainder;
  }
  return a;
}

/**
 * ⌊p / c⌋, exact for whole 0 ≤ p < 2^53 and 1 ≤ c < 2^53.
 *
 * The division rounds, and a quotient just below a whole number m would be floored wrongly if it were rounded up to m.
 * It never is: rounding changes a quotient by at most a part in 2^53, so m ≤ p/c · (1 + 2^−53), that is m · c ≤ p +
 * p/2^53 < p + 1. Both sides are whole, so m · c ≤ p: the quotient was not below m. A correction by p % c, common in
 * such code, would change nothing and cost several times as much as the division. (From p = 2^53 on the argument fails,
 * and so may the floor.)
 */
export function divFloor(p: number, c: number): number {
  return Math.floor(p / c);
}

/** ⌈p / c⌉, exact for whole 0 ≤ p < 2^53 and 1 ≤ c < 2^53. As `divFloor`: m · c ≥ p − p/2^53 > p − 1, so m · c ≥ p. */
export function divCeil(p: number, c: number): number {
  return Math.ceil(p / c);
}

/**
 * ⌊a · b / c⌋, exact for whole 0 ≤ a, b < 2^53 and 1 ≤ c < 2^53 as long as the result is below 2^53. The product may be
 * larger.
 */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  // A product that rounds to less than 2^53 was below 2^53, and is exact: 2^53 itself is a double.
  if (product < TWO_TO_53) return divFloor(product, c);
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** ⌈a · b / c⌉, with the ranges of `mulDivFloor`. */
export function mulDivCeil(a: number, b: number, c: number): number {
  const product = a * b;
  if (product < TWO_TO_53) return divCeil(product, c);
  const divisor = BigInt(c);
  return Number((BigInt(a) * BigInt(b) + divisor - 1n) / divisor);
}
