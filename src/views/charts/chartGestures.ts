/** What the pointer does on a chart or a time axis, as pure functions: no events, no elements. */
import type { Instant } from '../../sim/index.ts';
import type { TimeRange } from './viewport.ts';

/** A finger moves the crosshair while the page scrolls; the mouse selects a span to zoom to, or pans with Shift. */
export type DragKind = 'crosshair' | 'span' | 'pan';

export function dragKind({ touch, shiftKey }: { readonly touch: boolean; readonly shiftKey: boolean }): DragKind {
  return touch ? 'crosshair' : shiftKey ? 'pan' : 'span';
}

/** From where a drag began to where it is, in order and within the visible range. */
export function spanBetween(pressed: Instant, at: Instant, { from, to }: TimeRange): TimeRange {
  const inside = (instant: Instant): Instant => Math.max(from, Math.min(to, instant));
  return { from: inside(Math.min(pressed, at)), to: inside(Math.max(pressed, at)) };
}

/** How instants map to pixels when a pinch begins. */
export interface PinchScale {
  /** The x of the visible range's start. */
  readonly left: number;
  readonly width: number;
}

/** Two fingers closer than this would zoom without measure. */
const MIN_FINGER_DISTANCE = 16;

/**
 * The range in which two fingers stay on the instants that they took hold of, so that they zoom and pan at once; null
 * while the fingers are too close together or have changed sides.
 */
export function pinchedRange(
  held: readonly [Instant, Instant],
  fingers: readonly [number, number],
  { left, width }: PinchScale,
): TimeRange | null {
  const distance = fingers[1] - fingers[0];
  const perPixel = (held[1] - held[0]) / distance;
  if (Math.abs(distance) < MIN_FINGER_DISTANCE || !(perPixel > 0)) return null;
  const from = held[0] - (fingers[0] - left) * perPixel;
  return { from, to: from + width * perPixel };
}

/** The index of the instant nearest to `at` and at most `tolerance` away; of several at one instant, the first. */
export function nearestInstant(instants: ArrayLike<Instant>, at: Instant, tolerance: number): number | null {
  let nearest: number | null = null;
  let least = tolerance;
  for (let index = 0; index < instants.length; index++) {
    const distance = Math.abs((instants[index] as Instant) - at);
    if (distance < least || (nearest === null && distance === least)) {
      nearest = index;
      least = distance;
    }
  }
  return nearest;
}

export type SwipeDirection = 'next' | 'previous';

/** A swipe is at least this long, and twice as wide as it is high. */
const MIN_SWIPE_PX = 40;

/** To the left is the next lane, as with pages; null for what is no swipe. */
export function swipeDirection(dx: number, dy: number): SwipeDirection | null {
  if (Math.abs(dx) < MIN_SWIPE_PX || Math.abs(dx) < 2 * Math.abs(dy)) return null;
  return dx < 0 ? 'next' : 'previous';
}
