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
    const waitAfter = exponentialWaits(base, cap, factor);
    if (jitter === 'none') return ({ tries }) => waitAfter(tries);
    const fixedShare = jitter === 'equal' ? 1 / 2 : 0;
    return ({ tries }, random) => Math.round(waitAfter(tries) * (fixedShare + nextFloat(random) * (1 - fixedShare)));
  },
};

/**
 * The wait after denial 1, 2, …: min(cap, base · factor^(k−1)) to the microsecond. By repeated multiplication, since the last
 * bits of `Math.pow` differ between engines; each is computed once.
 */
function exponentialWaits(base: number, cap: number, factor: number): (denial: number) => number {
  const waits: number[] = [Math.min(cap, base)];
  let exact = base;
  return (denial) => {
    if (factor > 1) {
      while (waits.length < denial && exact < cap) {
        exact *= factor;
        waits.push(Math.min(cap, Math.round(exact)));
      }
    }
    return waits[Math.min(denial, waits.length) - 1] as number;
  };
}
