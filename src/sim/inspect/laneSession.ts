/** What is asked of one lane of a finished run, whether one process decides in it or several. */
import type { Admissions } from '../metrics/trace.ts';
import type { Duration, Instant } from '../time.ts';
import type { Explanation, Readout, Picture } from '../limiters/limiter.ts';
import type { LevelCurves } from './levelCurve.ts';
import type { Quota } from './quota.ts';
import type { Sequence } from './sequence.ts';

/** The state of one key at one instant. */
export interface KeySnapshot {
  readonly key: string;
  /** Null if no node has found one yet. */
  readonly level: number | null;
  readonly second: number | null;
  readonly facts: readonly Readout[];
  readonly picture: Picture;
}

/** Why a request was answered as it was. */
export interface WhyDetails {
  readonly explanation: Explanation;
  /** Positions of the key's earlier requests that the limiter counted, where it counts requests; rising. */
  readonly countedRequests: Uint32Array | null;
  readonly before: readonly Readout[];
  readonly after: readonly Readout[];
  readonly pictures: readonly [before: Picture, after: Picture];
  /** From the state after a denial; null for an admission and if no node knows one, `NEVER` if no wait helps. */
  readonly retryAfter: Duration | null;
  /** How long it would then still be delayed, once admitted; 0 except for shapers. */
  readonly delayAfterRetry: Duration;
  /** What the same key could have when the answer comes, if it were alone; null for every lane of several processes. */
  readonly quota: Quota | null;
  /** Its messages; null where one process decides. */
  readonly sequence: Sequence | null;
}

export interface LaneSession {
  /** The permits of a key that were admitted. */
  admissions(key: number): Admissions;
  levelCurves(key: number, from: Instant, to: Instant, columns: number): Generator<undefined, LevelCurves>;
  /** The state of a key at `at`, after the lane's request `last` (−1: before all). */
  snapshot(key: number, last: number, at: Instant): KeySnapshot;
  why(request: number): Generator<undefined, WhyDetails>;
}

/** What is found out about a key is kept for as many as are looked at by turns: one or two, not a million. */
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
