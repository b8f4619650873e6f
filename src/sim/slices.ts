/**
 * Long work is a generator that pauses every few milliseconds: its driver can then show progress, answer other questions,
 * or abandon it.
 */

/** The same slices, each mapped. Leaving it leaves them too, so that what they hold is freed. */
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

/** To the end, where there is nothing else to do meanwhile. */
export function runToEnd<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}
