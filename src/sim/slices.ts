/**
 * Long work is a generator that pauses every few milliseconds: its driver can then show progress, answer other questions,
 * or abandon it.
 */

/** The same slices, each mapped. Closing this generator closes the inner one, which frees what it holds. */
export function* mapSlices<S, W, T>(slices: Generator<S, T>, map: (slice: S) => W): Generator<W, T> {
  try {
    for (;;) {
      const slice = slices.next();
      if (slice.done === true) return slice.value;
      yield map(slice.value);
    }
  } finally {
    slices.return(undefined as T);
  }
}

/** Runs to the end without pausing, for callers with nothing else to do. */
export function runToEnd<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

/** The same slices, with the result mapped. Closing this generator closes the inner one. */
export function* mapResult<S, T, U>(slices: Generator<S, T>, map: (result: T) => U): Generator<S, U> {
  return map(yield* slices);
}
