/**
 * `backoff`: after denial k a client waits up to w = min(cap, base · factor^(k−1)), so that many who were refused at once
 * come back ever less often, and with jitter not all at once. Source: 001.
 *
 * Jitter `none`: w. `full`: uniform in 0…w. `equal`: w/2 and uniform in 0…w/2. `decorrelated`: uniform in base…3 · the
 * previous wait (at first base), at most cap. One `nextFloat` a denial, none without jitter.
 */
import { nextFloat } from '../../random.ts';
import { microsFromSeconds } from '../../time.ts';
import type { RetryOf, Strategy } from './client.ts';

type Backoff = RetryOf<'backoff'>;

export const backoff: Strategy<Backoff> = {
  name: 'backoff',
  hears: false,
  draws: ({ jitter }) => jitter !== 'none',
  prepare({ jitter, factor, ...given }) {
    const base = microsFromSeconds(given.base);
    const cap = microsFromSeconds(given.cap);
    if (jitter === 'decorrelated') {
      return ({ previous }, random) => {
        const most = 3 * Math.max(base, previous);
        return Math.min(cap, Math.round(base + nextFloat(random) * (most - base)));
      };
    }
    if (jitter === 'none') return ({ number }) => grown(base, cap, factor, number - 1);
    const sure = jitter === 'equal' ? 1 / 2 : 0;
    return ({ number }, random) => {
      const wait = grown(base, cap, factor, number - 1);
      return Math.round(wait * (sure + nextFloat(random) * (1 - sure)));
    };
  },
};

/** min(cap, base · factor^times) to the microsecond, by multiplying: a power's last bits differ between engines. */
function grown(base: number, cap: number, factor: number, times: number): number {
  if (factor === 1) return Math.min(cap, base);
  let wait = base;
  for (let i = 0; i < times && wait < cap; i++) wait *= factor;
  return Math.min(cap, Math.round(wait));
}
