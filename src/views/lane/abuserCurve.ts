/** The curve of what a bucket admits from an abuser before the first denial, by the abuser's rate a. */
import { admittedBeforeDenial, fluidAdmittedBeforeDenial } from '../../sim/index.ts';
import { valueTicks, type Tick } from '../format/ticks.ts';

/** In pixels: the plot is `width` × `height`, with its origin at the top left. */
export interface AbuserCurve {
  readonly xOf: (a: number) => number;
  readonly yOf: (admitted: number) => number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** SVG paths: the exact rule in steps, and the fluid approximation. */
  readonly exact: string;
  readonly fluid: string;
}

/** Minimum extent of the axes, in multiples of q and in a; a measurement may extend it. */
const MIN_Y_MAX_PER_Q = 3;
const MIN_X_MAX = 10;
/** Steps closer than this are merged, px. */
const SAMPLE_PX = 0.5;

/**
 * The axis of a is logarithmic from 1: most happens just above 1, and an abuser may request a thousand times n/T.
 * @param measured the lane's abuser, which is always within the axes
 */
export function abuserCurve(
  q: number,
  measured: { readonly a: number; readonly admitted: number },
  width: number,
  height: number,
): AbuserCurve {
  const xMax = niceCeil(Math.max(MIN_X_MAX, measured.a));
  const yMax = Math.max(MIN_Y_MAX_PER_Q * q, 1.15 * measured.admitted);
  const xOf = (a: number): number => (Math.log(a) / Math.log(xMax)) * width;
  const yOf = (admitted: number): number => (1 - admitted / yMax) * height;
  const aAtX = (x: number): number => xMax ** (x / width);
  return {
    xOf,
    yOf,
    xTicks: aTicks(xMax),
    yTicks: valueTicks(0, yMax, { whole: true }),
    exact: curvePath(width, aAtX, (a) => admittedBeforeDenial(q, a), yMax, yOf, true),
    fluid: curvePath(width, aAtX, (a) => fluidAdmittedBeforeDenial(q, a), yMax, yOf, false),
  };
}

/** The a at which the curve enters the plot at the top. */
function curvePath(
  width: number,
  aAt: (x: number) => number,
  admitted: (a: number) => number,
  top: number,
  yOf: (admitted: number) => number,
  steps: boolean,
): string {
  let d = '';
  let last = -1;
  for (let x = SAMPLE_PX; x <= width; x += SAMPLE_PX) {
    const value = admitted(aAt(x));
    if (value > top || (value === last && x < width)) continue;
    const y = yOf(value).toFixed(2);
    if (d === '') d = `M${x} 0V${y}`;
    else d += steps ? `H${x}V${y}` : `L${x} ${y}`;
    last = value;
  }
  return d;
}

/** 1, 2, 5, 10, 20, 50 … below the axis's end, and the end. */
function aTicks(widest: number): readonly Tick[] {
  const ticks: Tick[] = [];
  for (let decade = 1; decade <= widest; decade *= 10) {
    // With many decades, one tick each is enough.
    for (const digit of widest <= 100 ? [1, 2, 5] : [1]) {
      const at = digit * decade;
      if (at <= widest) ticks.push({ at, label: at >= 1e6 ? `${at / 1e6}M` : at >= 1e4 ? `${at / 1e3}k` : `${at}` });
    }
  }
  return ticks;
}

/** The first of 10, 20, 50, 100 … that is at least a. */
function niceCeil(a: number): number {
  for (let decade = 10; ; decade *= 10) {
    const nice = [1, 2, 5].find((digit) => digit * decade >= a);
    if (nice !== undefined) return nice * decade;
  }
}
