/**
 * The state of a limiter at an instant as data for a picture; drawing is the view's. It is made from the state record
 * alone, and every kind belongs to one family of limiters. Times are seconds, but for `from` and `to`: instants.
 */
import type { Instant } from '../time.ts';

export type Picture =
  // Windows
  /** Permits counted in the window [from, to); with `left`, those that are left in it, n at first. */
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
   * `size` instants written down, of the stretch [from, to]. `times`, rising, are all of them or at most a thousand, the
   * oldest and the newest among them, that look the same on a strip.
   */
  | {
      readonly kind: 'log';
      readonly size: number;
      readonly times: Float64Array;
      readonly n: number;
      readonly from: Instant;
      readonly to: Instant;
    }
  /** Two aligned windows: the share of the current one, [from, to), that is gone takes as much from the previous one's weight. */
  | {
      readonly kind: 'weighted';
      readonly previous: number;
      readonly current: number;
      readonly elapsedShare: number;
      readonly n: number;
      readonly from: Instant;
      readonly to: Instant;
    }
  /** Counts of the slices that are added up, oldest first, the current one last; together they cover [from, to). */
  | {
      readonly kind: 'slices';
      readonly counts: Float64Array;
      readonly n: number;
      readonly from: Instant;
      readonly to: Instant;
    }
  // Buckets
  /** `refill`: seconds to the next refill, where tokens come at instants and not evenly; null when it is full. */
  | { readonly kind: 'tokens'; readonly tokens: number; readonly capacity: number; readonly refillIn?: number | null }
  | { readonly kind: 'water'; readonly water: number; readonly capacity: number }
  /** Tokens that may be owed (below 0). `ends`: seconds to the end of a bursty window; null in smooth mode. */
  | { readonly kind: 'debt'; readonly tokens: number; readonly n: number; readonly endsIn: number | null }
  /** Two stores side by side. `ends`: seconds until the quota is whole again; null when it is. */
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
      /** What the mark is: `TAT`, `score`. */
      readonly name: string;
      /** Seconds from now to the mark; negative when it has passed. */
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
   * A pipe: `waiting` permits in `capacity` places; the next leaves in `next` seconds (where none waits, one that came now),
   * and each `interval` later. Null: one that came now would leave at once.
   */
  | {
      readonly kind: 'line';
      readonly waiting: number;
      readonly capacity: number;
      readonly nextIn: number | null;
      readonly interval: number;
    }
  /** A gate that opens `opens` seconds from now (0: it is open) and shuts for `interval` after each that passes. */
  | { readonly kind: 'gate'; readonly opensIn: number; readonly interval: number }
  // Libraries
  /** Guava's bursty limiter: permits stored, and what the last one charged took from them and put off to `nextFree`. */
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
   * `most`; the last one charged took the stored permits from `from` down to `to` and paid the area above them, and
   * `fresh` ones at `stable` each.
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
  /** nginx: drained excess in requests, below 0 as far as a request may draw on it (at least −1), `burst` and `delay`. */
  | { readonly kind: 'excess'; readonly excess: number; readonly burst: number; readonly delay: number }
  // Several processes
  /** Permits that each node let in within the last T, by node, against n for all together. */
  | { readonly kind: 'nodes'; readonly counts: Float64Array; readonly n: number };
