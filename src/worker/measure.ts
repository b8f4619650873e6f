/** Times tasks that are too short for the clock: browsers round it, mostly to a millisecond at worst. */

/** A round lasts at least so many steps of the clock, so that the error of one step is at most a twentieth. */
const STEPS = 20;
/** Within these bounds: the shorter a round, the likelier no other program takes the core meanwhile. */
const [SHORTEST_MS, LONGEST_MS] = [2, 20];
const MIN_ROUNDS = 5;
/** It is enough when so many rounds after the shortest are not shorter, */
const SETTLED_ROUNDS = 30;
/** or when all together have taken this long. */
const MAX_MS = 250;
/** Readings after which a clock that stands still is taken for one of a millisecond. */
const PATIENCE = 100_000;

/**
 * The shortest round's: what else the machine does, and code that is not optimised yet, only make a round longer.
 * @param now a clock in milliseconds
 * @returns milliseconds per run of the task
 */
export function leastTimeOf(task: () => void, now: () => number): number {
  const length = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, STEPS * stepOf(now)));
  let least = Infinity;
  let shortest = 0;
  let total = 0;
  for (let round = 0; round < MIN_ROUNDS || (round - shortest <= SETTLED_ROUNDS && total < MAX_MS); round++) {
    const start = now();
    let runCount = 0;
    let elapsed = 0;
    while (elapsed < length) {
      task();
      runCount++;
      elapsed = now() - start;
    }
    if (elapsed / runCount < least) {
      least = elapsed / runCount;
      shortest = round;
    }
    total += elapsed;
  }
  return least;
}

/** By how much a clock advances at once. */
function stepOf(now: () => number): number {
  const start = now();
  for (let reading = 0; reading < PATIENCE; reading++) {
    const step = now() - start;
    if (step > 0) return step;
  }
  return 1;
}
