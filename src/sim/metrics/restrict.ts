/** A part of a lane's trace: the requests of a time, a key or an entry of the traffic, as a trace of their own. */
import { keyAt, type Arrivals, type Tries } from '../arrivals.ts';
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
    arrivals: arrivalsOf(arrivals, rows),
    verdicts: Uint8Array.from(rows, (i) => verdicts[i] as number),
    waits: waits && Float64Array.from(rows, (i) => waits[i] as number),
    labels: labels && Uint8Array.from(rows, (i) => labels[i] as number),
    messages: messages && Uint32Array.from(rows, (i) => messages[i] as number),
  };
}

function arrivalsOf({ at, key, cost, keys, entry, tries }: Arrivals, rows: readonly number[]): Arrivals {
  const column = (values: ArrayLike<number>): Uint32Array<ArrayBuffer> =>
    Uint32Array.from(rows, (i) => values[i] as number);
  return {
    count: rows.length,
    at: Float64Array.from(rows, (i) => at[i] as number),
    key: key && column(key),
    cost: cost && column(cost),
    keys,
    entry: column(entry),
    tries: tries && triesOf(tries, column),
  };
}

function triesOf({ client, job, number }: Tries, column: (values: ArrayLike<number>) => Uint32Array): Tries {
  return { client: column(client), job: column(job), number: column(number) };
}
