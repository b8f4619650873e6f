/**
 * Rate and burst: the least capacity at each rate with which so many clients are never refused by a token bucket (and by
 * `gcra` and the leaky meter, which decide alike).
 *
 * A client is never refused by a bucket that starts full exactly if its virtual queue never holds more than the capacity:
 * each request adds its cost, and the queue drains at the rate. So one pass over a client's requests gives its least
 * capacity, the peak of that queue, counted in the bucket's own ticks.
 */
import { divCeil, rateInTicks, TWO_TO_53, type Arrivals } from '../sim/engine.ts';
import { microsFromSeconds, type Duration } from '../sim/index.ts';
import { clientRequestsOf, type ClientRequests } from './clientRequests.ts';

/** Shares of clients, in thousandths: 90, 99, 99.9 and 100 %. */
export const FRONTIER_SHARES = [900, 990, 999, 1_000] as const;

export interface FrontierQuery {
  /** The window, in seconds, for all rates. */
  readonly T: number;
  /** The rates, as permits per T. */
  readonly n: readonly number[];
}

/** The least capacities, whole permits: by share of clients as in `FRONTIER_SHARES`, and then by rate. */
export type Capacities = readonly (readonly number[])[];

/** By reading of the log, the scenario's own first; null without clients. */
export type Frontier = readonly [own: Capacities, ...others: Capacities[]] | null;

export function* frontierOf(
  [own, ...others]: readonly [own: Arrivals, ...others: Arrivals[]],
  query: FrontierQuery,
): Generator<undefined, Frontier> {
  if (own.count === 0) return null;
  const readings: [Capacities, ...Capacities[]] = [yield* capacitiesOf(own, query)];
  for (const arrivals of others) readings.push(yield* capacitiesOf(arrivals, query));
  return readings;
}

/** In slices, a rate each. */
function* capacitiesOf(arrivals: Arrivals, { T, n }: FrontierQuery): Generator<undefined, Capacities> {
  const requests = clientRequestsOf(arrivals);
  const byShare = FRONTIER_SHARES.map((): number[] => []);
  for (const permits of n) {
    const capacities = leastCapacities(requests, permits, microsFromSeconds(T)).sort();
    for (const [index, share] of FRONTIER_SHARES.entries()) {
      const clients = divCeil(share * capacities.length, 1_000);
      byShare[index]?.push(capacities[clients - 1] as number);
    }
    yield;
  }
  return byShare;
}

/**
 * By client: the least whole capacity with which it is never refused at n permits per T; `Infinity` where a bucket of that
 * size and rate cannot count exactly, and does not run.
 */
function leastCapacities({ start, at, cost }: ClientRequests, n: number, T: Duration): Float64Array {
  const { ticksPerUnit, ticksPerPermit } = rateInTicks(n, T);
  const capacities = new Float64Array(start.length - 1);
  for (let client = 0; client < capacities.length; client++) {
    let queue = 0;
    let peak = 0;
    let before = 0;
    for (let i = start[client] as number; i < (start[client + 1] as number); i++) {
      const now = at[i] as number;
      queue =
        Math.max(0, queue - (now - before) * ticksPerUnit) + (cost === null ? 1 : (cost[i] as number)) * ticksPerPermit;
      if (queue > peak) peak = queue;
      before = now;
    }
    capacities[client] = peak < TWO_TO_53 ? divCeil(peak, ticksPerPermit) : Infinity;
  }
  return capacities;
}
