/** An entry's `stream` identifies its random numbers: assigned once, and kept when the entry moves. */
import { UNASSIGNED_STREAM } from './entryFields.ts';

/**
 * Missing streams get, in order, the smallest whole number that no other entry uses. Two entries with the same explicit
 * stream keep it: they draw the same numbers, on purpose.
 */
export function assignStreams(streams: readonly number[]): number[] {
  const used = new Set(streams);
  let next = 0;
  return streams.map((stream) => {
    if (stream !== UNASSIGNED_STREAM) return stream;
    while (used.has(next)) next++;
    used.add(next);
    return next;
  });
}

/** The streams that a document must contain, `UNASSIGNED_STREAM` for the others: `assignStreams` restores the same list. */
export function minimalStreams(streams: readonly number[]): number[] {
  const needed = streams.map(() => UNASSIGNED_STREAM);
  for (;;) {
    const filled = assignStreams(needed);
    const wrong = streams.findIndex((stream, index) => stream !== filled[index]);
    if (wrong === -1) return needed;
    // An explicit stream shifts those that are assigned, so start over.
    needed[wrong] = streams[wrong] as number;
  }
}
