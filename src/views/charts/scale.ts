/** The y axes of levels and window counts: their scales and ticks. */
import type { Curve, Instant, LaneChartData, LaneInfo } from '../../sim/index.ts';
import { countTicks, countAxisTop, formatBound, valueTicks, type Tick } from '../format/ticks.ts';
import type { Plot } from './viewport.ts';

/** The values at the plot's foot and top. */
export interface ValueScale {
  readonly low: number;
  readonly high: number;
}

/** What a level's axis needs to know about its lane. */
export type LevelGauge = Pick<LaneInfo, 'wall' | 'full' | 'low' | 'n'>;

/** A lane's own bound is this high in every lane, whatever the unit; with a debt, zero is at `ZERO_AT`. */
const BOUND_AT = 0.86;
const ZERO_AT = 0.33;
/** A level that exceeds its own bound, as a defect can make it, pushes the bound down until the level is visible. */
const MAX_LEVEL_SHARE = 0.98;
/** Below this height half a pixel is more than `MAX_LEVEL_SHARE` leaves free. */
const MIN_ROUNDED_PX = 25;

/** Labels of 12 px type closer than this touch. */
const LABEL_HEIGHT = 13;

export function yOf(plot: Plot, scale: ValueScale, value: number): number {
  return plot.y + plot.height * (1 - (value - scale.low) / (scale.high - scale.low));
}

/** Whether the limiter has a bound that can be drawn. */
export function isBounded(gauge: LevelGauge): boolean {
  return Number.isFinite(gauge.full) && gauge.full > Math.max(0, gauge.low);
}

/**
 * @param height of the plot: the bound is put between two of its pixels
 * @param maxValue of the curve, for levels without a bound and those that exceed theirs
 */
export function levelScale(gauge: LevelGauge, height: number, maxValue: number): ValueScale {
  if (!isBounded(gauge)) return { low: Math.min(0, gauge.low), high: countAxisTop(gauge.n, maxValue) };
  const share =
    maxValue > (gauge.full * MAX_LEVEL_SHARE) / BOUND_AT ? (gauge.full * MAX_LEVEL_SHARE) / maxValue : BOUND_AT;
  // Pushed far down, the bound is not rounded: half a pixel is a large share there, and would push the level out.
  const boundAt = share * height >= MIN_ROUNDED_PX ? Math.round(share * height) / height : share;
  // A debt too deep for the lower third of the plot pushes zero up, not itself out.
  const low = gauge.low < 0 ? Math.min(gauge.low, (-gauge.full * ZERO_AT) / (BOUND_AT - ZERO_AT)) : 0;
  return { low, high: low + (gauge.full - low) / boundAt };
}

/** @param bound its own, or the greatest value shown: at the height of the level's bound; the zeros coincide */
export function secondLevelScale(scale: ValueScale, full: number, bound: number): ValueScale {
  // A bound in the same unit as the level's shares the level's scale.
  const ratio = bound > 0 && full > 0 ? bound / full : 1;
  return { low: scale.low * ratio, high: scale.high * ratio };
}

/** 0 and the bound; nice steps and n where there is no bound. */
export function levelTicks(
  gauge: LevelGauge & Partial<Pick<LaneInfo, 'goesLower'>>,
  scale: ValueScale,
  height: number,
): readonly Tick[] {
  if (isBounded(gauge)) {
    const top = Math.floor(scale.high * MAX_LEVEL_SHARE);
    const usualTop = scale.low + (gauge.full - scale.low) / BOUND_AT;
    const above = top > usualTop ? [{ at: top, label: formatBound(top) }] : [];
    // So deep that it pushed zero up: how deep is to be seen.
    const usualLow = (-gauge.full * ZERO_AT) / (BOUND_AT - ZERO_AT);
    const below =
      gauge.goesLower === true && gauge.low < usualLow ? [{ at: gauge.low, label: formatBound(gauge.low) }] : [];
    const bounds = [
      { at: 0, label: '0' },
      // While the scale is held, a bound that is dragged up leaves it.
      ...(gauge.full <= scale.high ? [{ at: gauge.full, label: formatBound(gauge.full) }] : []),
    ];
    const beyond = [...above, ...below];
    return beyond.length === 0 ? bounds : withoutOverlaps([...bounds, ...beyond], scale, height);
  }
  const n = { at: gauge.n, label: `n ${formatBound(gauge.n)}` };
  return withoutOverlaps([n, ...valueTicks(scale.low, scale.high, { maxTicks: 3 })], scale, height);
}

interface Extremes {
  readonly until: Instant;
  readonly least: number;
  readonly most: number;
}

/** Asked for at every change of the state, so the last answer for each curve is kept. */
const known = new WeakMap<Curve, Extremes>();

/** The least and the greatest value of a curve at or before an instant; 0 where none is less or greater. */
function extremesOf(curve: Curve, until: Instant): Extremes {
  const last = known.get(curve);
  if (last?.until === until) return last;
  const { at, value } = curve;
  let [least, most] = [0, 0];
  for (let i = 0; i < value.length && (at[i] as number) <= until; i++) {
    least = Math.min(least, value[i] as number);
    most = Math.max(most, value[i] as number);
  }
  const extremes = { until, least, most };
  known.set(curve, extremes);
  return extremes;
}

/** The greatest value of a curve at or before an instant; 0 if none is greater. */
export function maxOf(curve: Curve, until: Instant): number {
  return extremesOf(curve, until).most;
}

/** Of a lane's level and its second quantity, at or before an instant. */
export function levelExtremes(
  chartData: Pick<LaneChartData, 'level' | 'secondaryLevel'> | null,
  until: Instant = Infinity,
): { readonly least: number; readonly greatest: number; readonly secondGreatest: number } {
  const { level = null, secondaryLevel = null } = chartData ?? {};
  const { least, most } = level === null ? { least: 0, most: 0 } : extremesOf(level, until);
  return {
    least,
    greatest: most,
    secondGreatest: secondaryLevel === null ? 0 : maxOf(secondaryLevel, until),
  };
}

/**
 * The top of the axis of window counts, which all lanes of a run share: above the greatest n and the greatest count.
 * @param until what comes later is hidden, and so is the peak
 */
export function countTopOf(
  laneInfos: readonly LaneInfo[],
  charts: readonly Pick<LaneChartData, 'windowCount'>[],
  until: Instant,
): number {
  const counts =
    until === Infinity
      ? laneInfos.map(({ summary }) => summary.peak?.permits ?? 0)
      : charts.map(({ windowCount }) => maxOf(windowCount, until));
  return countAxisTop(Math.max(1, ...laneInfos.map(({ n }) => n)), Math.max(0, ...counts));
}

/** The ticks of a window count from 0 to `top` that a plot of this height has room for: first n, then 0, then the rest. */
export function windowCountTicks(n: number, top: number, height: number): readonly Tick[] {
  const rank = ({ at }: Tick): number => (at === n ? 0 : at === 0 ? 1 : 2);
  const ticks = countTicks(n, top, height)
    .filter(({ at }) => at <= top)
    .sort((one, other) => rank(one) - rank(other));
  return withoutOverlaps(ticks, { low: 0, high: top }, height);
}

/** Drops each tick that touches an earlier one of the list; returns the rest, ascending. */
function withoutOverlaps(ticks: readonly Tick[], scale: ValueScale, height: number): readonly Tick[] {
  const pxPerValue = height / (scale.high - scale.low);
  const kept: Tick[] = [];
  for (const tick of ticks) {
    if (kept.every(({ at }) => Math.abs(at - tick.at) * pxPerValue >= LABEL_HEIGHT)) kept.push(tick);
  }
  return kept.sort((one, other) => one.at - other.at);
}
