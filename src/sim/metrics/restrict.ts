/** A part of a lane's trace: the requests of a time, a key or an entry of the traffic, as a trace of their own. */
import { arrivalsAt, keyAt } from '../arrivals.ts';
import type { Instant } from '../time.ts';
import type { RequestLabels } from './requestLabels.ts';
import type { LaneTrace } from './trace.ts';

export interface Part {
  /** Only requests that arrive in [from, to). */
  readonly from?: Instant;
  readonly to?: Instant;
  /** Only requests of that key; none if no request has it. */
  readonly key?: string;
  /** Only requests of that entry. */
  readonly entry?: number;
}

/** A part without its columns of a distributed lane, but for messages: no figure of a part needs them. */
export interface TracePart extends LaneTrace {
  readonly labels: RequestLabels | null;
  readonly messages: Uint32Array | null;
}

export function restrict(trace: LaneTrace, labels: RequestLabels | null, part: Part): TracePart {
  const { arrivals, verdicts, waits } = trace;
  const { from = 0, to = Infinity, entry } = part;
  const key = part.key === undefined ? null : arrivals.keys.indexOf(part.key);
  const rows: number[] = [];
  for (let i = 0; i < arrivals.count; i++) {
    const at = arrivals.at[i] as number;
    if (at < from || at >= to) continue;
    if (key !== null && keyAt(arrivals, i) !== key) continue;
    if (entry === undefined || arrivals.entry[i] === entry) rows.push(i);
  }
  const messages = trace.cluster?.messages ?? null;
  return {
    arrivals: arrivalsAt(arrivals, rows),
    verdicts: Uint8Array.from(rows, (i) => verdicts[i] as number),
    waits: waits && Float64Array.from(rows, (i) => waits[i] as number),
    labels: labels && Uint8Array.from(rows, (i) => labels[i] as number),
    messages: messages && Uint32Array.from(rows, (i) => messages[i] as number),
  };
}
