import { describe, expect, it } from 'vitest';
import { medianTimeOf } from './measure.ts';

/** A task whose runs take the listed times, and after that always the last of them, on a clock rounded down to `step`. */
function clocked(step: number, lengths: readonly number[]) {
  let time = 1_234.567;
  let turn = 0;
  const task = (): void => {
    time += lengths[Math.min(turn++, lengths.length - 1)] as number;
  };
  return { task, now: () => Math.floor(time / step) * step, turns: () => turn };
}

describe('the time of a task', () => {
  it.each([
    [0.7, 1],
    [3.1, 1],
    [0.004, 1],
    [19.9, 1],
    [0.7, 0.1],
    [250, 1],
  ])('of %d ms is found to a twentieth by a clock of %d ms', (length, step) => {
    const { task, now } = clocked(step, [length]);
    const found = medianTimeOf(task, now);
    expect(Math.abs(found / length - 1)).toBeLessThan(0.055);
  });

  it('is the median of several rounds: two disturbed rounds do not matter', () => {
    // A round takes ten runs of 2 ms; the first and the third are disturbed.
    const lengths = Array.from({ length: 60 }, () => 2);
    lengths[0] = 500;
    lengths[15] = 90;
    const { task, now } = clocked(1, lengths);
    expect(medianTimeOf(task, now)).toBeCloseTo(2, 0);
  });

  it('is not that of the fastest', () => {
    // Two rounds of twenty runs, and then others of ten.
    const { task, now } = clocked(0.001, [...Array.from({ length: 40 }, () => 1), 2]);
    expect(medianTimeOf(task, now)).toBeCloseTo(2, 2);
  });

  it('is measured for long enough and no longer', () => {
    const { task, now, turns } = clocked(1, [1]);
    medianTimeOf(task, now);
    expect(turns()).toBeGreaterThanOrEqual(3 * 20);
    expect(turns()).toBeLessThanOrEqual(200);
  });
});
