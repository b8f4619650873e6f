/**
 * Arithmetic of 320 bits in BigInt, to measure `math.ts` against: for tests only, slow, and from other formulas than
 * `math.ts` uses (plain series, Machin's π), so that the two cannot share a mistake.
 */

/** The exact number m · 2^e. */
export type ExactNumber = { readonly m: bigint; readonly e: number };

/** Fixed-point numbers have this many bits after the point; 2^−320 is their unit. */
const FRACTION = 320;
export const ONE = 1n << BigInt(FRACTION);

const bits = new DataView(new ArrayBuffer(8));

export const fromBits = (high: number, low: number) => {
  bits.setUint32(0, high);
  bits.setUint32(4, low);
  return bits.getFloat64(0);
};

/** 2^k, also where subnormal. */
export function powerOfTwo(k: number): number {
  return k < -1022 ? fromBits(0, 1) * powerOfTwo(k + 1074) : fromBits((k + 1023) << 20, 0);
}

/** The double next to x, towards +∞. */
export function nextUp(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

function toExact(x: number): ExactNumber {
  bits.setFloat64(0, Math.abs(x));
  const all = bits.getBigUint64(0);
  const exponent = Number(all >> 52n);
  const mantissa = all & 0xfffffffffffffn;
  const m = exponent === 0 ? mantissa : mantissa | (1n << 52n);
  return { m: x < 0 ? -m : m, e: Math.max(exponent, 1) - 1075 };
}

const shiftLeft = (m: bigint, by: number) => (by >= 0 ? m << BigInt(by) : m >> BigInt(-by));
const bitLength = (m: bigint) => (m < 0n ? -m : m).toString(2).length;
const fixed = (x: ExactNumber) => shiftLeft(x.m, x.e + FRACTION);
const times = (a: bigint, b: bigint) => (a * b) >> BigInt(FRACTION);

/** 1 + t₁ + t₂ + …, each term the one before times `ratio`, divided by `divisor(j)`. */
function series(ratio: bigint, divisor: (j: bigint) => bigint): bigint {
  let sum = ONE;
  let term = ONE;
  for (let j = 1n; term !== 0n && term !== -1n; j++) {
    term = times(term, ratio) / divisor(j);
    sum += term;
  }
  return sum;
}

/** 2 · artanh(z) for fixed-point z: ln((1 + z) / (1 − z)). */
function twiceArtanh(z: bigint): bigint {
  const square = times(z, z);
  let sum = 0n;
  let power = z;
  for (let j = 1n; power !== 0n && power !== -1n; j += 2n) {
    sum += power / j;
    power = times(power, square);
  }
  return 2n * sum;
}

export const LN2 = twiceArtanh(ONE / 3n);

/** arctan(1/n), by Gregory's series. */
function arctanOfInverse(n: bigint): bigint {
  let sum = 0n;
  let power = ONE / n;
  for (let j = 1n; power !== 0n; j += 2n) {
    sum += j % 4n === 1n ? power / j : -(power / j);
    power /= n * n;
  }
  return sum;
}

export const TWO_PI = 8n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n)); // Machin's formula

export function exactLn(x: number): ExactNumber {
  const { m, e } = toExact(x);
  const places = bitLength(m) - 1;
  const mantissa = shiftLeft(m, FRACTION - places); // in [1, 2)
  const z = ((mantissa - ONE) << BigInt(FRACTION)) / (mantissa + ONE);
  return { m: BigInt(e + places) * LN2 + twiceArtanh(z), e: -FRACTION };
}

/** e^x = m · 2^e: x less k · ln 2, then the series at a 256th of the rest, squared eight times. */
export function exactExp(x: number): ExactNumber {
  const whole = fixed(toExact(x));
  const k = whole / LN2 - (whole < 0n ? 1n : 0n);
  let y = series((whole - k * LN2) >> 8n, (j) => j);
  for (let i = 0; i < 8; i++) y = times(y, y);
  return { m: y, e: Number(k) - FRACTION };
}

export function exactExpm1(x: number): ExactNumber {
  const a = toExact(x);
  if (Math.abs(x) < 1) return { m: a.m * series(fixed(a), (j) => j + 1n), e: a.e - FRACTION }; // x · Σ x^j/(j + 1)!
  const { m, e } = exactExp(x);
  return e > -FRACTION ? { m: shiftLeft(m, e + FRACTION) - ONE, e: -FRACTION } : { m: m - shiftLeft(1n, -e), e };
}

/** sin(2π(x + quarters/4)), as a fraction of a turn from the nearest quarter. */
export function exactSinTurn(x: number, quarters: bigint): ExactNumber {
  const a = toExact(x);
  const e = Math.min(a.e, -3);
  const quarter = 1n << BigInt(-e - 2);
  const m = shiftLeft(a.m, a.e - e) + quarters * quarter;
  const reduced = (((m + quarter / 2n) % (4n * quarter)) + 4n * quarter) % (4n * quarter);
  const quadrant = reduced / quarter;
  const f: ExactNumber = { m: (reduced % quarter) - quarter / 2n, e };
  const angle = times(TWO_PI, fixed(f));
  const minusSquare = -times(angle, angle);
  const sign = quadrant >= 2n ? -1n : 1n;
  if (quadrant % 2n === 1n) return { m: sign * series(minusSquare, (j) => 2n * j * (2n * j - 1n)), e: -FRACTION };
  return {
    m:
      sign *
      f.m *
      times(
        TWO_PI,
        series(minusSquare, (j) => 2n * j * (2n * j + 1n)),
      ),
    e: e - FRACTION,
  };
}

/** How far y is from the exact result, in ulp: units of the last place of a double near that result. */
export function ulpError(y: number, { m, e }: ExactNumber): number {
  if (m === 0n) return y === 0 ? 0 : Infinity;
  if (!Number.isFinite(y)) return Infinity;
  const ulp = Math.max(bitLength(m) - 1 + e - 52, -1074);
  const got = toExact(y);
  return Math.abs(Number(shiftLeft(got.m, got.e - ulp + 64) - shiftLeft(m, e - ulp + 64))) / powerOfTwo(64);
}
