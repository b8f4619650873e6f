/** Long work in a worker: it runs in slices, and messages that have arrived meanwhile are handled between them. */

/** The work goes on at least this long, and until the current slice ends, before it yields to other messages. */
const TIME_SLICE_MS = 8;
/** How often it is told how far the work is: nobody sees more, and each message takes the page's time. */
const TELL_EVERY_MS = 50;

/** What slicing needs of the thread that it runs in. */
export interface SlicingThread {
  /** Resolves after messages that have arrived meanwhile have been handled. */
  readonly yieldToMessages: () => Promise<void>;
  /** The current time, milliseconds. */
  readonly now: () => number;
}

/**
 * Runs slices to the end and regularly yields to messages; undefined if the result is no longer needed.
 * @param onSlice called several times a second, not for every slice
 */
export async function driveSlices<S, T>(
  { now, yieldToMessages }: SlicingThread,
  slices: Generator<S, T>,
  onSlice: (slice: S) => void,
  isWanted: () => boolean,
): Promise<T | undefined> {
  let sliceStart = now();
  let toldAt = sliceStart;
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    if (now() - sliceStart < TIME_SLICE_MS) continue;
    if (now() - toldAt >= TELL_EVERY_MS) {
      toldAt = now();
      onSlice(slice.value);
    }
    await yieldToMessages();
    if (!isWanted()) {
      // Lets the generator release its resources.
      slices.return(undefined as T);
      return undefined;
    }
    sliceStart = now();
  }
}
