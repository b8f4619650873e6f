/** `burst`: `count` requests at at + spread · k/count, all at once when `spread` is 0. Kept also after the end. */
import { microsFromSeconds } from '../time.ts';
import { fillEvenly, intervalOf } from './even.ts';
import { type Entry, type Source } from './source.ts';

export interface Burst extends Entry {
  readonly kind: 'burst';
  /** Seconds. */
  readonly at: number;
  readonly count: number;
  /** Seconds from the first to where the next would be; 0: all at once. */
  readonly spread: number;
}

export const burst: Source<Burst> = {
  kind: 'burst',
  count: ({ count }) => count,
  instants({ at: start, count, spread }) {
    const at = new Float64Array(count);
    if (count > 0) {
      const interval = intervalOf(BigInt(microsFromSeconds(spread)), BigInt(count));
      fillEvenly(at, count, microsFromSeconds(start), interval);
    }
    return at;
  },
};
