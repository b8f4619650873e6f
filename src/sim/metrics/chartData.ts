/**
 * The query and data of the charts: a range and a number of pixels, never the raw trace. The data consists of typed arrays
 * in plain records, created for each answer, so that a worker can transfer them.
 */
import type { Duration, Instant } from '../time.ts';

/** The visible range [from, to), and the plots' width in CSS pixels. */
export interface ChartQuery {
  readonly from: Instant;
  readonly to: Instant;
  /** Pixel columns of a lane's plot; a curve has at most four vertices in each. */
  readonly columns: number;
  /** The same for the traffic track, which is wider. */
  readonly trackColumns: number;
  /** The key whose level and window count are drawn; `null` for the busiest key of each lane. */
  readonly key: string | null;
  /** The lanes whose decisions are compared. */
  readonly comparedLanes: readonly number[];
}

/**
 * A curve as vertices joined by straight lines; a jump is two vertices at one instant. Where a pixel column holds more
 * than four vertices only its first, minimum, maximum and last remain, which draws the same pixels.
 */
export interface Curve {
  /** Microseconds, never decreasing. */
  readonly at: Float64Array;
  readonly value: Float64Array;
}

/** Individual requests, if few enough are in range. */
export interface Marks {
  /** Position of the request in the lane's trace, from 0. */
  readonly request: Uint32Array;
  readonly at: Float64Array;
  /** Which entry of the traffic it came from. */
  readonly entry: Uint16Array | Uint32Array;
  readonly verdict: Uint8Array;
  /** Wait in microseconds; 0 unless the request was delayed, since the latency of a decision is no delay. */
  readonly wait: Float64Array;
  /** 1 for a retry, which is any try of a job but the first; null without clients. */
  readonly retry: Uint8Array | null;
  /** Node that received it, from 0, or `NO_NODE`; null for a single-process limiter. */
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

/** Retries among the requests counted by `Densities`, in the same bins. */
export type RetryDensities = Pick<Densities, 'admitted' | 'delayed' | 'denied'>;

/** A range with more requests than this is drawn as densities; a chart that already shows marks keeps them up to 20 % more. */
export const MAX_MARKS = 600;
export const MAX_MARKS_SENT = 720;

export interface LaneChartData {
  /** The key shown. */
  readonly key: string;
  readonly level: Curve;
  /** The limiter's second quantity, if it has one. */
  readonly secondaryLevel: Curve | null;
  readonly windowCount: Curve;
  /** Requests of all keys in range, individually; null if they are too many. */
  readonly marks: Marks | null;
  /** The same requests as counts per 2 px. */
  readonly densities: Densities;
  /** Null without clients. */
  readonly retries: RetryDensities | null;
  readonly requestsInRange: number;
}

/** Arrivals in the range for the traffic track: counts per bin of some pixels, and their instants if there are few. */
export interface TrafficChartData {
  readonly at: Float64Array | null;
  /** Where the first bin begins, at the range's start or before. */
  readonly from: Instant;
  /** Requests per bin of `span` microseconds. */
  readonly counts: Uint32Array;
  readonly span: Duration;
  readonly requestsInRange: number;
  /** The next arrival at or after the range's end, or null: shown if the range is empty. */
  readonly nextArrival: Instant | null;
}

/** One lane's decisions over the whole run, in the overview's bins. */
export type LaneOverview = Pick<Densities, 'admitted' | 'delayed' | 'denied'>;

/** The whole run in a fixed number of bins: all arrivals, the denials of all lanes, and each lane's decisions. */
export interface Overview {
  readonly span: Duration;
  readonly arrivals: Uint32Array;
  readonly denials: Uint32Array;
  readonly lanes: readonly LaneOverview[];
}

/** The answer to a `ChartQuery`. */
export interface ChartData {
  readonly from: Instant;
  readonly to: Instant;
  readonly lanes: readonly LaneChartData[];
  readonly traffic: TrafficChartData;
  readonly disagreements: DisagreementChartData;
}

/** The requests that the compared lanes decided differently. */
export interface DisagreementChartData {
  /** How many there are in the whole run. */
  readonly count: number;
  /** Whether the compared lanes receive different requests, because clients retry: only first tries are compared. */
  readonly requestsDiffer: boolean;
  /** Their instants in range, thinned to what a chart can show; none if more than two lanes are compared. */
  readonly at: Float64Array;
  /** How many there are per bin of `span` microseconds, from `from` on; of more than two lanes 0. */
  readonly from: Instant;
  readonly span: Duration;
  readonly perBin: Uint32Array;
}
