/** `times`: a list of instants, as someone wrote or clicked them. Kept also after the end. */
import { microsFromSeconds } from '../time.ts';
import type { Entry, Source } from './source.ts';

export interface Times extends Entry {
  readonly kind: 'times';
  /** Seconds, in any order. */
  readonly at: readonly number[];
}

export const times: Source<Times> = {
  kind: 'times',
  count: ({ at }) => at.length,
  instants({ at: seconds }) {
    const at = new Float64Array(seconds.length);
    for (let i = 0; i < at.length; i++) at[i] = microsFromSeconds(seconds[i] as number);
    return at;
  },
};
