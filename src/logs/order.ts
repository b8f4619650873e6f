/** The order of rows by time. */

/**
 * The rows from the earliest to the latest, those of equal times in the order of the log; null if they are in order.
 * Merging from the bottom up leaves alone what is sorted already, which most of a log is.
 */
export function orderByTime(times: Float64Array): Uint32Array | null {
  const { length } = times;
  let isSorted = true;
  for (let i = 1; i < length && isSorted; i++) isSorted = (times[i - 1] as number) <= (times[i] as number);
  if (isSorted) return null;

  let from = Uint32Array.from({ length }, (_, row) => row);
  let to = new Uint32Array(length);
  for (let width = 1; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) mergeHalves(times, from, to, start, width);
    [from, to] = [to, from];
  }
  return from;
}

function mergeHalves(times: Float64Array, from: Uint32Array, to: Uint32Array, start: number, width: number): void {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(start + 2 * width, from.length);
  const timeOf = (position: number): number => times[from[position] as number] as number;
  if (middle === end || timeOf(middle - 1) <= timeOf(middle)) {
    to.set(from.subarray(start, end), start);
    return;
  }
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takesLeft = right === end || (left < middle && timeOf(left) <= timeOf(right));
    to[at] = from[takesLeft ? left++ : right++] as number;
  }
}
