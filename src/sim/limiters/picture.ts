/**
 * The state of a limiter at an instant as data for a picture; drawing is the view's. It is computed from the state
 * record alone, and every kind belongs to one family of limiters. Times are in seconds, except `from` and `to`, which
 * are instants.
 */
import type { Instant } from '../time.ts';

export type Picture =
  // Windows
  /** Permits counted in the window [from, to); with `left`, those that remain in it, initially n. */
  | {
      readonly kind: 'cells';
      readonly count: number;
      readonly n: number;
      readonly from: Instant;
      readonly to: Instant;
      readonly countsRemaining?: true;
    }
  // Logs and counters
  /**
   * `size` logged instants in the span [from, to]. `times`, ascending, are all of them, or at most a thousand that look
   * the same on a strip, including the oldest and the newest.
   */
  | {
      readonly kind: 'log';
      readonly size: number;
      readonly times: Float64Array;
      readonly n: number;
      readonly from: Instant;
      readonly to: Instant;
    }
  /**
   * Two aligned windows: the elapsed share of the current one, [from, to), is subtracted from the previous one's
   * weight.
   */
  | {
      readonly kind: 'weighted';
      readonly previous: number;
      readonly current: number;
      readonly elapsedShare: number;
      readonly n: number;
      readonly from: Instant;
      readonly to: Instant;
    }
  /** Counts of the slices in the sum, oldest first, the current one last; together they cover [from, to). */
  | {
      readonly kind: 'slices';
      readonly counts: Float64Array;
      readonly n: number;
      readonly from: Instant;
      readonly to: Instant;
    }
  // Buckets
  /**
   * `refillIn`: seconds to the next refill, where tokens are added at ticks rather than evenly; null when it is full.
   * `keepsLast`: the last token is never given.
   */
  | {
      readonly kind: 'tokens';
      readonly tokens: number;
      readonly capacity: number;
      readonly refillIn?: number | null;
      readonly keepsLast?: true;
    }
  | { readonly kind: 'water'; readonly water: number; readonly capacity: number }
  /** Tokens, below 0 when in debt. `endsIn`: seconds to the end of a bursty window; null in smooth mode. */
  | { readonly kind: 'debt'; readonly tokens: number; readonly n: number; readonly endsIn: number | null }
  /** A quota and a bucket side by side. `endsIn`: seconds until the quota is full again; null when it is. */
  | {
      readonly kind: 'pair';
      readonly quota: number;
      readonly n: number;
      readonly tokens: number;
      readonly capacity: number;
      readonly endsIn: number | null;
    }
  // One number
  | {
      readonly kind: 'mark';
      /** What the mark stands for: `TAT`, `score`. */
      readonly name: string;
      /** Seconds from now to the mark; negative when it has passed, −∞ where none is stored. */
      readonly ahead: number;
      /** Seconds from now beyond which the limiter refuses. */
      readonly limit: number;
    }
  /** A rate that was `rate` `elapsed` seconds ago and has decayed since with the time constant T; at n it refuses. */
  | {
      readonly kind: 'decay';
      readonly rate: number;
      readonly now: number;
      readonly n: number;
      readonly elapsed: number;
      readonly T: number;
    }
  // Queues and pacing
  /**
   * A pipe: `waiting` permits in `capacity` places; the next leaves in `nextIn` seconds (if none waits, one that
   * arrived now would), and each one after it `interval` later. Null if one that arrived now would leave at once.
   */
  | {
      readonly kind: 'line';
      readonly waiting: number;
      readonly capacity: number;
      readonly nextIn: number | null;
      readonly interval: number;
    }
  /**
   * A gate that opens in `opensIn` seconds (0 when it is open) and shuts for `interval` after each request that passes.
   */
  | { readonly kind: 'gate'; readonly opensIn: number; readonly interval: number }
  // Libraries
  /**
   * Guava's bursty limiter: the stored permits, how many of them the last charged request took, and how far it
   * postponed `nextFree`.
   */
  | {
      readonly kind: 'ration';
      readonly stored: number;
      readonly maxStored: number;
      /** Seconds to nextFree, 0 when it has passed. */
      readonly freeIn: number;
      readonly stable: number;
      readonly takenFromStored: number;
      readonly fresh: number;
    }
  /**
   * Guava's warming-up limiter: the interval at p stored permits, `stable` up to `threshold`, then rising to `cold` at
   * `maxStored`; the last charged request took the stored permits from `from` down to `to`, paying the area above them,
   * and `fresh` permits at `stable` each.
   */
  | {
      readonly kind: 'trapezoid';
      readonly stored: number;
      readonly maxStored: number;
      readonly threshold: number;
      readonly stable: number;
      readonly cold: number;
      readonly freeIn: number;
      readonly from: number;
      readonly to: number;
      readonly fresh: number;
    }
  /**
   * nginx: drained excess in requests, below 0 by what the next request may still use (at least −1), `burst` and
   * `delay`.
   */
  | { readonly kind: 'excess'; readonly excess: number; readonly burst: number; readonly delay: number }
  // Distributed
  /** Permits that each node granted within the last T, by node, against n for all nodes together. */
  | { readonly kind: 'nodes'; readonly counts: Float64Array; readonly n: number };
