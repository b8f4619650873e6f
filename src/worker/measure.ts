/** Times tasks that are too short for the clock: browsers round it, to a millisecond at worst. */

/** A round lasts at least this long, so that the error of a millisecond clock is at most a twentieth. */
const MIN_MS = 20;
/** The number of rounds. Their median is used, so that a few disturbed rounds do not matter. */
const REPETITIONS = 5;

/**
 * @param now a clock in milliseconds, which advances while the task runs
 * @returns milliseconds per run of the task
 */
export function medianTimeOf(task: () => void, now: () => number): number {
  const durations = Array.from({ length: REPETITIONS }, () => {
    const start = now();
    let runCount = 0;
    let elapsed = 0;
    while (elapsed < MIN_MS) {
      task();
      runCount++;
      elapsed = now() - start;
    }
    return elapsed / runCount;
  });
  return durations.sort((a, b) => a - b)[REPETITIONS >> 1] as number;
}
