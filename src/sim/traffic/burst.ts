/** `burst`: `count` requests at at + spread · k/count, all at once when `spread` is 0. Kept also after the end. */
import { microsFromSeconds } from '../time.ts';
import { fillEvenly, intervalOf } from './evenSpacing.ts';
import { type BaseEntry, type TrafficGenerator } from './trafficGenerator.ts';

export interface Burst extends BaseEntry {
  readonly kind: 'burst';
  /** Seconds. */
  readonly at: number;
  readonly count: number;
  /** Seconds from the first to where the next would be; 0: all at once. */
  readonly spread: number;
}

export const burst: TrafficGenerator<Burst> = {
  kind: 'burst',
  count: ({ count }) => count,
  generate({ at: start, count, spread }) {
    const at = new Float64Array(count);
    if (count > 0) {
      const interval = intervalOf(BigInt(microsFromSeconds(spread)), BigInt(count));
      fillEvenly(at, count, microsFromSeconds(start), interval);
    }
    return at;
  },
};
