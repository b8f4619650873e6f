import { describe, expect, it } from 'vitest';
import type { Marks } from '../../sim/index.ts';
import { RunDisplayMode } from './runDisplayMode.ts';
import { marksOf, viewportOf } from './testing.ts';

/** Ten instants per pixel; half the plot is 60 px: 19 marks of 3 px. */
const viewport = viewportOf(0, 3200);
const RUN = {};

/** A number of admissions at one instant. */
const tower = (count: number) => laneOf(marksOf(Array.from({ length: count }, () => [1600, 0] as const)));
/** A number of admissions far enough apart. */
const laneOf = (marks: Marks | null, requestsInRange = marks?.at.length ?? 0) => ({ marks, requestsInRange });

describe('a run is drawn', () => {
  it.each([
    ['as marks while they fit in every lane', [tower(19), tower(3)], 'marks'],
    ['as densities where one lane has a taller stack', [tower(3), tower(20)], 'densities'],
    ['as densities where one lane has too many', [tower(3), laneOf(marksOf([[1600, 0]]), 601)], 'densities'],
    ['as densities where the marks of one are not known', [tower(3), laneOf(null, 900)], 'densities'],
    ['as marks without lanes', [], 'marks'],
  ])('%s', (_, lanes, mode) => {
    expect(new RunDisplayMode().of(RUN, lanes, viewport)).toBe(mode);
    expect(new RunDisplayMode().of(RUN, lanes.toReversed(), viewport)).toBe(mode);
  });

  it('with 20 % hysteresis while its range slides', () => {
    const mode = new RunDisplayMode();
    const modes = [19, 20, 19, 16, 15, 19].map((count) => mode.of(RUN, [tower(count)], viewport));
    expect(modes).toEqual(['marks', 'densities', 'densities', 'densities', 'marks', 'marks']);
    const few = marksOf([[1600, 0]]);
    const numbers = [600, 720, 721, 601, 600].map((count) => mode.of(RUN, [laneOf(few, count)], viewport));
    expect(numbers).toEqual(['marks', 'marks', 'densities', 'densities', 'marks']);
  });

  it('as it would be alone: an earlier run does not count', () => {
    const mode = new RunDisplayMode();
    expect(mode.of(RUN, [tower(20)], viewport)).toBe('densities');
    expect(mode.of({}, [tower(19)], viewport)).toBe('marks');
  });

  it('without being decided again while only the range slides', () => {
    const marks = marksOf([[1600, 0]]);
    let read = 0;
    const lanes = [
      {
        get marks() {
          read++;
          return marks;
        },
        requestsInRange: 1,
      },
    ];
    const mode = new RunDisplayMode();
    const readsOf = (from: number, to: number): number => {
      const before = read;
      mode.of(RUN, lanes, { from, to });
      return read - before;
    };
    const once = readsOf(0, 3200);
    expect(once).toBeGreaterThan(0);
    expect([10, 20.3, 1000.7].map((from) => readsOf(from, from + 3200))).toEqual([0, 0, 0]);
    expect(readsOf(0, 3000)).toBe(once);
    expect(readsOf(0, 3000)).toBe(0);
  });

  it('whatever room its lanes have', () => {
    const low = viewportOf(0, 3200, { height: 60 });
    expect(new RunDisplayMode().of(RUN, [tower(19)], low)).toBe('marks');
    expect(new RunDisplayMode().of(RUN, [tower(20)], low)).toBe('densities');
  });
});
