/** The scales that all lanes of a run share: the same height means the same count in every lane. */
import { shownUntil } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
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
  /** Marks or densities, for all lanes. Another function after each run. */
  readonly modeOf: ModeOf;
}

/** Computed once for each run and visible range, whichever lane asks first. */
export class RunScales {
  readonly #mode = new RunDisplayMode();
  readonly #countTop = new Held<number>();
  readonly #densityTop = new Held<number>();
  #inputs: readonly unknown[] = [];
  #scale: RunScale | null = null;

  of(state: State): RunScale {
    const { result, chartData, scalesHeld } = state;
    const until = shownUntil(state);
    const inputs = [result?.laneInfos, chartData?.lanes, until, scalesHeld];
    if (this.#scale === null || inputs.some((input, index) => input !== this.#inputs[index])) {
      this.#inputs = inputs;
      // Without those that could not run.
      const laneInfos = (result?.laneInfos ?? []).filter((laneInfo) => laneInfo !== null);
      const charts = (chartData?.lanes ?? []).filter((lane) => lane !== null);
      this.#scale = {
        countTop: this.#countTop.of(countTopOf(laneInfos, charts, until), scalesHeld),
        densityTop: this.#densityTop.of(maxDensityOf(charts, until), scalesHeld),
        modeOf: (viewport) => this.#mode.of(laneInfos, charts, viewport),
      };
    }
    return this.#scale;
  }
}
