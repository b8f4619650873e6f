/**
 * In Tune nothing of a run is on the screen but what it would refuse to do, so it waits until nothing has changed for a
 * while: until then the machine is the tuning worker's. Back in Run, and on a slide, which has its charts, it starts at once.
 */
import { stageOf } from './selectors.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

const REST_MS = 1_000;

export interface RestedRun {
  /** The scenario has changed. */
  readonly changed: () => void;
  /** What is shown of the scenario has changed. */
  readonly shown: () => void;
}

export function createRestedRun({ getState, rerun }: Pick<Store, 'getState' | 'rerun'>): RestedRun {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    clearTimeout(timer);
    timer = undefined;
    rerun();
  };
  return {
    changed() {
      if (isRunShown(getState())) {
        run();
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(run, REST_MS);
    },
    shown() {
      if (timer !== undefined && isRunShown(getState())) run();
    },
  };
}

function isRunShown(state: State): boolean {
  return stageOf(state) !== 'tune' || state.dialog?.name === 'present';
}
