/**
 * A curve with more vertices than pixels, as the span of heights that it has in each pixel column, joined last to first.
 * Measured where no graphics card draws: 3,600 vertices as columns 0.2 ms, as a stroked path 5 ms.
 */
import type { Curve } from '../../sim/index.ts';
import { snap, type Frame } from './frame.ts';
import type { Scale } from './scale.ts';

/** Reused from one drawing to the next. */
let upper = new Float64Array(0);
let lower = new Float64Array(0);

/** Whether a path of those vertices would be drawn over itself. */
export function isDense(frame: Frame, vertices: number): boolean {
  return vertices > frame.plot.width;
}

/**
 * Calls for each pixel column that the curve passes, with its edges and the ys of its greatest and least value.
 *
 * @param first vertices [first, end) are looked at
 */
export function eachColumn(
  frame: Frame,
  curve: Curve,
  scale: Scale,
  first: number,
  end: number,
  call: (left: number, width: number, top: number, bottom: number) => void,
): void {
  const { plot, pixelRatio } = frame;
  const count = Math.ceil(plot.width);
  measure(frame, curve, scale, first, end, count);
  let left = plot.x;
  for (let column = 0; column < count; column++) {
    const right = Math.min(plot.x + plot.width, snap(plot.x + column + 1, pixelRatio));
    const top = upper[column] as number;
    if (top !== Infinity) call(left, right - left, top, lower[column] as number);
    left = right;
  }
}

function measure(frame: Frame, { at, value }: Curve, scale: Scale, first: number, end: number, count: number): void {
  const { plot } = frame;
  if (upper.length < count) {
    upper = new Float64Array(count);
    lower = new Float64Array(count);
  }
  upper.fill(Infinity, 0, count);
  lower.fill(-Infinity, 0, count);
  const perMicro = plot.width / (frame.to - frame.from);
  const perValue = plot.height / (scale.high - scale.low);
  const foot = plot.y + plot.height;

  const touch = (column: number, y: number): void => {
    if (column < 0 || column >= count) return;
    if (y < (upper[column] as number)) upper[column] = y;
    if (y > (lower[column] as number)) lower[column] = y;
  };
  let lastX = 0;
  let lastY = 0;
  for (let i = first; i < end; i++) {
    const x = ((at[i] as number) - frame.from) * perMicro;
    const y = Math.min(foot, Math.max(plot.y, foot - ((value[i] as number) - scale.low) * perValue));
    if (i > first) {
      // Where the line to here crosses from one column into the next, both have that height.
      const until = Math.min(count, Math.floor(x));
      for (let edge = Math.max(0, Math.floor(lastX) + 1); edge <= until; edge++) {
        const crossing = lastY + ((edge - lastX) / (x - lastX)) * (y - lastY);
        touch(edge - 1, crossing);
        touch(edge, crossing);
      }
    }
    touch(Math.floor(x), y);
    lastX = x;
    lastY = y;
  }
}
