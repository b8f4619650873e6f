/** The scales that all lanes of a run share: the same height means the same count in every lane. */
import type { Instant, LaneChartData, LaneInfo } from '../../sim/index.ts';
import { shownUntil } from '../../store/selectors.ts';
import type { Result, State } from '../../store/state.ts';
import type { ModeOf } from '../charts/decisionsDrawing.ts';
import { maxDensityOf } from '../charts/drawDensities.ts';
import { Held } from '../charts/held.ts';
import { RunDisplayMode } from '../charts/runDisplayMode.ts';
import { countTopOf } from '../charts/scale.ts';

export interface RunScale {
  /** The top of the window counts' axis. */
  readonly countTop: number;
  /** The count per bin that fills half a plot. */
  readonly densityTop: number;
  /** Marks or densities, for all lanes. Another function for other data, with which all lanes are drawn again. */
  readonly modeOf: ModeOf;
}

/** Computed once for the data of a run and the instant up to which they are shown, whichever lane asks first. */
export class RunScales {
  readonly #mode = new RunDisplayMode();
  readonly #countTop = new Held<number>();
  readonly #densityTop = new Held<number>();
  #data: RunData | null = null;
  #scale: (RunScale & { readonly until: Instant; readonly isHeld: boolean }) | null = null;

  of(state: State): RunScale {
    const { scalesHeld: isHeld } = state;
    const run = state.result?.laneInfos ?? null;
    const lanes = state.chartData?.lanes ?? null;
    const until = shownUntil(state);
    if (this.#data === null || this.#data.run !== run || this.#data.lanes !== lanes) {
      // Without those that could not run.
      const laneInfos = (run ?? []).filter((laneInfo) => laneInfo !== null);
      const charts = (lanes ?? []).filter((lane) => lane !== null);
      this.#data = { run, lanes, laneInfos, charts, modeOf: (viewport) => this.#mode.of(run, charts, viewport) };
      this.#scale = null;
    }
    if (this.#scale === null || this.#scale.until !== until || this.#scale.isHeld !== isHeld) {
      const { laneInfos, charts, modeOf } = this.#data;
      const countTop = this.#countTop.of(countTopOf(laneInfos, charts, until), isHeld);
      const densityTop = this.#densityTop.of(maxDensityOf(charts, until), isHeld);
      this.#scale = { countTop, densityTop, modeOf, until, isHeld };
    }
    return this.#scale;
  }
}

interface RunData {
  readonly run: Result['laneInfos'] | null;
  readonly lanes: NonNullable<State['chartData']>['lanes'] | null;
  readonly laneInfos: readonly LaneInfo[];
  readonly charts: readonly LaneChartData[];
  readonly modeOf: ModeOf;
}
