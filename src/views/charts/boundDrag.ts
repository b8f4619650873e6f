/** A drag of a limit's line in a chart: heights in pixels become whole numbers of requests. */
import { MAX_PERMITS, type BoundSetting } from '../../sim/index.ts';
import { niceStep } from '../format/niceSteps.ts';
import { formatCount } from '../format/numbers.ts';

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
