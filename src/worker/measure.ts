/** Timing of tasks too short for a clock to show: browsers round theirs, to a millisecond at worst. */

/** A round lasts at least this long, so that a clock of whole milliseconds is wrong by a twentieth at most. */
const MIN_MS = 20;
/** The median of this many rounds counts: what disturbs a few of them changes nothing. */
const REPETITIONS = 5;

/**
 * @param now milliseconds; it must go on while the task runs
 * @returns milliseconds that the task takes once
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
