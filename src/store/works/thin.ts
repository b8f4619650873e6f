/** Which states of a work's history are kept: the most recent ones close together, older ones ever further apart. */

/** Within a minute, and beyond a day, the age of a state makes no difference. */
const YOUNGEST_MS = 60_000;
const OLDEST_MS = 24 * 60 * 60 * 1_000;
/** The most states of one work. */
export const MAX_STATES = 50;
/** The most that are compared with each other, which takes time by their square. Only a foreign file has more. */
const MAX_COMPARED = 500;

/**
 * Drops states until at most `MAX_STATES` are left. The first and the newest always stay; of the others that one goes first
 * whose absence leaves the smallest gap for its age, so that what is left is spaced like its age: seconds apart within
 * the last minutes, hours apart before. Beyond a day the gaps are alike, so that a bad hour can be undone a week later.
 * @param states in the order of time; `at` and `now` in milliseconds
 * @returns those kept, in the same order
 */
export function thin<S extends { readonly at: number }>(states: readonly S[], now: number): S[] {
  const kept = sampled(states);
  while (kept.length > MAX_STATES) kept.splice(leastMissed(kept, now), 1);
  return kept;
}

/** At most `MAX_COMPARED` of them, evenly spread, with the first and the last. */
function sampled<S>(states: readonly S[]): S[] {
  if (states.length <= MAX_COMPARED) return [...states];
  const step = (states.length - 1) / (MAX_COMPARED - 1);
  return Array.from({ length: MAX_COMPARED }, (_, index) => states[Math.round(index * step)] as S);
}

/** Those that `thin` leaves out. */
export function droppedStates<S extends { readonly at: number }>(states: readonly S[], now: number): S[] {
  const kept = new Set(thin(states, now));
  return states.filter((state) => !kept.has(state));
}

/** The index of the state whose neighbours are closest together, relative to its age. */
function leastMissed(states: readonly { readonly at: number }[], now: number): number {
  let least = 1;
  let smallest = Infinity;
  for (let index = 1; index < states.length - 1; index++) {
    const at = (offset: number): number => (states[index + offset] as { at: number }).at;
    const age = Math.max(YOUNGEST_MS, Math.min(OLDEST_MS, now - at(0)));
    // A clock that was set back makes later states earlier ones.
    const gap = Math.abs(at(1) - at(-1)) / age;
    if (gap < smallest) [least, smallest] = [index, gap];
  }
  return least;
}
