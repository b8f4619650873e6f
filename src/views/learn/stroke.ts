/** A line drawn by hand: a few values, left to right. */

export interface StrokePoint {
  readonly point: number;
  readonly value: number;
}

/**
 * The values after the hand has gone from one point to another. A quick hand is seen at few points only: those that it
 * passed in between get what lies on the straight line, in whole numbers.
 */
export function drawStroke(values: readonly number[], from: StrokePoint, to: StrokePoint): readonly number[] {
  const span = to.point - from.point;
  const [first, last] = span < 0 ? [to.point, from.point] : [from.point, to.point];
  return values.map((value, point) => {
    if (point === to.point) return to.value;
    if (point === from.point || point < first || point > last) return value;
    return Math.round(from.value + ((point - from.point) / span) * (to.value - from.value));
  });
}
