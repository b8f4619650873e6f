/** Where a dragged limit lands. */
import { MAX_PERMITS } from '../../../sim/index.ts';
import { niceStep } from '../../format/niceSteps.ts';

/**
 * The whole number of permits nearest to a place in a chart; round where a pixel is more than one.
 * @param perPixel permits in a pixel
 */
export function draggedPermits(value: number, perPixel: number): number {
  const step = niceStep(perPixel);
  return Math.max(1, Math.min(MAX_PERMITS, Math.round(value / step) * step));
}
