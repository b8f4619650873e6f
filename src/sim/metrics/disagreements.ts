/** Where lanes that saw the same requests decided differently: one let in what another refused. */
import { COLUMNS_A_BIN } from './bins.ts';
import type { Instant } from '../time.ts';
import { firstAtOrAfter, type LaneTrace } from './trace.ts';

/** Verdicts of this and above refuse: a request that waits is let in as well. */
const REFUSED = 2;

/** Positions of the requests on which not all of these lanes agree, rising; none for fewer than two lanes. */
export function disagreementsOf(lanes: readonly LaneTrace[]): Uint32Array {
  const [first, ...others] = lanes;
  if (first === undefined || others.length === 0) return new Uint32Array();
  const { count } = first.arrivals;
  const found = new Uint32Array(count);
  let length = 0;
  for (let request = 0; request < count; request++) {
    const refused = (first.verdicts[request] as number) >= REFUSED;
    if (others.some(({ verdicts }) => (verdicts[request] as number) >= REFUSED !== refused)) found[length++] = request;
  }
  return found.slice(0, length);
}

/** Their instants in [from, to), at most one for every two pixel columns: what a chart can show. */
export function instantsIn(
  requests: Uint32Array,
  at: Float64Array,
  from: Instant,
  to: Instant,
  columns: number,
): Float64Array {
  const instants = Float64Array.from(requests, (request) => at[request] as number);
  const end = firstAtOrAfter(instants, to);
  const least = ((to - from) / Math.max(1, columns)) * COLUMNS_A_BIN;
  const shown: Instant[] = [];
  for (let i = firstAtOrAfter(instants, from); i < end; i++) {
    const instant = instants[i] as number;
    if (shown.length === 0 || instant - (shown.at(-1) as number) >= least) shown.push(instant);
  }
  return Float64Array.from(shown);
}
