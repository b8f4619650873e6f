/** The busiest T of each client: the most permits that it asks for within any T, whatever a limiter answers. */
import { peakInWindow, type Arrivals, type Plan } from '../sim/engine.ts';
import { microsFromSeconds, type Duration } from '../sim/index.ts';
import { clientRequestsOf } from './clientRequests.ts';

export interface BusiestQuery {
  /** In seconds. */
  readonly T: number;
}

/** By reading of the log, the scenario's own first: permits, by client, ascending. */
export interface Busiest {
  readonly readings: readonly Float64Array[];
  /** Whether clients react to answers: their retries are not counted, since these depend on the limit. */
  readonly isClosedLoop: boolean;
  /** Whether requests cost more than one permit, so that permits are not requests. */
  readonly hasCosts: boolean;
}

/** Clients between two yields. */
const CLIENTS_PER_SLICE = 4_096;

/** @param plans one for each reading */
export function* busiestOf(plans: readonly Plan[], { T }: BusiestQuery): Generator<undefined, Busiest> {
  const readings: Float64Array[] = [];
  for (const { arrivals } of plans) readings.push((yield* busiestByClient(arrivals, microsFromSeconds(T))).sort());
  return {
    readings,
    isClosedLoop: plans.some(({ isClosedLoop }) => isClosedLoop),
    hasCosts: plans.some(({ arrivals: { cost } }) => cost?.some((permits) => permits !== 1) === true),
  };
}

/** By client, as in `clientRequestsOf`. */
export function* busiestByClient(arrivals: Arrivals, T: Duration): Generator<undefined, Float64Array> {
  const { start, at, cost } = clientRequestsOf(arrivals);
  const busiest = new Float64Array(start.length - 1);
  for (let client = 0; client < busiest.length; client++) {
    if (client % CLIENTS_PER_SLICE === 0) yield;
    const [from, to] = [start[client] as number, start[client + 1] as number];
    const requests = { at: at.subarray(from, to), cost: cost && cost.subarray(from, to) };
    busiest[client] = peakInWindow(requests, T)?.permits ?? 0;
  }
  return busiest;
}
