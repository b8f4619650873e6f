/** `times`: a list of instants, as someone wrote or clicked them. Kept also after the end. */
import { microsFromSeconds } from '../time.ts';
import type { BaseEntry, TrafficGenerator } from './trafficGenerator.ts';

export interface Times extends BaseEntry {
  readonly kind: 'times';
  /** Seconds, in any order. */
  readonly at: readonly number[];
}

export const times: TrafficGenerator<Times> = {
  kind: 'times',
  count: ({ at }) => at.length,
  generate({ at: seconds }) {
    const at = new Float64Array(seconds.length);
    for (let i = 0; i < at.length; i++) at[i] = microsFromSeconds(seconds[i] as number);
    return at;
  },
};
