/** Whether a run's decisions are drawn as single marks or as densities: one answer for all of its lanes. */
import { MAX_MARKS, type LaneChartData } from '../../sim/index.ts';
import { MarkStack, rowHalfHeight, type DisplayMode } from './markStack.ts';
import type { TimeRange, Viewport } from './viewport.ts';

type MarkedLane = Pick<LaneChartData, 'marks' | 'requestsInRange'>;

/**
 * The plot on which all runs are tried, about as large as one of three side by side: the same run is drawn in the same way
 * in every layout and window. A lower plot has smaller marks.
 */
const PLOT = { x: 0, y: 0, width: 320, height: 120 };
/** Of a mark that is recognizable, px. */
const LEAST_PITCH = 3;

/** On the way back to marks: so that a sliding range does not flicker between the two. */
const HYSTERESIS = 0.2;

/**
 * Marks while every lane's are few enough and every lane's stacks fit into `PLOT`; 20 % hysteresis while
 * the range slides over one run. What was drawn of an earlier run does not count.
 */
export class RunDisplayMode {
  #mode: DisplayMode | null = null;
  #run: unknown = null;
  #lanes: readonly MarkedLane[] | null = null;
  #range: TimeRange | null = null;

  /**
   * @param run what is another object for another run
   * @param range the visible one, the same for all lanes
   */
  of(run: unknown, lanes: readonly MarkedLane[], { from, to }: TimeRange): DisplayMode {
    if (run !== this.#run) this.#mode = null;
    this.#run = run;
    if (this.#mode === null || lanes !== this.#lanes || !isAsLong({ from, to }, this.#range)) {
      this.#mode = this.#fits(lanes, { from, to }) ? 'marks' : 'densities';
      this.#lanes = lanes;
      this.#range = { from, to };
    }
    return this.#mode;
  }

  #fits(lanes: readonly MarkedLane[], range: TimeRange): boolean {
    const most = MAX_MARKS * (this.#mode === 'marks' ? 1 + HYSTERESIS : 1);
    const viewport: Viewport = { ...range, plot: PLOT, width: PLOT.width, height: PLOT.height, pixelRatio: 1 };
    const half = rowHalfHeight(PLOT, 1);
    const room = this.#mode === 'densities' ? half * (1 - HYSTERESIS) : half;
    return lanes.every(
      ({ marks, requestsInRange }) => marks !== null && requestsInRange <= most && reachOf(marks, viewport) <= room,
    );
  }
}

/** How far the stacks of a lane reach, laid out anew as low as marks can be told apart. */
function reachOf(marks: NonNullable<MarkedLane['marks']>, viewport: Viewport): number {
  const stack = new MarkStack();
  stack.layOut(marks, viewport, LEAST_PITCH);
  return stack.maxReach;
}

/** Where a range that slides is makes no difference: all marks of the data are stacked, those outside of it too. */
function isAsLong(one: TimeRange, other: TimeRange | null): boolean {
  return other !== null && Math.abs((one.to - one.from) / (other.to - other.from) - 1) < 1e-9;
}
