/** How axes, lines and bands of Tune's charts look, and where Recharts draws them. */
import { AXIS_OF_TICKS, AxisText } from '../../charts/axisParts.tsx';
import type { Plot } from '../../charts/viewport.ts';
import { formatShortNumber } from '../../format/ticks.ts';
import { TUNE_GUTTERS } from './plotFrame.ts';

export const TUNE_MARGIN = { left: 0, right: TUNE_GUTTERS.right, top: TUNE_GUTTERS.top, bottom: 0 };

/** Labels only, in the type of all charts. */
export const AXIS_LOOK = {
  ...AXIS_OF_TICKS,
  axisLine: false,
  tickMargin: 6,
  tick: AxisText,
  tickFormatter: formatShortNumber,
} as const;

/** Where the grid of an axis from 0 has lines: at its ticks and at its upper end. @returns CSS pixels from the chart's top */
export function gridLines({ y, height }: Plot, top: number, ticks: readonly number[]): readonly number[] {
  return [...new Set([...ticks, top])].map((at) => y + height * (1 - at / top));
}

export const LINE_LOOK = { dot: false, activeDot: false, isAnimationActive: false } as const;

/** From the least to the most over the readings of a coarse log. */
export const BAND_LOOK = {
  stroke: 'none',
  fill: 'var(--ink)',
  fillOpacity: 0.14,
  className: 'tune-band',
  ...LINE_LOOK,
} as const;
