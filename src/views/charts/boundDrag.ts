/** A drag of a limit's line in a chart: heights in pixels become whole numbers of requests. */
import { MAX_PERMITS, type BoundSetting, type LaneInfo } from '../../sim/index.ts';
import { niceStep } from '../format/niceSteps.ts';
import { formatCount } from '../format/numbers.ts';

/** The setting whose line a chart lets the hand move. */
export interface ChartBound {
  /** From 0. */
  readonly lane: number;
  readonly setting: BoundSetting;
  readonly value: number;
  /** How much of the chart's quantity one of it is. */
  readonly levelPerUnit: number;
}

/** The line n of a lane's window count. */
export function countBound(lane: number, n: number): ChartBound {
  return { lane, setting: 'n', value: n, levelPerUnit: 1 };
}

/** The bound of a lane's level, as its limiter describes it. */
export function levelBound(
  lane: number,
  laneInfo: Pick<LaneInfo, 'bound' | 'n' | 'capacity'> | null,
): ChartBound | null {
  const bound = laneInfo?.bound ?? null;
  if (laneInfo === null || bound === null) return null;
  const { setting, levelPerUnit } = bound;
  return { lane, setting, value: laneInfo[setting], levelPerUnit };
}

/**
 * The value after the line moved up by `up` pixels: whole, and round where a pixel is more than one.
 * @param perPixel the setting's units in a pixel of height
 */
export function draggedValue(start: number, up: number, perPixel: number): number {
  if (up === 0) return start;
  const step = niceStep(perPixel);
  return Math.max(1, Math.min(MAX_PERMITS, Math.round((start + up * perPixel) / step) * step));
}

/** `n 12`, `capacity 20` */
export function boundText(setting: BoundSetting, value: number): string {
  return `${setting} ${formatCount(value)}`;
}
