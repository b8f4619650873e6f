import { describe, expect, it } from 'vitest';
import { leastTimeOf } from './measure.ts';

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
    const found = leastTimeOf(task, now);
    expect(Math.abs(found / length - 1)).toBeLessThan(0.055);
  });

  it('is that of the shortest round: disturbed ones do not matter, however many', () => {
    // A round takes ten runs of 2 ms; of the first four, each is disturbed once.
    const lengths = Array.from({ length: 60 }, (_, i) => (i % 10 === 3 && i < 40 ? 90 : 2));
    const { task, now } = clocked(1, lengths);
    expect(leastTimeOf(task, now)).toBeCloseTo(2, 0);
  });

  it('is measured for long enough and no longer', () => {
    const { task, now, turns } = clocked(1, [1]);
    leastTimeOf(task, now);
    expect(turns()).toBeGreaterThanOrEqual(3 * 20);
    expect(turns()).toBeLessThanOrEqual(300);
  });

  it('has short rounds by a fine clock: more of them are left alone', () => {
    // Every third millisecond something else takes the core for a while.
    const { task, now, turns } = clocked(
      0.000_1,
      Array.from({ length: 400 }, (_, i) => (i % 6 === 5 ? 12 : 0.5)),
    );
    let readings = 0;
    const ticking = (): number => now() + readings++ / 1_000;
    expect(leastTimeOf(task, ticking)).toBeCloseTo(0.5, 1);
    expect(turns()).toBeLessThanOrEqual(100);
  });
});
