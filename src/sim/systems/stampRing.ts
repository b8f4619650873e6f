/** The last so many instants of a key: a ring that grows to its full size as it fills. */
import type { KeyState } from '../limiters/limiter.ts';
import type { Picture } from '../limiters/picture.ts';
import { formatNumber } from '../numberFormat.ts';
import { firstWhere } from '../search.ts';
import type { Duration, Instant } from '../time.ts';

export interface StampRing extends KeyState {
  stamps: Float64Array<ArrayBuffer>;
  /** How many were ever pushed: the newest is at (pushed − 1) mod size. */
  pushed: number;
}

const FIRST_SIZE = 16;
/** The most marks in a picture. */
const MAX_MARKS = 1_000;

/** A ring for at most `size` stamps. */
export function emptyRing(size: number): StampRing {
  return { stamps: new Float64Array(Math.min(size, FIRST_SIZE)), pushed: 0 };
}

/** Adds a stamp and, once the ring is full, drops the oldest. Allocates when it grows, nothing otherwise. */
export function push(ring: StampRing, size: number, stamp: Instant): void {
  const { length } = ring.stamps;
  if (ring.pushed === length && length < size) {
    const larger = new Float64Array(Math.min(size, 2 * length));
    larger.set(ring.stamps);
    ring.stamps = larger;
  }
  ring.stamps[ring.pushed % ring.stamps.length] = stamp;
  ring.pushed++;
}

/** The k-th newest stamp, from 1; −∞ where there are not so many. */
export function newest(ring: StampRing, k = 1): Instant {
  if (k > ring.pushed || k > ring.stamps.length) return -Infinity;
  return ring.stamps[(ring.pushed - k) % ring.stamps.length] as number;
}

/** The clock, which never steps back before the newest stamp. */
export function clockAt(ring: StampRing, now: Instant): Instant {
  return Math.max(now, newest(ring));
}

/** How many of the newest stamps are later than `edge` (or at it, if it counts too); stamps never decrease. */
export function countAfter(ring: StampRing, edge: Instant, counts: 'open' | 'closed' = 'open'): number {
  const stored = Math.min(ring.pushed, ring.stamps.length);
  const gone = (stamp: Instant) => (counts === 'closed' ? stamp < edge : stamp <= edge);
  return firstWhere(stored, (position) => gone(newest(ring, position + 1)));
}

/** Which one the n-th newest stamp is of, at the head of a sentence. @param what is stamped, in the singular */
export function nthNewestText(n: number, what: string): string {
  return n === 1 ? `The last ${what}` : `The oldest of the last ${formatNumber(n)} ${what}s`;
}

/** Forgets all stamps. */
export function clear(ring: StampRing): void {
  ring.pushed = 0;
}

/** The newest `size` stamps on a strip that ends at `now`. */
export function logPicture(ring: StampRing, size: number, n: number, now: Instant, T: Duration): Picture {
  const step = Math.max(1, Math.ceil(size / MAX_MARKS));
  const times: Instant[] = [];
  for (let k = size; k >= 1; k -= step) times.push(newest(ring, k));
  return { kind: 'log', size, times: Float64Array.from(times), n, from: now - T, to: now };
}
