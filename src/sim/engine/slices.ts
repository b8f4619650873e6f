/**
 * Long work is a generator that stops for a moment every few milliseconds: whoever drives it can show how far it is, hear
 * other questions, or leave it. This is for whoever has nothing else to do meanwhile.
 */
export function atOnce<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}
