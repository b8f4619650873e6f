/** Timing of what takes less than a clock shows: browsers round theirs, to a millisecond at worst. */

/** A go lasts this long at least, so that a clock of whole milliseconds is wrong by a twentieth at most. */
const LEAST_MS = 20;
/** The middle one of so many goes counts: what disturbs a few of them changes nothing. */
const GOES = 5;

/**
 * @param now milliseconds; it must go on while the task runs
 * @returns milliseconds that the task takes once
 */
export function timeOf(task: () => void, now: () => number): number {
  const taken = Array.from({ length: GOES }, () => {
    const start = now();
    let times = 0;
    let passed = 0;
    while (passed < LEAST_MS) {
      task();
      times++;
      passed = now() - start;
    }
    return passed / times;
  });
  return taken.sort((a, b) => a - b)[GOES >> 1] as number;
}
