/**
 * `backoff`: after denial k a client waits up to w = min(cap, base · factor^(k−1)), so that clients denied together retry
 * less and less often and, with jitter, not all at the same time. Source: strategies.
 *
 * Jitter `none`: w. `full`: uniform in 0…w. `equal`: w/2 and uniform in 0…w/2. `decorrelated`: uniform in base…3 · the
 * previous wait (initially base), at most cap. One `nextFloat` per denial, none without jitter.
 */
import { nextFloat } from '../../random.ts';
import { microsFromSeconds } from '../../time.ts';
import type { RetryOf, RetryStrategy } from './client.ts';

type Backoff = RetryOf<'backoff'>;

export const backoff: RetryStrategy<Backoff> = {
  name: 'backoff',
  needsRetryAfter: false,
  usesRandomness: ({ jitter }) => jitter !== 'none',
  createDelay({ jitter, factor, ...seconds }) {
    const base = microsFromSeconds(seconds.base);
    const cap = microsFromSeconds(seconds.cap);
    if (jitter === 'decorrelated') {
      return ({ previousWait }, random) => {
        const max = 3 * Math.max(base, previousWait);
        return Math.min(cap, Math.round(base + nextFloat(random) * (max - base)));
      };
    }
    if (jitter === 'none') return ({ tries }) => exponentialWait(base, cap, factor, tries - 1);
    const fixedShare = jitter === 'equal' ? 1 / 2 : 0;
    return ({ tries: number }, random) => {
      const wait = exponentialWait(base, cap, factor, number - 1);
      return Math.round(wait * (fixedShare + nextFloat(random) * (1 - fixedShare)));
    };
  },
};

/** min(cap, base · factor^times) to the microsecond, by repeated multiplication: the last bits of `Math.pow` differ between engines. */
function exponentialWait(base: number, cap: number, factor: number, times: number): number {
  if (factor === 1) return Math.min(cap, base);
  let wait = base;
  for (let i = 0; i < times && wait < cap; i++) wait *= factor;
  return Math.min(cap, Math.round(wait));
}
