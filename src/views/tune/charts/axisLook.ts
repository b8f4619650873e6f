/** How the axes of Tune's charts look: labels only, in the type of all charts. */
import { formatShortNumber } from '../../format/ticks.ts';

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
