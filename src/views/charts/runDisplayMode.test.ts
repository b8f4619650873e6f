import { describe, expect, it } from 'vitest';
import type { Marks } from '../../sim/index.ts';
import { RunDisplayMode } from './runDisplayMode.ts';
import { marksOf, viewportOf } from './testing.ts';

/** 10 µs per pixel; half the plot is 75 px: 24 marks of 3 px. */
const viewport = viewportOf(0, 3200);
const RUN = {};

/** A number of admissions at one instant. */
const tower = (count: number) => laneOf(marksOf(Array.from({ length: count }, () => [1600, 0] as const)));
/** A number of admissions far enough apart. */
const laneOf = (marks: Marks | null, requestsInRange = marks?.at.length ?? 0) => ({ marks, requestsInRange });

describe('a run is drawn', () => {
  it.each([
    ['as marks while they fit in every lane', [tower(24), tower(3)], 'marks'],
    ['as densities where one lane has a taller stack', [tower(3), tower(25)], 'densities'],
    ['as densities where one lane has too many', [tower(3), laneOf(marksOf([[1600, 0]]), 601)], 'densities'],
    ['as densities where the marks of one are not known', [tower(3), laneOf(null, 900)], 'densities'],
    ['as marks without lanes', [], 'marks'],
  ])('%s', (_, lanes, mode) => {
    expect(new RunDisplayMode().of(RUN, lanes, viewport)).toBe(mode);
    expect(new RunDisplayMode().of(RUN, lanes.toReversed(), viewport)).toBe(mode);
  });

  it('with 20 % hysteresis while its range slides', () => {
    const mode = new RunDisplayMode();
    const modes = [24, 25, 24, 20, 19, 24].map((count) => mode.of(RUN, [tower(count)], viewport));
    expect(modes).toEqual(['marks', 'densities', 'densities', 'densities', 'marks', 'marks']);
    const few = marksOf([[1600, 0]]);
    const numbers = [600, 720, 721, 601, 600].map((count) => mode.of(RUN, [laneOf(few, count)], viewport));
    expect(numbers).toEqual(['marks', 'marks', 'densities', 'densities', 'marks']);
  });

  it('as it would be alone: an earlier run does not count', () => {
    const mode = new RunDisplayMode();
    expect(mode.of(RUN, [tower(25)], viewport)).toBe('densities');
    expect(mode.of({}, [tower(24)], viewport)).toBe('marks');
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
    const readsOf = (from: number, to: number, height?: number): number => {
      const before = read;
      mode.of(RUN, lanes, viewportOf(from, to, height === undefined ? {} : { height }));
      return read - before;
    };
    const once = readsOf(0, 3200);
    expect(once).toBeGreaterThan(0);
    expect([10, 20.3, 1000.7].map((from) => readsOf(from, from + 3200))).toEqual([0, 0, 0]);
    expect(readsOf(0, 3000)).toBe(once);
    expect(readsOf(0, 3000, 100)).toBe(once);
    expect(readsOf(0, 3000, 100)).toBe(0);
  });

  it('by the room that its lanes have', () => {
    const mode = new RunDisplayMode();
    const lanes = [tower(12)];
    expect(mode.of(RUN, lanes, viewport)).toBe('marks');
    expect(mode.of(RUN, lanes, viewportOf(0, 3200, { height: 60 }))).toBe('densities');
  });
});
