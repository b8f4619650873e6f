/**
 * What is first shown is shown one after another, a frame each. A first answer mounts a chart or a table, and several that
 * come together would be one task, for which the page does not react to the hand.
 */
import { afterPaint } from '../afterPaint.ts';

let last: Promise<void> = Promise.resolve();

/** Runs `show` after all that came before it were painted. */
export function showOneByOne(show: () => void): void {
  last = last.then(() => {
    show();
    return afterPaint();
  });
}
