/** The curve of what a bucket admits from an abuser before the first denial, by the abuser's rate a. */
import { admittedBeforeDenial, fluidAdmittedBeforeDenial } from '../../sim/index.ts';
import type { SmallChartAxis, SmallChartPoint } from '../charts/smallChartModel.ts';
import { valueTicks, type Tick } from '../format/ticks.ts';

export interface AbuserCurve {
  readonly x: SmallChartAxis;
  readonly y: SmallChartAxis;
  /** The exact rule, a point where it steps, and the fluid approximation. */
  readonly exact: readonly SmallChartPoint[];
  readonly fluid: readonly SmallChartPoint[];
}

/** Minimum extent of the axes, in multiples of q and in a; a measurement may extend it. */
const MIN_Y_MAX_PER_Q = 3;
const MIN_X_MAX = 10;
/** Steps closer than this are merged, px. */
const SAMPLE_PX = 0.5;

/**
 * The axis of a is logarithmic from 1: most happens just above 1, and an abuser may request a thousand times n/T.
 * @param measured the lane's abuser, which is always within the axes
 * @param width of the plot, px
 */
export function abuserCurve(
  q: number,
  measured: { readonly a: number; readonly admitted: number },
  width: number,
): AbuserCurve {
  const xMax = niceCeil(Math.max(MIN_X_MAX, measured.a));
  const yMax = Math.max(MIN_Y_MAX_PER_Q * q, 1.15 * measured.admitted);
  const samples = Array.from({ length: width / SAMPLE_PX }, (_, index) => xMax ** (((index + 1) * SAMPLE_PX) / width));
  return {
    x: { domain: [1, xMax], ticks: aTicks(xMax) },
    y: { domain: [0, yMax], ticks: valueTicks(0, yMax, { whole: true }) },
    exact: curvePoints(samples, (a) => admittedBeforeDenial(q, a), yMax),
    fluid: curvePoints(samples, (a) => fluidAdmittedBeforeDenial(q, a), yMax),
  };
}

/** The curve from where it enters the plot, at the top, with a point where its value changes and one at the end. */
function curvePoints(samples: readonly number[], admitted: (a: number) => number, top: number): SmallChartPoint[] {
  const points: SmallChartPoint[] = [];
  samples.forEach((a, index) => {
    const value = admitted(a);
    if (value > top || (value === points.at(-1)?.y && index < samples.length - 1)) return;
    if (points.length === 0) points.push({ x: a, y: top });
    points.push({ x: a, y: value });
  });
  return points;
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
