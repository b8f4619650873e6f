/**
 * Long work is a generator that stops for a moment every few milliseconds: whoever drives it can show how far it is, hear
 * other questions, or leave it.
 */

/** The same slices, each told in other words. Whoever leaves it leaves them too, so that what they hold is freed. */
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

/** To the end, for whoever has nothing else to do meanwhile. */
export function runToEnd<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}
