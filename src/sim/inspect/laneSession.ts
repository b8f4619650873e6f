/** Queries to one lane of a finished run, whether single-process or distributed. */
import type { Admissions } from '../metrics/trace.ts';
import type { Duration, Instant } from '../time.ts';
import type { Explanation, Readout, Picture } from '../limiters/limiter.ts';
import type { LevelCurves } from '../run/levelTracer.ts';
import type { Quota } from './quota.ts';
import type { Sequence } from './sequence.ts';

/** The state of one key at one instant. */
export interface KeySnapshot {
  readonly key: string;
  /** Null if no node has observed one yet. */
  readonly level: number | null;
  /** When the store held that level, if it may have changed since; null if it is exact. */
  readonly storedAt: Instant | null;
  readonly second: number | null;
  readonly facts: readonly Readout[];
  readonly picture: Picture;
}

/** The explanation of one decision. */
export interface WhyDetails {
  readonly explanation: Explanation;
  /** Positions of the key's earlier requests that the limiter counted, in ascending order; null if it does not count requests. */
  readonly countedRequests: Uint32Array | null;
  readonly before: readonly Readout[];
  readonly after: readonly Readout[];
  readonly pictures: readonly [before: Picture, after: Picture];
  /** From the state after a denial; null for an admission or if no node knows it, `NEVER` if no wait helps. */
  readonly retryAfter: Duration | null;
  /** The delay after admission if it retries after `retryAfter`; 0 except for shapers. */
  readonly delayAfterRetry: Duration;
  /** The key's quota when the answer arrives, if no other request comes; null for distributed lanes. */
  readonly quota: Quota | null;
  /** Its messages; null for a single process. */
  readonly sequence: Sequence | null;
}

export interface LaneSession {
  /** The admitted permits of a key. */
  admissions(key: number): Admissions;
  levelCurves(key: number, from: Instant, to: Instant, columns: number): Generator<undefined, LevelCurves>;
  /** The state of a key at `at`, after the lane's request `last` (−1 for before all). */
  snapshot(key: number, last: number, at: Instant): KeySnapshot;
  why(request: number): Generator<undefined, WhyDetails>;
}

/** Results are cached for the few keys that a user switches between, out of up to a million. */
export const MAX_KEYS_CACHED = 2;

export function cachedByKey<T>(make: (key: number) => T): (key: number) => T {
  const cache = new Map<number, T>();
  return (key) => {
    let value = cache.get(key);
    if (value === undefined) {
      if (cache.size >= MAX_KEYS_CACHED) cache.clear();
      cache.set(key, (value = make(key)));
    }
    return value;
  };
}
