/** Whether a run's decisions are drawn as single marks or as densities: one answer for all of its lanes. */
import { MAX_MARKS, type LaneChartData } from '../../sim/index.ts';
import { MarkStack, pitchesFor, rowHalfHeight, type DisplayMode } from './markStack.ts';
import type { Viewport } from './viewport.ts';

type MarkedLane = Pick<LaneChartData, 'marks' | 'requestsInRange'>;

/** On the way back to marks: so that a sliding range does not flicker between the two. */
const HYSTERESIS = 0.2;

/**
 * Marks while every lane's are few enough and every lane's stacks fit, at the smallest pitch; 20 % hysteresis
 * while the range slides over one run. What was drawn of an earlier run does not count.
 */
export class RunDisplayMode {
  #mode: DisplayMode | null = null;
  #run: unknown = null;
  #lanes: readonly MarkedLane[] | null = null;
  #viewport: Viewport | null = null;

  /**
   * @param run what is another object for another run
   * @param viewport of a lane's decisions; those of all lanes are of one size and one range
   */
  of(run: unknown, lanes: readonly MarkedLane[], viewport: Viewport): DisplayMode {
    if (run !== this.#run) this.#mode = null;
    this.#run = run;
    if (this.#mode === null || lanes !== this.#lanes || !sameSize(viewport, this.#viewport)) {
      this.#mode = this.#fits(lanes, viewport) ? 'marks' : 'densities';
      this.#lanes = lanes;
      this.#viewport = viewport;
    }
    return this.#mode;
  }

  #fits(lanes: readonly MarkedLane[], viewport: Viewport): boolean {
    const most = MAX_MARKS * (this.#mode === 'marks' ? 1 + HYSTERESIS : 1);
    const half = rowHalfHeight(viewport.plot, 1);
    const room = this.#mode === 'densities' ? half * (1 - HYSTERESIS) : half;
    return lanes.every(
      ({ marks, requestsInRange }) =>
        marks !== null && requestsInRange <= most && reachOf(marks, viewport, half) <= room,
    );
  }
}

/** How far the stacks of a lane reach, laid out anew at the smallest pitch. */
function reachOf(marks: NonNullable<MarkedLane['marks']>, viewport: Viewport, half: number): number {
  const stack = new MarkStack();
  stack.layOut(marks, viewport, pitchesFor(half).at(-1) as number);
  return stack.maxReach;
}

/** Where a range that slides is makes no difference: all marks of the data are stacked, those outside of it too. */
function sameSize(one: Viewport, other: Viewport | null): boolean {
  return (
    other !== null &&
    Math.abs((one.to - one.from) / (other.to - other.from) - 1) < 1e-9 &&
    one.plot.width === other.plot.width &&
    one.plot.height === other.plot.height
  );
}
