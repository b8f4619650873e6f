/**
 * The readings of a log whose stamps are coarse: when, within the interval of its stamp, each request came. All keep the
 * order of the log.
 */
import { nextBelow, type RandomStream } from '../random.ts';
import { microsFromSeconds, MILLISECOND, type Duration } from '../time.ts';

export const READINGS = ['even', 'start', 'random'] as const;
/**
 * `start`: all requests of a stamp at once, at its start. `even`: the k requests of a stamp at (i + ½)/k of its interval,
 * cut to whole µs. `random`: uniform in the interval, sorted; one draw a request, in the order of the log.
 */
export type Reading = (typeof READINGS)[number];

/** The coarsest stamps, in seconds. */
export const MAX_RESOLUTION = 60;

/** Whether a log has several readings: stamps of a millisecond or finer have one. @param log its resolution in seconds */
export function isCoarse(log: { readonly resolution: number }): boolean {
  return microsFromSeconds(log.resolution) > MILLISECOND;
}

/**
 * The instants of requests with these stamps; sorted unless intervals overlap.
 * @param at sorted, whole µs
 * @param stream what `random` draws from
 */
export function readStamps(
  at: Float64Array,
  reading: Reading,
  resolution: Duration,
  stream: () => RandomStream,
): Float64Array {
  const instants = at.slice();
  if (reading === 'start' || resolution <= 1) return instants;
  const random = reading === 'random' ? stream() : null;
  for (let from = 0, to = 0; from < at.length; from = to) {
    while (to < at.length && at[to] === at[from]) to++;
    if (random === null) spreadEvenly(instants, from, to, resolution);
    else spreadAtRandom(instants, from, to, resolution, random);
  }
  return instants;
}

/** Exact, as products stay below 2^53: there are at most 2 · 10^7 requests, and an interval is at most a minute. */
function spreadEvenly(instants: Float64Array, from: number, to: number, resolution: Duration): void {
  const twice = 2 * (to - from);
  for (let i = from; i < to; i++) instants[i]! += Math.floor((resolution * (2 * (i - from) + 1)) / twice);
}

function spreadAtRandom(
  instants: Float64Array,
  from: number,
  to: number,
  resolution: Duration,
  stream: RandomStream,
): void {
  for (let i = from; i < to; i++) instants[i]! += nextBelow(stream, resolution);
  instants.subarray(from, to).sort();
}
