/** Shows how far a run is once it has taken half a second, and not too often. */
import type { RunProgress } from './slices/run.ts';

/** Progress is shown for a run that takes longer than this. */
const SLOW_RUN_MS = 500;
const PROGRESS_INTERVAL_MS = 100;

const NO_PROGRESS: RunProgress = { done: 0, total: 0 };

export function createProgressTimer(show: (progress: RunProgress) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = NO_PROGRESS;
  const tick = (): void => {
    show(latest);
    timer = setTimeout(tick, PROGRESS_INTERVAL_MS);
  };
  return {
    /** Where runs supersede one another, the half second counts from the first. */
    started: (): void => {
      timer ??= setTimeout(tick, SLOW_RUN_MS);
    },
    progress: (done: number, total: number | null): void => {
      latest = { done, total };
    },
    /** Nothing more is shown. */
    ended: (): void => {
      clearTimeout(timer);
      timer = undefined;
      latest = NO_PROGRESS;
    },
  };
}
