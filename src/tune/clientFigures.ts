/** What a lane does to each client under one reading of the log, in columns by client, as `clientRequestsOf` numbers them. */
import { longestSpells, refusalsByKey, refusalTimes, type LaneTrace } from '../sim/engine.ts';
import type { Duration } from '../sim/index.ts';
import { busiestByClient } from './busiest.ts';
import { clientRequestsOf } from './clientRequests.ts';

/** A column each, by client. */
export interface ClientFigures {
  /** Most permits asked for within any T. */
  readonly busiest: Float64Array;
  /** Requests. */
  readonly refused: Float64Array;
  /** Its instant in microseconds; NaN where none was refused. */
  readonly firstRefusal: Float64Array;
  /** Microseconds from the first to the last refusal with no admission in between; NaN where none was refused. */
  readonly longestSpell: Float64Array;
}

/** In slices. */
export function* clientFigures(trace: LaneTrace, T: Duration): Generator<undefined, ClientFigures> {
  const { key } = clientRequestsOf(trace.arrivals);
  const ofClients = (byKey: ArrayLike<number>): Float64Array => Float64Array.from(key, (k) => byKey[k] as number);
  const busiest = yield* busiestByClient(trace.arrivals, T);
  const refused = ofClients(refusalsByKey(trace));
  yield;
  const firstRefusal = ofClients(refusalTimes(trace).firstRefusal).map((at) => (Number.isFinite(at) ? at : NaN));
  yield;
  const longestSpell = ofClients(longestSpells(trace)).map((spell) => (spell < 0 ? NaN : spell));
  return { busiest, refused, firstRefusal, longestSpell };
}
