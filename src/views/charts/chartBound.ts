/** Which limit's line a chart lets the hand move. */
import type { BoundSetting, LaneInfo } from '../../sim/index.ts';
import type { ValueScale } from './scale.ts';

/** The setting whose line a chart lets the hand move. */
export interface ChartBound {
  /** From 0. */
  readonly lane: number;
  readonly setting: BoundSetting;
  readonly value: number;
  /** How much of the chart's quantity one of it is. */
  readonly levelPerUnit: number;
}

/** A bound where it stands. */
export interface PlacedBound {
  readonly bound: ChartBound;
  readonly scale: ValueScale;
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
