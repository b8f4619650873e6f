/** How a linear or logarithmic axis maps values to places along it, and back. */

/** One axis: its ends, and whether equal factors or equal differences are equally long. */
export interface AxisScale {
  readonly low: number;
  readonly high: number;
  readonly log: boolean;
}

/** Where a value is along an axis: 0 at its low end, 1 at its high end; within them. */
export function shareOf({ low, high, log }: AxisScale, value: number): number {
  const share = log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.max(0, Math.min(1, share));
}

/** The value at a share of the axis; beyond its ends, that of the end. */
export function valueAt({ low, high, log }: AxisScale, share: number): number {
  const inside = Math.max(0, Math.min(1, share));
  return log ? low * (high / low) ** inside : low + (high - low) * inside;
}
