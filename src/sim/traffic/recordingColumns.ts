/** The requests of a log as columns, and what one number says of a request's cost and label. */

/** A log's requests in columns, sorted by time: 16 bytes a request. */
export interface RecordingColumns {
  /** Whole µs since `start`, as stamped: the start of the stamp's interval of one `resolution`. */
  readonly at: Float64Array;
  /** Number of the client, from 0, by first appearance. */
  readonly client: Uint32Array;
  /** Permits, 1 to 2³¹ − 1; the highest bit is set where the request counts as bad. */
  readonly costAndBad: Uint32Array;
  /** The clients' names, where the user asks to keep them; otherwise they are `client 1`, `client 2`… */
  readonly names?: readonly string[];
}

export const MAX_RECORDED_COST = 0x7fff_ffff;
const BAD = 0x8000_0000;

/** Whether the request counts as bad. */
export function isBad(costAndBad: number): boolean {
  return costAndBad >= BAD;
}

/** The permits that the request asks for. */
export function costOf(costAndBad: number): number {
  return costAndBad & MAX_RECORDED_COST;
}

/** @param cost whole, 1 to 2³¹ − 1 */
export function costAndBadOf(cost: number, bad: boolean): number {
  return bad ? cost + BAD : cost;
}
