/** How axes, lines and bands of Tune's charts look, and where Recharts draws them. */
import { formatShortNumber } from '../../format/ticks.ts';
import { TUNE_GUTTERS } from './plotFrame.ts';

export const TUNE_MARGIN = { left: 0, right: TUNE_GUTTERS.right, top: TUNE_GUTTERS.top, bottom: 0 };

/** Labels only, in the type of all charts. */
export const AXIS_LOOK = {
  interval: 0,
  axisLine: false,
  tickLine: false,
  tickMargin: 6,
  // Passed explicitly: otherwise they would be looked up in the DOM, which costs a layout.
  fontSize: 12,
  letterSpacing: 0,
  tickFormatter: formatShortNumber,
} as const;

export const LINE_LOOK = { dot: false, activeDot: false, isAnimationActive: false } as const;

/** From the least to the most over the readings of a coarse log. */
export const BAND_LOOK = {
  stroke: 'none',
  fill: 'var(--ink)',
  fillOpacity: 0.14,
  className: 'tune-band',
  ...LINE_LOOK,
} as const;
