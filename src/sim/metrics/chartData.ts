/**
 * What the charts ask of a run and get back: "this range, this many pixels", never the raw trace. All of it is typed
 * arrays in plain records, made anew for each answer, so that a worker can transfer it.
 */
import type { Duration, Instant } from '../time.ts';

/** The visible range [from, to), and the plots' width in CSS pixels. */
export interface ChartQuery {
  readonly from: Instant;
  readonly to: Instant;
  /** Pixel columns of a lane's plot: a curve has at most four vertices in each. */
  readonly columns: number;
  /** The same for the traffic track, which is wider. */
  readonly trackColumns: number;
  /** The key whose level and window count are drawn; `null` for each lane's busiest. */
  readonly key: string | null;
  /** The lanes whose decisions are compared. */
  readonly comparedLanes: readonly number[];
}

/**
 * A curve as vertices joined by straight lines; a jump is two vertices at one instant. Where a pixel column holds more
 * than four vertices only its first, least, greatest and last are left, which draws the same pixels.
 */
export interface Curve {
  /** Microseconds, never falling. */
  readonly at: Float64Array;
  readonly value: Float64Array;
}

/** Single requests, when few enough are in range. */
export interface Marks {
  /** Position of the request in the lane's trace, from 0. */
  readonly request: Uint32Array;
  readonly at: Float64Array;
  readonly verdict: Uint8Array;
  /** Microseconds that it was made to wait; 0 but for delayed ones: the time that deciding takes is no delay. */
  readonly wait: Float64Array;
  /** 1 where it is not the first try of its job; null without clients. */
  readonly retry: Uint8Array | null;
  /** Which node took it, from 0, or `NO_NODE`; null where one process decides. */
  readonly node: Uint8Array | null;
}

/** Requests counted per bin of `span` microseconds, from `from` on. */
export interface Densities {
  readonly from: Instant;
  readonly span: Duration;
  readonly admitted: Uint32Array;
  readonly delayed: Uint32Array;
  readonly denied: Uint32Array;
}

/** Of what `Densities` count, in the same bins, the tries after the first. */
export type RetryDensities = Pick<Densities, 'admitted' | 'delayed' | 'denied'>;

/** More single marks than this in a range are drawn as densities; a chart that shows marks keeps them up to 20 % more. */
export const MAX_MARKS = 600;
export const MAX_MARKS_SENT = 720;

export interface LaneChartData {
  /** The key shown. */
  readonly key: string;
  readonly level: Curve;
  /** The limiter's second quantity, where it has one. */
  readonly secondaryLevel: Curve | null;
  readonly windowCount: Curve;
  /** Requests of all keys in range. Either every one of them (`marks`) or counts per 2 px (`densities`). */
  readonly marks: Marks | null;
  readonly densities: Densities;
  /** Null without clients. */
  readonly retries: RetryDensities | null;
  readonly requestsInRange: number;
}

/** Arrivals in the range for the traffic track: their instants when few, else counts per 2 px. */
export interface TrafficChartData {
  readonly at: Float64Array | null;
  /** Requests per bin of `span` microseconds, from the range's start on. */
  readonly counts: Uint32Array;
  readonly span: Duration;
  readonly requestsInRange: number;
  /** The next arrival at or after the range's end, or null: what "Nothing between 3 s and 4 s" points to. */
  readonly nextArrival: Instant | null;
}

/** The whole run in a fixed number of bins: all arrivals, and denials of any lane. */
export interface Overview {
  readonly span: Duration;
  readonly arrivals: Uint32Array;
  readonly denials: Uint32Array;
}

/** One answer to a `Look`. */
export interface ChartData {
  readonly from: Instant;
  readonly to: Instant;
  readonly lanes: readonly LaneChartData[];
  readonly traffic: TrafficChartData;
  readonly disagreements: {
    /** On how many requests of the whole run the compared lanes decide differently. */
    readonly count: number;
    /** When, in range, thinned to what a chart can show. */
    readonly at: Float64Array;
  };
}
